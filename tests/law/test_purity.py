"""Domain and engine read no clock, make no ids, print nothing and wait for nothing, whatever they import."""

from __future__ import annotations

import ast

import pytest

from tests.law.sources import Source, dotted, parse, sources

FORBIDDEN_ENDINGS = (
    "datetime.now",
    "datetime.utcnow",
    "datetime.today",
    "date.today",
    "random.default_rng",
)
FORBIDDEN_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint", "hash"}
"""``hash`` of a text differs from process to process."""


def impurities(source: Source) -> list[str]:
    """What a module does that a pure one does not, as ``file:line what``."""
    return [
        f"{source.name}:{getattr(node, 'lineno', 0)} {found}"
        for node in ast.walk(source.tree)
        if (found := _impurity(node))
    ]


def _impurity(node: ast.AST) -> str | None:
    if isinstance(node, ast.AsyncFunctionDef | ast.Await | ast.AsyncFor | ast.AsyncWith):
        return "async"
    if isinstance(node, ast.Global | ast.Nonlocal):
        return "shared state"
    if isinstance(node, ast.Import | ast.ImportFrom) and "urllib.request" in ast.unparse(node):
        return "urllib.request"  # urllib as a whole may be imported: urllib.parse is pure
    if isinstance(node, ast.Attribute) and dotted(node).endswith(FORBIDDEN_ENDINGS):
        return dotted(node)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
        return node.func.id
    return None


def test_domain_and_engine_are_pure() -> None:
    checked = list(sources("domain", "engine"))

    assert [found for source in checked for found in impurities(source)] == []
    assert len(checked) > 20


@pytest.mark.parametrize(
    "planted",
    [
        "from datetime import datetime\nnow = datetime.now()",
        "import datetime as d\nd.datetime.utcnow()",
        "from datetime import date\nnow = date.today",
        "async def f(): ...",
        "def f():\n    global count\n    count = 1",
        "print('x')",
        "text = open('x')",
        "seed = hash('x')",
        "from urllib.request import urlopen",
        "import numpy as np\nnp.random.default_rng()",
    ],
)
def test_a_planted_impurity_is_seen(planted: str) -> None:
    assert len(impurities(parse(planted))) == 1


def test_what_only_looks_impure_is_let_be() -> None:
    assert (
        impurities(
            parse("import re\nre.sub('open', 'now', 'x')\nclass A:\n    def open(self): ...\nA().open()")
        )
        == []
    )
