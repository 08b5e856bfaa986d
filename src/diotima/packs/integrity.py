"""Whether the parts of a course fit together: without this it cannot be taught at all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

from diotima.domain.course import Concept, Course, Expectation, Figure, Item, Passage, Quiz
from diotima.packs.problems import Level, Problem
from diotima.packs.sources import SourceMap, Steps


@dataclass(frozen=True)
class Names:
    """Every id that something in a course may refer to."""

    concepts: frozenset[str]
    items: frozenset[str]
    expectations: frozenset[str]
    """``item/expectation``."""
    misconceptions: frozenset[str]
    """``item/misconception``."""
    passages: frozenset[str]
    nodes: frozenset[str]


def names_of(course: Course) -> Names:
    """All ids of a course."""
    return Names(
        concepts=frozenset(c.id for c in course.concepts),
        items=frozenset(i.id for i in course.items),
        expectations=frozenset(f"{i.id}/{e.id}" for i in course.items for e in i.expectations),
        misconceptions=frozenset(f"{i.id}/{m.id}" for i in course.items for m in i.misconceptions),
        passages=frozenset(p.id for p in course.passages),
        nodes=frozenset(e.node for i in course.items for e in i.expectations),
    )


def check_integrity(course: Course, sources: SourceMap) -> list[Problem]:
    """References that lead nowhere, ids given twice within a thing, prerequisites in a circle."""
    dangling = [_dangling(link, sources) for link in _links(course) if link.target not in link.known]
    return [*dangling, *_repeated_ids(course, sources), *_circle(course, sources)]


class _Link(NamedTuple):
    """Somewhere in a thing (``kind``, ``id``, ``steps``) an id is named that must be among ``known``."""

    kind: str
    id: str
    steps: Steps
    target: str
    known: Collection[str]
    what: str


def _links(course: Course) -> Iterator[_Link]:
    names = names_of(course)
    for concept in course.concepts:
        yield from _concept_links(course.id, concept, names)
    for item in course.items:
        yield from _item_links(item, names)
    for quiz in course.quizzes:
        yield from _quiz_links(quiz, names)
    for passage in course.passages:
        yield from _passage_links(passage, names)
    for figure in course.figures:
        yield from _figure_links(figure, names)


def _concept_links(course: str, concept: Concept, names: Names) -> Iterator[_Link]:
    for needed in concept.requires:
        steps = ("concepts", concept.id, "requires", needed.id)
        yield _Link("manifest", course, steps, needed.id, names.concepts, "concept")


def _item_links(item: Item, names: Names) -> Iterator[_Link]:
    yield _Link("item", item.id, ("concept",), item.concept, names.concepts, "concept")
    for n, other in enumerate(item.also):
        yield _Link("item", item.id, ("also", n), other, names.concepts, "concept")
    if item.isomorph_of is not None:
        yield _Link("item", item.id, ("isomorph_of",), item.isomorph_of, names.items, "item")
    for expectation in item.expectations:
        yield from _ladder_links(item, expectation, names)
    yield from _inner_links(item)


def _ladder_links(item: Item, expectation: Expectation, names: Names) -> Iterator[_Link]:
    ladder, at = expectation.ladder, ("expectations", expectation.id, "ladder")
    if ladder.stepdown is not None:
        yield _Link("item", item.id, (*at, "stepdown"), ladder.stepdown, names.concepts, "concept")
    for n, passage in enumerate(ladder.study):
        yield _Link("item", item.id, (*at, "study", n), passage, names.passages, "passage")
    shown = [m.id for m in item.misconceptions]
    for n, option in enumerate(ladder.choice.options):
        if option.misconception is not None:
            steps = (*at, "choice", "options", n, "misconception")
            yield _Link("item", item.id, steps, option.misconception, shown, "misconception of this item")


def _inner_links(item: Item) -> Iterator[_Link]:
    """From misconceptions and sample answers to expectations and misconceptions of the same item."""
    stated, mistaken = [e.id for e in item.expectations], [m.id for m in item.misconceptions]
    for misconception in item.misconceptions:
        for n, contrast in enumerate(misconception.contrasts):
            steps: Steps = ("misconceptions", misconception.id, "contrasts", n)
            yield _Link("item", item.id, steps, contrast, stated, "expectation of this item")
    for n, sample in enumerate(item.graded_answers):
        for label in sample.labels:
            steps = ("graded_answers", n, "labels", label)
            yield _Link("item", item.id, steps, label, stated, "expectation of this item")
        if sample.misconception is not None:
            steps = ("graded_answers", n, "misconception")
            yield _Link("item", item.id, steps, sample.misconception, mistaken, "misconception of this item")


def _quiz_links(quiz: Quiz, names: Names) -> Iterator[_Link]:
    yield _Link("quiz", quiz.id, ("concept",), quiz.concept, names.concepts, "concept")
    if quiz.node is not None:
        yield _Link("quiz", quiz.id, ("node",), quiz.node, names.nodes, "node of an expectation")
    for option in quiz.options:
        if option.misconception is not None:
            steps = ("options", option.id, "misconception")
            yield _Link(
                "quiz", quiz.id, steps, option.misconception, names.misconceptions, "item/misconception"
            )


def _passage_links(passage: Passage, names: Names) -> Iterator[_Link]:
    yield _Link("passage", passage.id, ("concept",), passage.concept, names.concepts, "concept")
    for n, revealed in enumerate(passage.reveals):
        yield _Link("passage", passage.id, ("reveals", n), revealed, names.expectations, "item/expectation")


def _figure_links(figure: Figure, names: Names) -> Iterator[_Link]:
    for n, concept in enumerate(figure.concepts):
        yield _Link("figure", figure.id, ("concepts", n), concept, names.concepts, "concept")
    for label in figure.labels:
        for n, revealed in enumerate(label.reveals):
            steps = ("labels", label.id, "reveals", n)
            yield _Link("figure", figure.id, steps, revealed, names.expectations, "item/expectation")


def _dangling(link: _Link, sources: SourceMap) -> Problem:
    place = sources.at(link.kind, link.id, link.steps)
    close = get_close_matches(link.target, sorted(link.known), n=1)
    remedy = (
        f"Did you mean `{close[0]}`?" if close else "Write the id exactly as it is given where it is defined"
    )
    message = f"there is no {link.what} `{link.target}`."
    return Problem(place.file, place.line, Level.ERROR, message, remedy, "unknown-id")


def _repeated_ids(course: Course, sources: SourceMap) -> Iterator[Problem]:
    def repeats(kind: str, id: str, field: str, ids: Iterable[str]) -> Iterator[Problem]:
        seen: set[str] = set()
        for n, member in enumerate(ids):
            if member in seen:
                place = sources.at(kind, id, (field, n))
                message = f"the id `{member}` is used twice in `{field}` of `{id}`."
                yield Problem(*place, Level.ERROR, message, "Give one of them another id", "duplicate-id")
            seen.add(member)

    yield from repeats("manifest", course.id, "concepts", (c.id for c in course.concepts))
    for item in course.items:
        yield from repeats("item", item.id, "expectations", (e.id for e in item.expectations))
        yield from repeats("item", item.id, "misconceptions", (m.id for m in item.misconceptions))
    for quiz in course.quizzes:
        yield from repeats("quiz", quiz.id, "options", (o.id for o in quiz.options))
    for figure in course.figures:
        yield from repeats("figure", figure.id, "labels", (label.id for label in figure.labels))


def _circle(course: Course, sources: SourceMap) -> Iterator[Problem]:
    try:
        _ = course.ancestors
    except KeyError:
        return  # an unknown prerequisite, reported as a dangling reference
    except ValueError as circle:
        place = sources.at("manifest", course.id, ("concepts",))
        yield Problem(
            *place, Level.ERROR, f"{circle}.", "Remove one of the requirements", "prerequisite-circle"
        )
