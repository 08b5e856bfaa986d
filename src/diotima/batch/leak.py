"""``diotima batch leak``: whether a tutor's reply gives the solution away.

For dialogues of any origin, where nobody has authored an item; in a session the guard of ``engine/leak.py``
knows the item's keys and expectations and judges by them.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import StringConstraints

from diotima.batch.lines import Case, Part
from diotima.models.replies import LEAKS, Reply, RevealJudge

LONGEST = 50_000
"""Characters of a text that are read."""

Text = Annotated[str, StringConstraints(max_length=LONGEST)]


class Replied(Case):
    """One reply. ``dialogue`` has lines "Tutor: …" and "Student: …", ``gold`` is a worked solution."""

    reply: Text
    dialogue: Text | None = None
    question: Text | None = None
    gold: Text | None = None

    @property
    def said(self) -> Reply:
        """The reply in its place, what was not given left empty."""
        return Reply(self.reply, self.dialogue or "", self.question or "", self.gold or "")


def prepare() -> Part:
    """The part that judges."""
    judge = RevealJudge()
    return Part(Replied, lambda case: answer(judge, case))


def answer(judge: RevealJudge, case: Replied) -> dict[str, Any]:
    """``leaks``, ``score`` from 0 to 1, and the ``rules`` it breaks; a score may be high without any."""
    score, rules = judge.judge(case.said)
    leaks = score >= LEAKS
    return {"leaks": leaks, "score": round(score, 4), "rules": list(rules) if leaks else []}
