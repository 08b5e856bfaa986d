"""The package's own source, parsed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).resolve().parents[2]
PACKAGE = REPOSITORY / "src" / "diotima"


class Source(NamedTuple):
    name: str
    """Path below ``src/diotima``."""
    tree: ast.Module


def parse(text: str, name: str = "planted.py") -> Source:
    return Source(name, ast.parse(text, name))


def sources(*rooms: str) -> Iterator[Source]:
    """Every module of the package, or of some of its rooms."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not rooms or name.split("/")[0] in rooms:
            yield parse(path.read_text(encoding="utf-8"), name)


def dotted(node: ast.expr) -> str:
    """``a.b.c`` for such an expression, with ``?`` for what is no name."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "?"
