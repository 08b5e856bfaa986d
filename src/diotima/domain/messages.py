"""The message catalogue: every sentence Diotima says of its own accord, by key and language.

Course texts come from the course. Everything else a person reads, tutor templates and page texts alike,
is looked up here, so that a language is a folder of files and not a search through the code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Catalogue:
    """Texts of one language. A key holds one text or a list of wordings of the same message."""

    language: str
    texts: Mapping[str, str | Sequence[str]]

    def wordings(self, key: str) -> tuple[str, ...]:
        """All wordings of a message, unformatted. ``KeyError`` for an unknown key."""
        found = self.texts[key]
        return (found,) if isinstance(found, str) else tuple(found)

    def text(self, key: str, /, **values: object) -> str:
        """The first wording with ``{name}`` fields filled in.

        Braces in a value are safe: a value is inserted, never interpreted.
        """
        return fill(self.wordings(key)[0], **values)

    def count(self, key: str, n: int, /, **values: object) -> str:
        """The wording for a number: ``key.one`` or ``key.other``, with ``{n}``."""
        return self.text(f"{key}.one" if n == 1 else f"{key}.other", n=n, **values)


def fill(wording: str, **values: object) -> str:
    """Replace ``{name}`` fields by plain substitution (no attribute access, no format specs)."""
    import re

    return re.sub(r"\{(\w+)\}", lambda m: str(values[m.group(1)]), wording)
