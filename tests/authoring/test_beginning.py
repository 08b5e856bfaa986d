"""A course begun by a command is whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from diotima.authoring.beginning import begin_course
from diotima.domain.errors import BadInput
from diotima.packs.check import check_course
from diotima.packs.reader import read_course


def test_a_new_course_has_nothing_to_mend_and_bears_its_name(tmp_path: Path) -> None:
    folder = begin_course(tmp_path / "deep" / "orbital-mechanics")

    assert check_course(folder) == []
    assert read_course(folder).id == "orbital-mechanics"
    assert read_course(folder).title == "Orbital mechanics"


@pytest.mark.parametrize(
    "title", ['He said "go": why?', "back\\slash", "line\nbreak", "# no comment", "日本語"]
)
def test_any_title_is_kept_as_it_is_read(tmp_path: Path, title: str) -> None:
    folder = begin_course(tmp_path / "course", title)

    assert read_course(folder).title == title.replace("\n", " ")
    assert check_course(folder) == []


@pytest.mark.parametrize("name", ["Bad Name", "a_b", "-a", "ä", "a--b", ".hidden"])
def test_a_name_that_can_be_no_id_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput):
        begin_course(tmp_path / name)

    assert list(tmp_path.iterdir()) == []


def test_nothing_that_is_there_is_overwritten(tmp_path: Path) -> None:
    folder = begin_course(tmp_path / "course")
    (folder / "pack.yaml").write_text("mine", "utf-8")

    with pytest.raises(BadInput):
        begin_course(folder)

    assert (folder / "pack.yaml").read_text("utf-8") == "mine"
