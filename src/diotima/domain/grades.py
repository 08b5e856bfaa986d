"""What grading an answer finds. Hidden by construction: a ``Grade`` never flows into a visible reply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Zone(StrEnum):
    """How sure the grader is, and of what (pedagogy 2.2)."""

    ACCEPT = "accept"
    """p at least .80, or every facet met and no veto."""
    PARTIAL = "partial"
    """Some facets met, none contradicted."""
    UNSURE = "unsure"
    """Neither clearly right nor clearly wrong: ask what was meant."""
    REJECT = "reject"
    """p at most .25."""
    CONTRADICTION = "contradiction"
    """It says the opposite (negation, antonym, an anti phrase)."""


@dataclass(frozen=True)
class Span:
    """A verbatim piece of the learner's answer: ``answer[start:end]``."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class ExpectationGrade:
    """How far an answer states one expectation."""

    expectation: str
    p: float
    """Probability that a teacher would accept it, 0 to 1."""
    zone: Zone
    facets_met: tuple[int, ...]
    """Indices into ``Expectation.facets``."""
    facets_missing: tuple[int, ...]
    evidence: Span | None
    """The learner's words that earned the most, if any did."""
    layer: str
    """What decided: ``structured | unit | facets | polarity | anti | echo | semantic | empty | uncommitted``;
    ``unit`` where the number is right and only its unit is missing."""

    @property
    def wants_unit(self) -> bool:
        """Whether only the unit of a right number is missing."""
        return self.layer == "unit"


@dataclass(frozen=True)
class MisconceptionFinding:
    """A misconception an answer shows, with the words that show it."""

    misconception: str
    confidence: float
    """0 to 1; active from .65 on."""
    evidence: Span | None


@dataclass(frozen=True)
class Grade:
    """One answer against one item."""

    item: str
    expectations: tuple[ExpectationGrade, ...]
    misconceptions: tuple[MisconceptionFinding, ...] = ()
    grader: str = "embedded/1"

    def of(self, expectation: str) -> ExpectationGrade:
        """The grade of one expectation; ``KeyError`` if it was not graded."""
        return {g.expectation: g for g in self.expectations}[expectation]

    @property
    def best(self) -> ExpectationGrade | None:
        """The expectation the answer states best."""
        return max(self.expectations, key=lambda g: g.p, default=None)


@dataclass(frozen=True)
class LeakVerdict:
    """Whether a sentence may leave (pedagogy 5.2)."""

    blocked: bool
    rules: tuple[str, ...] = ()
    """Names of the rules that fired: ``key | member | number | facet | stub | grade | form``."""
    soft: bool = False
    """Only soft evidence: worth one regeneration, allowed as a question after that."""


@dataclass(frozen=True)
class Screening:
    """What moderation and the integrity guard say of a learner's message (pedagogy 6)."""

    verdict: str
    """``pass | flag | block``."""
    categories: tuple[str, ...] = ()
    pii: Sequence[tuple[str, int, int]] = ()
    """(type, start, end) of personal data, redacted before anything is stored in the ledger."""
