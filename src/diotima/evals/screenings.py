"""Texts of the public sets that people labelled as injections or not, and the folds they are predicted in."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

from diotima.evals.gradings import read_gradings

FOLDS = 5
STUDENTS = 1500
"""Answers of students that count as harmless when the model is fitted."""
TRIGGERS = ("NotInject", "PINT_hard_negatives")
"""Where harmless texts with words of attacks come from."""


class Text(NamedTuple):
    """One text with its label."""

    text: str
    injects: bool
    source: str
    fold: int

    @property
    def has_triggers(self) -> bool:
        """Whether it is a harmless text chosen for its words."""
        return not self.injects and self.source.startswith(TRIGGERS)


def read_texts(folder: Path) -> list[Text]:
    """deepset's and PIGuard's texts, and answers that students gave to questions."""
    deepset = [
        _text(row["text"], row["label"], "deepset")
        for row in _rows(folder / "screening" / "deepset_train.jsonl")
    ]
    piguard = [
        _text(row["prompt"], row["label"], row["source"])
        for row in _rows(folder / "screening" / "piguard_valid.jsonl")
    ]
    answers = sorted({row.answer for row in read_gradings(folder / "grading")})
    Random(0).shuffle(answers)
    return [*deepset, *piguard, *(_text(answer, 0, "student") for answer in answers[:STUDENTS])]


def read_answers(folder: Path) -> list[str]:
    """Answers of students that nothing was fitted on."""
    return sorted({row.answer for row in read_gradings(folder / "grading", "test_ua")})


def read_sentences(folder: Path) -> list[tuple[str, list[tuple[str, int, int]]]]:
    """Sentences with invented personal data: the text, and type, start and end of each."""
    return [
        (
            row["full_text"],
            [(s["entity_type"], s["start_position"], s["end_position"]) for s in row["spans"]],
        )
        for row in _rows(folder / "screening" / "pii_open.jsonl")
    ]


def _text(text: str, label: int, source: str) -> Text:
    return Text(text, bool(label), source, crc32(text.encode()) % FOLDS)


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
