"""BERT's uncased WordPiece tokenizer (Devlin et al. 2019), in plain Python.

Text is cleaned, lower-cased, stripped of accents and split at white space, punctuation and CJK characters;
each word is then cut greedily into the longest pieces of the vocabulary. Literal "[SEP]" in a text is text.
"""

from __future__ import annotations

import gzip
import re
import unicodedata
from collections.abc import Mapping
from functools import cached_property, lru_cache
from importlib import resources

MAX_TOKENS = 256
"""Tokens of a text that are used, [CLS] and [SEP] included."""

_MAX_WORD = 100
_CJK = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip
_ASCII_WORDS = re.compile(r"[a-z0-9]+|[!-/:-@\[-`{-~]")


class WordPiece:
    """Turns a text into the ids of its word pieces. The vocabulary is read at the first use."""

    def __init__(self) -> None:
        self._pieces: dict[str, tuple[int, ...]] = {}

    @cached_property
    def vocabulary(self) -> Mapping[str, int]:
        """Piece to id; pieces inside a word begin with ``##``."""
        packed = resources.files("diotima.models").joinpath("data", "vocab.txt.gz").read_bytes()
        lines = gzip.decompress(packed).decode().rstrip("\n").split("\n")
        return {piece: n for n, piece in enumerate(lines)}

    def encode(self, text: str) -> list[int]:
        """Ids with [CLS] first and [SEP] last, at most ``MAX_TOKENS``."""
        ids = [self.vocabulary["[CLS]"]]
        for word in split_words(text):
            ids.extend(self._cut(word))
            if len(ids) >= MAX_TOKENS:
                break
        return [*ids[: MAX_TOKENS - 1], self.vocabulary["[SEP]"]]

    def _cut(self, word: str) -> tuple[int, ...]:
        known = self._pieces.get(word)
        if known is None:
            known = self._longest_pieces(word)
            if len(self._pieces) < 50_000:
                self._pieces[word] = known
        return known

    def _longest_pieces(self, word: str) -> tuple[int, ...]:
        unknown = (self.vocabulary["[UNK]"],)
        if len(word) > _MAX_WORD:
            return unknown
        ids: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            end = next(
                (n for n in range(len(word), start, -1) if prefix + word[start:n] in self.vocabulary), None
            )
            if end is None:
                return unknown
            ids.append(self.vocabulary[prefix + word[start:end]])
            start = end
        return tuple(ids)


def split_words(text: str) -> list[str]:
    """The words and punctuation marks of a text, normalised."""
    if text.isascii() and text.isprintable():
        return _ASCII_WORDS.findall(text.lower())
    spaced = "".join(_space(c) for c in text)
    plain = "".join(
        c for c in unicodedata.normalize("NFD", spaced) if unicodedata.category(c) != "Mn"
    ).lower()
    return "".join(f" {c} " if _is_punctuation(c) else c for c in plain).split()


@lru_cache(maxsize=4096)
def _space(character: str) -> str:
    """The character as it enters: control characters gone, white space plain, CJK characters apart."""
    if character in "\t\n\r" or unicodedata.category(character) == "Zs":
        return " "
    if character in "\0\ufffd" or unicodedata.category(character).startswith("C"):
        return ""
    code = ord(character)
    return f" {character} " if any(low <= code <= high for low, high in _CJK) else character


@lru_cache(maxsize=4096)
def _is_punctuation(character: str) -> bool:
    code = ord(character)
    if 33 <= code <= 47 or 58 <= code <= 64 or 91 <= code <= 96 or 123 <= code <= 126:
        return True
    return unicodedata.category(character).startswith("P")
