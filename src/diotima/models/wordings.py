"""A linear model over runs of words and letters, hashed: how a thing is put, fitted elsewhere, run on numpy.

Words, numbers and signs of a text and every two or three in a row are hashed to a bucket (Weinberger et al.
2009), and where a model asks for it every two to five letters of a word; a bucket counts with 1 + ln of how
often it is met, and the vector has length 1.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from diotima.models.boosted import load_arrays

LONGEST_RUN = 3
LETTERS = range(2, 6)
_TOKEN = re.compile(r"\w+|[?!.=*/+-]")


class Wordings:
    """The weights of one file: ``weights`` (one a bucket), ``bias``, and whether ``letters`` count."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._weights = arrays["weights"].astype(np.float64)
        self._bias = float(arrays["bias"])
        self._letters = bool(arrays.get("letters", False))

    def margin(self, text: str) -> float:
        """Log odds of the class that was told apart."""
        buckets, values = vector(text, len(self._weights), letters=self._letters)
        return self._bias + float(self._weights[buckets] @ values)


def vector(text: str, buckets: int, *, letters: bool = False) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Buckets that a text fills, ascending, and how far; both empty for a text without a word."""
    tokens = _TOKEN.findall(text.lower())
    runs = chain(_runs(tokens), _letters(tokens) if letters else ())
    counts = Counter(crc32(run.encode()) % buckets for run in runs)
    places = np.array(sorted(counts), dtype=np.intp)
    values = 1 + np.log(np.array([counts[n] for n in places.tolist()], dtype=np.float64))
    return places, values / max(1.0, float(np.linalg.norm(values)))


def _runs(tokens: Sequence[str]) -> Iterator[str]:
    for length in range(1, LONGEST_RUN + 1):
        for n in range(len(tokens) - length + 1):
            yield " ".join(tokens[n : n + length])


def _letters(tokens: Sequence[str]) -> Iterator[str]:
    for token in tokens:
        padded = f"#{token}#"
        for length in LETTERS:
            for n in range(max(1, len(padded) - length + 1)):
                yield "#" + padded[n : n + length]


@lru_cache
def load_wordings(name: str) -> Wordings:
    """The model ``fitted/<name>.npz``. Raises ``FileNotFoundError`` if there is none."""
    return Wordings(load_arrays(name))
