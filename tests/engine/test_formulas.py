from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.engine.formulas import (
    FormulaError,
    are_equivalent,
    evaluate_arithmetic,
    find_formulas,
    parse_formula,
)

OHM = ("V", "I", "R")
FALL = ("v", "g", "h")


def same(one: str, other: str, symbols: tuple[str, ...]) -> bool:
    return are_equivalent(parse_formula(one, symbols), parse_formula(other, symbols))


@pytest.mark.parametrize(
    "written",
    ["V = I R", "V = I*R", "V=IR", "I = V/R", "R = V / I", "V/R = I", "i = v/r", "V - I*R = 0", "V / R",
     "I = \\frac{V}{R}",
     "2 V = 2 I R", "I × R = V", "I = V ÷ R", "I R^2 = V R"],
)  # fmt: skip
def test_rearranged_forms_are_the_same_law(written: str) -> None:
    assert same(written, "I = V / R", OHM)


@pytest.mark.parametrize(
    "written", ["I = V * R", "I = R / V", "V = I / R", "V = I + R", "R / V", "I = V", "I = 2 V / R"]
)
def test_other_laws_are_not(written: str) -> None:
    assert not same(written, "I = V / R", OHM)


@pytest.mark.parametrize(
    "written", ["v = √(2gh)", "v^2 = 2 g h", "h = v²/(2g)", "v = (2*g*h)^(1/2)", "sqrt(2 g h)"]
)
def test_roots_and_powers(written: str) -> None:
    assert same(written, "v = sqrt(2*g*h)", FALL)


def test_implicit_equations_are_compared_by_their_difference() -> None:
    symbols = ("x", "y", "r")

    assert same("x^2 + y^2 = r^2", "2*r^2 = 2*x^2 + 2*y^2", symbols)
    assert not same("x^2 + y^2 = r^2", "x + y = r", symbols)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I think it is I = V/R, so it is halved.", ["I = V/R"]),
        ("You take V divided by R.", ["V divided by R"]),
        ("V over R", ["V over R"]),
        ("$I = \\frac{V}{R}$", ["$I = \\frac{V}{R}$"]),
        ("I know V.", []),
        ("no formula at all", []),
    ],
)
def test_formulas_are_found_in_sentences(text: str, found: list[str]) -> None:
    assert [text[f.start : f.end] for f in find_formulas(text, OHM)] == found


@pytest.mark.parametrize(
    "text", ["V = Q", "V +", "(V", "V^99", "V" + "+V" * 80, "(" * 40 + "V" + ")" * 40, "__import__('os')", ""]
)
def test_what_is_no_bounded_formula_is_refused(text: str) -> None:
    with pytest.raises(FormulaError):
        parse_formula(text, OHM)


@given(st.text(alphabet="VIR0123456789+-*/^()= .²⁴٣½Ⅷ", max_size=30))
def test_no_text_breaks_the_parser(text: str) -> None:
    for found in find_formulas(text, OHM):
        assert are_equivalent(found.formula, found.formula) in (True, False)
    assert isinstance(evaluate_arithmetic(text), float | None)


@pytest.mark.parametrize("text", ["2 . + 3", "2 * .", "5*⁴", "2 + ½"])
def test_a_sign_that_is_no_number_is_no_arithmetic(text: str) -> None:
    assert evaluate_arithmetic(text) is None


@pytest.mark.parametrize(
    ("text", "value"), [("12/4", 3), ("2*(3+4)", 14), ("12 ÷ 4", 3), ("3", None), ("1/0", None)]
)
def test_arithmetic_is_evaluated(text: str, value: float | None) -> None:
    assert evaluate_arithmetic(text) == value
