"""The courses that can be studied: those that come with Diotima and those in folders of one's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from threading import RLock
from typing import Generic, TypeVar

from diotima.domain.course import Course
from diotima.domain.errors import BrokenCourse, UnknownCourse
from diotima.packs.folder import Folder, Stamp
from diotima.packs.reader import MANIFEST, read_course, read_id

V = TypeVar("V")


def packaged_courses() -> Path:
    """The folder of the courses that come with Diotima; only read, never written."""
    return Path(str(files("diotima"))) / "courses"


class Shelf:
    """Implements the ``Courses`` port over folders.

    A course is read when it is first asked for and again after one of its files has changed. A course that
    cannot be read raises ``BrokenCourse`` for itself alone. Safe to use from several threads.
    """

    def __init__(self, *folders: Path, packaged: bool = True) -> None:
        """Each folder is a course or holds courses; where two have the same id, the later folder's is used,
        so that a copy of a packaged course can be edited and takes its place."""
        self._folders = (*((packaged_courses(),) if packaged else ()), *folders)
        self._ids: dict[Path, _Remembered[str]] = {}
        self._courses: dict[Path, _Remembered[Course | BrokenCourse]] = {}
        self._lock = RLock()

    def ids(self) -> Sequence[str]:
        """Ids of all courses in the order of the folders, broken ones included."""
        with self._lock:
            return tuple(self._paths())

    def get(self, course: str) -> Course:
        """The course. Raises ``UnknownCourse``, or ``BrokenCourse`` with file, line and problem as values."""
        with self._lock:
            path = self._paths().get(course)
            if path is None:
                raise UnknownCourse(f"there is no course {course!r}", course=course)
            found = self._read(course, path)
        if isinstance(found, BrokenCourse):
            raise BrokenCourse(found.detail, **found.values)
        return found

    def path(self, course: str) -> Path:
        """The course's folder. Raises ``UnknownCourse``."""
        with self._lock:
            path = self._paths().get(course)
        if path is None:
            raise UnknownCourse(f"there is no course {course!r}", course=course)
        return path

    def _paths(self) -> dict[str, Path]:
        return {self._id(path): path for folder in self._folders for path in _courses_in(folder)}

    def _id(self, path: Path) -> str:
        manifest = path / MANIFEST
        stamp = ((MANIFEST, manifest.stat().st_mtime_ns, manifest.stat().st_size),)
        known = self._ids.get(path)
        if known is None or known.stamp != stamp:
            known = self._ids[path] = _Remembered(stamp, read_id(path))
        return known.value

    def _read(self, course: str, path: Path) -> Course | BrokenCourse:
        stamp = Folder(path).stamp()
        known = self._courses.get(path)
        if known is None or known.stamp != stamp:
            known = self._courses[path] = _Remembered(stamp, _course_or_error(course, path))
        return known.value


@dataclass(frozen=True)
class _Remembered(Generic[V]):
    """What was read while the folder looked like ``stamp``."""

    stamp: Stamp
    value: V


def _course_or_error(course: str, path: Path) -> Course | BrokenCourse:
    try:
        return read_course(path)
    except BrokenCourse as broken:
        return BrokenCourse(broken.detail, **{**broken.values, "course": course})


def _courses_in(folder: Path) -> Iterator[Path]:
    """The folder itself, or the folders in it, that have a manifest; by name."""
    if (folder / MANIFEST).is_file():
        yield folder
    elif folder.is_dir():
        yield from (path for path in sorted(folder.iterdir()) if (path / MANIFEST).is_file())
