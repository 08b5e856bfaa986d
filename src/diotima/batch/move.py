"""``diotima batch move``: whether a tutor's reply tells instead of asking."""

from __future__ import annotations

from typing import Any

from diotima.batch.leak import Replied
from diotima.batch.lines import Part
from diotima.models.replies import TELLS, TellingJudge


def prepare() -> Part:
    """The part that judges."""
    judge = TellingJudge()
    return Part(Replied, lambda case: answer(judge, case))


def answer(judge: TellingJudge, case: Replied) -> dict[str, Any]:
    """``telling`` and ``score`` from 0 to 1."""
    score = judge.judge(case.said)
    return {"telling": score >= TELLS, "score": round(score, 4)}
