"""Texts as HTML."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.web.typeset import FORMULA_LENGTH, typeset, typeset_line

ATTACKS = (
    "<script>alert(1)</script>",
    r"$\text{<script>alert(1)</script>}$",
    r"$\href{javascript:alert(1)}{x}$",
    r"$\style{background:url(//evil.example)}{x}$",
    r"$\class{primary}{x}$",
    r"$\id{answer}{x}$",
    '"><img src=x onerror=alert(1)>',
)


def test_typeset_escapes_text() -> None:
    assert typeset_line("a < b & c") == "a &lt; b &amp; c"


def test_typeset_makes_paragraphs_and_line_breaks() -> None:
    assert typeset("one\ntwo\n\nthree\n") == "<p>one<br>two</p><p>three</p>"


def test_typeset_shows_a_blank_with_a_word_for_listeners() -> None:
    assert typeset_line("it is ____.", "gap") == (
        'it is <span class="blank"><span class="unseen">gap</span></span>.'
    )


def test_typeset_turns_a_formula_into_mathml() -> None:
    assert typeset_line("so $I = V$.") == (
        'so <math display="inline"><mrow><mi>I</mi><mo>=</mo><mi>V</mi></mrow></math>.'
    )


def test_typeset_sets_a_displayed_formula_as_a_block() -> None:
    assert 'display="block"' in typeset_line("$$I$$")


@pytest.mark.parametrize("text", ["It costs $5 and $10.", "From $ to $ nothing.", "One $ alone."])
def test_typeset_leaves_amounts_of_money_alone(text: str) -> None:
    assert typeset_line(text) == text


def test_typeset_shows_an_unreadable_formula_as_written() -> None:
    assert typeset_line(r"$\frac{$") == r"$\frac{$"


def test_typeset_does_not_parse_overlong_formulas() -> None:
    long = f"${'x' * (FORMULA_LENGTH + 1)}$"

    assert typeset_line(long) == long


@pytest.mark.parametrize("attack", ATTACKS)
def test_typeset_lets_no_markup_through(attack: str) -> None:
    shown = fromstring(f"<root>{typeset(attack).replace('<br>', '<br/>')}</root>")

    tags = {element.tag for element in shown.iter()}
    attributes = {name for element in shown.iter() for name in element.attrib}
    assert not tags & {"script", "img", "a"}
    assert not attributes & {"href", "style", "class", "id", "onerror"}


@given(st.text(alphabet=st.sampled_from(list("$\\{}^_<>&\"' abcfrtex12\n"))))
def test_typeset_always_gives_well_formed_html(text: str) -> None:
    fromstring(f"<root>{typeset(text).replace('<br>', '<br/>')}</root>")
