"""Ways of saying a word without writing it: spelled out, split, in leet, encoded, reversed, as initials.

Each function returns what a text says under one reading, so that the leak guard can look at it as it looks at
the text itself. A text without the disguise yields nothing and costs a regular expression.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import unquote

from diotima.engine.words import STOP_WORDS, fold, read

_SPELLED = re.compile(r"(?<![^\W\d_])[^\W\d_](?:[\W_]{1,3}(?:and )?[^\W\d_](?![^\W\d_])){2,}")
_LEET = re.compile(r"(?=\S*[a-z])\S*[0134578@$!|+]\S*")
_LEET_LETTERS = ({"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s",
                  "!": "i", "|": "l", "+": "t"}, {"1": "l", "!": "l"})  # fmt: skip
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}={0,2}")
_HEX = re.compile(r"(?:(?:0x|\\x)?[0-9a-fA-F]{2}[\s,]?){4,}")
_CODES = re.compile(r"(?:\b\d{2,3}\b[\s,.-]*){4,}")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_LONGEST_PIECES = 4


@lru_cache(maxsize=2048)
def spelled_out(text: str) -> tuple[str, ...]:
    """Letters standing apart, joined: "a-x-i-l", "d e l t o i d", "S, I, T and S"."""
    runs = _SPELLED.findall(" ".join(fold(text).split()))
    return tuple(re.sub(r"\band\b|[\W_]", "", run) for run in runs)


@lru_cache(maxsize=2048)
def glued(text: str) -> frozenset[str]:
    """Up to four neighbouring words written as one ("del toid", "quad-rangular")."""
    words = [t.text for t in read(text).tokens]
    return frozenset(
        "".join(words[n : n + k]) for k in range(2, _LONGEST_PIECES + 1) for n in range(len(words) - k + 1)
    )


@lru_cache(maxsize=2048)
def unglued(text: str) -> frozenset[str]:
    """Words without the little words stuck to them ("thedeltoid")."""
    return frozenset(_unstick(text))


def _unstick(text: str) -> Iterator[str]:
    for token in read(text).tokens:
        if len(token.text) < 8:
            continue
        for k in range(1, 6):
            if token.text[:k] in STOP_WORDS:
                yield token.text[k:]
            if token.text[-k:] in STOP_WORDS:
                yield token.text[:-k]


@lru_cache(maxsize=2048)
def decoded(text: str) -> tuple[str, ...]:
    """What the text says once decoded: markup, broken lines, leet, base64, hexadecimal, character codes."""
    plain = fold(text)
    found = [html.unescape(_TAG.sub("", text)), unquote(text), *_from_broken_lines(text)]
    found += [*_from_leet(plain), *_from_base64(text), *_from_hex(text), *_from_codes(plain)]
    return tuple(dict.fromkeys(f for f in found if f and f != text))


def mirrored(text: str) -> tuple[str, ...]:
    """The words of the text in rot13 and reversed. Every text has these, so only whole words count in them:
    "part" is no hidden "trapped"."""
    words = [token.text for token in read(text).tokens]
    return " ".join(codecs.encode(w, "rot13") for w in words), " ".join(w[::-1] for w in reversed(words))


class Initials(NamedTuple):
    """First letters in order: of the sentences or lines, of all words, of the words of each clause."""

    of_sentences: str
    of_words: str
    of_clauses: tuple[str, ...]


def initials(text: str) -> Initials:
    """What the first letters of a text spell."""
    reading = read(text)
    first = {t.sentence: t.text[0] for t in reversed(reading.tokens)}
    return Initials(
        "".join(first[n] for n in sorted(first)),
        "".join(t.text[0] for t in reading.tokens),
        tuple("".join(t.text[0] for t in clause) for clause in reading.clauses),
    )


def _from_broken_lines(text: str) -> Iterator[str]:
    """Neighbouring lines as one; only two at a time, as a stream that is judged line by line sees them."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    yield from (f"{one} {other}" for one, other in pairwise(lines))


def _from_leet(plain: str) -> Iterator[str]:
    if not _LEET.search(plain):
        return
    base, other = _LEET_LETTERS
    for letters in (base, base | other):
        table = str.maketrans(letters)
        yield " ".join(w.translate(table) if _LEET.fullmatch(w) else w for w in plain.split())


def _from_base64(text: str) -> Iterator[str]:
    for run in _BASE64.findall(text):
        padded = run.rstrip("=").replace("-", "+").replace("_", "/")
        try:
            yield base64.b64decode(padded + "=" * (-len(padded) % 4), validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            continue


def _from_hex(text: str) -> Iterator[str]:
    for run in _HEX.findall(text):
        digits = re.sub(r"0x|\\x|[\s,]", "", run)
        try:
            yield bytes.fromhex(digits[: len(digits) // 2 * 2]).decode()
        except (ValueError, UnicodeDecodeError):
            continue


def _from_codes(plain: str) -> Iterator[str]:
    for run in _CODES.findall(plain):
        numbers = [int(n) for n in re.findall(r"\d+", run)]
        if all(32 <= n < 127 for n in numbers) and any(a != b for a, b in pairwise(numbers)):
            yield "".join(map(chr, numbers))
