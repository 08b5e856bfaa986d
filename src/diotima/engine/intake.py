"""What a learner's message has to be before anything is made of it: text, and not too much of it."""

from __future__ import annotations

import re
import unicodedata

from diotima.domain.errors import BadInput

MAX_CHARACTERS = 2000
"""Characters of one turn (pedagogy 6)."""

_LINE_ENDS = re.compile(r"\r\n?|[\u2028\u2029\x85]")
_INVISIBLE = re.compile(r"[\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff\u00ad]")
"""Overrides of writing direction, which make a text read differently from what it is, and characters without
width. Joiners stay: emoji and several scripts need them."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_MARKS = 4
"""Combining marks on one letter that are kept; no script needs more."""
_STRAY = 0.1
"""Share of characters without meaning from which a message is taken for a file."""


def clean(text: str) -> str:
    """The message as it is stored: trimmed, newlines as ``\\n``, without invisible characters.

    Raises ``BadInput``: ``empty``, ``too_long`` (more than ``MAX_CHARACTERS``; value ``limit``) or
    ``unreadable`` (control characters, broken encoding, a file).
    """
    if len(text) > 10 * MAX_CHARACTERS:
        raise BadInput("too_long", limit=MAX_CHARACTERS)
    kept = _INVISIBLE.sub("", _LINE_ENDS.sub("\n", text)).strip()
    if _CONTROL.search(kept) or _is_file(kept):
        raise BadInput("unreadable")
    kept = _without_piled_marks(kept)
    if not kept:
        raise BadInput("empty")
    if len(kept) > MAX_CHARACTERS:
        raise BadInput("too_long", limit=MAX_CHARACTERS)
    return kept


def _is_file(text: str) -> bool:
    """Half of a surrogate pair, or many replacement, private or unassigned characters."""
    kinds = [unicodedata.category(c) for c in text if not c.isascii()]
    stray = sum(kind in ("Co", "Cn") for kind in kinds) + text.count("\ufffd")
    return "Cs" in kinds or (stray > 2 and stray > _STRAY * len(text))


def _without_piled_marks(text: str) -> str:
    if text.isascii():
        return text
    kept: list[str] = []
    run = 0
    for character in text:
        run = run + 1 if unicodedata.combining(character) else 0
        if run <= _MARKS:
            kept.append(character)
    return "".join(kept).strip()
