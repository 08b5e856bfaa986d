"""The shelf: which courses there are, and that a broken one harms nobody else."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from diotima.domain.errors import BrokenCourse, UnknownCourse
from diotima.domain.ports import Courses
from diotima.packs.shelf import Shelf, packaged_courses

FLOATING = Path(__file__).parent / "floating"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A folder of two courses of one's own, the second of them broken."""
    for name in ("first", "second"):
        copy = shutil.copytree(FLOATING, tmp_path / "library" / name)
        manifest = copy / "pack.yaml"
        manifest.write_text(manifest.read_text().replace("id: why-things-float", f"id: {name}"))
    item = tmp_path / "library" / "second" / "items" / "density.lumps.md"
    item.write_text(item.read_text().replace("question:", "qestion:"))
    return tmp_path / "library"


def test_packaged_courses_and_folders_stand_on_one_shelf(library: Path) -> None:
    shelf: Courses = Shelf(library)

    assert {"simple-circuits", "first", "second"} <= set(shelf.ids())
    assert shelf.get("simple-circuits").id == "simple-circuits"
    assert shelf.get("first").id == "first"


def test_a_broken_course_raises_with_file_and_line_and_the_others_work(library: Path) -> None:
    shelf = Shelf(library, packaged=False)

    with pytest.raises(BrokenCourse) as broken:
        shelf.get("second")

    assert broken.value.values["course"] == "second"
    assert broken.value.values["file"] == "items/density.lumps.md"
    assert broken.value.values["line"] == 2
    assert shelf.get("first").title == "Why things float"


def test_an_unknown_course_is_told() -> None:
    with pytest.raises(UnknownCourse):
        Shelf().get("no-such-course")


def test_a_folder_that_is_itself_a_course_counts(library: Path) -> None:
    assert Shelf(library / "first", packaged=False).ids() == ("first",)


def test_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert Shelf(tmp_path / "nowhere", packaged=False).ids() == ()


def test_a_copy_takes_the_place_of_the_packaged_course(tmp_path: Path) -> None:
    copy = shutil.copytree(packaged_courses() / "simple-circuits", tmp_path / "mine")
    manifest = copy / "pack.yaml"
    manifest.write_text(manifest.read_text().replace("title: ", 'title: "Mine" # ', 1))

    shelf = Shelf(copy)

    assert shelf.ids().count("simple-circuits") == 1
    assert shelf.get("simple-circuits").title == "Mine"


def test_a_course_is_read_once_until_a_file_changes(library: Path) -> None:
    shelf = Shelf(library, packaged=False)
    before = shelf.get("first")
    item = library / "first" / "items" / "density.lumps.md"

    assert shelf.get("first") is before

    item.write_text(item.read_text().replace("question:", "qestion:"))
    with pytest.raises(BrokenCourse):
        shelf.get("first")

    item.write_text(item.read_text().replace("qestion:", "question:"))
    assert shelf.get("first").items == before.items


def test_a_new_file_changes_the_course(library: Path) -> None:
    shelf = Shelf(library, packaged=False)
    shelf.get("first")
    (library / "first" / "quizzes" / "floating.yaml").unlink()

    assert all(q.concept != "floating" for q in shelf.get("first").quizzes)


@pytest.mark.skipif(os.name == "nt", reason="folder permissions work differently there")
def test_a_read_only_folder_is_enough(library: Path) -> None:
    for path in (library / "first").rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)

    assert Shelf(library, packaged=False).get("first").id == "first"
    for path in (library / "first").rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)


@pytest.mark.parametrize("course", Shelf().ids())
def test_a_packaged_course_is_read_in_a_blink(course: str) -> None:
    Shelf().get(course)  # builds the validators, once in a process
    began = time.process_time()

    Shelf().get(course)

    assert time.process_time() - began < 0.3
