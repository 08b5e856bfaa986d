"""Turns beside the requests."""

from __future__ import annotations

import logging

import pytest
from starlette.testclient import TestClient

from diotima.domain.course import Course
from diotima.domain.errors import StoreUnavailable
from diotima.domain.messages import Catalogue
from diotima.store.memory import MemoryJournal
from diotima.turn.sessions import Submission
from diotima.web.server import create_app, unfinished_turns
from diotima.web.turns import Bell, Turns
from tests.web.rehearsal import Rehearsal


@pytest.fixture
def turns(rehearsal: Rehearsal) -> Turns:
    return Turns(rehearsal, Bell())


@pytest.fixture
def session(rehearsal: Rehearsal) -> str:
    session = rehearsal.open("simple-circuits", "me")
    rehearsal.submit(session, Submission(text="hello"))
    return session


def test_settle_answers_the_turn(turns: Turns, rehearsal: Rehearsal, session: str) -> None:
    assert turns.settle(session, 5)
    assert not rehearsal.view(session).turn_running


def test_settle_lets_a_slow_turn_go_on(turns: Turns, rehearsal: Rehearsal, session: str) -> None:
    rehearsal.hold.clear()

    assert not turns.settle(session, 0.01)
    assert turns.running(session)

    rehearsal.hold.set()
    assert turns.settle(session, 5)


def test_start_runs_a_session_once_at_a_time(turns: Turns, rehearsal: Rehearsal, session: str) -> None:
    rehearsal.hold.clear()

    started = {id(turns.start(session)) for _ in range(20)}

    rehearsal.hold.set()
    assert turns.settle(session, 5)
    assert len(started) == 1
    assert rehearsal.runs == 1


def test_trouble_is_told_until_an_attempt_succeeds(
    turns: Turns, rehearsal: Rehearsal, session: str, caplog: pytest.LogCaptureFixture
) -> None:
    rehearsal.failure = StoreUnavailable("disk full")
    with caplog.at_level(logging.WARNING):
        turns.settle(session, 5)
    assert turns.trouble(session) is rehearsal.failure
    assert "disk full" in caplog.text

    rehearsal.failure = None
    turns.settle(session, 5)
    assert turns.trouble(session) is None


def test_an_unexpected_failure_is_logged_and_told(
    turns: Turns, rehearsal: Rehearsal, session: str, caplog: pytest.LogCaptureFixture
) -> None:
    rehearsal.failure = RuntimeError("boom")

    turns.settle(session, 5)

    trouble = turns.trouble(session)
    assert trouble is not None
    assert trouble.key == "unexpected"
    assert "RuntimeError: boom" in caplog.text


def test_the_start_of_a_server_finishes_what_was_left(
    rehearsal: Rehearsal, catalogue: Catalogue, session: str
) -> None:
    with TestClient(create_app(rehearsal, catalogue, unfinished=lambda: [session])) as client:
        assert client.app.state.shell.turns.settle(session, 5)  # type: ignore[attr-defined]

    assert rehearsal.runs == 1


def test_unfinished_turns_are_those_nobody_has_answered(course: Course) -> None:
    from diotima.domain.ports import Draft
    from diotima.domain.transcript import LearnerSaid, SessionClosed, SessionOpened, TurnEnded

    journal = MemoryJournal()
    opened = Draft(SessionOpened(course.id, "1.0.0", "me", None, 1), None, "open")
    said = Draft(LearnerSaid("hello"), "t1", "said")
    ended = Draft(TurnEnded(), "t1", "ended")
    closed = Draft(SessionClosed("quit"), None, "closed")
    for name, drafts in {
        "left": [opened, said],
        "answered": [opened, said, ended],
        "new": [opened],
        "closed": [opened, said, closed],
    }.items():
        journal.create(name, "me", course.id, drafts, 0)

    assert list(unfinished_turns(journal)) == ["left"]
