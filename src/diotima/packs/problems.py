"""What is wrong with a course folder, told to the person who writes it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """An error has to be mended before the course is taught; a warning is worth a look."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, order=True)
class Problem:
    """One finding, at a place in a file."""

    file: str
    """Relative to the course folder, with forward slashes."""
    line: int
    """Counted from 1; 0 for a whole file or folder."""
    level: Level
    message: str
    """A sentence saying what is wrong."""
    remedy: str = ""
    """A sentence saying what to do about it."""
    rule: str = ""
    """The lint's name, in kebab case."""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.level}: {self.message}" + (f" ({self.remedy})" if self.remedy else "")


class Unreadable(Exception):
    """A file, or a part of it, cannot be used at all. Carries what to tell the author."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def unreadable(file: str, line: int, rule: str, message: str, remedy: str = "") -> Unreadable:
    return Unreadable(Problem(file, line, Level.ERROR, message, remedy, rule))
