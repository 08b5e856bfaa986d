"""Pages of the documentation that are made from the code: ``python -m diotima.app.reference docs``."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from diotima.app.settings import descriptions
from diotima.domain.course import Figure, Item, Manifest, Passage, Quiz

_SETTINGS = """\
# Settings

Diotima needs no settings. These environment variables change what it does; they are read once, when it
starts. An empty one counts as not set, and an unknown name that begins with `DIOTIMA_` is an error.

| variable | default | meaning |
|---|---|---|
{rows}

<!-- Made by `make docs` from src/diotima/app/settings.py. -->
"""

_COURSE_FILES: Mapping[str, Any] = {
    "pack": Manifest,
    "items": Item,
    "quizzes": tuple[Quiz, ...],
    "passages": tuple[Passage, ...],
    "figures": Figure,
}
"""What the files of a course folder hold; ``pack.yaml``, and those in the folders of these names."""


def pages() -> Mapping[str, str]:
    """File name to content."""
    schemas = {f"course-schema/{name}.json": course_schema(name) for name in _COURSE_FILES}
    return {"settings.md": settings_page(), **schemas}


def course_schema(name: str) -> str:
    """The JSON Schema of one kind of course file, for editors that complete and check while one writes.

    The files are YAML in which every scalar is text, so numbers and truths may be quoted.
    """
    schema = TypeAdapter(_COURSE_FILES[name]).json_schema()
    if name == "figures":
        schema["properties"].pop("svg")  # read from the .svg file beside it
    schema |= {"$schema": "http://json-schema.org/draft-07/schema#", "title": f"socratic-pack/1: {name}"}
    return json.dumps(_quotable(schema), indent=1, ensure_ascii=False) + "\n"


def _quotable(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_quotable(member) for member in schema]
    if not isinstance(schema, dict):
        return schema
    kind = schema.get("type")
    text = {"type": [kind, "string"]} if kind in ("number", "integer", "boolean") else {}
    return {key: _quotable(value) for key, value in schema.items()} | text


def settings_page() -> str:
    """The page of all settings."""
    rows = [f"| `{about.env}` | {about.default} | {about.help} |" for about in descriptions()]
    return _SETTINGS.format(rows="\n".join(rows))


def main() -> None:
    """Write the pages into the folder named on the command line."""
    folder = Path(sys.argv[1])
    for name, content in pages().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
