"""What every journal promises, whatever it is made of."""

from __future__ import annotations

import contextlib
from concurrent.futures import ThreadPoolExecutor

import pytest

from diotima.domain.errors import AlreadyThere, BadInput, Conflict, UnknownSession
from diotima.domain.ports import Draft, Journal, SessionRow
from diotima.domain.transcript import Entry, LearnerSaid, SessionClosed, SessionOpened, TutorSaid
from tests.store.samples import evidence, learner_said, tutor_said

OPENED = SessionOpened(course="nerves", course_version="1.0.0", learner="ada", length_s=None, seed=7)


@pytest.fixture
def opened(journal: Journal) -> Journal:
    """A journal with one session ``s`` of two entries."""
    journal.create("s", "ada", "nerves", [Draft(OPENED, None, "open"), tutor_said("What first?")], ts=1000)
    return journal


def test_a_created_session_reads_back(opened: Journal) -> None:
    assert opened.entries("s") == [
        Entry("s", 1, 1000, None, OPENED),
        Entry("s", 2, 1000, "turn", TutorSaid("What first?", move="hint", item="axillary.loss")),
    ]
    assert opened.session("s") == SessionRow("s", "nerves", "ada", 1000, 1000, 2, False)


def test_a_session_may_begin_empty(journal: Journal) -> None:
    journal.create("empty", "ada", "nerves", [], ts=5)

    assert journal.entries("empty") == []
    assert journal.session("empty") == SessionRow("empty", "nerves", "ada", 5, 5, 0, False)


def test_a_session_is_created_once(opened: Journal) -> None:
    with pytest.raises(AlreadyThere):
        opened.create("s", "eve", "bones", [learner_said("mine")], ts=2000)

    assert opened.session("s").learner == "ada"
    assert len(opened.entries("s")) == 2


def test_entries_are_numbered_on(opened: Journal) -> None:
    drafts = [learner_said("deltoid"), tutor_said("What does it move?")]

    written = opened.append("s", drafts, expected_seq=2, ts=2000)

    assert [(entry.seq, entry.ts, entry.body) for entry in written] == [
        (3, 2000, drafts[0].body),
        (4, 2000, drafts[1].body),
    ]
    assert opened.entries("s")[2:] == list(written)
    assert opened.session("s") == SessionRow("s", "nerves", "ada", 1000, 2000, 4, False)


@pytest.mark.parametrize(("after", "numbers"), [(0, [1, 2]), (1, [2]), (2, []), (99, []), (-1, [1, 2])])
def test_entries_after_a_number(opened: Journal, after: int, numbers: list[int]) -> None:
    assert [entry.seq for entry in opened.entries("s", after)] == numbers


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_appending_elsewhere_than_at_the_end_conflicts(opened: Journal, expected: int) -> None:
    with pytest.raises(Conflict):
        opened.append("s", [learner_said("late")], expected_seq=expected, ts=2, evidence=[evidence("e")])

    assert len(opened.entries("s")) == 2
    assert opened.ledger("ada") == []


def test_a_key_is_used_once_a_session(opened: Journal) -> None:
    opened.append("s", [learner_said("first", key="k")], expected_seq=2, ts=2)

    with pytest.raises(AlreadyThere):
        opened.append("s", [learner_said("new"), learner_said("again", key="k")], expected_seq=3, ts=3)
    opened.create("other", "ada", "nerves", [learner_said("first", key="k")], ts=4)

    assert [entry.seq for entry in opened.entries("s")] == [1, 2, 3]


def test_a_repeated_submission_is_already_there_rather_than_in_conflict(opened: Journal) -> None:
    opened.append("s", [learner_said("once", key="k")], expected_seq=2, ts=2)

    with pytest.raises(AlreadyThere):
        opened.append("s", [learner_said("once", key="k")], expected_seq=2, ts=2)


def test_one_key_for_two_drafts_is_refused(opened: Journal) -> None:
    twice = [learner_said("a", key="k"), learner_said("b", key="k")]

    with pytest.raises(AlreadyThere):
        opened.append("s", twice, expected_seq=2, ts=2)
    with pytest.raises(AlreadyThere):
        opened.create("other", "ada", "nerves", twice, ts=2)

    assert [row.id for row in opened.sessions()] == ["s"]


def test_an_entry_is_found_by_its_key(opened: Journal) -> None:
    (written,) = opened.append("s", [learner_said("deltoid", key="k")], expected_seq=2, ts=2)

    assert opened.find("s", "k") == written
    assert opened.find("s", "other") is None
    assert opened.find("nowhere", "k") is None


def test_an_unknown_session_is_said_to_be_unknown(journal: Journal) -> None:
    with pytest.raises(UnknownSession):
        journal.entries("nowhere")
    with pytest.raises(UnknownSession):
        journal.session("nowhere")
    with pytest.raises(UnknownSession):
        journal.append("nowhere", [learner_said("hello")], expected_seq=0, ts=1)


def test_evidence_is_written_with_the_entries_in_order(opened: Journal) -> None:
    events = [evidence("b"), evidence("a", p=1.0), evidence("c", course="bones")]

    opened.append("s", [learner_said("x")], expected_seq=2, ts=2, evidence=events)

    assert opened.ledger("ada") == events
    assert opened.ledger("ada", course="nerves") == events[:2]
    assert opened.ledger("ada", course="nerves", skip=1) == events[1:2]
    assert opened.ledger("ada", skip=2) == events[2:]
    assert opened.ledger("eve") == []


def test_evidence_may_come_without_entries(opened: Journal) -> None:
    assert list(opened.append("s", [], expected_seq=2, ts=2, evidence=[evidence("a")])) == []

    assert opened.ledger("ada") == [evidence("a")]


def test_known_evidence_is_skipped(opened: Journal) -> None:
    opened.append("s", [], expected_seq=2, ts=2, evidence=[evidence("a", p=0.1), evidence("a", p=0.2)])
    again = [evidence("b"), evidence("a", p=0.3), evidence("c")]
    opened.append("s", [], expected_seq=2, ts=3, evidence=again)

    assert opened.ledger("ada") == [evidence("a", p=0.1), evidence("b"), evidence("c")]


def test_the_same_evidence_of_two_learners_is_kept_twice(opened: Journal) -> None:
    opened.create("t", "eve", "nerves", [], ts=1)

    opened.append("s", [], expected_seq=2, ts=2, evidence=[evidence("a")])
    opened.append("t", [], expected_seq=0, ts=2, evidence=[evidence("a", learner="eve")])

    assert (len(opened.ledger("ada")), len(opened.ledger("eve"))) == (1, 1)


def test_evidence_about_somebody_else_is_refused(opened: Journal) -> None:
    with pytest.raises(ValueError, match="somebody else"):
        opened.append("s", [learner_said("x")], expected_seq=2, ts=2, evidence=[evidence("a", learner="eve")])

    assert len(opened.entries("s")) == 2


def test_text_that_is_not_unicode_is_refused_and_nothing_of_it_written(opened: Journal) -> None:
    with pytest.raises(BadInput):
        opened.append("s", [learner_said("fine"), learner_said("\ud800", key="k")], expected_seq=2, ts=2)
    with pytest.raises(BadInput):
        opened.append(
            "s", [learner_said("fine")], expected_seq=2, ts=2, evidence=[evidence("a", quote="\ud800")]
        )

    assert len(opened.entries("s")) == 2


@pytest.mark.parametrize("text", ["", "\x00", "naïve µ∂ 神経 🦾", "'; DROP TABLE ledger; --", "x" * 100_000])
def test_any_text_is_kept_verbatim(opened: Journal, text: str) -> None:
    opened.append("s", [Draft(LearnerSaid(text), "t", "k")], expected_seq=2, ts=2)

    assert opened.entries("s", 2)[0].body == LearnerSaid(text)


def test_closed_is_what_a_closing_entry_makes_a_session(opened: Journal) -> None:
    opened.append("s", [Draft(SessionClosed("end_button"), None, "end")], expected_seq=2, ts=9)
    opened.append("s", [learner_said("survey")], expected_seq=3, ts=10)

    assert opened.session("s") == SessionRow("s", "nerves", "ada", 1000, 10, 4, True)


def test_sessions_are_listed_newest_first_and_by_learner_and_course(journal: Journal) -> None:
    for session, learner, course, ts in [
        ("s1", "ada", "nerves", 1),
        ("s2", "eve", "nerves", 3),
        ("s3", "ada", "bones", 2),
        ("s4", "ada", "nerves", 3),
    ]:
        journal.create(session, learner, course, [], ts)

    assert [row.id for row in journal.sessions()] == ["s4", "s2", "s3", "s1"]
    assert [row.id for row in journal.sessions(learner="ada")] == ["s4", "s3", "s1"]
    assert [row.id for row in journal.sessions(learner="ada", course="nerves")] == ["s4", "s1"]
    assert journal.sessions(course="algebra") == []


def test_threads_that_race_leave_no_gap_and_lose_nothing(opened: Journal) -> None:
    def append_until_it_fits(name: str) -> None:
        with contextlib.suppress(Conflict):
            end = opened.session("s").last_seq
            opened.append("s", [learner_said(name)], expected_seq=end, ts=2, evidence=[evidence(name)])
            return
        append_until_it_fits(name)

    names = [f"{writer}{n}" for writer in "abcd" for n in range(5)]
    with ThreadPoolExecutor(max_workers=4) as pool:
        list(pool.map(append_until_it_fits, names))

    assert [entry.seq for entry in opened.entries("s")] == list(range(1, 23))
    assert len(opened.ledger("ada")) == 20
