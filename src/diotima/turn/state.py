"""The state that flows through the turn graph: small values of this one turn, never the history.

``Analysis`` is hidden, ``Reply`` is visible. ``Reply`` has no field an ``Analysis`` could flow into: grades,
keys and the answers of uncovered expectations stay on the other side.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Annotated, TypedDict

from diotima.domain.grades import Grade
from diotima.domain.questions import Question
from diotima.domain.session import SessionState, apply
from diotima.domain.transcript import Body, FigureShown, TutorSaid
from diotima.engine.lesson import Decision


@dataclass(frozen=True)
class Analysis:
    """What the learner's turn was. Hidden."""

    act: str
    """Speech act, or ``integrity``, ``abuse``, ``crisis`` with the category in ``detail``."""
    detail: str = ""
    grade: Grade | None = None


@dataclass(frozen=True)
class Reply:
    """What the learner will see."""

    said: tuple[TutorSaid, ...] = ()
    question: Question | None = None
    figure: FigureShown | None = None
    wordings: tuple[str, ...] = ()
    """Catalogue wordings it used."""
    bodies: tuple[Body, ...] = ()
    """Traces that belong to what was said: a reveal, the report."""


class TurnState(TypedDict, total=False):
    """One turn in the making."""

    analysis: Analysis
    evidence: Annotated[tuple[Body, ...], operator.add]
    """What the learner's words showed, in transcript form."""
    decision: Decision
    passages: tuple[str, ...]
    """Passages that may be shown, best first."""
    reply: Reply
    attempt: int
    """Replies the guard has sent back, 0 to 2."""


def session_after(before: SessionState, bodies: tuple[Body, ...]) -> SessionState:
    """The session once these bodies are applied."""
    for body in bodies:
        before = apply(before, body)
    return before
