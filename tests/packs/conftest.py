"""A small, whole and correct course in which the tests plant mistakes."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Protocol

import pytest

FLOATING = Path(__file__).parent / "floating"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the good course, to be spoilt."""
    return shutil.copytree(FLOATING, tmp_path / "copy")


class Plant(Protocol):
    """Replaces the first ``old`` in a file of the copy; returns the line it stood in."""

    def __call__(self, file: str, old: str, new: str) -> int: ...


@pytest.fixture
def plant(folder: Path) -> Plant:
    """Plants one mistake in the copy."""

    def replace_first(file: str, old: str, new: str) -> int:
        path = folder / file
        text = path.read_text("utf-8")
        assert old in text, f"{old!r} is not in {file}: plant something else"
        path.write_text(text.replace(old, new, 1), "utf-8")
        return text[: text.index(old)].count("\n") + 1

    return replace_first
