"""FSRS made deterministic: exact histories and whole UTC days."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.domain.reviews import (
    DAY_MS,
    LONGEST_DAYS,
    Memory,
    Rating,
    is_due,
    retrievability,
    review,
    utc_day,
)

MONDAY = 1_767_571_200_000
"""2026-01-05 00:00 UTC."""
ratings = st.lists(st.sampled_from(Rating), min_size=1, max_size=12)


def history(ratings: Sequence[Rating]) -> list[int]:
    """Days between reviews when every review is made on the day it falls due; the first is at once."""
    memory: Memory | None = None
    day, intervals = utc_day(MONDAY), [0]
    for rating in ratings:
        memory = review("n.a", memory, rating, day * DAY_MS)
        intervals.append(memory.due_day - day)
        day = memory.due_day
    return intervals


@pytest.mark.parametrize(
    ("rated", "expected"),
    [
        ([3, 3, 3, 3], [0, 2, 11, 46, 163]),
        ([1, 3, 3], [0, 1, 2, 6]),
        ([2, 3, 3], [0, 1, 5, 17]),
        ([4, 3, 3], [0, 8, 39, 153]),
    ],
)
def test_review_follows_the_published_histories(rated: list[int], expected: list[int]) -> None:
    assert history([Rating(r) for r in rated]) == expected


@given(ratings)
def test_review_is_deterministic(rated: list[Rating]) -> None:
    assert history(rated) == history(rated)
    assert max(history(rated)) <= LONGEST_DAYS


def test_review_counts_the_first_rating_of_a_day_only() -> None:
    morning = review("n.a", None, Rating.GOOD, MONDAY + 9 * 3_600_000)
    evening = review("n.a", morning, Rating.AGAIN, MONDAY + 23 * 3_600_000)
    earlier = review("n.a", morning, Rating.AGAIN, MONDAY - DAY_MS)
    tomorrow = review("n.a", morning, Rating.AGAIN, MONDAY + DAY_MS)

    assert (evening, earlier) == (morning, morning)
    assert tomorrow != morning


def test_review_counts_days_from_midnight_utc() -> None:
    before_midnight = review("n.a", None, Rating.GOOD, MONDAY + DAY_MS - 1)
    at_noon = review("n.a", None, Rating.GOOD, MONDAY + DAY_MS // 2)

    assert before_midnight == at_noon
    assert retrievability(before_midnight, MONDAY + DAY_MS) < 1.0


def test_retrievability_is_one_on_the_day_itself_and_ninety_percent_after_the_stability() -> None:
    memory = Memory(stability=10.0, difficulty=5.0, last_day=utc_day(MONDAY), due_day=utc_day(MONDAY) + 10)

    assert retrievability(None, MONDAY) == 1.0
    assert retrievability(memory, MONDAY + DAY_MS - 1) == 1.0
    assert retrievability(memory, MONDAY + 10 * DAY_MS) == pytest.approx(0.9)


@given(ratings, st.integers(0, 500), st.integers(0, 500))
def test_retrievability_only_falls(rated: list[Rating], days: int, more: int) -> None:
    memory: Memory | None = None
    for n, rating in enumerate(rated):
        memory = review("n.a", memory, rating, MONDAY + n * DAY_MS)
    end = MONDAY + len(rated) * DAY_MS

    sooner, later = (
        retrievability(memory, end + days * DAY_MS),
        retrievability(memory, end + (days + more) * DAY_MS),
    )

    assert 0 < later <= sooner <= 1


def test_due_begins_with_the_due_day() -> None:
    memory = review("n.a", None, Rating.GOOD, MONDAY)

    assert [is_due(memory, MONDAY + n * DAY_MS - 1) for n in (2, 3)] == [False, True]
    assert not is_due(None, MONDAY)


def test_fsrs_is_not_loaded_before_the_first_review() -> None:
    program = "import sys, diotima.domain.knowledge; sys.exit('fsrs' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
