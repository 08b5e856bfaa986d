"""Which option free words name."""

from __future__ import annotations

import pytest

from diotima.domain.questions import Question, QuestionKind
from diotima.engine.options import pick_option
from diotima.engine.reading import show_options

RAMI = (
    "From the ventral roots of the nerves",
    "From the ventral rami of the nerves",
    "From the dorsal rami of the nerves",
    "From the dorsal roots of the nerves",
)
AMOUNTS = ("15 A", "50 A", "2 A", "0.5 A")
CORDS = ("Upper, middle and lower cord", "Lateral, medial and posterior cord", "Anterior and posterior cord")


def _pick(texts: tuple[str, ...], words: str) -> str | None:
    return pick_option(Question("q", QuestionKind.QUIZ, "?", options=show_options(texts)), words)


@pytest.mark.parametrize(
    "words",
    [
        "b",
        "B)",
        "b i guess",
        "idk maybe b",
        "I don't know, b?",
        "no clue but i think b",
        "i think b",
        "b?",
        "umm, b, the ventral rami i think",
        "b. ventral rami",
        "b the ventral rami",
        "the ventral rami",
        "ventral rami?",
        "the second one",
        "2",
        "option b",
        "From the ventral rami of the nerves",
        "b because the plexus is ventral",
    ],
)
def test_names_the_second_option(words: str) -> None:
    assert _pick(RAMI, words) == "b"


@pytest.mark.parametrize(
    "words",
    [
        "idk",
        "i don't know",
        "no idea",
        "i don't know b or c",
        "the rami",
        "b. dorsal roots",
        "ventral",
        "what's a ramus?",
        "b or c",
        "a ventral thing",
        "",
        "?",
    ],
)
def test_takes_none_where_not_exactly_one_is_named(words: str) -> None:
    assert _pick(RAMI, words) is None


@pytest.mark.parametrize(
    "words",
    [
        "not the ventral rami",
        "not from the ventral rami of the nerves",
        "From the ventral rami of the nerves, that is not true.",
        "it isn't the ventral rami",
        "anything but b",
        "not b",
        "b is wrong",
        "b isn't it",
        "b cannot be",
    ],
)
def test_takes_none_that_is_ruled_out(words: str) -> None:
    assert _pick(RAMI, words) is None


def test_an_option_that_denies_is_named_by_its_denial() -> None:
    assert _pick(("It does not change", "It doubles", "It halves"), "it does not change") == "a"


@pytest.mark.parametrize(
    ("words", "option"),
    [("2A", "c"), ("2 A", "c"), ("2", "c"), ("0.5", "d"), ("c", "c"), ("15A i think", "a"), ("3", None)],
)
def test_reads_a_number_among_amounts_as_an_amount(words: str, option: str | None) -> None:
    assert _pick(AMOUNTS, words) == option


def test_tells_an_option_from_one_it_is_part_of() -> None:
    assert _pick(CORDS, "lateral medial and posterior") == "b"
    assert _pick(CORDS, "posterior") is None
