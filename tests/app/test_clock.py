from __future__ import annotations

import time

import pytest

from diotima.app.clock import FixedClock, SystemClock


def test_the_system_clock_tells_utc_milliseconds() -> None:
    before = time.time()

    now = SystemClock().now_ms()

    assert before * 1000 - 1 <= now <= time.time() * 1000


def test_a_fixed_clock_does_not_go_back(clock: FixedClock) -> None:
    with pytest.raises(ValueError, match="back"):
        clock.advance(seconds=-1)
