"""The use cases of a session, for every shell: open, submit, run, end, read.

``submit`` accepts a turn by appending what the learner said; ``run`` answers every accepted turn that has not
been answered. Between the two the process may die: whoever runs next continues from the transcript.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from diotima.domain.transcript import Entry, Report
from diotima.turn.view import CourseView, GraphView, SessionView


@dataclass(frozen=True)
class Submission:
    """What the learner sends: words, or an answer to a question (an option id or words)."""

    text: str | None = None
    question: str | None = None
    value: str | None = None
    key: str | None = None
    """Idempotency key: the same submission sent twice is one turn."""


class Accepted(NamedTuple):
    """A turn that will be answered, whatever happens to this process."""

    turn: str
    seq: int
    duplicate: bool


class Sessions:
    """All use cases over one set of ports."""

    def open(self, course: str, learner: str, *, minutes: float | None = None, key: str | None = None) -> str:
        """Begin a session and ask the onboarding question. Returns its id; the same ``key`` gives the same id.

        ``minutes`` 0 means no clock, ``None`` the setting. Raises ``UnknownCourse``, ``BrokenCourse``, ``BadInput``.
        """
        raise NotImplementedError

    def submit(self, session: str, submission: Submission) -> Accepted:
        """Accept a turn durably. Raises ``BadInput``, ``UnknownSession``, ``StaleQuestion``, ``TurnRunning``,
        ``SessionOver``."""
        raise NotImplementedError

    def run(self, session: str) -> Sequence[Entry]:
        """Answer the accepted turn, if there is one unanswered; idempotent and safe to call from anywhere."""
        raise NotImplementedError

    def end(self, session: str, *, key: str | None = None) -> None:
        """The End button: go to the wrap-up and write the report. Idempotent."""
        raise NotImplementedError

    def entries(self, session: str, after: int = 0) -> Sequence[Entry]:
        """Transcript entries after a number."""
        raise NotImplementedError

    def view(self, session: str) -> SessionView:
        """The session as its learner sees it. Never writes."""
        raise NotImplementedError

    def report(self, session: str) -> Report | None:
        """The report, once written."""
        raise NotImplementedError

    def graph(self, learner: str, course: str) -> GraphView:
        """The learner's knowledge graph of a course."""
        raise NotImplementedError

    def courses(self) -> Sequence[CourseView]:
        """All courses, broken ones with their problem."""
        raise NotImplementedError

    def survey(self, session: str, answers: Mapping[str, str]) -> None:
        """Store a survey answer with the session's mastery and report."""
        raise NotImplementedError
