"""When a proposition should be asked for again: FSRS, one memory per proposition node.

The arithmetic is the ``fsrs`` package's (FSRS-6, default weights, retention .9), made deterministic: no
fuzzing, no learning steps (those are for flashcards), card ids from the node's id, whole UTC days. The first
rating of a day counts; practice massed within a day is no spaced evidence. Good each time gives intervals of
2, 11, 46 and 163 days.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import fsrs

DAY_MS = 86_400_000
RETENTION = 0.9
"""Probability of recall at which a review falls due."""
LONGEST_DAYS = 365


class Rating(IntEnum):
    """How a proposition went in one session."""

    AGAIN = 1
    """Failed, parked or revealed."""
    HARD = 2
    """Stated only after a cloze, a choice or a misconception."""
    GOOD = 3
    """Stated with hints at most."""
    EASY = 4
    """Stated at once, unaided and clearly."""


@dataclass(frozen=True)
class Memory:
    """How firmly a node is remembered. Days count from 1970-01-01 UTC."""

    stability: float
    """Days until recall falls to .9."""
    difficulty: float
    """FSRS difficulty, 1 to 10."""
    last_day: int
    due_day: int


def utc_day(ts: int) -> int:
    """The UTC day a moment (UTC milliseconds) lies in."""
    return ts // DAY_MS


def review(node: str, memory: Memory | None, rating: Rating, ts: int) -> Memory:
    """The memory after a rating; unchanged if the node was already rated that day or later."""
    import fsrs

    day = utc_day(ts)
    if memory is not None and day <= memory.last_day:
        return memory
    card, _ = _scheduler().review_card(_card(node, memory, day), fsrs.Rating(int(rating)), _midnight(day))
    assert card.stability is not None
    assert card.difficulty is not None
    return Memory(card.stability, card.difficulty, last_day=day, due_day=_day_of(card.due))


def retrievability(memory: Memory | None, ts: int) -> float:
    """Probability that it is still remembered; 1 if it was never reviewed, or reviewed today."""
    if memory is None:
        return 1.0
    card = _card("", memory, memory.last_day)
    return float(_scheduler().get_card_retrievability(card, _midnight(utc_day(ts))))


def is_due(memory: Memory | None, ts: int) -> bool:
    """Whether its day has come."""
    return memory is not None and memory.due_day <= utc_day(ts)


@cache
def _scheduler() -> fsrs.Scheduler:
    import fsrs

    return fsrs.Scheduler(
        desired_retention=RETENTION,
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=LONGEST_DAYS,
        enable_fuzzing=False,
    )


def _card(node: str, memory: Memory | None, day: int) -> fsrs.Card:
    """Every field is given: a default would read the clock."""
    import fsrs

    card_id = int.from_bytes(sha256(node.encode()).digest()[:6])
    if memory is None:
        return fsrs.Card(card_id=card_id, due=_midnight(day))
    return fsrs.Card(
        card_id=card_id,
        state=fsrs.State.Review,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=_midnight(memory.due_day),
        last_review=_midnight(memory.last_day),
    )


def _midnight(day: int) -> datetime:
    return datetime.fromtimestamp(day * 86_400, tz=UTC)


def _day_of(moment: datetime) -> int:
    return utc_day(int(moment.timestamp() * 1000))
