"""Boosted trees that were fitted elsewhere, run on numpy alone.

A file holds the trees of one model as flat arrays (``training/export.py`` writes it); nothing in it is code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FITTED = "diotima.models"
"""Package whose folder ``fitted`` holds the files and, beside each, its model card."""


class Boosted:
    """A sum of regression trees for each class (Friedman 2001), read from the arrays of one file."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self.features: tuple[str, ...] = tuple(str(name) for name in arrays["features"])
        """Names of the columns, in order."""
        self.classes: tuple[str, ...] = tuple(str(name) for name in arrays["classes"])
        """What is told apart; two classes share one sum, that of the second."""
        self._baseline = arrays["baseline"].astype(np.float64)
        self._roots = arrays["roots"].astype(np.intp)
        self._sums = arrays["sums"].astype(np.intp)
        self._feature = arrays["feature"].astype(np.intp)
        self._threshold = arrays["threshold"].astype(np.float64)
        self._left = arrays["left"].astype(np.intp)
        self._right = arrays["right"].astype(np.intp)
        self._missing_left = arrays["missing_left"].astype(np.bool_)
        self._value = arrays["value"].astype(np.float64)
        self._depth = int(arrays["depth"])

    def margins(self, rows: Floats) -> Floats:
        """Raw sums, one row each; one column for two classes, else one a class."""
        at = np.broadcast_to(self._roots, (len(rows), len(self._roots))).copy()
        lines = np.arange(len(rows))[:, None]
        for _ in range(self._depth):
            x = rows[lines, self._feature[at]]
            goes_left = np.where(np.isnan(x), self._missing_left[at], x <= self._threshold[at])
            at = np.where(goes_left, self._left[at], self._right[at])
        leaves = self._value[at]
        sums = [leaves[:, self._sums == k].sum(axis=1) for k in range(len(self._baseline))]
        return np.column_stack(sums) + self._baseline

    def probabilities(self, rows: Floats) -> Floats:
        """Probability of each class, one row each, adding up to 1."""
        margins = self.margins(rows)
        if margins.shape[1] == 1:
            yes = 1 / (1 + np.exp(-margins))
            return np.hstack([1 - yes, yes])
        raised = np.exp(margins - margins.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True))

    def row(self, values: Mapping[str, float]) -> Floats:
        """One row of this model's columns; what is not given counts as missing."""
        return np.array([[values.get(name, np.nan) for name in self.features]])


@lru_cache
def load_boosted(name: str) -> Boosted:
    """The model ``fitted/<name>.npz``. Raises ``FileNotFoundError`` if there is none."""
    return Boosted(load_arrays(name))


def load_arrays(name: str, folder: Traversable | None = None) -> dict[str, NDArray[Any]]:
    """The arrays of ``<name>.npz`` in ``fitted`` or another folder. Raises ``FileNotFoundError``."""
    with (
        ((folder or files(FITTED) / "fitted") / f"{name}.npz").open("rb") as file,
        np.load(file, allow_pickle=False) as held,
    ):
        return dict(held)


def columns(rows: Sequence[Mapping[str, float]], names: Sequence[str]) -> Floats:
    """Many rows as one matrix in the order of ``names``; what a row does not give counts as missing."""
    return np.array([[row.get(name, np.nan) for name in names] for row in rows], dtype=np.float64)
