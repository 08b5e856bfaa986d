"""Grades an answer against references alone, where nobody has authored facets.

Boosted trees on what the two share answer three questions, one after the other: is it right; if not, does it
say the contrary; if not, is some of it right. Sets that do not tell "partial" from "incorrect" can so teach
the first two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from diotima.engine.comparison import compare
from diotima.models.boosted import Boosted, columns, load_boosted

QUESTIONS = ("correct", "contradictory", "partial")
"""What the three models tell, in order; each file is ``fitted/grade-<question>.npz``."""

RIGHT, CONTRARY, SOME = 0.5, 1.5, 1.5
"""Weights of the decision, chosen for macro-F1 out of fold: how likely "correct" must be, and how much the
rarer "contradictory" and "partial" count against "incorrect"."""


class Judgement(NamedTuple):
    """Probabilities of the four grades, adding up to 1."""

    correct: float
    partial: float
    contradictory: float
    incorrect: float

    @property
    def verdict(self) -> str:
        """The grade to give."""
        contrary = self.contradictory * CONTRARY
        against = contrary >= self.partial + self.incorrect
        if self.correct >= RIGHT * (self.correct + contrary if against else 1.0):
            return "correct"
        if against:
            return "contradictory"
        return "partial" if self.partial * SOME >= self.incorrect else "incorrect"


class ReferenceGrader:
    """Grades against references."""

    def __init__(self, models: Sequence[Boosted] | None = None) -> None:
        self._models = tuple(models or (load_boosted(f"grade-{question}") for question in QUESTIONS))

    def grade(self, question: str, references: Sequence[str], answer: str) -> Judgement:
        """The probabilities of one answer. ``references`` must not be empty."""
        features = compare(question, references, answer)
        right, contrary, some = (
            float(model.probabilities(columns([features], model.features))[0, 1]) for model in self._models
        )
        wrong = 1 - right
        neither = wrong * (1 - contrary)
        return Judgement(right, neither * some, wrong * contrary, neither * (1 - some))
