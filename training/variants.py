"""Answers nobody gave: correct ones turned round, questions echoed, another question's answer, the reference.

They teach a model what people's answers seldom show: that "not" and "hyper" for "hypo" turn a right answer
into a wrong one although nearly every word is shared.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from diotima.engine.opposites import opposites_of
from diotima.evals.gradings import CLASSES, Graded

CORRECT, CONTRADICTORY, WRONG = (
    (CLASSES.index("correct"),),
    (CLASSES.index("contradictory"),),
    (CLASSES.index("incorrect"),),
)
_AUXILIARY = re.compile(r"\b(is|are|was|were|will|would|can|could|does|do|has|have|should|must)\b", re.I)
_WORD = re.compile(r"[A-Za-z]+")


def negate(text: str) -> str | None:
    """The text with "not" after its first auxiliary, or without the "not" that stood there."""
    found = _AUXILIARY.search(text)
    if found is None:
        return None
    rest = text[found.end() :]
    already = re.match(r"\s+not\b|n't\b", rest)
    return text[: found.end()] + (rest[already.end() :] if already else " not" + rest)


def swap(text: str, chance: random.Random) -> str | None:
    """The text with one word replaced by its opposite."""
    places = [m for m in _WORD.finditer(text) if opposites_of(m.group().lower())]
    if not places:
        return None
    place = chance.choice(places)
    other = chance.choice(sorted(opposites_of(place.group().lower())))
    return text[: place.start()] + other + text[place.end() :]


def variants(rows: Sequence[Graded], chance: random.Random, share: float) -> Iterator[Graded]:
    """For about ``share`` of the rows one variant each, beside the references themselves and turned round."""
    for row in rows:
        if chance.random() >= share:
            continue
        source = row.answer if row.label == "correct" else chance.choice(row.references)
        kind = chance.choice(("negate", "swap", "echo", "other", "reference", "reference negated"))
        if kind == "negate":
            yield from _changed(row, negate(source), CONTRADICTORY)
        elif kind == "swap":
            yield from _changed(row, swap(source, chance), CONTRADICTORY)
        elif kind == "echo":
            yield from _changed(row, row.question, WRONG)
        elif kind == "other":
            other = chance.choice(rows)
            yield from _changed(row, other.answer if other.question != row.question else None, WRONG)
        elif kind == "reference":
            yield from _changed(row, chance.choice(row.references), CORRECT)
        else:
            yield from _changed(row, negate(chance.choice(row.references)), CONTRADICTORY)


def _changed(row: Graded, answer: str | None, allowed: tuple[int, ...]) -> Iterator[Graded]:
    if answer is not None:
        yield row._replace(answer=answer, label=CLASSES[allowed[0]], allowed=allowed)
