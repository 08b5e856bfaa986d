"""A tutor in memory with a clock that stands still, on the packaged courses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from diotima.app.clock import FixedClock
from diotima.app.wiring import Tutor, trial_tutor
from diotima.domain.transcript import Entry, QuestionAsked, TutorSaid
from diotima.turn.sessions import Submission

BEGINNING_MS = 1_780_000_000_000


@dataclass
class Talk:
    """One session, driven by what a learner types."""

    tutor: Tutor
    clock: FixedClock
    session: str

    def say(self, text: str, *, seconds: float = 5) -> Sequence[Entry]:
        """Let time pass, say something, and return what the tutor's turn added."""
        self.clock.advance(seconds=seconds)
        self.tutor.sessions.submit(self.session, Submission(text=text))
        return self.tutor.sessions.run(self.session)

    def choose(self, value: str, *, seconds: float = 5) -> Sequence[Entry]:
        """Answer the pending question with an option id."""
        self.clock.advance(seconds=seconds)
        pending = self.tutor.sessions.view(self.session).pending
        assert pending is not None
        self.tutor.sessions.submit(self.session, Submission(question=pending.id, value=value))
        return self.tutor.sessions.run(self.session)

    def through_diagnostics(self, focus: str = "everything, by question and answer") -> None:
        """Onboarding and diagnostics, answered with "I don't know"."""
        self.say(focus)
        for _ in range(4):
            pending = self.tutor.sessions.view(self.session).pending
            if pending is None or not pending.options:
                return
            self.say("I don't know")

    @property
    def pending(self) -> str:
        """Text of the pending question."""
        question = self.tutor.sessions.view(self.session).pending
        return question.text if question else ""


def spoken(entries: Sequence[Entry]) -> str:
    """Everything the tutor says in entries."""
    said = [e.body.text for e in entries if isinstance(e.body, TutorSaid)]
    asked = [e.body.question.text for e in entries if isinstance(e.body, QuestionAsked)]
    return " ".join([*said, *asked])


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(BEGINNING_MS)


@pytest.fixture
def tutor(clock: FixedClock) -> Tutor:
    return trial_tutor(clock)


@pytest.fixture
def circuits(tutor: Tutor, clock: FixedClock) -> Talk:
    return Talk(tutor, clock, tutor.sessions.open("simple-circuits", "anna", minutes=15))


@pytest.fixture
def nerves(tutor: Tutor, clock: FixedClock) -> Talk:
    return Talk(tutor, clock, tutor.sessions.open("upper-limb-neuroanatomy", "anna", minutes=15))
