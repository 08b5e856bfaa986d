"""Fits the weights that ``diotima batch trace`` uses for a course without data, and writes them.

python -m training.practice --data DATA/tracing
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from diotima.batch.trace import read_answers
from diotima.engine.practice import FEATURES
from diotima.models.tracing import fit_weights

SETS = ("assistments09", "statics")


def main() -> None:
    """Fit on every set at once and write ``fitted/practice.npz``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("src/diotima/models/fitted/practice.npz"))
    asked = parser.parse_args()
    weights = fit_weights([list(read_answers(asked.data / f"{name}_train.jsonl.gz")) for name in SETS])
    asked.out.parent.mkdir(exist_ok=True)
    np.savez_compressed(asked.out, features=np.array(FEATURES), weights=weights)


if __name__ == "__main__":
    main()
