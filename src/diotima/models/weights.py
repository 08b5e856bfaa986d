"""Reads the tensors of an ONNX file: just enough of protobuf, without ``onnx`` or ``onnxruntime``.

The names of the exported matrices say nothing (``val_49_q``); their layer is read off the graph, where each
is multiplied and the named bias of its layer added.
"""

from __future__ import annotations

import hashlib
import mmap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_MODEL_GRAPH, _GRAPH_NODE, _GRAPH_TENSOR = 7, 1, 5
_NODE_INPUT, _NODE_OUTPUT, _NODE_OP = 1, 2, 4
_TENSOR_DIMS, _TENSOR_TYPE, _TENSOR_NAME, _TENSOR_RAW = 1, 2, 8, 9
_TYPES: Mapping[int, str] = {1: "<f4", 3: "i1", 7: "<i8"}


class BrokenWeights(RuntimeError):
    """The file of weights is missing, changed or of an unknown form."""


@dataclass(frozen=True)
class Quantised:
    """A matrix as int8 with a scale per row or per column."""

    values: NDArray[np.int8]
    scale: NDArray[np.float32]

    def dense(self) -> NDArray[np.float32]:
        """The matrix in float32."""
        return self.values.astype(np.float32) * self.scale

    def rows(self, index: NDArray[np.intp]) -> NDArray[np.float32]:
        """Some rows in float32."""
        return self.values[index].astype(np.float32) * self.scale[index]


@dataclass(frozen=True)
class Weights:
    """A model's tensors by name. Quantised matrices carry the name of the layer they belong to."""

    plain: Mapping[str, NDArray[np.float32]]
    quantised: Mapping[str, Quantised]


@dataclass
class _Graph:
    tensors: dict[str, NDArray[np.generic]] = field(default_factory=dict)
    products: dict[str, str] = field(default_factory=dict)
    """Result of a multiplication to the matrix in it."""
    sums: list[tuple[str, str]] = field(default_factory=list)


def read_weights(path: Path, sha256: str) -> Weights:
    """The tensors of a file that has that checksum. Raises ``BrokenWeights``. Maps the file, copies
    nothing."""
    try:
        with path.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError) as missing:
        raise BrokenWeights(f"cannot read {path.name}: {missing}") from missing
    if hashlib.sha256(data).hexdigest() != sha256:
        raise BrokenWeights(f"{path.name} is not the file it should be")
    try:
        return _named(_read_graph(data))
    except (IndexError, KeyError, ValueError) as broken:
        raise BrokenWeights(f"{path.name} has an unknown form: {broken}") from broken


def _named(graph: _Graph) -> Weights:
    layer_of = {graph.products[a]: b.removesuffix(".bias") for a, b in graph.sums if a in graph.products}
    quantised = {}
    for name, values in graph.tensors.items():
        if name.endswith("_q"):
            base = name.removesuffix("_q")
            scale = graph.tensors[f"{base}_scale"].astype(np.float32)
            quantised[layer_of.get(base, base.removesuffix(".weight"))] = Quantised(
                values.astype(np.int8, copy=False), scale
            )
    plain = {n: t.astype(np.float32, copy=False) for n, t in graph.tensors.items() if t.dtype == np.float32}
    return Weights(plain, quantised)


def _read_graph(data: memoryview) -> _Graph:
    graph = _Graph()
    body = next(value for number, value in _fields(data) if number == _MODEL_GRAPH)
    for number, value in _fields(_bytes(body)):
        if number == _GRAPH_TENSOR:
            _read_tensor(_bytes(value), graph)
        elif number == _GRAPH_NODE:
            _read_node(_bytes(value), graph)
    return graph


def _read_node(data: memoryview, graph: _Graph) -> None:
    inputs, outputs, operation = [], [], ""
    for number, value in _fields(data):
        if number == _NODE_INPUT:
            inputs.append(_text(value))
        elif number == _NODE_OUTPUT:
            outputs.append(_text(value))
        elif number == _NODE_OP:
            operation = _text(value)
    if operation == "MatMul":
        graph.products[outputs[0]] = inputs[1]
    elif operation == "Add" and inputs[1].endswith(".bias"):
        graph.sums.append((inputs[0], inputs[1]))


def _read_tensor(data: memoryview, graph: _Graph) -> None:
    shape: list[int] = []
    name, kind, raw = "", 0, memoryview(b"")
    for number, value in _fields(data):
        if number == _TENSOR_DIMS:
            shape += [value] if isinstance(value, int) else _packed(value)
        elif number == _TENSOR_TYPE and isinstance(value, int):
            kind = value
        elif number == _TENSOR_NAME:
            name = _text(value)
        elif number == _TENSOR_RAW:
            raw = _bytes(value)
    if len(raw) and kind in _TYPES:
        graph.tensors[name] = np.frombuffer(raw, _TYPES[kind]).reshape(shape)


def _fields(data: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """Field numbers and values of a protobuf message, in order."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = _varint(data, at)
            yield key >> 3, value
            continue
        size = {1: 8, 5: 4}.get(kind)
        if kind == 2:
            size, at = _varint(data, at)
        if size is None or at + size > len(data):
            raise ValueError("no protobuf")
        yield key >> 3, data[at : at + size]
        at += size


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def _packed(data: memoryview) -> list[int]:
    values, at = [], 0
    while at < len(data):
        value, at = _varint(data, at)
        values.append(value)
    return values


def _bytes(value: int | memoryview) -> memoryview:
    if isinstance(value, int):
        raise ValueError("a message was expected")
    return value


def _text(value: int | memoryview) -> str:
    return bytes(_bytes(value)).decode()
