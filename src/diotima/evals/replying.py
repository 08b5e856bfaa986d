"""Tutors' replies of the public sets that people labelled, and the folds they are predicted in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from diotima.models.replies import Reply

MOVE_FOLDS = 5


class Labelled(NamedTuple):
    """One reply with its label."""

    said: Reply
    label: bool
    """Whether it reveals the answer; of a move, whether it tells."""
    fold: str
    """What it is held out with: its tutor; of a move, its question's share of the questions."""
    group: str
    """The dialogue it stands in."""


def read_reveals(folder: Path) -> list[Labelled]:
    """MRBench: replies of nine tutors to the same dialogues, labelled whether they reveal the answer."""
    return [
        Labelled(
            Reply(row["reply"], row["dialogue"], "", row["gold"]),
            bool(row["reveals"]),
            row["tutor"],
            row["dialogue_id"],
        )
        for row in _rows(folder / "leak" / "mrbench_open.jsonl")
    ]


def read_moves(folder: Path) -> list[Labelled]:
    """MathDial: turns of teachers, labelled by themselves with what they meant to do."""
    return [
        Labelled(
            Reply(row["reply"], row["dialogue"], row["question"], row["gold"]),
            row["move"] == "telling",
            str(crc32(row["question"].encode()) % MOVE_FOLDS),
            row["id"].split("#")[0],
        )
        for row in _rows(folder / "moves" / "mathdial_open.jsonl")
    ]


def _rows(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
