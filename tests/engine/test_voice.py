"""The tutor's wordings: quotations, excerpts, and never the same words twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.domain.messages import Catalogue
from diotima.engine.voice import QUOTE_WORDS, Phrasebook, Wording, excerpt, first_unasked, join, quote

CATALOGUE = Catalogue("en", {"hello": ("one {x}", "two {x}", "three {x}"), "once": "only {x}"})


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        ("The deltoid is weak.", "The deltoid is weak"),
        ("um so I think the deltoid is weak", "the deltoid is weak"),
        ("maybe it's numb, over the badge", "numb, over the badge"),
        ('he said "C5"', "he said 'C5"),
        ("two\nlines   here", "two lines here"),
        ("I think", "I think"),
        (" ".join(["word"] * 30), " ".join(["word"] * QUOTE_WORDS) + " ..."),
    ],
)
def test_quotation_is_short_and_without_hedges(said: str, quoted: str) -> None:
    assert quote(said) == quoted


@given(st.text(max_size=300))
def test_quotation_is_one_line_of_bounded_length(said: str) -> None:
    quoted = quote(said)

    assert "\n" not in quoted
    assert '"' not in quoted
    assert len(quoted.split()) <= QUOTE_WORDS + 1


def test_wordings_are_used_in_turn_before_any_comes_again() -> None:
    used: tuple[str, ...] = ()
    texts = []
    for turn in range(6):
        said = Phrasebook(CATALOGUE, used, str(turn)).say("hello", x="you")
        used = (*used, *said.used)
        texts.append(said.text)

    assert set(texts[:3]) == {"one you", "two you", "three you"}
    assert texts[3:] == texts[:3]


def test_values_are_inserted_and_never_interpreted() -> None:
    assert (
        Phrasebook(CATALOGUE).say("once", x="{x} {0} %s {evil.__class__}").text
        == "only {x} {0} %s {evil.__class__}"
    )


def test_a_question_asked_before_is_not_asked_again_whatever_its_punctuation() -> None:
    candidates = [Wording("Which nerve?"), Wording("Which nerve is it?")]

    assert first_unasked(candidates, ["which NERVE"]) == Wording("Which nerve is it?")
    assert first_unasked(candidates, ["Which nerve?", "which nerve is it"]) is None


def test_excerpt_takes_whole_sentences() -> None:
    text = "One two three. Four five six. Seven eight nine."

    assert excerpt(text, 6) == "One two three. Four five six."
    assert excerpt(text, 1) == "One two three."


def test_join_leaves_out_what_is_empty() -> None:
    assert join("a.", "", "  ", "b.") == "a. b."
