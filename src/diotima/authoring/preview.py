"""``diotima course preview``: how an item hears an answer, and why a sentence about it would be held back.

This shows the answer key. It is for who writes the course, never for who studies it.
"""

from __future__ import annotations

from collections.abc import Iterator

from diotima.domain.course import Course, Expectation, Item
from diotima.domain.grades import ExpectationGrade, Grade, LeakVerdict, Zone
from diotima.engine.grading import Grader
from diotima.engine.leak import LeakGuard, Watch

RULES = {
    "key": "it holds a key, openly or in disguise",
    "member": "it names a member of the set",
    "number": "it gives the number",
    "facet": "it gives away two thirds of the statement's own words, with what was said before",
    "stub": "it gives the beginning or the initials of a key",
    "grade": "a learner who said this would be credited",
    "form": "it affirms a guess",
}
"""What each rule of the leak guard means, for the author."""

_ZONES = {
    Zone.ACCEPT: "accepted",
    Zone.PARTIAL: "half of it",
    Zone.UNSURE: "unsure, the tutor asks what was meant",
    Zone.REJECT: "not heard",
    Zone.CONTRADICTION: "says the opposite",
}


class Preview:
    """Tries out one item of a course. ``KeyError`` for an item the course does not have."""

    def __init__(self, course: Course, item: str, grader: Grader) -> None:
        self.item: Item = course.item_by_id[item]
        self._grader = grader
        self._guard = LeakGuard(grader)

    def ladder(self) -> Iterator[str]:
        """The question and all help on the way to each expectation."""
        yield self.item.question
        for e in self.item.expectations:
            yield f"\n{e.id}: {e.proposition}"
            yield from (f"  {rung}: {text}" for rung, text in _rungs(e))

    def hear(self, answer: str) -> Iterator[str]:
        """What is made of an answer, expectation by expectation, then the misconceptions it shows."""
        grade = self._grader.grade(self.item, answer)
        for e in self.item.expectations:
            yield from _told(e, grade.of(e.id))
        yield from _misconceptions(grade)

    def judge(self, sentence: str) -> Iterator[str]:
        """Whether the tutor could say a sentence while nothing of the item is earned, and if not, why."""
        for e in self.item.expectations:
            verdict = self._guard.check(sentence, Watch(self.item, (e.id,), visible=(self.item.question,)))
            yield f"{e.id}: {_verdict(verdict)}"


def _rungs(e: Expectation) -> Iterator[tuple[str, str]]:
    yield "pump", e.ladder.pump
    yield from ((f"hint {n}", hint) for n, hint in enumerate(e.ladder.hints, 1))
    yield "prompt", e.ladder.prompt
    choice = e.ladder.choice
    yield "choice", f"{choice.stem} {' / '.join(option.text for option in choice.options)}"


def _told(e: Expectation, found: ExpectationGrade) -> Iterator[str]:
    yield f"{e.id}: {_ZONES[found.zone]} (p {found.p:.2f}, decided by {found.layer})"
    for n, facet in enumerate(e.facets):
        if n in found.facets_met or n in found.facets_missing:
            yield f"  {'+' if n in found.facets_met else '-'} {facet.asks}"
    if found.evidence:
        yield f'  heard in "{found.evidence.text}"'


def _misconceptions(grade: Grade) -> Iterator[str]:
    for m in grade.misconceptions:
        words = f', heard in "{m.evidence.text}"' if m.evidence else ""
        yield f"misconception {m.misconception} ({m.confidence:.2f}){words}"


def _verdict(verdict: LeakVerdict) -> str:
    reasons = "; ".join(RULES[rule] for rule in verdict.rules)
    if verdict.blocked:
        return f"held back: {reasons}"
    return f"allowed as a question only: {reasons}" if verdict.soft else "may be said"
