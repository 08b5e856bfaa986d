"""``diotima batch screen``: what moderation says of a text, from a learner or from a document.

One message has no history: fishing for answers and hasty requests for help need several and are not seen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import StringConstraints

from diotima.batch.lines import Case, Part
from diotima.domain.grades import Screening
from diotima.engine.screening import screen, screen_document
from diotima.models.injection import InjectionJudge

LONGEST = 200_000
"""Characters of a text that are read."""
ESCAPE = "role_escape"
FLAGGED = 0.5


class Message(Case):
    """One text to look at."""

    text: Annotated[str, StringConstraints(max_length=LONGEST)]
    source: Literal["learner", "document"] = "learner"


def prepare() -> Part:
    """The part that screens."""
    judge = InjectionJudge()
    return Part(Message, lambda case: answer(judge, case))


def answer(judge: InjectionJudge, case: Message) -> dict[str, Any]:
    """``verdict``, ``categories`` and the places of personal data, ends exclusive."""
    seen = look(judge, case)
    pii = [{"type": kind, "start": start, "end": end} for kind, start, end in seen.pii]
    return {"verdict": seen.verdict, "categories": list(seen.categories), "pii": pii}


def look(judge: InjectionJudge, case: Message) -> Screening:
    """The rules' screening, with what the fitted model says of injection; what is blocked stays blocked."""
    seen = screen_document(case.text) if case.source == "document" else screen(case.text)
    if seen.verdict == "block":
        return seen
    others = tuple(c for c in seen.categories if c != ESCAPE)
    flagged = judge.score(case.text, by_rule=ESCAPE in seen.categories) >= FLAGGED
    categories = (ESCAPE, *others) if flagged else others
    return replace(seen, verdict="flag" if categories else "pass", categories=categories)
