"""Phases under an injected clock: monotone (S2), cooldown (S3), never longer than length and a turn (S5)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.domain.course import Timing
from diotima.domain.phases import Transition, active_seconds, next_phase, remaining_s, revisit_due
from diotima.domain.transcript import Phase

TIMING = Timing()
seconds = st.floats(0, 4000)
lengths = st.one_of(st.none(), st.floats(60, 7200))


def due(phase: Phase, elapsed_s: float, **facts: object) -> Transition | None:
    given_facts: dict[str, object] = {
        "diagnostics_done": False,
        "coverage": 0.0,
        "all_assessed": False,
        "length_s": 900.0,
        "timing": TIMING,
    }
    return next_phase(phase, elapsed_s, **(given_facts | facts))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("phase", "elapsed_s", "expected"),
    [
        (Phase.RAPPORT, 119.9, None),
        (Phase.RAPPORT, 120, (Phase.TUTORING, "clock")),
        (Phase.TUTORING, 719.9, None),
        (Phase.TUTORING, 720, (Phase.ASSESSMENT, "clock")),
        (Phase.ASSESSMENT, 839.9, None),
        (Phase.ASSESSMENT, 840, (Phase.WRAPUP, "clock")),
        (Phase.RAPPORT, 725, (Phase.TUTORING, "clock")),
        (Phase.TUTORING, 845, (Phase.ASSESSMENT, "clock")),
        (Phase.TUTORING, 900, (Phase.WRAPUP, "clock")),
        (Phase.TUTORING, 5000, (Phase.WRAPUP, "clock")),
        (Phase.WRAPUP, 5000, None),
    ],
)
def test_the_clock_moves_a_quarter_of_an_hour_on(
    phase: Phase, elapsed_s: float, expected: tuple[Phase, str] | None
) -> None:
    assert due(phase, elapsed_s) == expected


def test_what_is_achieved_moves_on_before_the_clock() -> None:
    assert due(Phase.RAPPORT, 10, diagnostics_done=True) == (Phase.TUTORING, "diagnostics_done")
    assert due(Phase.TUTORING, 10, coverage=0.80) == (Phase.ASSESSMENT, "covered")
    assert due(Phase.TUTORING, 10, coverage=0.79) is None
    assert due(Phase.ASSESSMENT, 10, all_assessed=True) == (Phase.WRAPUP, "all_asked")


@pytest.mark.parametrize("phase", [Phase.RAPPORT, Phase.TUTORING, Phase.ASSESSMENT])
@pytest.mark.parametrize("why", ["quit", "end_button"])
def test_who_wants_to_leave_gets_the_wrap_up(phase: Phase, why: str) -> None:
    assert due(phase, 725, leave=why, all_assessed=True) == (Phase.WRAPUP, why)
    assert due(Phase.WRAPUP, 725, leave=why) is None


def test_other_lengths_scale_and_no_length_has_no_windows() -> None:
    assert due(Phase.TUTORING, 240, length_s=300.0) == (Phase.ASSESSMENT, "clock")
    assert due(Phase.TUTORING, 1e9, length_s=None) is None
    assert due(Phase.TUTORING, 1e9, length_s=None, coverage=1.0) == (Phase.ASSESSMENT, "covered")


@given(st.sampled_from(Phase), seconds, st.booleans(), st.floats(0, 1), st.booleans(), lengths)
def test_a_session_never_goes_back(
    phase: Phase, elapsed_s: float, done: bool, coverage: float, asked: bool, length_s: float | None
) -> None:
    change = due(
        phase, elapsed_s, diagnostics_done=done, coverage=coverage, all_assessed=asked, length_s=length_s
    )

    assert change is None or change.phase.rank > phase.rank


@given(st.lists(st.floats(1, 200), min_size=1, max_size=60), st.floats(120, 3600))
def test_a_session_is_wrapped_up_within_its_length_and_one_turn(turns: list[float], length_s: float) -> None:
    phase, elapsed = Phase.RAPPORT, 0.0
    for turn_s in turns:
        elapsed += turn_s
        change = due(phase, elapsed, length_s=length_s)
        phase = change.phase if change else phase
        assert elapsed < length_s or phase is Phase.WRAPUP
        if phase is Phase.WRAPUP:
            assert elapsed <= length_s + turn_s
            return


@given(st.lists(st.floats(0.5, 120), max_size=60), st.floats(120, 3600))
def test_revisits_keep_their_cooldown(turns: list[float], length_s: float) -> None:
    elapsed, revisits = 0.0, list[float]()
    for turn_s in turns:
        elapsed += turn_s
        last = revisits[-1] if revisits else None
        if revisit_due(Phase.TUTORING, elapsed, last_revisit_s=last, length_s=length_s, timing=TIMING):
            revisits.append(elapsed)

    assert all(at >= 480 / 900 * length_s - 1e-9 for at in revisits)
    gaps = [b - a for a, b in pairwise(revisits)]
    assert all(gap >= 180 / 900 * length_s - 1e-9 for gap in gaps)


@pytest.mark.parametrize(
    ("phase", "elapsed_s", "last", "length_s", "expected"),
    [
        (Phase.TUTORING, 479, None, 900.0, False),
        (Phase.TUTORING, 480, None, 900.0, True),
        (Phase.TUTORING, 659, 480.0, 900.0, False),
        (Phase.TUTORING, 660, 480.0, 900.0, True),
        (Phase.ASSESSMENT, 660, None, 900.0, False),
        (Phase.TUTORING, 160, None, 300.0, True),
        (Phase.TUTORING, 480, None, None, True),
    ],
)
def test_revisit_due(
    phase: Phase, elapsed_s: float, last: float | None, length_s: float | None, expected: bool
) -> None:
    assert revisit_due(phase, elapsed_s, last_revisit_s=last, length_s=length_s, timing=TIMING) is expected


def test_a_closed_laptop_takes_no_session_time() -> None:
    assert active_seconds(90_000, 90_000 + 30 * 86_400_000, 1800) == 0.0
    assert active_seconds(0, 1_800_000, 1800) == 1800.0
    assert active_seconds(0, 1_800_001, 1800) == 0.0
    assert active_seconds(0, 60_001, 60) == 0.0
    assert active_seconds(60_000, 0, 1800) == 0.0


def test_remaining_time_ends_at_nothing() -> None:
    assert remaining_s(300, 900) == 600
    assert remaining_s(300, 900, until=0.8) == 420
    assert remaining_s(1000, 900) == 0
    assert remaining_s(1000, None) is None
