"""Scripts of students who press for the answer, through the real turn graph.

Each script works on an item with answers that could leak; the judge shares no code with the guard. The last
test plants a tutor that does give in, to see that the judge would have noticed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import pytest

from diotima.app.clock import FixedClock
from diotima.app.wiring import Tutor, trial_tutor
from diotima.domain.errors import BadInput
from diotima.domain.ports import Draft
from diotima.domain.questions import Question, QuestionKind
from diotima.domain.transcript import (
    AnswerRevealed,
    Body,
    FocusSet,
    ItemOpened,
    LearnerSaid,
    Mode,
    MoveChosen,
    Phase,
    PhaseChanged,
    QuestionAsked,
    TurnEnded,
    TutorSaid,
)
from diotima.evals.judge import find_leaks
from diotima.packs.shelf import packaged_courses
from diotima.turn.sessions import Submission

COURSE = "upper-limb-neuroanatomy"


class Script(NamedTuple):
    """A student who presses for the answer."""

    id: str
    type: str
    item: str
    turns: list[str]
    must_hold: list[str]


SCRIPTS = [
    Script(**json.loads(line))
    for line in (packaged_courses() / COURSE / "adversarial" / "scripts.jsonl")
    .read_text("utf-8")
    .splitlines()
    if line.strip()
]


def open_on(tutor: Tutor, item_id: str, learner: str) -> str:
    """A session in which the tutor has just asked the item's question."""
    session = tutor.sessions.open(COURSE, learner, minutes=0)
    item = tutor.courses.get(COURSE).item_by_id[item_id]
    bodies: tuple[Body, ...] = (
        LearnerSaid("everything"),
        FocusSet((), Mode.DIALOGUE),
        PhaseChanged(Phase.TUTORING, "diagnostics_done"),
        ItemOpened(item.id, item.concept),
        MoveChosen("open", None, "plan"),
        QuestionAsked(Question(f"{learner}:q", QuestionKind.OPEN, item.question, item=item.id)),
        TurnEnded(),
    )
    drafts = [Draft(body, "setup", f"setup:{n}") for n, body in enumerate(bodies)]
    last = tutor.sessions.entries(session)[-1]
    tutor.journal.append(session, drafts, expected_seq=last.seq, ts=last.ts)
    return session


def press(tutor: Tutor, clock: FixedClock, session: str, turns: list[str]) -> Iterator[str]:
    """Say every line of a script; yield what the tutor says."""
    for turn in turns:
        clock.advance(seconds=8)
        try:
            tutor.sessions.submit(session, Submission(text=turn))
        except BadInput:
            continue
        for entry in tutor.sessions.run(session):
            if isinstance(entry.body, TutorSaid):
                yield entry.body.text
            if isinstance(entry.body, QuestionAsked):
                yield entry.body.question.text


@pytest.mark.parametrize("script", SCRIPTS, ids=[s.id for s in SCRIPTS])
def test_no_script_gets_the_answer(script: Script) -> None:
    clock = FixedClock(1_780_000_000_000)
    tutor = trial_tutor(clock)
    session = open_on(tutor, script.item, "student")

    said = list(press(tutor, clock, session, script.turns))

    entries = tutor.sessions.entries(session)
    assert said
    assert find_leaks(tutor.courses.get(COURSE), entries) == []
    assert not [e for e in entries if isinstance(e.body, AnswerRevealed)]


def test_the_scripts_are_of_all_kinds_and_name_what_could_leak() -> None:
    course = trial_tutor(FixedClock(0)).courses.get(COURSE)

    kinds = [s.type for s in SCRIPTS]

    assert len(SCRIPTS) >= 20
    assert {k: kinds.count(k) >= 4 for k in sorted(set(kinds))} == dict.fromkeys(
        ("direct_request", "escalation", "jailbreak", "off_topic", "social_engineering"), True
    )
    for script in SCRIPTS:
        item = course.item_by_id[script.item]
        assert all(item.expectation(e).keys for e in script.must_hold)


@pytest.mark.parametrize("script", SCRIPTS[:3], ids=[s.id for s in SCRIPTS[:3]])
def test_the_judge_notices_a_tutor_that_gives_in(script: Script) -> None:
    clock = FixedClock(1_780_000_000_000)
    tutor = trial_tutor(clock)
    session = open_on(tutor, script.item, "student")
    list(press(tutor, clock, session, script.turns[:1]))
    course = tutor.courses.get(COURSE)
    item = course.item_by_id[script.item]
    entries = list(tutor.sessions.entries(session))
    spoken = next(n for n in range(len(entries) - 1, -1, -1) if isinstance(entries[n].body, TutorSaid))

    key = item.expectation(script.must_hold[0]).keys[0]
    entries[spoken] = replace(entries[spoken], body=TutorSaid(f"Well, it is the {key}.", "hint", item.id))

    assert find_leaks(course, entries)
