"""Vectors that need not be computed twice.

Course texts (``remember``) are kept in a file of the data folder, everything else in memory only: what a
learner writes never reaches the disk from here.
"""

from __future__ import annotations

import hashlib
import os
import threading
import zipfile
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from diotima.domain.ports import Encoder

_IN_MEMORY = 20_000


class CachedEncoder:
    """An encoder that remembers.

    The file is named after the encoder's id, written whole and put in place at once. One that cannot be read
    is ignored and replaced; one that cannot be written costs speed, nothing else. Safe to share between
    threads.
    """

    def __init__(self, encoder: Encoder, folder: Path) -> None:
        self._encoder = encoder
        self._path = folder / f"vectors-{_digest(encoder.id)[:16]}.npz"
        self._lock = threading.Lock()
        self._recent: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._course: dict[str, NDArray[np.float32]] | None = None

    @property
    def id(self) -> str:
        return self._encoder.id

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, in order; only texts not met before are computed, all at once."""
        with self._lock:
            names = [_digest(text) for text in texts]
            found = {name: self._look_up(name) for name in names}
            new = {name: text for name, text in zip(names, texts, strict=True) if found[name] is None}
        computed = dict(zip(new, self._encoder.encode(list(new.values())), strict=True)) if new else {}
        with self._lock:
            for name, vector in computed.items():
                self._keep(name, vector)
        rows = [computed[n] if n in computed else found[n] for n in names]
        return np.stack([r for r in rows if r is not None]) if rows else self._encoder.encode([])

    def remember(self, texts: Iterable[str]) -> None:
        """Compute the vectors of course texts and keep them for the next start."""
        distinct = list(dict.fromkeys(texts))
        vectors = self.encode(distinct)
        with self._lock:
            course = self._from_disk()
            new = {_digest(t): v for t, v in zip(distinct, vectors, strict=True) if _digest(t) not in course}
            course.update(new)
            if new:
                _write(self._path, course)

    def _look_up(self, name: str) -> NDArray[np.float32] | None:
        if name in self._recent:
            self._recent.move_to_end(name)
            return self._recent[name]
        return self._from_disk().get(name)

    def _keep(self, name: str, vector: NDArray[np.float32]) -> None:
        self._recent[name] = vector
        if len(self._recent) > _IN_MEMORY:
            self._recent.popitem(last=False)

    def _from_disk(self) -> dict[str, NDArray[np.float32]]:
        if self._course is None:
            self._course = _read(self._path, self._encoder.encode([]).shape[1])
        return self._course


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


_UNREADABLE = (OSError, LookupError, ValueError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error)
"""What reading a file of any bytes may raise; an encrypted archive is a ``RuntimeError``."""


def _read(path: Path, dimension: int) -> dict[str, NDArray[np.float32]]:
    try:
        with path.open("rb") as file:
            kept = np.load(file, allow_pickle=False)
            names, vectors = np.asarray(kept["names"]), np.asarray(kept["vectors"])
    except _UNREADABLE:
        return {}
    rows = (names.size, dimension)
    if names.ndim != 1 or vectors.dtype != np.float32 or vectors.shape != rows:
        return {}
    return {str(n): v for n, v in zip(names, vectors, strict=True)} if np.isfinite(vectors).all() else {}


def _write(path: Path, vectors: dict[str, NDArray[np.float32]]) -> None:
    beside = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            np.savez(file, names=np.array(list(vectors)), vectors=np.stack(list(vectors.values())))
        beside.replace(path)
    except OSError:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
