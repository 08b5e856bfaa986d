"""Aid: how far down an expectation's ladder the learner had been helped when an answer was given.

Rungs of ``course.Ladder``: pump, three hints, cloze, contrast choice, stepdown. An answer given after more
aid says less about what the learner knows; how much less is the table ``AIDS``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum


class Rung(IntEnum):
    """Rungs as they stand in a transcript (``AnswerGraded.rung``, ``HintGiven.rung``)."""

    NONE = 0
    PUMP = 1
    HINT_1 = 2
    HINT_2 = 3
    HINT_3 = 4
    CLOZE = 5
    CHOICE = 6
    STEPDOWN = 7


@dataclass(frozen=True)
class Aid:
    """What a rung does to the worth of an answer."""

    weight: float
    """Weight of the answer as evidence, 0 to 1."""
    steps: int
    """Hints in force, 0 to 3: each makes a correct answer more likely (``Pfae.aid_gain``)."""


AIDS: Mapping[Rung, Aid] = {
    Rung.NONE: Aid(1.0, 0),
    Rung.PUMP: Aid(1.0, 0),
    Rung.HINT_1: Aid(0.5, 1),
    Rung.HINT_2: Aid(0.25, 2),
    Rung.HINT_3: Aid(0.125, 3),
    Rung.CLOZE: Aid(0.35, 3),
    Rung.CHOICE: Aid(0.5, 3),
    Rung.STEPDOWN: Aid(0.35, 3),
}
"""Pedagogy 3.2: half per hint, .35 for a cloze, .5 for a choice (which also has a guess floor of 1/k)."""

REVEALED = Aid(0.5, 3)
"""After the tutor has stated the answer: it counts as a failure of this weight, a repetition as nothing."""


def aid_of(rung: int) -> Aid:
    """The aid of a rung; rungs beyond the ladder count as its last, negative ones as none."""
    return AIDS[Rung(min(max(rung, Rung.NONE), Rung.STEPDOWN))]


def is_unaided(rung: int) -> bool:
    """Whether nothing but a request for more (a pump) preceded the answer."""
    return rung <= Rung.PUMP
