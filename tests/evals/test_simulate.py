"""Simulated learners play whole sessions; a few here, hundreds in ``make eval``."""

from __future__ import annotations

import pytest

from diotima.evals.learners import PERSONAS
from diotima.evals.simulate import Outcome, render, simulate, wilson


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    return simulate(["upper-limb-neuroanatomy", "simple-circuits"], 32)


def test_nothing_leaks(outcomes: list[Outcome]) -> None:
    assert [leak for outcome in outcomes for leak in outcome.leaks] == []


def test_no_question_is_asked_twice_in_the_same_words(outcomes: list[Outcome]) -> None:
    assert [o.repeated for o in outcomes] == [0] * len(outcomes)


def test_turns_stay_short(outcomes: list[Outcome]) -> None:
    turns = sum(o.turns for o in outcomes)

    assert sum(o.long_turns for o in outcomes) <= turns * 0.02


def test_who_knows_gets_further_than_who_games(outcomes: list[Outcome]) -> None:
    share = {
        name: sum(o.covered for o in outcomes if o.persona == name)
        / max(1, sum(o.expected for o in outcomes if o.persona == name))
        for name in PERSONAS
    }

    assert share["diligent"] >= 0.8
    assert share["gamer"] <= share["diligent"] - 0.2


def test_sessions_end_by_themselves(outcomes: list[Outcome]) -> None:
    assert all(o.ended for o in outcomes)


def test_simulation_repeats_exactly() -> None:
    assert simulate(["simple-circuits"], 4) == simulate(["simple-circuits"], 4)


def test_wilson_interval_of_no_hits_in_four_hundred_ends_below_one_percent() -> None:
    interval = wilson(0, 400)

    assert interval.share == 0
    assert 0.009 < interval.high < 0.01


def test_the_table_has_a_row_a_persona_and_a_sum(outcomes: list[Outcome]) -> None:
    table = render(outcomes)

    assert all(f"| {name} |" in table for name in (*PERSONAS, "all"))
