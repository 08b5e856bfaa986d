"""Time: the real clock, and one that stands still until it is told to move."""

from __future__ import annotations

import time


class SystemClock:
    """The clock of this machine."""

    def now_ms(self) -> int:
        """UTC milliseconds."""
        return time.time_ns() // 1_000_000


class FixedClock:
    """A clock for replays and tests: it moves only by ``advance``."""

    def __init__(self, now_ms: int) -> None:
        self._now_ms = now_ms

    def now_ms(self) -> int:
        """UTC milliseconds."""
        return self._now_ms

    def advance(self, *, seconds: float = 0, days: float = 0) -> None:
        """Move forward; raises ``ValueError`` rather than go back."""
        step = round(1000 * (seconds + 86_400 * days))
        if step < 0:
            raise ValueError("a clock does not go back")
        self._now_ms += step
