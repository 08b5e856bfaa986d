"""Stand-ins that ship: deterministic, without weights, for tests and simulations."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class HashEncoder:
    """Similarity by shared words: each word has a fixed random direction, a text the sum of its words'."""

    id = "hash/64"

    def __init__(self) -> None:
        self.asked: list[str] = []
        """Every text it was asked for, in order."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit vector a text, shape (len(texts), 64)."""
        self.asked += texts
        rows = [sum((_direction(w) for w in re.findall(r"\w+", t.lower())), np.zeros(64)) for t in texts]
        vectors = np.array(rows, np.float32).reshape(len(texts), 64)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        lengths: NDArray[np.float32] = np.maximum(norms, np.float32(1e-9))
        unit: NDArray[np.float32] = vectors / lengths
        return unit


def _direction(word: str) -> NDArray[np.float64]:
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
    return np.random.default_rng(seed).standard_normal(64)
