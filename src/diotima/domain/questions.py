"""A question is a record, not a suspended computation.

It is asked by an entry in the transcript and answered by a later one; until then it is pending, on any
device, after a crash or after a month. Keys are not part of it: it can be shown as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class QuestionKind(StrEnum):
    """What shape the answer has and what is done with it."""

    FOCUS = "focus"
    """Onboarding: what to study and how; free text."""
    OPEN = "open"
    """An item's question, or a rung of its ladder; free text, graded."""
    QUIZ = "quiz"
    """A four-option question; one option id, graded."""
    CHOICE = "choice"
    """The contrast choice of a ladder; one option id or the option in words, graded."""
    CLOSING = "closing"
    """The report's closing question; free text, not graded."""


@dataclass(frozen=True)
class Option:
    """A possible answer; ids are assigned by code, the order is the shown order."""

    id: str
    text: str


@dataclass(frozen=True)
class Question:
    """What is being asked. ``item``, ``expectation``, ``quiz`` say which key grades it, on the server."""

    id: str
    kind: QuestionKind
    text: str
    options: tuple[Option, ...] = ()
    item: str | None = None
    expectation: str | None = None
    quiz: str | None = None
    concept: str | None = None
    yes_no: bool = False
    """Whether a bare yes or no is an answer to it."""

    @property
    def takes_option(self) -> bool:
        return bool(self.options)
