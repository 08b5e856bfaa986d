"""The phases of a session and its clock. Time is an argument; a session without a clock has no windows.

::

    rapport ────► tutoring ────► assessment ────► wrapup
       │ diagnostics   │ coverage .80   │ all asked     ▲
       │ or 2/15       │ or 12/15       │ or 14/15      │
       └───────────────┴────────────────┴── quit, End ──┘

The fractions are of the session's length (``course.Timing``); of 900 s they are UnMask's 120, 720 and 840 s.
"""

from __future__ import annotations

from typing import NamedTuple

from diotima.domain.course import Timing
from diotima.domain.transcript import Phase

COVERAGE = 0.80
"""Share of the planned concepts after which a session goes on to the assessment."""


class Transition(NamedTuple):
    """A change of phase and its reason, as ``PhaseChanged`` records them."""

    phase: Phase
    why: str


def active_seconds(earlier_ms: int, later_ms: int, idle_after_s: float) -> float:
    """Session time between two moments (UTC milliseconds).

    A gap longer than ``idle_after_s`` is a closed laptop, a clock set back is no gap: both count 0.
    """
    gap = (later_ms - earlier_ms) / 1000
    return gap if 0 <= gap <= idle_after_s else 0.0


def next_phase(
    phase: Phase,
    elapsed_s: float,
    *,
    diagnostics_done: bool,
    coverage: float,
    all_assessed: bool,
    length_s: float | None,
    timing: Timing,
    leave: str | None = None,
) -> Transition | None:
    """The change of phase that is due, always to a later phase; ``None`` to stay.

    ``leave`` is why the learner wants to stop (``quit``, ``end_button``) and beats everything; then comes the
    clock, then what has been achieved. Both go one phase at a time, so that somebody who thought for long is
    still asked what was learned; only once the time is up does the clock go straight to the wrap-up.
    """
    if phase is Phase.WRAPUP:
        return None
    if leave is not None:
        return Transition(Phase.WRAPUP, leave)
    by_clock = _phase_at(elapsed_s, length_s, timing)
    if by_clock.rank > phase.rank:
        over = length_s is not None and elapsed_s >= length_s
        return Transition(Phase.WRAPUP if over else _AFTER[phase], "clock")
    achieved = {
        Phase.RAPPORT: (diagnostics_done, Phase.TUTORING, "diagnostics_done"),
        Phase.TUTORING: (coverage >= COVERAGE, Phase.ASSESSMENT, "covered"),
        Phase.ASSESSMENT: (all_assessed, Phase.WRAPUP, "all_asked"),
    }
    reached, following, why = achieved[phase]
    return Transition(following, why) if reached else None


def revisit_due(
    phase: Phase,
    elapsed_s: float,
    *,
    last_revisit_s: float | None,
    length_s: float | None,
    timing: Timing,
) -> bool:
    """Whether to come back to a weak topic now: while tutoring, from 480 s of 900, every 180 s at most.

    Both scale with the session's length; without a clock they are seconds.
    """
    scale = length_s / timing.length_s if length_s is not None else 1.0
    if phase is not Phase.TUTORING or elapsed_s < timing.revisit_after_s * scale:
        return False
    return last_revisit_s is None or elapsed_s - last_revisit_s >= timing.revisit_cooldown_s * scale


def remaining_s(elapsed_s: float, length_s: float | None, until: float = 1.0) -> float | None:
    """Seconds left until a fraction of the session's length, not below 0; ``None`` without a clock."""
    return None if length_s is None else max(0.0, until * length_s - elapsed_s)


_AFTER = {Phase.RAPPORT: Phase.TUTORING, Phase.TUTORING: Phase.ASSESSMENT, Phase.ASSESSMENT: Phase.WRAPUP}


def _phase_at(elapsed_s: float, length_s: float | None, timing: Timing) -> Phase:
    """The earliest phase a session of that length can still be in."""
    if length_s is None:
        return Phase.RAPPORT
    windows = (
        (timing.wrapup, Phase.WRAPUP),
        (timing.assess, Phase.ASSESSMENT),
        (timing.rapport, Phase.TUTORING),
    )
    return next((p for fraction, p in windows if elapsed_s >= fraction * length_s), Phase.RAPPORT)
