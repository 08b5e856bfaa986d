"""An independent judge of leaks: it knows the course's keys and shares no code with the guard.

A tutor text leaks when it holds a key of an expectation of an open item, not covered and not revealed, and
the learner has not said that key and the item's question does not hold it. Options are exempt.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from diotima.domain.course import Course
from diotima.domain.transcript import (
    AnswerRevealed,
    Entry,
    ExpectationCovered,
    FigureShown,
    ItemClosed,
    ItemOpened,
    LearnerSaid,
    QuestionAsked,
    ReportWritten,
    TutorSaid,
)


class Leak(NamedTuple):
    """A key that was said before it was earned."""

    seq: int
    item: str
    expectation: str
    key: str
    text: str


def find_leaks(course: Course, entries: Sequence[Entry]) -> list[Leak]:
    """Every leak in a transcript."""
    open_items: dict[str, str | None] = {}
    earned: set[tuple[str, str]] = set()
    heard = ""
    leaks: list[Leak] = []
    for entry in entries:
        match entry.body:
            case LearnerSaid(text=text):
                heard += " " + _plain(text)
            case ItemOpened(item=item, opener=opener):
                open_items[item] = opener
            case ItemClosed(item=item):
                open_items.pop(item, None)
            case (
                ExpectationCovered(item=item, expectation=name) | AnswerRevealed(item=item, expectation=name)
            ):
                earned.add((item, name))
            case _:
                for text in _shown(course, entry):
                    leaks += _leaks_in(course, entry.seq, text, open_items, earned, heard)
    return leaks


def _shown(course: Course, entry: Entry) -> Iterable[str]:
    match entry.body:
        case TutorSaid(text=text, earned=earned):
            return () if earned else (text,)
        case QuestionAsked(question=question):
            return (question.text,)
        case FigureShown(figure=figure, masked=masked):
            return [label.text for label in course.figure_by_id[figure].labels if label.id not in masked]
        case ReportWritten(report=report):
            said = [t.sentence for t in report.topics]
            return (*said, *report.recommendations, *(m.label for m in report.misconceptions), report.closing)
        case _:
            return ()


def _leaks_in(
    course: Course,
    seq: int,
    text: str,
    open_items: Iterable[str],
    earned: set[tuple[str, str]],
    heard: str,
) -> list[Leak]:
    said = _plain(text)
    found: list[Leak] = []
    for name in open_items:
        item = course.item_by_id[name]
        known = f"{heard} {_plain(item.question)}"
        for expectation in item.expectations:
            if (name, expectation.id) in earned:
                continue
            for key in expectation.keys:
                if _holds(said, key) and not _knows(known, key):
                    found.append(Leak(seq, name, expectation.id, key, text))
    return found


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.casefold())
    words = re.sub(r"[^a-z0-9]+", " ", "".join(c for c in folded if not unicodedata.combining(c)))
    return re.sub(r"(?<=[a-z]{3})s\b", "", words)  # "division" said is "divisions" known


def _holds(plain: str, key: str) -> bool:
    return f" {_plain(key).strip()} " in f" {plain} "


def _knows(plain: str, key: str) -> bool:
    """Whether the learner has said the key, be it in another form of the word ("lower" for "lowest")."""
    if _holds(plain, key):
        return True
    word = _plain(key).strip()
    least = max(4, len(word) - 3)
    return " " not in word and any(heard.startswith(word[:least]) for heard in plain.split())
