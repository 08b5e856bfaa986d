"""What a reply adds to a dialogue."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diotima.engine.replies import describe, mark_roles, turns_of

DIALOGUE = "Tutor: What is 6 times 7? \n Student: I think it is 48."
GOLD = "6 * 7 = 42 \n 42"


@pytest.mark.parametrize(
    ("reply", "feature", "value"),
    [
        ("6 x 7 = 42.", "final_stated", 1),
        ("6 x 7 = 42.", "steps_new", 1),
        ("6 x 7 = 42.", "steps_right", 1),
        ("6 x 7 = 41.", "steps_right", 0),
        ("It is 42.", "new_derived_stated", 1),
        ("Is it 42?", "final_said", 1),
        ("Is it 42?", "final_stated", 0),
        ("Try 6 times 7 again.", "steps_open", 1),
        ("How did you get 48?", "ends_asking", 1),
        ("How did you get 48?", "new_numbers", 0),
        ("How did you get 48?", "repeats_last", 1),
    ],
)
def test_features_say_what_a_reply_adds(reply: str, feature: str, value: float) -> None:
    assert describe(reply, DIALOGUE, gold=GOLD)[feature] == value


def test_without_a_solution_its_features_are_missing() -> None:
    assert "final_said" not in describe("It is 42.", DIALOGUE)


def test_numbers_are_marked_by_the_part_they_play() -> None:
    assert mark_roles("No, 48 is 6 more than 42, not 50.", DIALOGUE, gold=GOLD).split() == (
        ["start", "no,", "9o1", "is", "9g2", "more", "than", "9f3", ",", "not", "9o3", ".", "end"]
    )


@pytest.mark.parametrize(
    ("dialogue", "who"),
    [
        ("", []),
        ("just text", [False]),
        ("Tutor: a\nStudent: b\nTeacher: c", [True, False, True]),
        ("Ronny: a: b \n Tutor: c", [False, True]),
    ],
)
def test_turns_are_told_apart_by_name(dialogue: str, who: list[bool]) -> None:
    assert [turn.by_tutor for turn in turns_of(dialogue)] == who


TEXT = st.text(alphabet="aT 0123456789.,=+-*/x?!:()%$\n⁴²", max_size=60) | st.text(max_size=40)


@settings(max_examples=80, deadline=None)
@given(TEXT, TEXT, TEXT)
def test_no_text_breaks_the_features(reply: str, dialogue: str, gold: str) -> None:
    features = describe(reply, f"Tutor: {dialogue}\nStudent: {reply}", dialogue, gold)
    assert not any(math.isinf(value) for value in features.values())
    assert set(features) <= set(describe("a", "b", "c", "d 1"))
