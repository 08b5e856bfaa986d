from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from diotima.models.weights import BrokenWeights, read_weights


def field(number: int, payload: bytes) -> bytes:
    size = len(payload)
    assert size < 16384
    length = bytes([size]) if size < 128 else bytes([size & 127 | 128, size >> 7])
    return bytes([number << 3 | 2]) + length + payload


def number(field_number: int, value: int) -> bytes:
    return bytes([field_number << 3, value])


def tensor(name: str, shape: tuple[int, ...], kind: int, raw: bytes) -> bytes:
    dims = b"".join(number(1, n) for n in shape)
    return field(5, dims + number(2, kind) + field(8, name.encode()) + field(9, raw))


def node(operation: str, inputs: tuple[str, ...], output: str) -> bytes:
    body = (
        b"".join(field(1, i.encode()) for i in inputs)
        + field(2, output.encode())
        + field(4, operation.encode())
    )
    return field(1, body)


MODEL = field(
    7,
    node("MatMul", ("x", "val_7"), "y")
    + node("Add", ("y", "layer.dense.bias"), "z")
    + tensor("val_7_q", (2, 3), 3, np.arange(6, dtype="i1").tobytes())
    + tensor("val_7_scale", (1, 3), 1, np.array([1, 2, 0.5], "<f4").tobytes())
    + tensor("layer.dense.bias", (3,), 1, np.zeros(3, "<f4").tobytes()),
)


def written(folder: Path, data: bytes) -> tuple[Path, str]:
    path = folder / "model.onnx"
    path.write_bytes(data)
    return path, hashlib.sha256(data).hexdigest()


def test_a_matrix_is_named_after_the_layer_whose_bias_is_added(tmp_path: Path) -> None:
    weights = read_weights(*written(tmp_path, MODEL))

    assert set(weights.quantised) == {"layer.dense"}
    assert weights.quantised["layer.dense"].dense().tolist() == [[0, 2, 1], [3, 8, 2.5]]
    assert weights.plain["layer.dense.bias"].tolist() == [0, 0, 0]


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    path, checksum = written(tmp_path, MODEL)
    path.write_bytes(MODEL[:-1] + b"\x01")

    with pytest.raises(BrokenWeights, match="not the file it should be"):
        read_weights(path, checksum)


def test_a_missing_or_empty_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BrokenWeights, match="cannot read"):
        read_weights(tmp_path / "none.onnx", "")
    with pytest.raises(BrokenWeights, match="cannot read"):
        read_weights(*written(tmp_path, b""))


@pytest.mark.parametrize(
    "data", [b"no protobuf at all", MODEL[:-4], field(7, tensor("val_7_q", (2, 3), 3, b"abc"))]
)
def test_a_file_of_another_form_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(BrokenWeights, match="unknown form"):
        read_weights(*written(tmp_path, data))
