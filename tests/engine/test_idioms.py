"""The notation for phrases, and that looking for them never takes long."""

from __future__ import annotations

import time

import pytest

from diotima.engine import redlines, utterances
from diotima.engine.idioms import Phrases, spoken

ALL = {
    f"{module.__name__.rsplit('.', 1)[1]}.{name}": value
    for module in (redlines, utterances)
    for name, value in vars(module).items()
    if isinstance(value, Phrases)
}


@pytest.mark.parametrize(
    ("line", "said", "expected"),
    [
        ("tell|show me", "please show me now", True),
        ("tell|show me", "please tell her", False),
        ("tell me [the] answer", "tell me answer", True),
        ("tell me [the] answer", "tell me the answer", True),
        ("[very]* good", "very very good", True),
        ("(in short|at last) good", "at last good", True),
        ("^ good", "very good", False),
        ("good $", "good day", False),
        ("good", "goodness", False),
        ("good | bad day", "bad day", True),
        ("x\\d+ [a]* y", "x12 y", True),
    ],
)
def test_a_phrase_is_found_where_it_is_said(line: str, said: str, expected: bool) -> None:
    assert Phrases(line).within(said) is expected


def test_a_whole_phrase_allows_courtesies_only() -> None:
    phrases = Phrases("stop", before="please|now", after="thanks")

    assert phrases.whole("please now stop thanks")
    assert not phrases.whole("stop the car")


def test_cutting_leaves_the_rest() -> None:
    assert Phrases("i think").cut("well i think it is c5") == "well it is c5"


def test_spoken_text_has_words_and_apostrophes_only() -> None:
    assert spoken("  I don’t KNOW -- really?! ") == "i don't know really"


@pytest.mark.parametrize("phrases", ALL.values(), ids=ALL)
def test_no_message_takes_long_to_look_through(phrases: Phrases) -> None:
    pieces = (
        "the ",
        "a b c ",
        "answer the ",
        "i really just ",
        "please can you ",
        "all of these ",
        "you are a stupid ",
        "tell me what the ",
        "not quite so sure about it ",
        "show me a picture of the ",
    )
    began = time.process_time()

    for piece in pieces:
        phrases.within((piece * 2000)[:2000])
        phrases.whole((piece * 2000)[:2000])

    assert time.process_time() - began < 1.0
