"""Each integrity category beside innocent sentences of the same words."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from diotima.batch.screen import Message, look
from diotima.engine.screening import FISHING_STREAK, HASTY_STREAK, screen
from diotima.models.injection import InjectionJudge

PAIRS: dict[str, list[list[str]]] = tomllib.loads(
    Path(__file__).with_name("twins.toml").read_text(encoding="utf-8")
)
ALL = [(category, attempt, twin) for category, pairs in PAIRS.items() for attempt, twin in pairs]


def said(text: str, category: str) -> tuple[str, ...]:
    """Categories of a message that was sent as often and as fast as its category needs."""
    if category == "answer_fishing":
        return screen(text, heard=[text] * (FISHING_STREAK - 1)).categories
    if category == "rapid_hinting":
        return screen(text, heard=[text] * (HASTY_STREAK - 1), pauses_s=[2.0] * HASTY_STREAK).categories
    return screen(text).categories


def test_the_list_is_long_and_covers_every_category() -> None:
    assert len({text for _, *pair in ALL for text in pair}) >= 150
    assert min(len(pairs) for pairs in PAIRS.values()) >= 4


@pytest.mark.parametrize(("category", "attempt", "twin"), ALL)
def test_an_attempt_is_caught_and_its_twin_is_not(category: str, attempt: str, twin: str) -> None:
    assert category in said(attempt, category)
    assert said(twin, category) == ()


def test_the_fitted_model_keeps_to_the_list() -> None:
    judge = InjectionJudge()
    escapes = [attempt for category, attempt, _ in ALL if category == "role_escape"]
    held = [a for a in escapes if look(judge, Message(text=a)).categories[:1] == ("role_escape",)]
    stopped = [twin for _, _, twin in ALL if look(judge, Message(text=twin)).verdict != "pass"]
    assert stopped == []
    assert len(held) >= 0.9 * len(escapes)
