"""Runs one part over JSON lines: one line out for each line in, in the same order, while they come.

A line that cannot be read or worked on becomes ``{"id": …, "error": …}``; the rest goes on.
"""

from __future__ import annotations

import json
import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple, TextIO

from pydantic import BaseModel, ConfigDict, ValidationError

from diotima.domain.errors import DiotimaError

CHUNK = 16
"""Lines handed to a process at once."""
AHEAD = 4
"""Chunks read ahead for each process."""

Work = Callable[[Any], Mapping[str, Any]]


class Case(BaseModel):
    """One line in. Fields a part does not know are ignored."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)

    id: str | int | None = None


class Part(NamedTuple):
    """What a command runs: the kind of its lines and what makes of each its answer."""

    case: type[Case]
    work: Work
    in_order: bool = False
    """Whether each answer depends on the lines before it, so that they cannot be shared out."""


def run(command: str, source: Iterable[str], sink: TextIO, *, jobs: int = 1, **options: object) -> int:
    """Answer every line of ``source`` on ``sink`` with ``diotima.batch.<command>``. Returns how many failed.

    ``options`` go to the command's ``prepare``. With ``jobs`` above 1 the lines are shared among processes.
    """
    failed = 0
    for answer in _answers(command, source, jobs, options):
        failed += "error" in answer
        sink.write(json.dumps(answer, ensure_ascii=False, allow_nan=False) + "\n")
        sink.flush()
    return failed


def answer_line(part: Part, line: str) -> Mapping[str, Any]:
    """The answer to one line, with the line's ``id`` if it has one."""
    name: str | int | None = None
    try:
        given = json.loads(line)
        name = _id_of(given)
        case = part.case.model_validate(given)
        answer = part.work(case)
    except ValidationError as error:
        return {"id": name, "error": first_fault(error)}
    except (json.JSONDecodeError, RecursionError):
        return {"id": name, "error": "this is no JSON"}
    except (DiotimaError, ValueError) as error:
        return {"id": name, "error": str(error)}
    return answer if name is None else {"id": name, **answer}


def _answers(
    command: str, source: Iterable[str], jobs: int, options: Mapping[str, object]
) -> Iterator[Mapping[str, Any]]:
    part = _prepare(command, options)
    if jobs <= 1 or part.in_order:
        for line in source:
            yield answer_line(part, line)
        return
    lines = iter(source)
    waiting: deque[Future[list[Mapping[str, Any]]]] = deque()
    with ProcessPoolExecutor(
        jobs, multiprocessing.get_context("spawn"), initializer=_begin, initargs=(command, options)
    ) as pool:
        while True:
            while len(waiting) < jobs * AHEAD and (chunk := list(islice(lines, CHUNK))):
                waiting.append(pool.submit(_answer_chunk, chunk))
            if not waiting:
                return
            yield from waiting.popleft().result()


_part: Part


def _begin(command: str, options: Mapping[str, object]) -> None:
    global _part
    _part = _prepare(command, options)


def _answer_chunk(chunk: list[str]) -> list[Mapping[str, Any]]:
    return [answer_line(_part, line) for line in chunk]


def _prepare(command: str, options: Mapping[str, object]) -> Part:
    part: Part = import_module(f"diotima.batch.{command}").prepare(**options)
    return part


def _id_of(given: object) -> str | int | None:
    name = given.get("id") if isinstance(given, dict) else None
    return name if isinstance(name, str | int) else None


def first_fault(error: ValidationError) -> str:
    """What is wrong first, and in which field."""
    fault = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(step) for step in fault["loc"])
    return f"{where}: {fault['msg']}" if where else str(fault["msg"])
