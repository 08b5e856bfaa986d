"""``diotima batch screen``: what moderation says of a text, from a learner or from a document.

One message has no history: fishing for answers and hasty requests for help need several and are not seen.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import StringConstraints

from diotima.batch.lines import Case, Part
from diotima.engine.screening import screen, screen_document

LONGEST = 200_000
"""Characters of a text that are read."""


class Message(Case):
    """One text to look at."""

    text: Annotated[str, StringConstraints(max_length=LONGEST)]
    source: Literal["learner", "document"] = "learner"


def prepare() -> Part:
    """The part that screens."""
    return Part(Message, answer)


def answer(case: Message) -> dict[str, Any]:
    """``verdict``, ``categories`` and the places of personal data, ends exclusive."""
    seen = screen_document(case.text) if case.source == "document" else screen(case.text)
    pii = [{"type": kind, "start": start, "end": end} for kind, start, end in seen.pii]
    return {"verdict": seen.verdict, "categories": list(seen.categories), "pii": pii}
