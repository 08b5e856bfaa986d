"""What went wrong, said in a sentence: problem details (RFC 9457) for programs, a page for people.

Errors only the web shell can raise, beside those of ``domain/errors.py``:

DiotimaError
├── ForeignHost        the Host header names another machine          (421)
├── CrossSite          another web site sent the form                 (403)
├── TooLarge           the body is larger than ``BODY_LIMIT``         (413)
├── NotJson            the API was sent something else than JSON      (415)
├── TooManyStreams     too many pages listen to one session           (429)
├── NoPage             no such page, or a method it does not have     (404, 405)
└── NoReport           the session has no report yet                  (404)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from diotima.domain.errors import DiotimaError, NotFound
from diotima.domain.messages import Catalogue
from diotima.web.wire import FieldProblem, Problem

PROBLEM_JSON = "application/problem+json"


class ForeignHost(DiotimaError):
    key = "foreign_host"
    status = 421


class CrossSite(DiotimaError):
    key = "cross_site"
    status = 403


class TooLarge(DiotimaError):
    key = "too_large"
    status = 413


class NotJson(DiotimaError):
    key = "not_json"
    status = 415


class TooManyStreams(DiotimaError):
    key = "too_many_streams"
    status = 429


class NoPage(DiotimaError):
    key = "no_page"
    status = 404


class WrongMethod(DiotimaError):
    key = "wrong_method"
    status = 405


class NoReport(NotFound):
    key = "no_report"


def sentence(catalogue: Catalogue, error: DiotimaError) -> str:
    """The catalogue's sentence for an error; a more general one where it has none for this key."""
    for key in (error.key, type(error).key, "unexpected"):
        try:
            return catalogue.text(f"errors.{key}", **error.values)
        except KeyError:
            continue
    raise KeyError("errors.unexpected")


def heading(catalogue: Catalogue, status: int) -> str:
    """A few words for a status, the ``title`` of a problem and of its page."""
    known = f"web.problem.{status}"
    return catalogue.text(known if known in catalogue.texts else "web.problem.other")


def problem(
    catalogue: Catalogue,
    error: DiotimaError,
    *,
    status: int | None = None,
    fields: Sequence[FieldProblem] = (),
    incident: str | None = None,
) -> Problem:
    """An error as problem details."""
    code = status or error.status
    return Problem(
        type=f"urn:diotima:problem:{error.key}",
        title=heading(catalogue, code),
        status=code,
        detail=sentence(catalogue, error),
        errors=list(fields) or None,
        incident=incident,
    )


def field_problems(errors: Iterable[Mapping[str, Any]]) -> list[FieldProblem]:
    """What a validator found, field by field, without what was sent."""
    return [
        FieldProblem(pointer=_pointer(e["loc"]), detail=str(e["msg"]).removeprefix("Value error, "))
        for e in errors
    ]


def _pointer(location: Sequence[object]) -> str:
    where, *path = location
    inside = "".join(f"/{part}" for part in path)
    return f"#{inside}" if where == "body" else f"{where}:{inside.removeprefix('/')}"
