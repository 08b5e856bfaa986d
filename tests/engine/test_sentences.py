from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.engine.sentences import HELD_BACK, LONGEST, SentenceBuffer


def cut(*chunks: str) -> list[str]:
    buffer = SentenceBuffer()
    pieces: list[str] = []
    for chunk in chunks:
        buffer, released = buffer.feed(chunk)
        pieces += released
    return [*pieces, *buffer.flush()]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("One. Two? Three", ["One.", " Two?", " Three"]),
        ("It is 0.5 A. Yes.", ["It is 0.5 A.", " Yes."]),
        ("One\nTwo", ["One\n", "Two"]),
        ('He said "no." Then left.', ['He said "no."', " Then left."]),
        ("See $a. b$ here. End", ["See $a. b$ here.", " End"]),
        ("```\nx. y\n``` Done. Bye", ["```\nx. y\n``` Done.", " Bye"]),
        ("", []),
    ],
)
def test_a_text_is_cut_at_its_sentences(text: str, pieces: list[str]) -> None:
    assert cut(text) == pieces


def test_a_sentence_leaves_only_when_its_end_is_certain() -> None:
    buffer, released = SentenceBuffer().feed("It is 0.")

    assert released == ()
    assert buffer.feed("5 A. ")[1] == ("It is 0.5 A.",)


def test_a_long_sentence_is_cut_at_a_space_with_some_text_held_back() -> None:
    words = "word " * 60

    buffer, released = SentenceBuffer().feed(words)

    assert all(len(piece) <= LONGEST for piece in released)
    assert len(buffer.pending) > HELD_BACK


@given(st.text(alphabet="ab .?\n$`", max_size=600), st.lists(st.integers(0, 600), max_size=8))
def test_pieces_do_not_depend_on_the_chunks_and_lose_nothing(text: str, cuts: list[int]) -> None:
    places = sorted(c for c in cuts if c <= len(text))
    chunks = [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]

    assert cut(*chunks) == cut(text)
    assert "".join(cut(*chunks)) == text
