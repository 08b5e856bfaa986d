"""What the package imports is what its metadata asks for, and the lock files name packages only."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions

import pytest

from tests.law.sources import REPOSITORY, Source, parse, sources

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = re.compile(r"[A-Za-z0-9._-]+")
LOCK_LINE = re.compile(r"([a-z0-9-]+)==[^ ]+( ; [^\\]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?")


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def required(lines: list[str]) -> set[str]:
    return {canonical(found.group()) for line in lines if (found := NAME.match(line))}


def imported(source: Source) -> Iterator[str]:
    """Top-level names of third-party modules a module imports, wherever it does."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names = [node.module]
        else:
            continue
        tops = {name.split(".")[0] for name in names}
        yield from tops - sys.stdlib_module_names - {"diotima", "__future__"}


def unrequired(modules: set[str], names: set[str]) -> set[str]:
    """Modules that none of these distributions provides."""
    providers = packages_distributions()
    return {m for m in modules if not names & {canonical(name) for name in providers.get(m, [])}}


def test_every_import_is_required() -> None:
    modules = {name for source in sources() for name in imported(source)}
    extras = [line for lines in PROJECT["optional-dependencies"].values() for line in lines]

    assert unrequired(modules, required(PROJECT["dependencies"] + extras)) == set()


def test_a_planted_import_is_seen() -> None:
    assert set(imported(parse("import os, requests.auth\nfrom yaml import load\nfrom . import x"))) == {
        "requests",
        "yaml",
    }
    assert unrequired({"yaml", "numpy", "nobody_has_this"}, {"pyyaml"}) == {"numpy", "nobody_has_this"}


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_file_holds_names_and_hashes_only(lock: str) -> None:
    lines = (REPOSITORY / lock).read_text(encoding="utf-8").splitlines()

    assert [line for line in lines if not LOCK_LINE.fullmatch(line)] == []
    assert required(PROJECT["dependencies"]) <= required([line for line in lines if "==" in line])


@pytest.mark.parametrize(
    "line", ["--index-url https://example.org/index", "a @ file:///tmp/a.whl", "numpy==2.0", "-e ."]
)
def test_a_planted_address_is_seen(line: str) -> None:
    assert not LOCK_LINE.fullmatch(line)
