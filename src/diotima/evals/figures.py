"""Figures with their uncertainty: what was measured, on how many, and how far it may be off."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

Z = 1.959964
"""Of the normal distribution: 95 % lie within."""
SEED = 20_261_201
ROUNDS = 1000

T = TypeVar("T")


class Row(NamedTuple):
    """One line of a report."""

    what: str
    """What was measured, and on which data: held out, out of fold or written by us."""
    metric: str
    value: float
    low: float
    """Lower end of the 95 % interval."""
    high: float
    """Upper end of the 95 % interval."""
    n: int
    """Cases the figure rests on."""
    aim: str = ""
    """What it should reach, as a comparison: ``> .744``, ``≤ .05``; empty if there is no aim."""

    @property
    def reached(self) -> bool | None:
        """Whether the value meets its aim; ``None`` without one. ``ValueError`` for an aim that is none."""
        if not self.aim:
            return None
        sign, _, number = self.aim.partition(" ")
        if sign not in _COMPARISONS:
            raise ValueError(self.aim)
        return _COMPARISONS[sign](self.value, float(number))


_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    ">": lambda a, b: a > b,
    "≥": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    "≤": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
}


def wilson(hits: int, n: int) -> tuple[float, float]:
    """95 % interval of a proportion (Wilson 1927); 0 to 1 for no cases."""
    if n == 0:
        return 0.0, 1.0
    p, spread = hits / n, Z * Z / n
    centre = (p + spread / 2) / (1 + spread)
    half = Z * math.sqrt(p * (1 - p) / n + spread / (4 * n)) / (1 + spread)
    return max(0.0, centre - half), min(1.0, centre + half)


def proportion(what: str, metric: str, hits: int, n: int, aim: str = "") -> Row:
    """A proportion with its interval; 0 for no cases."""
    return Row(what, metric, hits / n if n else 0.0, *wilson(hits, n), n, aim)


def bootstrap(
    groups: Sequence[Sequence[T]], measure: Callable[[list[T]], float], rounds: int = ROUNDS
) -> tuple[float, float]:
    """95 % percentile interval of ``measure`` over groups drawn again with replacement (Efron 1979).

    Rows of one question, dialogue or learner belong to one group: they are not independent.
    """
    chance = np.random.default_rng(SEED)
    values = []
    for _ in range(rounds):
        drawn = chance.integers(0, len(groups), len(groups))
        values.append(measure([row for g in drawn for row in groups[g]]))
    low, high = np.percentile(values, [2.5, 97.5])
    return float(low), float(high)


def f1(pairs: Sequence[tuple[object, object]], of: object) -> float:
    """F1 of one class over (true, said) pairs; 0 if it neither is nor was said."""
    hit = sum(a == of == b for a, b in pairs)
    wrong = sum((a == of) != (b == of) for a, b in pairs)
    return 2 * hit / (2 * hit + wrong) if hit else 0.0


def macro_f1(pairs: Sequence[tuple[object, object]], classes: Sequence[object]) -> float:
    """Mean of the classes' F1, 0 to 1."""
    return sum(f1(pairs, c) for c in classes) / len(classes)


def auc(pairs: Sequence[tuple[bool, float]]) -> float:
    """Probability that a random true case is scored above a random false one, ties half (Hanley & McNeil
    1982); .5 if one kind is missing."""
    truth = np.array([t for t, _ in pairs], dtype=bool)
    _, place, counts = np.unique([p for _, p in pairs], return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    yes, no = int(truth.sum()), int((~truth).sum())
    return float((ranks[truth].sum() - yes * (yes + 1) / 2) / (yes * no)) if yes and no else 0.5


def table(rows: Sequence[Row]) -> str:
    """Rows as a Markdown table."""
    lines = ["| what | metric | value | 95 % interval | n | aim | |", "|---|---|---|---|---|---|---|"]
    marks = {True: "reached", False: "missed", None: ""}
    for r in rows:
        figure = f"{_short(r.value)} | {_short(r.low)} to {_short(r.high)}"
        lines.append(f"| {r.what} | {r.metric} | {figure} | {r.n:,} | {r.aim} | {marks[r.reached]} |")
    return "\n".join(lines)


def _short(value: float) -> str:
    return f"{value:.3f}".replace("0.", ".", 1) if 0 <= value < 1 else f"{value:.3g}"
