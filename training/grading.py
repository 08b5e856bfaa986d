"""Fits the models of ``diotima.models.grading`` and writes them: those that serve, and those of the folds.

    PYTHONPATH=src:. python -m training.grading --data DATA/grading

Needs scikit-learn. The models of a fold have not seen its questions (SciEntsBank: its domains);
``make eval-core`` predicts each fold with them.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from diotima.engine.comparison import compare
from diotima.evals.gradings import FOLDS, Graded, fold_of_each, read_gradings
from diotima.models.boosted import columns
from diotima.models.grading import QUESTIONS
from training.export import save_boosted

SERVING, FOLDED = Path("src/diotima/models/fitted"), Path("src/diotima/evals/folds")


def main() -> None:
    """Fit on all answers, and on all but each fold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    asked = parser.parse_args()
    rows = read_gradings(asked.data)
    features = [compare(r.question, r.references, r.answer) for r in rows]
    names = sorted(features[0])
    x = columns(features, names)
    folds = np.array(fold_of_each(rows, FOLDS))
    for question in QUESTIONS:
        save_boosted(fit(x, rows, question, folds >= 0), names, SERVING / f"grade-{question}.npz")
        for fold in range(FOLDS):
            save_boosted(
                fit(x, rows, question, folds != fold), names, FOLDED / f"grade-{question}-{fold}.npz"
            )


def fit(
    x: np.ndarray, rows: Sequence[Graded], question: str, used: np.ndarray
) -> HistGradientBoostingClassifier:
    """The model that tells ``question`` from what is left when the questions before it are answered no."""
    before = QUESTIONS[: QUESTIONS.index(question)]
    used = used & np.array([r.label not in before and tells(r, question) for r in rows])
    truth = np.array([r.label == question for r in rows])
    model = HistGradientBoostingClassifier(
        max_iter=150,
        learning_rate=0.05,
        max_leaf_nodes=12,
        min_samples_leaf=30,
        l2_regularization=5.0,
        max_features=0.4,
        random_state=0,
    )
    return model.fit(x[used], truth[used])


def tells(row: Graded, question: str) -> bool:
    """Whether a set's labels answer the question: SAF has no contradictory, SciEntsBank no partial."""
    return (question, row.source) not in {("contradictory", "saf"), ("partial", "scientsbank")}


if __name__ == "__main__":
    main()
