"""``diotima batch trace``: how likely each answer is right, said before it is seen.

With ``--fit`` items, concepts and weights are learnt from answers of other learners first; without, weights
fitted on public data serve, and items and concepts are learnt while the lines come.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from diotima.batch.lines import Case, Part, first_fault
from diotima.domain.errors import BadInput
from diotima.engine.practice import Answer
from diotima.models.tracing import Tracer, fit_tracer, shared_tracer


class Attempt(Case):
    """One answer; those of a learner come in time order."""

    learner: str | int
    item: str | int
    concept: str | int
    correct: bool | int

    def as_answer(self) -> Answer:
        """The answer. ``ValueError`` if ``correct`` is neither 0 nor 1."""
        if self.correct not in (0, 1):
            raise ValueError("correct: 0 or 1 is expected")
        return Answer(str(self.learner), str(self.item), str(self.concept), bool(self.correct))


def prepare(fit: Path | None = None) -> Part:
    """The part that predicts. Raises ``BadInput`` if ``fit`` cannot be read or holds no answer."""
    tracer = fit_tracer(list(read_answers(fit))) if fit else shared_tracer()
    return Part(Attempt, lambda case: answer(tracer, case), in_order=True)


def answer(tracer: Tracer, case: Attempt) -> dict[str, Any]:
    """``p``, the probability of a right answer before this one is taken in."""
    given = case.as_answer()
    p = tracer.predict(given.learner, given.item, given.concept)
    tracer.see(given)
    return {"p": round(p, 6)}


def read_answers(path: Path) -> Iterator[Answer]:
    """Answers of a file of JSON lines, gzip or plain. Raises ``BadInput``, naming the line."""
    found = False
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open() as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    found = True
                    yield _parse(line, path, number)
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise _unreadable(path, str(error)) from error
    if not found:
        raise _unreadable(path, "it holds no answers")


def _parse(line: str, path: Path, number: int) -> Answer:
    try:
        return Attempt.model_validate(json.loads(line)).as_answer()
    except ValidationError as error:
        raise _unreadable(path, f"line {number}: {first_fault(error)}") from error
    except (ValueError, RecursionError) as error:
        raise _unreadable(path, f"line {number}: {error}") from error


def _unreadable(path: Path, why: str) -> BadInput:
    return BadInput("unreadable_file", why, name=path.name)
