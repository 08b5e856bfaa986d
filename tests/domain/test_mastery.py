"""Learner models: laws F1 to F6 of single updates, F8 (UnMask to the bit), F9 (guessers stay low)."""

from __future__ import annotations

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.domain.aid import AIDS, Rung, aid_of, is_unaided
from diotima.domain.mastery import (
    Diagnosis,
    LearnerModel,
    Observation,
    Pfae,
    Support,
    Unmask,
    learner_model,
    sigmoid,
)

unit = st.floats(0, 1)
logits = st.floats(-6, 6)
observations = st.builds(
    Observation,
    q=unit,
    w=unit,
    guess=st.sampled_from([0.0, 0.25, 1 / 3, 0.5]),
    difficulty=st.floats(-3, 3),
    aid=st.integers(0, 3),
)
supports = st.lists(st.builds(Support, strength=unit, latent=logits), max_size=4)


@st.composite
def placed(draw: st.DrawFn) -> tuple[LearnerModel, float]:
    """A model and a latent on its scale."""
    if draw(st.booleans()):
        return Pfae(), draw(logits)
    return Unmask(), draw(st.floats(0.001, 0.999))


def test_pfae_follows_its_formula_with_prerequisites_guess_difficulty_and_aid() -> None:
    model = Pfae()
    seen = Observation(q=0.75, w=0.5, guess=0.25, difficulty=0.3, aid=2)
    eff = -0.4 - 1.0 * (1.0 * (1 - sigmoid(0.5)) + 0.5 * (1 - sigmoid(-1.2))) / 2
    expected = 0.25 + 0.75 * sigmoid(eff - 0.3 + 0.6 * 2)

    after = model.update(-0.4, seen, [Support(1.0, 0.5), Support(0.5, -1.2)])

    assert after == pytest.approx(-0.4 + 0.5 * (0.75 * 0.8 * (1 - expected) - 0.25 * 0.4 * expected))
    assert model.mastery(-0.4, [Support(1.0, 0.5), Support(0.5, -1.2)]) == pytest.approx(sigmoid(eff))
    assert model.effective(0.8, 0.5) == pytest.approx(0.6)


def test_pfae_diagnostics_stand_for_half_a_fifth_and_a_tenth() -> None:
    placed_at = [round(Pfae().mastery(Pfae().diagnose(d)), 2) for d in Diagnosis]

    assert placed_at == [0.5, 0.2, 0.1]


def test_unmask_diagnostics_are_exactly_half_a_fifth_and_a_tenth() -> None:
    assert [Unmask().diagnose(d) for d in Diagnosis] == [0.5, 0.2, 0.1]


@given(st.floats(0, 1), st.booleans())
def test_unmask_equals_the_original_rule_bit_for_bit(m: float, right: bool) -> None:
    original = m + 0.15 * (1 - m) if right else m - 0.05 * m

    after = Unmask().update(m, Observation(q=1.0 if right else 0.0))

    assert after.hex() == max(0.0, min(1.0, original)).hex()


@given(placed(), observations, supports)
def test_right_answers_never_lower_and_wrong_ones_never_raise(
    at: tuple[LearnerModel, float], seen: Observation, below: list[Support]
) -> None:
    model, latent = at
    right = Observation(1.0, seen.w, seen.guess, seen.difficulty, seen.aid)
    wrong = Observation(0.0, seen.w, seen.guess, seen.difficulty, seen.aid)

    assert model.update(latent, right, below) >= latent
    assert model.update(latent, wrong, below) <= latent


@given(placed(), st.lists(observations, max_size=30), supports)
def test_mastery_stays_strictly_between_nothing_and_everything(
    at: tuple[LearnerModel, float], seen: list[Observation], below: list[Support]
) -> None:
    model, latent = at
    for observation in seen:
        latent = model.update(latent, observation, below)

    assert 0 < model.mastery(latent, below) < 1
    assert 0 <= model.predict(latent, Observation(q=1.0), below) <= 1


@given(logits, supports, st.floats(0, 6))
def test_a_stronger_prerequisite_never_lowers_mastery(
    latent: float, below: list[Support], more: float
) -> None:
    stronger = [Support(s.strength, s.latent + more) for s in below]

    assert Pfae().mastery(latent, stronger) >= Pfae().mastery(latent, below)


@pytest.mark.parametrize("options", [2, 3, 4, 5])
def test_a_random_guesser_stays_below_where_more_is_shown(options: int) -> None:
    model, turns = Pfae(), 10
    starts = [model.prior, model.correct, model.wrong]

    for start, bound in zip(starts, [0.40, 0.50, 0.40], strict=True):
        expected = 0.0
        for outcome in product([True, False], repeat=turns):
            latent, chance = start, 1.0
            for right in outcome:
                latent = model.update(latent, Observation(q=float(right), guess=1 / options))
                chance *= 1 / options if right else 1 - 1 / options
            expected += chance * model.mastery(latent)
        assert expected < bound


@pytest.mark.parametrize(("options", "settled"), [(2, 1 / 3), (3, 0.25), (4, 0.2)])
def test_a_guesser_settles_where_gains_and_losses_cancel(options: int, settled: float) -> None:
    model, latent = Pfae(), math.log(settled / (1 - settled))
    right = model.update(latent, Observation(1.0, guess=1 / options)) - latent
    wrong = model.update(latent, Observation(0.0, guess=1 / options)) - latent

    assert right / options + wrong * (1 - 1 / options) == pytest.approx(0, abs=1e-12)


def test_aid_halves_an_answer_per_hint() -> None:
    weights = [AIDS[rung].weight for rung in Rung]

    assert weights == [1.0, 1.0, 0.5, 0.25, 0.125, 0.35, 0.5, 0.35]
    assert [is_unaided(r) for r in Rung] == [True, True, False, False, False, False, False, False]
    assert (aid_of(-1), aid_of(99)) == (AIDS[Rung.NONE], AIDS[Rung.STEPDOWN])


def test_models_are_chosen_by_name() -> None:
    assert [learner_model(n).name for n in ("pfae", "unmask")] == ["pfae", "unmask"]
    with pytest.raises(KeyError):
        learner_model("guess")


@given(st.floats(-800, 800))
def test_the_logistic_function_never_overflows(logit: float) -> None:
    assert sigmoid(logit) + sigmoid(-logit) == pytest.approx(1)
