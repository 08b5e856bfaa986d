"""Answers of the public sets that people graded, and the folds they are predicted in."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

CLASSES = ("correct", "partial", "contradictory", "incorrect")
SOURCES = ("beetle", "scientsbank", "saf")
FOLDS = 3


class Graded(NamedTuple):
    """One answer that somebody graded."""

    id: str
    source: str
    group: str
    """Question; for SciEntsBank the domain, so that a fold leaves whole domains out."""
    question: str
    references: tuple[str, ...]
    answer: str
    label: str
    allowed: tuple[int, ...]
    """Classes the label leaves open: three-way labels do not tell partial from incorrect."""


def read_gradings(folder: Path, split: str = "train") -> list[Graded]:
    """The graded answers of all three sets, in the order of the files."""
    rows = []
    for source in SOURCES:
        for line in (folder / f"{source}_{split}.jsonl").read_text(encoding="utf-8").splitlines():
            given = json.loads(line)
            label, allowed = _grade(source, given)
            question_id = str(given["question_id"])
            group = question_id.split("_")[0] if source == "scientsbank" else question_id
            rows.append(
                Graded(
                    given["id"],
                    source,
                    f"{source}/{group}",
                    given["question"],
                    tuple(given["references"]),
                    given["answer"],
                    label,
                    allowed,
                )
            )
    return rows


def _grade(source: str, given: Mapping[str, str]) -> tuple[str, tuple[int, ...]]:
    label = given["label"]
    if source == "saf":
        label = {"partially correct": "partial"}.get(label, label)
        return label, ((2, 3) if label == "incorrect" else (CLASSES.index(label),))
    if "label_5way" in given:
        label = {"partially_correct_incomplete": "partial"}.get(given["label_5way"], given["label"])
        return label, (CLASSES.index(label),)
    return label, ((1, 3) if label == "incorrect" else (CLASSES.index(label),))


def fold_of_each(rows: Sequence[Graded], folds: int) -> list[int]:
    """A fold for each row: whole groups, the largest first, each into what is still the smallest fold."""
    chosen: dict[str, int] = {}
    for source in SOURCES:
        filled = [0] * folds
        sizes = Counter(r.group for r in rows if r.source == source)
        for group, size in sorted(sizes.items(), key=lambda pair: (-pair[1], pair[0])):
            chosen[group] = filled.index(min(filled))
            filled[chosen[group]] += size
    return [chosen[r.group] for r in rows]
