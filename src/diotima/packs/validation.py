"""Turns validation errors into sentences for authors."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Sequence
from difflib import get_close_matches

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from diotima.packs.problems import Level, Problem
from diotima.packs.yamltext import Listing, Node, Record, follow, identity

Steps = Sequence[str | int]


def explain(failed: ValidationError, type_: type, file: str, node: Node) -> list[Problem]:
    """One problem for each thing that does not fit ``type_``, at the line where it stands."""
    errors = failed.errors(include_url=False, include_context=True)
    return [_explain(error, type_, file, node) for error in errors]


def _explain(error: ErrorDetails, type_: type, file: str, node: Node) -> Problem:
    steps = error["loc"]
    if error["type"] in {"missing", "missing_argument"}:
        rule, message, remedy = _missing(steps, type_, node)
        return Problem(file, follow(node, steps[:-1]), Level.ERROR, message, remedy, rule)
    if error["type"] == "unexpected_keyword_argument":
        rule, message, remedy = _unknown(steps, type_, node)
    else:
        rule, message, remedy = _unfit(error, node)
    return Problem(file, follow(node, steps), Level.ERROR, message, remedy, rule)


def _missing(steps: Steps, type_: type, node: Node) -> tuple[str, str, str]:
    name = str(steps[-1])
    message = f"`{name}` is missing{_owner(node, steps[:-1])}."
    return "missing-field", message, f"Add `{name}:` there"


def _unknown(steps: Steps, type_: type, node: Node) -> tuple[str, str, str]:
    name, known = str(steps[-1]), _fields_at(type_, steps[:-1])
    message = f"`{name}` is not a field{_owner(node, steps[:-1], 'of')}."
    close = get_close_matches(name, known, n=1)
    remedy = f"Did you mean `{close[0]}`?" if close else f"Its fields are {', '.join(known)}"
    return "unknown-field", message, remedy


def _unfit(error: ErrorDetails, node: Node) -> tuple[str, str, str]:
    steps = error["loc"]
    name = next((str(s) for s in reversed(steps) if isinstance(s, str)), "entry")
    return "field-type", f"`{name}`{_owner(node, steps[:-1], 'of')} {_demand(error)}.", ""


def _demand(error: ErrorDetails) -> str:
    if error["type"] in {"tuple_type", "list_type"}:
        return "has to be a list, one entry a line beginning with `- `"
    if error["type"] in {"dataclass_type", "dict_type", "mapping_type"}:
        return "has to be a block of fields"
    if error["type"] == "string_type":
        return "has to be a text"
    said = error["msg"].removeprefix("Input ").removeprefix("Value error, ")
    return said[0].lower() + said[1:].replace("should be", "has to be")


def _owner(node: Node, steps: Steps, preposition: str = "on") -> str:
    """What a field belongs to, in words (" on expectation `abduction`")."""
    named = _named(node, steps)
    return f" {preposition} {named}" if named else ""


def _named(node: Node, steps: Steps) -> str:
    """The innermost thing that has an id on the way, with what lies between it and the end."""
    found, trail = _title("", node), list[str]()
    kind = ""
    for step in steps:
        reached = _reach(node, step)
        if reached is None:
            break
        node = reached
        if isinstance(step, str):
            kind = step
            trail.append(step)
        if identity(node) is not None:
            found, trail = _title(_singular(kind), node), []
        elif isinstance(step, int) and trail:
            trail[-1] = f"{_singular(trail[-1])} {step + 1}"
    inner = "".join(f"{part} of " for part in reversed(trail))
    return (inner + found) if found else inner.removesuffix(" of ")


def _title(kind: str, node: Node) -> str:
    name = identity(node)
    return "" if name is None else f"{kind} `{name}`".strip()


def _singular(word: str) -> str:
    return {"quizzes": "quiz", "hints": "hint", "any": "phrasing"}.get(word, word.removesuffix("s"))


def _reach(node: Node, step: str | int) -> Node | None:
    if isinstance(node, Record) and isinstance(step, str):
        return node.fields.get(step)
    if isinstance(node, Listing) and isinstance(step, int) and step < len(node.members):
        return node.members[step]
    return None


def _fields_at(type_: type, steps: Steps) -> list[str]:
    """Field names of the dataclass that the steps lead to from ``type_``."""
    current: type | None = type_
    for step in steps:
        if isinstance(step, str) and current is not None:
            current = _dataclass_in(typing.get_type_hints(current).get(step))
    return [f.name for f in dataclasses.fields(current)] if current else []


def _dataclass_in(hint: object) -> type | None:
    """The dataclass a hint is, or holds (``tuple[X, ...]``, ``X | None``)."""
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return hint
    return next((found for arg in typing.get_args(hint) if (found := _dataclass_in(arg))), None)
