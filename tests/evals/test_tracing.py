"""Figures on predicting the next answer."""

from __future__ import annotations

import pytest

from diotima.domain.mastery import learner_model
from diotima.evals.figures import auc
from diotima.evals.tracing import reaches


@pytest.mark.parametrize(
    ("pairs", "value"),
    [
        ([(True, 0.9), (False, 0.1)], 1.0),
        ([(True, 0.1), (False, 0.9)], 0.0),
        ([(True, 0.5), (False, 0.5)], 0.5),
        ([(True, 0.9), (False, 0.5), (True, 0.5), (False, 0.1)], 0.875),
        ([(True, 0.9)], 0.5),
    ],
)
def test_auc(pairs: list[tuple[bool, float]], value: float) -> None:
    assert auc(pairs) == pytest.approx(value)


def test_few_guessers_seem_to_know() -> None:
    """A guard on the model's constants: 9 % reach .40 by luck; the figure itself is in the report."""
    hits = sum(reaches(learner_model("pfae"), 4, 0.40, seed) for seed in range(500))
    assert hits <= 0.13 * 500
