from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.engine.quantities import agree, find_quantities, parse_number, parse_unit


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("3 A", "A", 3),
        ("3A", "A", 3),
        ("3 amps", "A", 3),
        ("three amperes", "A", 3),
        ("3,000 mA", "A", 3),
        ("3000 milliamps", "A", 3),
        ("0.003 kA", "A", 3),
        ("3 x 10^3 mA", "A", 3),
        ("3×10⁻³ kA", "A", 3),
        ("3e3 mA", "A", 3),
        ("3000 ma", "A", 3),
        ("a third of an amp", "A", 1 / 3),
        ("1/3 A", "A", 1 / 3),
        ("half an amp", "A", 0.5),
        ("0,5 A", "A", 0.5),
        ("½ A", "A", 0.5),
        ("-5 °C", "K", 268.15),
        ("36 km/h", "m/s", 10),
        ("10 metres per second", "m/s", 10),
        ("9.81 m s⁻²", "m/s^2", 9.81),
        ("2 kΩ", "ohm", 2000),
        ("2 kiloohms", "ohm", 2000),
        ("5 µF", "F", 5e-6),
        ("2 hours", "s", 7200),
        ("120 mmHg", "kPa", 15.9987),
        ("5 N m", "J", 5),
        ("two thirds", None, 2 / 3),
        ("50 %", None, 0.5),
        ("forty-eight", None, 48),
        ("minus 4", None, -4),
    ],
)
def test_quantities_are_read_as_learners_write_them(text: str, unit: str | None, value: float) -> None:
    (found,) = find_quantities(text)

    expected = value * parse_unit(unit).factor if unit else value
    assert math.isclose(found.si, expected, rel_tol=1e-4)
    assert found.dimension == (parse_unit(unit).dimension if unit else (0,) * 7)


@pytest.mark.parametrize("text", ["C5 and C6", "V2", "no number", "H2O", "3.4.5.6", ""])
def test_names_with_digits_are_no_quantities(text: str) -> None:
    assert find_quantities(text) == ()


def test_a_word_after_a_number_is_not_its_unit() -> None:
    assert [q.unit for q in find_quantities("3 a day, 4 amazing wires")] == [None, None]


def test_a_quantity_knows_its_place() -> None:
    text = "I think it is 3 A, thus."

    (found,) = find_quantities(text)

    assert text[found.start : found.end] == "3 A"


@given(st.integers(1, 10**6), st.sampled_from([("A", 1), ("mA", 1000), ("kA", 0.001), ("µA", 1e6)]))
def test_prefixes_convert(value: int, scale: tuple[str, float]) -> None:
    unit, factor = scale

    (found,) = find_quantities(f"{value * factor!r} {unit}")

    assert math.isclose(found.si, value, rel_tol=1e-9)


@given(st.text(max_size=60))
def test_any_text_can_be_searched(text: str) -> None:
    for q in find_quantities(text):
        assert 0 <= q.start < q.end <= len(text)


def test_agree_is_relative() -> None:
    assert agree(100, 100.9, 0.01)
    assert not agree(100, 102, 0.01)


def test_pack_numbers_and_units_are_checked() -> None:
    assert parse_number("1/2") == 0.5
    with pytest.raises(ValueError, match="not a number"):
        parse_number("many")
    with pytest.raises(ValueError, match="unknown unit"):
        parse_unit("parsnips")
