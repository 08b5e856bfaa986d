"""The schemas of course files say what the reader says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest
import yaml

from diotima.app.reference import course_schema

COURSES = Path(__file__).parents[2] / "src/diotima/courses"


def check(kind: str, content: Any) -> None:
    fastjsonschema.compile(json.loads(course_schema(kind)))(content)


def contents(file: Path) -> Any:
    """The file as text, as the reader takes it."""
    text = file.read_text("utf-8")
    return yaml.load(text.split("\n---")[0] if file.suffix == ".md" else text, yaml.BaseLoader)


def course_files() -> Iterator[tuple[str, Path]]:
    for course in sorted(p for p in COURSES.iterdir() if (p / "pack.yaml").is_file()):
        yield "pack", course / "pack.yaml"
        for kind in ("items", "quizzes", "passages", "figures"):
            files = sorted((course / kind).glob("*.md" if kind == "items" else "*.yaml"))
            yield from ((kind, file) for file in files[:4])


FILES = list(course_files())


@pytest.mark.parametrize(("kind", "file"), FILES, ids=[f"{k}-{f.stem}" for k, f in FILES])
def test_shipped_files_fit_their_schema(kind: str, file: Path) -> None:
    check(kind, contents(file))


@pytest.mark.parametrize(("kind", "file"), FILES[:8], ids=[f"{k}-{f.stem}" for k, f in FILES[:8]])
def test_an_unknown_or_missing_field_does_not_fit(kind: str, file: Path) -> None:
    content = contents(file)
    thing = content[0] if isinstance(content, list) else content

    with pytest.raises(fastjsonschema.JsonSchemaException):
        check(kind, [{**thing, "colour": "red"}] if isinstance(content, list) else {**thing, "colour": "red"})
    without = {key: value for key, value in thing.items() if key != "id"}
    with pytest.raises(fastjsonschema.JsonSchemaException):
        check(kind, [without] if isinstance(content, list) else without)


def test_fields_are_explained() -> None:
    item = json.loads(course_schema("items"))

    assert "never repeated word for word" in item["properties"]["rephrasings"]["description"]
    assert "svg" not in json.loads(course_schema("figures"))["properties"]
