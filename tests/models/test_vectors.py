from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from diotima.models.doubles import HashEncoder
from diotima.models.vectors import CachedEncoder


def files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.is_file())


def test_vectors_are_those_of_the_encoder_in_order(data_folder: Path) -> None:
    cached = CachedEncoder(HashEncoder(), data_folder)
    cached.encode(["b"])

    assert np.array_equal(cached.encode(["a", "b", "a"]), HashEncoder().encode(["a", "b", "a"]))
    assert cached.encode([]).shape == (0, 64)


def test_a_text_is_computed_once(data_folder: Path) -> None:
    encoder = HashEncoder()
    cached = CachedEncoder(encoder, data_folder)

    cached.encode(["a", "b", "a"])
    cached.encode(["b", "c"])

    assert encoder.asked == ["a", "b", "c"]


def test_what_a_learner_writes_never_reaches_the_disk(data_folder: Path) -> None:
    cached = CachedEncoder(HashEncoder(), data_folder)

    cached.encode(["my secret"])
    assert files(data_folder) == []

    cached.remember(["course text"])
    (file,) = files(data_folder)
    assert len(np.load(file)["names"]) == 1


def test_course_texts_are_remembered_over_a_restart(data_folder: Path) -> None:
    CachedEncoder(HashEncoder(), data_folder / "cache").remember(["a", "b"])
    encoder = HashEncoder()
    cached = CachedEncoder(encoder, data_folder / "cache")

    vectors = cached.encode(["b", "c"])
    cached.remember(["b", "a"])

    assert encoder.asked == ["c"]
    assert np.array_equal(vectors, HashEncoder().encode(["b", "c"]))


def test_another_encoder_has_its_own_file(data_folder: Path) -> None:
    class Other(HashEncoder):
        id = "other/64"

    CachedEncoder(HashEncoder(), data_folder).remember(["a"])
    CachedEncoder(Other(), data_folder).remember(["a"])

    assert len(files(data_folder)) == 2


@pytest.mark.parametrize("damage", [b"", b"not a zip", b"PK\x03\x04 broken"])
def test_a_damaged_file_is_ignored_and_rebuilt(data_folder: Path, damage: bytes) -> None:
    CachedEncoder(HashEncoder(), data_folder).remember(["a"])
    (file,) = files(data_folder)
    whole = file.read_bytes()
    file.write_bytes(damage)
    encoder = HashEncoder()

    CachedEncoder(encoder, data_folder).remember(["a"])

    assert encoder.asked == ["a"]
    assert np.array_equal(np.load(file)["vectors"], HashEncoder().encode(["a"]))
    assert len(file.read_bytes()) == len(whole)


def archive(compressed: bool = True, **arrays: NDArray[np.generic]) -> bytes:
    file = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(file, allow_pickle=True, **arrays)
    return file.getvalue()


def in_archive(**members: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        for name, data in members.items():
            packed.writestr(name, data)
    return file.getvalue()


def a_bare_array() -> bytes:
    file = io.BytesIO()
    np.save(file, np.ones((1, 64), np.float32))
    return file.getvalue()


NAMES = np.array([hashlib.sha256(b"a").hexdigest()])
VECTORS = np.full((1, 64), 0.125, np.float32)


def test_a_file_of_the_right_form_is_believed(data_folder: Path) -> None:
    CachedEncoder(HashEncoder(), data_folder).remember(["a"])
    (file,) = files(data_folder)
    file.write_bytes(archive(names=NAMES, vectors=VECTORS))

    assert np.array_equal(CachedEncoder(HashEncoder(), data_folder).encode(["a"]), VECTORS)


@pytest.mark.parametrize(
    "foreign",
    [
        archive(names=NAMES, vectors=VECTORS[:, :32]),
        archive(names=NAMES, vectors=VECTORS.astype(np.float64)),
        archive(names=NAMES, vectors=VECTORS[0]),
        archive(names=NAMES, vectors=np.vstack([VECTORS, VECTORS])),
        archive(names=np.array("a"), vectors=VECTORS),
        archive(names=np.array([{}], dtype=object), vectors=VECTORS),
        archive(vectors=VECTORS),
        in_archive(names=b"a", vectors=b"b"),
        a_bare_array(),
    ],
    ids=["narrow", "double", "flat", "longer", "one name", "pickled", "nameless", "bytes", "bare"],
)
def test_a_foreign_file_is_ignored(data_folder: Path, foreign: bytes) -> None:
    CachedEncoder(HashEncoder(), data_folder).remember(["a"])
    (file,) = files(data_folder)
    file.write_bytes(foreign)

    vectors = CachedEncoder(HashEncoder(), data_folder).encode(["a", "b"])

    assert np.array_equal(vectors, HashEncoder().encode(["a", "b"]))


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    compressed=st.booleans(), flips=st.dictionaries(st.integers(0, 10_000), st.integers(0, 255), max_size=4)
)
def test_no_flipped_byte_stops_it(data_folder: Path, compressed: bool, flips: dict[int, int]) -> None:
    encoder = HashEncoder()
    CachedEncoder(encoder, data_folder).remember(["a", "b"])
    (file,) = files(data_folder)
    names = np.array([hashlib.sha256(t.encode()).hexdigest() for t in "ab"])
    damaged = bytearray(archive(compressed, names=names, vectors=encoder.encode(["a", "b"])))
    for place, byte in flips.items():
        damaged[place % len(damaged)] = byte
    file.write_bytes(damaged)

    vectors = CachedEncoder(encoder, data_folder).encode(["a", "z"])

    assert np.array_equal(vectors, encoder.encode(["a", "z"]))


def test_vectors_that_are_no_numbers_are_ignored(data_folder: Path) -> None:
    CachedEncoder(HashEncoder(), data_folder).remember(["a"])
    (file,) = files(data_folder)
    with np.load(file) as kept:
        names = kept["names"]
    with file.open("wb") as planted:
        np.savez(planted, names=names, vectors=np.full((1, 64), np.nan, np.float32))

    assert np.isfinite(CachedEncoder(HashEncoder(), data_folder).encode(["a"])).all()


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(data_folder: Path) -> None:
    blocked = data_folder / "cache"
    blocked.write_text("a file stands where the folder should")
    cached = CachedEncoder(HashEncoder(), blocked)

    cached.remember(["a"])

    assert cached.encode(["a"]).shape == (1, 64)
