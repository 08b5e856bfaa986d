"""The judge of leaks must see what is there and only that."""

from __future__ import annotations

import pytest

from diotima.app.clock import FixedClock
from diotima.app.wiring import trial_tutor
from diotima.domain.transcript import (
    Body,
    Entry,
    ExpectationCovered,
    ItemClosed,
    ItemOpened,
    ItemOutcome,
    LearnerSaid,
    TutorSaid,
)
from diotima.evals.judge import find_leaks

COURSE = trial_tutor(FixedClock(0)).courses.get("upper-limb-neuroanatomy")
OPENED = ItemOpened("axillary.loss", "axillary-nerve")
TOLD = TutorSaid("Think of the deltoid here.", "hint", "axillary.loss")


def leaks(*bodies: Body) -> int:
    entries = [Entry("s", n, 0, None, body) for n, body in enumerate(bodies, start=1)]
    return len(find_leaks(COURSE, entries))


def test_a_key_the_tutor_says_is_a_leak() -> None:
    assert leaks(OPENED, TOLD) == 1


@pytest.mark.parametrize(
    "before",
    [
        LearnerSaid("is it the deltoid?"),
        LearnerSaid("the DELTOIDS"),
        ExpectationCovered("axillary.loss", "axillary-nerve", "movement", "deltoid", 0),
        ItemClosed("axillary.loss", ItemOutcome.PARKED),
    ],
)
def test_what_was_said_earned_or_closed_is_no_leak(before: Body) -> None:
    if isinstance(before, ExpectationCovered):
        holder = next(e.id for e in COURSE.item_by_id["axillary.loss"].expectations if "deltoid" in e.keys)
        before = ExpectationCovered("axillary.loss", "axillary-nerve", holder, "deltoid", 0)

    assert leaks(OPENED, before, TOLD) == 0


def test_an_earned_explanation_is_no_leak_but_is_nothing_else() -> None:
    earned = TutorSaid(TOLD.text, "reveal", "axillary.loss", earned=True)

    assert leaks(OPENED, earned) == 0
    assert leaks(OPENED, earned, TOLD) == 1
