"""The import law holds on the real tree, and would be noticed if it were broken."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


class Verdict(NamedTuple):
    code: int
    report: str


def lint(tree: Path) -> Verdict:
    """Run the linter on the package in ``tree/src`` under the contracts of ``tree/pyproject.toml``."""
    command = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    done = subprocess.run(
        [sys.executable, "-c", command],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree / "src"), "COLUMNS": "300"},
        capture_output=True,
        text=True,
        check=False,
    )
    return Verdict(done.returncode, done.stdout + done.stderr)


@pytest.fixture(scope="module")
def copied_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = tmp_path_factory.mktemp("tree")
    shutil.copy(REPOSITORY / "pyproject.toml", tree)
    shutil.copytree(
        REPOSITORY / "src" / "diotima",
        tree / "src" / "diotima",
        ignore=shutil.ignore_patterns("courses", "messages", "static", "templates", "__pycache__"),
    )
    return tree


def test_the_tree_keeps_the_law() -> None:
    code, report = lint(REPOSITORY)

    assert code == 0, report
    assert "0 broken" in report


@pytest.mark.parametrize(
    ("file", "line", "broken"),
    [
        ("domain/planted.py", "import diotima.engine", "Imports point down BROKEN"),
        ("domain/planted.py", "import diotima.app.settings", "Imports point down BROKEN"),
        ("engine/planted.py", "import diotima.store", "Imports point down BROKEN"),
        ("turn/planted.py", "import diotima.models", "Imports point down BROKEN"),
        ("store/planted.py", "import diotima.app", "Imports point down BROKEN"),
        ("app/planted.py", "import diotima.web", "Imports point down BROKEN"),
        ("domain/planted.py", "from random import Random", "chance, concurrency, SQL or web BROKEN"),
        ("domain/planted.py", "def now():\n    import time", "chance, concurrency, SQL or web BROKEN"),
        ("engine/planted.py", "import os.path", "chance, concurrency, SQL or web BROKEN"),
        ("engine/planted.py", "import sqlalchemy.orm", "chance, concurrency, SQL or web BROKEN"),
        ("turn/planted.py", "from fastapi import FastAPI", "Use cases know no database and no web BROKEN"),
        ("attic/__init__.py", "", "Imports point down BROKEN"),
    ],
)
def test_a_planted_violation_is_caught(copied_tree: Path, file: str, line: str, broken: str) -> None:
    planted = copied_tree / "src" / "diotima" / file
    planted.parent.mkdir(exist_ok=True)
    planted.write_text(line + "\n")

    try:
        code, report = lint(copied_tree)
    finally:
        planted.unlink()
        if not any(planted.parent.iterdir()):
            planted.parent.rmdir()

    assert code == 1
    assert broken in report
