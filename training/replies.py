"""Fits the models of ``diotima.models.replies`` and writes them: those that serve, and those of the folds.

    PYTHONPATH=src:. python -m training.replies --data DATA

Needs scikit-learn. The leak model of a fold has not seen one tutor, the move model of a fold not its questions;
``make eval-core`` predicts each fold with them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from diotima.engine.replies import describe, mark_roles
from diotima.evals.replying import Labelled, read_moves, read_reveals
from diotima.models.boosted import columns
from training.export import save_boosted, save_wordings
from training.grading import FOLDED, SERVING

BUCKETS = 2**14


def main() -> None:
    """Fit on all replies, and on all but each fold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    asked = parser.parse_args()
    fit_all(read_reveals(asked.data), "leak", leaves=12, rounds=250)
    moves = read_moves(asked.data)
    fit_all(moves, "move", leaves=6, rounds=200)
    texts = [mark_roles(*row.said) for row in moves]
    labels = np.array([row.label for row in moves])

    def fit_wordings(used: np.ndarray, path: Path) -> None:
        chosen = [text for text, held in zip(texts, used, strict=True) if held]
        save_wordings(chosen, labels[used], path, buckets=BUCKETS, strength=3.0)

    each_fold(moves, "move-wordings", fit_wordings)


def fit_all(rows: Sequence[Labelled], name: str, leaves: int, rounds: int) -> None:
    """The boosted models of one kind."""
    features = [describe(*row.said) for row in rows]
    names = sorted({key for row in features for key, value in row.items() if value == value})
    x, labels = columns(features, names), np.array([row.label for row in rows])

    def fit(used: np.ndarray, path: Path) -> None:
        model = HistGradientBoostingClassifier(
            max_iter=rounds,
            learning_rate=0.05,
            max_leaf_nodes=leaves,
            min_samples_leaf=8 if leaves > 8 else 15,
            l2_regularization=5.0,
            max_features=0.2,
            class_weight="balanced",
            random_state=0,
        )
        save_boosted(model.fit(x[used], labels[used]), names, path)

    each_fold(rows, name, fit)


def each_fold(rows: Sequence[Labelled], name: str, fit: Callable[[np.ndarray, Path], None]) -> None:
    """Call ``fit`` with all rows and with all but each fold."""
    folds = np.array([row.fold for row in rows])
    fit(folds != "", SERVING / f"{name}.npz")
    for fold in sorted(set(folds)):
        fit(folds != fold, FOLDED / f"{name}-{fold}.npz")


if __name__ == "__main__":
    main()
