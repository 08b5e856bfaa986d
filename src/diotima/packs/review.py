"""A course under review: what the lints look at, and how they say what they found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from diotima.domain.course import Course
from diotima.engine.grading import Grader
from diotima.engine.leak import LeakGuard
from diotima.packs.folder import Folder
from diotima.packs.lines import Line
from diotima.packs.problems import Level, Problem
from diotima.packs.sources import SourceMap, Steps


@dataclass(frozen=True)
class Review:
    """A course that could be read, with the grader and the guard it will be taught with."""

    course: Course
    folder: Folder
    sources: SourceMap
    grader: Grader
    guard: LeakGuard

    def error(self, kind: str, id: str, steps: Steps, rule: str, message: str, remedy: str = "") -> Problem:
        """Something that has to be mended, at the place where it stands."""
        return Problem(*self.sources.at(kind, id, steps), Level.ERROR, message, remedy, rule)

    def warning(self, kind: str, id: str, steps: Steps, rule: str, message: str, remedy: str = "") -> Problem:
        """Something worth a look."""
        return Problem(*self.sources.at(kind, id, steps), Level.WARNING, message, remedy, rule)

    def of(self, line: Line, rule: str, message: str, remedy: str = "") -> Problem:
        """An error of a line."""
        return self.error(line.kind, line.id, line.steps, rule, message, remedy)


Lint = Callable[[Review], Iterator[Problem]]
