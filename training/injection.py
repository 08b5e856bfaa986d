"""Fits the model of ``diotima.models.injection`` and writes it: the one that serves, and those of the folds.

    PYTHONPATH=src:. python -m training.injection --data DATA

Needs scikit-learn. An injection weighs twice as much as a harmless text, a student's answer a third.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

from diotima.evals.screenings import FOLDS, Text, read_texts
from training.export import save_wordings
from training.grading import FOLDED, SERVING

BUCKETS = 2**15
OWN = Path(__file__).with_name("learners.toml")


def main() -> None:
    """Fit on all texts, and on all but each fold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    asked = parser.parse_args()
    rows = [*read_texts(asked.data), *read_own()]
    fit(rows, SERVING / "injection.npz")
    for fold in range(FOLDS):
        fit([row for row in rows if row.fold != fold], FOLDED / f"injection-{fold}.npz")


def read_own() -> list[Text]:
    """Sentences of learners written for the fit."""
    held = tomllib.loads(OWN.read_text(encoding="utf-8"))
    return [
        Text(text, kind == "attempts", "own", crc32(text.encode()) % FOLDS)
        for kind in ("harmless", "attempts")
        for text in held[kind]
    ]


def fit(rows: Sequence[Text], path: Path) -> None:
    """Fit and write one model."""
    save_wordings(
        [row.text for row in rows],
        [row.injects for row in rows],
        path,
        buckets=BUCKETS,
        strength=100.0,
        letters=True,
        weights=[2.0 if row.injects else 0.3 if row.source == "student" else 1.0 for row in rows],
    )


if __name__ == "__main__":
    main()
