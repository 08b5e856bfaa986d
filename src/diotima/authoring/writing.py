"""A course written as the folder it is read from: block style, every text quoted."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any

Plain = str | int | float | bool | None | Mapping[str, "Plain"] | Sequence["Plain"]


def write_yaml(value: Plain) -> str:
    """``value`` as block-style YAML that reads back the same, without ``None`` and what is empty."""
    return "".join(f"{line}\n" for line in _lines(value))


def fields_of(value: Any) -> Any:
    """A value of the course types as plain fields; what has its default is left out."""
    if is_dataclass(value):
        return {f.name: fields_of(getattr(value, f.name)) for f in fields(value) if not _is_default(value, f)}
    if isinstance(value, Mapping):
        return {key: fields_of(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [fields_of(member) for member in value]
    return value


def _is_default(value: Any, member: Field[Any]) -> bool:
    default = member.default_factory() if member.default_factory is not MISSING else member.default
    return bool(getattr(value, member.name) == default)


def _lines(value: Plain) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if _is_empty(inner):
                continue
            if _is_scalar(inner):
                yield f"{key}: {_scalar(inner)}"
            else:
                yield f"{key}:"
                yield from (f"  {line}" for line in _lines(inner))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for member in value:
            first, *rest = [_scalar(member)] if _is_scalar(member) else list(_lines(member))
            yield f"- {first}"
            yield from (f"  {line}" for line in rest)


def _is_scalar(value: Plain) -> bool:
    return value is None or isinstance(value, str | int | float)


def _is_empty(value: Plain) -> bool:
    return value is None or (isinstance(value, Mapping | list | tuple) and not value)


def _scalar(value: Plain) -> str:
    if isinstance(value, bool):
        return f'"{str(value).lower()}"'
    return json.dumps(value if isinstance(value, str) else f"{value}", ensure_ascii=False)
