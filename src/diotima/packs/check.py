"""Checks a course folder: ``python -m diotima.packs.check PATH``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from diotima.engine.grading import Grader
from diotima.engine.leak import LeakGuard
from diotima.packs.drawings import lint_figures
from diotima.packs.folder import Folder
from diotima.packs.housekeeping import lint_folder
from diotima.packs.lint import lint_form
from diotima.packs.marking import lint_grading
from diotima.packs.problems import Level, Problem
from diotima.packs.reader import read_pack
from diotima.packs.review import Lint, Review
from diotima.packs.withholding import lint_leaks

LINTS: tuple[Lint, ...] = (lint_folder, lint_form, lint_figures, lint_leaks, lint_grading)

FORMAL = frozenset(
    {"repeated-sentence", "long-rung", "long-sentence", "one-question", "uneven-options", "no-item", "tone"}
)
"""Rules on how a text reads, not on what it gives away or how it is graded."""


def check_course(path: Path) -> list[Problem]:
    """Everything to be mended in a course folder, in the order of its files.

    A folder that cannot be read whole gets only the problems of reading it: mended first, they often
    explain the others. Deterministic; reads only inside the folder; takes seconds for a large course.
    """
    pack = read_pack(path)
    if pack.course is None or pack.unread:
        return list(pack.problems)
    grader = Grader()
    review = Review(pack.course, Folder(path), pack.sources, grader, LeakGuard(grader))
    found = {*pack.problems, *chain.from_iterable(lint(review) for lint in LINTS)}
    return sorted(map(_spare, found) if pack.course.manifest.draft else found)


def _spare(problem: Problem) -> Problem:
    """A fault of form in a draft is what is left to do, not what keeps it from being tried."""
    return replace(problem, level=Level.WARNING) if problem.rule in FORMAL else problem


def report(problems: Sequence[Problem]) -> Iterator[str]:
    """One line a problem, then the count."""
    yield from map(str, problems)
    errors = sum(p.level is Level.ERROR for p in problems)
    warnings = len(problems) - errors
    yield f"{_count(errors, 'error')}, {_count(warnings, 'warning')}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the report of a folder. Returns 1 if there are errors, 2 if there is no path."""
    paths = sys.argv[1:] if arguments is None else arguments
    if len(paths) != 1:
        sys.stderr.write("usage: python -m diotima.packs.check PATH\n")
        return 2
    problems = check_course(Path(paths[0]))
    sys.stdout.writelines(f"{line}\n" for line in report(problems))
    return int(any(p.level is Level.ERROR for p in problems))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


if __name__ == "__main__":
    raise SystemExit(main())
