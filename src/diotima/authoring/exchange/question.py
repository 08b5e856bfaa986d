"""What the formats have in common: a question with options or with an answer to be typed in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import NamedTuple

from diotima.domain.course import Course, Item, Quiz


class Option(NamedTuple):
    """An option and what is said to who chose it."""

    text: str
    correct: bool = False
    feedback: str = ""


class Question(NamedTuple):
    """One question. One of ``options`` is chosen; without any, one of ``answers`` or ``number`` is typed."""

    id: str
    stem: str
    options: tuple[Option, ...] = ()
    answers: tuple[str, ...] = ()
    """Accepted wordings, the first being the one to show."""
    number: float | None = None
    tolerance: float = 0.0
    """Absolute, in the unit of ``number``."""
    hints: tuple[str, ...] = ()
    feedback: str = ""
    """The explanation after the answer."""
    topic: str = ""


class Lost(NamedTuple):
    """Something the other side has no place for."""

    id: str
    what: str


class Bank(NamedTuple):
    """Questions read from a file, and what of it could not be used."""

    questions: tuple[Question, ...]
    lost: tuple[Lost, ...] = ()


def questions_of(course: Course) -> Bank:
    """A course's quizzes and the open questions that have one short answer."""
    questions = [_from_quiz(q) for q in course.quizzes]
    lost = [Lost(q.id, "which misconception each option shows") for q in course.quizzes if _diagnoses(q)]
    for item in course.items:
        questions += _from_item(item)
        lost.append(
            Lost(item.id, "help, misconceptions and graded answers; one question for each expectation")
        )
    lost += [Lost(p.id, "passage") for p in course.passages]
    lost += [Lost(f.id, "figure") for f in course.figures]
    return Bank(tuple(questions), tuple(lost))


def sort_out(found: Iterable[Question | Lost]) -> Bank:
    """What could be read beside what could not."""
    all_found = tuple(found)
    questions = tuple(f for f in all_found if isinstance(f, Question))
    return Bank(questions, tuple(f for f in all_found if isinstance(f, Lost)))


def plain(markup: str) -> str:
    """The words of a piece of HTML, on one line."""
    text = re.sub(r"(?is)<(script|style)\b.*?</\1\s*>", " ", markup)
    text = re.sub(r"(?i)<(?:br|/?p|/?div|/?li)\b[^>]*>", " ", text)
    return " ".join(unescape(re.sub(r"<[^>]*>", "", text)).split())


def _from_quiz(quiz: Quiz) -> Question:
    options = tuple(Option(o.text, o.correct, o.rationale) for o in quiz.options)
    return Question(quiz.id, quiz.stem, options, topic=quiz.concept)


def _from_item(item: Item) -> Iterator[Question]:
    for e in item.expectations:
        number = _decimal(e.answer.number) if e.answer else None
        wordings = tuple(dict.fromkeys((e.proposition, *e.variants)))
        yield Question(
            f"{item.id}.{e.id}",
            item.question
            if len(item.expectations) == 1
            else f"{item.question} In particular: {_asks(item, e.id)}?",
            answers=() if number is not None else wordings,
            number=number,
            tolerance=abs(number) * e.answer.tolerance if number is not None and e.answer else 0.0,
            hints=e.ladder.hints,
            feedback=e.assertion,
            topic=item.concept,
        )


def _asks(item: Item, expectation: str) -> str:
    return "; ".join(f.asks for f in item.expectation(expectation).facets)


def _diagnoses(quiz: Quiz) -> bool:
    return any(o.misconception for o in quiz.options)


def _decimal(number: str | None) -> float | None:
    return float(number) if number is not None and re.fullmatch(r"-?\d+(\.\d+)?", number) else None
