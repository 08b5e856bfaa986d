"""The web shell over a rehearsed session."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import diotima
from diotima.domain.course import Course
from diotima.domain.messages import Catalogue
from diotima.packs.reader import read_course
from diotima.web.server import create_app
from tests.web.rehearsal import Rehearsal

ROOT = Path(diotima.__file__).parent


def _flat(texts: Mapping[str, object], prefix: str) -> Iterator[tuple[str, str | Sequence[str]]]:
    for key, value in texts.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}.{key}")
        else:
            yield f"{prefix}.{key}", value  # type: ignore[misc]


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    found: dict[str, str | Sequence[str]] = {}
    for file in sorted((ROOT / "messages/en").glob("*.toml")):
        found |= dict(_flat(tomllib.loads(file.read_text("utf-8")), file.stem))
    return Catalogue("en", found)


@pytest.fixture(scope="session")
def course() -> Course:
    return read_course(ROOT / "courses/simple-circuits")


@pytest.fixture
def rehearsal(course: Course) -> Rehearsal:
    return Rehearsal(course)


@pytest.fixture
def client(rehearsal: Rehearsal, catalogue: Catalogue) -> Iterator[TestClient]:
    with TestClient(
        create_app(rehearsal, catalogue), base_url="http://localhost", follow_redirects=False
    ) as client:
        yield client
