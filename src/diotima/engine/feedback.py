"""What the tutor says about the answer just given, before asking on.

UnMask's encouragement rules, tied to wrong answers in a row: praise is specific, in the learner's own words,
and only for what this turn covered; one wrong answer is acknowledged and redirected; from two on, no praise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from diotima.domain.grades import Grade, Zone
from diotima.domain.transcript import (
    AnswerGraded,
    Body,
    ExpectationCovered,
    MisconceptionObserved,
    MisconceptionRepaired,
    QuizGraded,
)
from diotima.engine.dialogue import CHOICE
from diotima.engine.voice import quote

BRIEF_WORDS = 2
"""Words up to which an answer is praised briefly: nobody put "the same" in words of their own."""


class Feedback(NamedTuple):
    """A message of the catalogue and what fills it; ``quotes`` says that it repeats the learner's words."""

    key: str
    values: Mapping[str, object] = {}
    quotes: bool = False


def comment(
    evidence: Sequence[Body],
    grade: Grade | None,
    *,
    wrong_in_a_row: int,
    right_in_a_row: int,
    finished: bool,
    thought_through: bool = False,
) -> Feedback | None:
    """Feedback on a contribution; ``None`` where there is nothing to say.

    ``finished`` says that this turn completed the item, ``thought_through`` that it answers a case the
    learner was asked to think through. The counts include this turn.
    """
    covered = [b for b in evidence if isinstance(b, ExpectationCovered)]
    if covered:
        return _praise(covered[-1], right_in_a_row, finished)
    for body in evidence:
        if isinstance(body, MisconceptionRepaired) and body.quote:
            return _quoting("tutor.acknowledge.repaired", body.quote)
    if thought_through and not any(map(_is_wrong, evidence)):
        return Feedback("tutor.acknowledge.followed")
    if wrong_in_a_row >= 2:
        return Feedback("tutor.acknowledge.direct")
    for body in evidence:
        if isinstance(body, MisconceptionObserved) and body.quote:
            return _quoting("tutor.acknowledge.misconception", body.quote)
    best = grade.best if grade else None
    if best is None:
        return Feedback("tutor.acknowledge.tricky") if wrong_in_a_row else None
    asked = any(
        isinstance(b, AnswerGraded) and b.targeted and b.expectation == best.expectation for b in evidence
    )
    if best.zone is Zone.PARTIAL and best.evidence and asked:
        return _quoting("tutor.acknowledge.partial", best.evidence.text)
    # Half of something else: "the ventral root" is wrong here, though "ventral" belongs to a later part.
    if best.zone in (Zone.PARTIAL, Zone.UNSURE):
        return Feedback("tutor.acknowledge.unsure")
    return Feedback("tutor.acknowledge.tricky")


def note_quiz(result: QuizGraded) -> Feedback:
    """A neutral word after a diagnostic or assessment question: never whether it was right."""
    if result.role == "assessment":
        return Feedback("tutor.assessment.noted")
    return Feedback("tutor.diagnostic.unknown" if result.correct is None else "tutor.diagnostic.noted")


def _is_wrong(body: Body) -> bool:
    """Whether an entry holds the turn against the learner, or takes up what they believe."""
    if isinstance(body, AnswerGraded):
        return body.targeted and body.zone != Zone.UNSURE.value
    return isinstance(body, MisconceptionObserved)


def _praise(covered: ExpectationCovered, right_in_a_row: int, finished: bool) -> Feedback:
    if covered.rung == CHOICE or not covered.quote:
        return Feedback("tutor.praise.choice")
    which = "whole" if finished else "first" if right_in_a_row <= 1 else "run"
    if which != "whole" and len(covered.quote.split()) <= BRIEF_WORDS:
        which = "brief"
    return _quoting(f"tutor.praise.{which}", covered.quote)


def _quoting(key: str, words: str) -> Feedback:
    return Feedback(key, {"quote": quote(words)}, quotes=True)
