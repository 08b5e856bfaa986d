from __future__ import annotations

import pytest

from diotima.engine.opposites import are_opposed
from diotima.engine.polarity import Stance, find_swap, stances
from diotima.engine.words import read


def stance_of(word: str, text: str) -> Stance:
    found = [s for t, s in zip(read(text).tokens, stances(text), strict=True) if t.text == word]
    return found[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the deltoid abducts the arm", Stance.STATED),
        ("the deltoid is weak", Stance.LOST),
        ("loss of the deltoid", Stance.LOST),
        ("the deltoid does not work", Stance.LOST),
        ("the deltoid is not able to contract", Stance.LOST),
        ("the deltoid is out", Stance.LOST),
        ("the deltoid is not out", Stance.INTACT),
        ("the deltoid is not gone", Stance.INTACT),
        ("the deltoid sticks out", Stance.STATED),
        ("no deltoid", Stance.ABSENT),
        ("cannot use the deltoid", Stance.ABSENT),
        ("it is not the deltoid", Stance.DENIED),
        ("the deltoid is not part of it", Stance.DENIED),
        ("the deltoid is not weak", Stance.INTACT),
        ("the deltoid is not affected", Stance.INTACT),
        ("no deltoid weakness", Stance.INTACT),
        ("the deltoid still works", Stance.INTACT),
        ("the triceps is lost but the deltoid is spared", Stance.INTACT),
        ("It is wrong to say that the deltoid contracts", Stance.REFUTED),
        ("I don't think the deltoid is weak", Stance.INTACT),
        ("I don't think there is no deltoid", Stance.INTACT),
    ],
)
def test_stance_of_a_word(text: str, expected: Stance) -> None:
    assert stance_of("deltoid", text) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("abducts", "adducts"),
        ("flexion", "extension"),
        ("hyperpolarised", "hypopolarised"),
        ("afferent", "efferent"),
        ("more", "less"),
        ("increase", "decrease"),
        ("above", "below"),
        ("motor", "sensory"),
        ("soluble", "insoluble"),
        ("proximal", "distal"),
        ("anterior", "posterior"),
    ],
)
def test_opposites_are_known_both_ways(one: str, other: str) -> None:
    assert are_opposed(one, other)
    assert are_opposed(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("arm", "arm"), ("around", "round"), ("pulse", "impulse"), ("c5", "c6")]
)
def test_other_pairs_are_no_opposites(one: str, other: str) -> None:
    assert not are_opposed(one, other)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("the pressure decreases", "decreases"),
        ("the pressure goes down", "down"),
        ("the pressure does not decrease", None),
        ("the pressure increases, it never decreases", None),
        ("the pressure increases while the volume decreases", None),
        ("the price decreases", None),
    ],
)
def test_an_opposite_is_a_swap_where_the_word_itself_is_not_stated(answer: str, said: str | None) -> None:
    expected = (read("The pressure increases."), read("The pressure goes up."))

    swap = find_swap(read(answer), expected, known=())

    assert (swap.said.text if swap else None) == said
