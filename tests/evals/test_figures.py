"""Intervals and scores of the reports."""

from __future__ import annotations

import pytest

from diotima.evals.figures import Row, bootstrap, f1, macro_f1, proportion, table, wilson


def test_wilson_agrees_with_a_published_example() -> None:
    # Newcombe 1998, table I: 81 of 263.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)


@pytest.mark.parametrize(("hits", "n"), [(0, 0), (0, 7), (7, 7), (3, 1000)])
def test_an_interval_holds_its_proportion(hits: int, n: int) -> None:
    row = proportion("x", "rate", hits, n)

    assert 0 <= row.low <= row.value <= row.high <= 1


def test_f1_counts_both_kinds_of_error() -> None:
    pairs = [("a", "a"), ("a", "b"), ("b", "a"), ("b", "b"), ("a", "a")]

    assert f1(pairs, "a") == pytest.approx(2 * 2 / (2 * 2 + 2))
    assert f1(pairs, "never") == 0
    assert macro_f1(pairs, ("a", "b")) == pytest.approx((2 / 3 + 1 / 2) / 2)


def test_the_bootstrap_draws_whole_groups() -> None:
    """Two groups of many equal rows are two cases, not many."""
    low, high = bootstrap([[1.0] * 500, [0.0] * 500], lambda rows: sum(rows) / len(rows))

    assert (low, high) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("aim", "reached"), [("> .5", False), ("≥ .5", True), ("≤ .5", True), ("< .5", False), ("", None)]
)
def test_a_row_knows_whether_it_reached_its_aim(aim: str, reached: bool | None) -> None:
    assert Row("x", "rate", 0.5, 0.4, 0.6, 10, aim).reached is reached


def test_a_table_shows_every_row_with_interval_and_n() -> None:
    shown = table([Row("leaks", "F1", 0.8, 0.75, 0.85, 1234, "> .744"), Row("time", "ms", 12.5, 12, 13, 9)])

    assert "| leaks | F1 | .800 | .750 to .850 | 1,234 | > .744 | reached |" in shown
    assert "| time | ms | 12.5 | 12 to 13 | 9 |  |  |" in shown
