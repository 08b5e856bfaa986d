"""A linear model over runs of one to three words, hashed: how a thing is put, fitted elsewhere, run on numpy.

Words, numbers and signs of a text and every two or three in a row are hashed to a bucket (Weinberger et al.
2009); a bucket counts with 1 + ln of how often it is met, and the vector has length 1.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from diotima.models.boosted import load_arrays

LONGEST_RUN = 3
_TOKEN = re.compile(r"\w+|[?!.=*/+-]")


class Wordings:
    """The weights of one file: ``weights`` (one a bucket) and ``bias``."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._weights = arrays["weights"].astype(np.float64)
        self._bias = float(arrays["bias"])

    def margin(self, text: str) -> float:
        """Log odds of the class that was told apart."""
        buckets, values = vector(text, len(self._weights))
        return self._bias + float(self._weights[buckets] @ values)


def vector(text: str, buckets: int) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Buckets that a text fills, ascending, and how far; both empty for a text without a word."""
    counts = Counter(crc32(run.encode()) % buckets for run in _runs(_TOKEN.findall(text.lower())))
    places = np.array(sorted(counts), dtype=np.intp)
    values = 1 + np.log(np.array([counts[n] for n in places.tolist()], dtype=np.float64))
    return places, values / max(1.0, float(np.linalg.norm(values)))


def _runs(tokens: Sequence[str]) -> Iterator[str]:
    for length in range(1, LONGEST_RUN + 1):
        for n in range(len(tokens) - length + 1):
            yield " ".join(tokens[n : n + length])


@lru_cache
def load_wordings(name: str) -> Wordings:
    """The model ``fitted/<name>.npz``. Raises ``FileNotFoundError`` if there is none."""
    return Wordings(load_arrays(name))
