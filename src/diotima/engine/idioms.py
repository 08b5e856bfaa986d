"""A small notation for the ways something is said, so that a list of phrases reads like one.

One phrase a line, words apart by blanks:

    tell|show me [the] [right|correct]* answers?

``a|b`` one of several words, ``(to me|for us)`` one of several groups of words, ``[x]`` may be left out,
``[x]*`` up to eight times, ``^`` and ``$`` the beginning and the end of what was said; a word may be a
regular expression. Phrases are looked for in ``spoken`` text: lower case, words apart by one blank.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

MANY = "{0,8}"
"""Repetitions are bounded, so that no message, however contrived, takes long to look through."""


class Phrases:
    """Compiled phrases. ``before`` and ``after`` are words that may stand around a whole phrase."""

    def __init__(self, lines: str, *, before: str = "", after: str = "") -> None:
        choices = "|".join(_pattern(line) for line in lines.strip().splitlines() if line.strip())
        lead = rf"(?:(?:{before}) ){MANY}" if before else ""
        tail = rf"(?: (?:{after})){MANY}" if after else ""
        self._within = re.compile(rf"(?<![\w'])(?:{choices})(?![\w'])")
        self._whole = re.compile(rf"{lead}(?:{choices}){tail}")

    def within(self, spoken: str) -> bool:
        """Whether one of the phrases occurs."""
        return self._within.search(spoken) is not None

    def whole(self, spoken: str) -> bool:
        """Whether nothing else is said."""
        return self._whole.fullmatch(spoken) is not None

    def cut(self, spoken: str) -> str:
        """What remains without the phrases."""
        return " ".join(self._within.sub(" ", spoken).split())


def _pattern(line: str) -> str:
    """The regular expression of one phrase; a word that may be left out takes its blank with it."""
    built, begun = "", False
    for token in _tokens(re.sub(r"\s*\|\s*", "|", line)):
        if token == "^":
            built += r"\A"
        elif token == "$":
            built += r"\Z"
        elif token.startswith("["):
            inner, many = token.rstrip("*")[1:-1], MANY if token.endswith("*") else "?"
            built += rf"(?: (?:{inner})){many}" if begun else rf"(?:(?:{inner}) ){many}"
        else:
            inner = token[1:-1] if token.startswith("(") else token
            built += rf"{' ' if begun else ''}(?:{inner})"
            begun = True
    return built


def _tokens(line: str) -> Iterator[str]:
    """The line's words; brackets hold words together."""
    depth, token = 0, ""
    for character in f"{line.strip()} ":
        depth += (character in "([") - (character in ")]")
        if character != " " or depth:
            token += character
        elif token:
            yield token
            token = ""


def spoken(text: str) -> str:
    """Lower case, straight apostrophes, no other punctuation, one blank between words."""
    folded = re.sub(r"[\u2019\u2018\u02bc`\u00b4]|(?<=\w)\"(?=\w)", "'", text.lower())
    words = re.findall(r"[^\W_]+(?:'[^\W_]+)*", folded)
    return " ".join(words)
