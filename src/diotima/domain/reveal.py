"""Whether the tutor may state an answer: a policy decision, never an accident (pedagogy 1.4).

::

    reveal(e)  iff  phase = tutoring, the item is not for assessment, no integrity flag in the session,
               and the act is no bare "tell me"
               and (  earned:     an explanation is asked for, after two attempts, one of them genuine,
                                  and beyond the cloze
                   or mastered:   the concept and all its prerequisites have m_eff of at least .70
                   or on request: the course allows it and an explanation, or the answer, is asked for )
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from diotima.domain.aid import Rung
from diotima.domain.course import Course, Item, RevealPolicy, Role
from diotima.domain.knowledge import Knowledge
from diotima.domain.transcript import Phase

ATTEMPTS = 2
"""Contributions to an expectation before an explanation of it is earned."""
GENUINE = 1
"""Of these, contributions that said something of their own."""

EXPLAIN = "explain_request"
DEMAND = "reveal_request"


class Grounds(StrEnum):
    """Why an answer may be stated, as ``AnswerRevealed.why`` records it."""

    EARNED = "earned"
    MASTERED = "mastered"
    ON_REQUEST = "on_request"


@dataclass(frozen=True)
class Effort:
    """What the learner has done for one expectation in this session."""

    attempts: int = 0
    genuine: int = 0
    rung: int = 0
    """Highest rung used."""


def may_reveal(
    course: Course,
    item: Item,
    *,
    phase: Phase,
    act: str,
    effort: Effort,
    knowledge: Knowledge,
    flagged: bool,
    assessing: bool = False,
) -> Grounds | None:
    """The grounds on which an expectation of the item may be stated now; ``None`` to withhold it.

    ``flagged`` is any integrity flag in the session, ``assessing`` that the item was opened as an assessment.
    The item's own policy overrides the course's.
    """
    policy = item.reveal or course.policy.reveal
    closed = phase is not Phase.TUTORING or assessing or Role.ASSESSMENT in item.roles or flagged
    if policy is RevealPolicy.NEVER or closed:
        return None
    if policy is RevealPolicy.ON_REQUEST and act in (EXPLAIN, DEMAND):
        return Grounds.ON_REQUEST
    if act == DEMAND:
        return None
    if act == EXPLAIN and _is_earned(effort):
        return Grounds.EARNED
    return Grounds.MASTERED if _is_mastered(course, knowledge, item.concept) else None


def _is_earned(effort: Effort) -> bool:
    return effort.attempts >= ATTEMPTS and effort.genuine >= GENUINE and effort.rung > Rung.CLOZE


def _is_mastered(course: Course, knowledge: Knowledge, concept: str) -> bool:
    """SHAPE's gate g(q, s): everything the answer requires, and the concept itself."""
    required = {concept, *course.ancestors[concept]}
    return all(knowledge.concepts[c].m_eff >= course.policy.full_at for c in required)
