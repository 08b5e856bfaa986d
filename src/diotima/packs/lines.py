"""Every authored text a learner may see, with its place in the course."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from diotima.domain.course import Course, Expectation, Figure, Item, Misconception, Passage, Quiz
from diotima.packs.sources import Steps

RUNGS = ("pump", "hint", "stem", "counterexample", "contrast", "repair")
"""Lines that end in exactly one question; the cloze ends in its blank."""


class Line(NamedTuple):
    """One text of the thing ``kind`` ``id``, reached by ``steps``."""

    kind: str
    id: str
    steps: Steps
    text: str
    role: str
    """``question | rephrasing | context | asks | pump | hint | prompt | stem | counterexample | contrast |
    repair | label | assertion | passage | alt | title | outcome | rationale``."""

    @property
    def name(self) -> str:
        """What to call it in a message ("hint 2 of expectation `roots`")."""
        parts = [str(s + 1) if isinstance(s, int) else str(s) for s in self.steps]
        owner = f" of {_OWNERS[parts[0]]} `{parts[1]}`" if parts[0] in _OWNERS else ""
        number = f" {parts[-1]}" if isinstance(self.steps[-1], int) else ""
        return f"{self.role}{number}{owner}"


_OWNERS = {"expectations": "expectation", "misconceptions": "misconception", "options": "option"}


def lines_of(course: Course) -> Iterator[Line]:
    """All lines of a course, answers (assertions, answer passages) included."""
    for item in course.items:
        yield from item_lines(item)
        yield from (
            _expectation_line(item, e, ("assertion",), e.assertion, "assertion") for e in item.expectations
        )
    for quiz in course.quizzes:
        yield from quiz_lines(quiz)
    for passage in course.passages:
        yield passage_line(passage)
    for figure in course.figures:
        yield from figure_lines(figure)


def item_lines(item: Item) -> Iterator[Line]:
    """Everything said about an item before any of it is earned."""
    yield Line("item", item.id, ("question",), item.question, "question")
    for n, text in enumerate(item.rephrasings):
        yield Line("item", item.id, ("rephrasings", n), text, "rephrasing")
    if item.context:
        yield Line("item", item.id, ("context",), item.context, "context")
    for expectation in item.expectations:
        for n, facet in enumerate(expectation.facets):
            yield _expectation_line(item, expectation, ("facets", n, "asks"), facet.asks, "asks")
        yield from ladder_lines(item, expectation)
    for misconception in item.misconceptions:
        yield from misconception_lines(item, misconception)


def ladder_lines(item: Item, expectation: Expectation) -> Iterator[Line]:
    """The rungs in the order they are climbed."""
    ladder = expectation.ladder
    yield _expectation_line(item, expectation, ("ladder", "pump"), ladder.pump, "pump")
    for n, hint in enumerate(ladder.hints):
        yield _expectation_line(item, expectation, ("ladder", "hints", n), hint, "hint")
    yield _expectation_line(item, expectation, ("ladder", "prompt"), ladder.prompt, "prompt")
    yield _expectation_line(item, expectation, ("ladder", "choice", "stem"), ladder.choice.stem, "stem")


def misconception_lines(item: Item, misconception: Misconception) -> Iterator[Line]:
    """The elenchus in its order, and the label that stands in reports."""
    at = ("misconceptions", misconception.id)
    yield Line("item", item.id, (*at, "counterexample"), misconception.counterexample, "counterexample")
    yield Line("item", item.id, (*at, "contrast"), misconception.contrast, "contrast")
    yield Line("item", item.id, (*at, "repair"), misconception.repair, "repair")
    yield Line("item", item.id, (*at, "label"), misconception.label, "label")


def quiz_lines(quiz: Quiz) -> Iterator[Line]:
    """Stem and rationales; options are meant to hold the answer."""
    yield Line("quiz", quiz.id, ("stem",), quiz.stem, "question")
    for option in quiz.options:
        yield Line("quiz", quiz.id, ("options", option.id, "rationale"), option.rationale, "rationale")


def passage_line(passage: Passage) -> Line:
    return Line("passage", passage.id, ("text",), passage.text, "passage")


def figure_lines(figure: Figure) -> Iterator[Line]:
    yield Line("figure", figure.id, ("title",), figure.title, "title")
    yield Line("figure", figure.id, ("alt",), figure.alt, "alt")


def _expectation_line(item: Item, expectation: Expectation, steps: Steps, text: str, role: str) -> Line:
    return Line("item", item.id, ("expectations", expectation.id, *steps), text, role)
