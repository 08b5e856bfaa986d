"""Reading the message catalogue: ``messages/<language>/<file>.toml``.

A text's key is its file's name and the names of the tables it stands in: ``first`` in ``[praise]`` of
``tutor.toml`` is ``tutor.praise.first``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from diotima.domain.errors import BadInput
from diotima.domain.messages import Catalogue

MESSAGES = Path(__file__).parent.parent / "messages"

Text = str | tuple[str, ...]


def languages(folder: Path = MESSAGES) -> list[str]:
    """The languages there are."""
    return sorted(path.name for path in folder.iterdir() if any(path.glob("*.toml")))


def load_catalogue(language: str, folder: Path = MESSAGES) -> Catalogue:
    """All texts of a language. ``BadInput`` with key ``unknown_language`` if there are none.

    Raises ``TypeError`` for a value that is neither a text nor a list of texts.
    """
    known = languages(folder)
    if language not in known:
        raise BadInput("unknown_language", language, language=language, known=", ".join(known))
    texts: dict[str, Text] = {}
    for file in sorted((folder / language).glob("*.toml")):
        texts.update(_flatten(file.stem, tomllib.loads(file.read_text(encoding="utf-8"))))
    return Catalogue(language, texts)


def _flatten(key: str, value: object) -> Iterator[tuple[str, Text]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _flatten(f"{key}.{name}", inner)
    elif isinstance(value, str):
        yield key, value
    elif isinstance(value, list) and value and all(isinstance(wording, str) for wording in value):
        yield key, tuple(value)
    else:
        raise TypeError(f"{key} is neither a text nor a list of texts")
