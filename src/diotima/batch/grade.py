"""``diotima batch grade``: answers against the references of their question.

Facets, keys and misconceptions that a line may carry are not read yet; courses grade by them.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from diotima.batch.lines import Case, Part
from diotima.domain.grades import Zone
from diotima.engine.comparison import nearest_reference
from diotima.engine.grading import ACCEPT, REJECT
from diotima.engine.words import read
from diotima.models.grading import Judgement, ReferenceGrader

LONGEST = 20_000
"""Characters of a text that are read."""

Text = Annotated[str, StringConstraints(max_length=LONGEST)]
Reference = Annotated[str, StringConstraints(max_length=LONGEST, pattern=r"\S")]


class Answered(Case):
    """One answer to grade."""

    question: Text = ""
    references: Annotated[list[Reference], Field(min_length=1, max_length=100)]
    answer: Text


def prepare() -> Part:
    """The part that grades."""
    grader = ReferenceGrader()
    return Part(Answered, lambda case: answer(grader, case))


def answer(grader: ReferenceGrader, case: Answered) -> dict[str, Any]:
    """``verdict``, ``p`` of correct, ``zone`` and the words that earned it, ends exclusive."""
    if not read(case.answer).tokens:
        return {"verdict": "incorrect", "p": 0.0, "zone": Zone.REJECT.value, "evidence": None}
    judged = grader.grade(case.question, case.references, case.answer)
    return {
        "verdict": judged.verdict,
        "p": round(judged.correct, 4),
        "zone": zone_of(judged).value,
        "evidence": _quote(case),
    }


def zone_of(judged: Judgement) -> Zone:
    """What a tutor would do with it: only a sure answer is accepted or rejected."""
    if judged.verdict == "contradictory":
        return Zone.CONTRADICTION
    if judged.correct >= ACCEPT:
        return Zone.ACCEPT
    if judged.verdict == "partial":
        return Zone.PARTIAL
    return Zone.REJECT if judged.correct <= REJECT else Zone.UNSURE


def _quote(case: Answered) -> dict[str, Any] | None:
    """The words of the answer's sentence that has most in common with the nearest reference."""
    reading = read(case.answer)
    wanted = read(case.references[nearest_reference(case.references, case.answer)]).stems
    shared = [[t for t in s if not t.stop and t.stem in wanted] for s in reading.by_sentence]
    longest = max(shared, key=len) if shared else []
    span = reading.span(longest)
    return {"text": span.text, "start": span.start, "end": span.end} if span else None
