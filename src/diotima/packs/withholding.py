"""The leak lint: nothing a learner sees before earning an answer gives it away.

Every line is judged by the guard that judges live turns, against all expectations it might spoil, and the
rungs of a ladder together with those before them. Options of a choice are exempt: they hold the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from xml.etree import ElementTree

from diotima.domain.course import Figure, Item
from diotima.engine.leak import Watch, mask_labels, render_figure
from diotima.packs.lines import (
    Line,
    figure_lines,
    item_lines,
    ladder_lines,
    misconception_lines,
    passage_line,
    quiz_lines,
)
from diotima.packs.problems import Problem
from diotima.packs.review import Lint, Review

_REMEDY = "Speak of position, function, a comparison, a case; not of the name asked for"


def lint_leaks(review: Review) -> Iterator[Problem]:
    """All lints of this module."""
    return chain.from_iterable(lint(review) for lint in _LINTS)


def _check_items(review: Review) -> Iterator[Problem]:
    """Each line by itself."""
    for item in review.course.items:
        for line in item_lines(item):
            yield from _judge(review, line, (item,))


def _check_ladders(review: Review) -> Iterator[Problem]:
    """Each ladder, and each elenchus, as a sum."""
    for item in review.course.items:
        ladders = [list(ladder_lines(item, e)) for e in item.expectations]
        ladders += [list(misconception_lines(item, m))[:3] for m in item.misconceptions]
        for ladder in ladders:
            for n, line in enumerate(ladder[1:], start=1):
                if not _leaks(review, line.text, item):
                    yield from _judge(review, line, (item,), [earlier.text for earlier in ladder[:n]])


def _check_concepts(review: Review) -> Iterator[Problem]:
    course = review.course
    for concept in course.concepts:
        line = Line("manifest", course.id, ("concepts", concept.id, "outcome"), concept.outcome, "outcome")
        yield from _judge(review, line, _items_about(review, concept.id))


def _check_quizzes(review: Review) -> Iterator[Problem]:
    """Stems, and the rationales of options that are not the right one."""
    for quiz in review.course.quizzes:
        wrong = {option.id for option in quiz.options if not option.correct}
        for line in quiz_lines(quiz):
            if line.role == "question" or line.steps[1] in wrong:
                yield from _judge(review, line, _items_about(review, quiz.concept))


def _check_passages(review: Review) -> Iterator[Problem]:
    for passage in review.course.passages:
        if not passage.reveals:
            yield from _judge(review, passage_line(passage), _items_about(review, passage.concept))


def _check_figures(review: Review) -> Iterator[Problem]:
    """Title, alt text, and everything that still reads in the drawing when all answers are masked."""
    for figure in review.course.figures:
        items = tuple(i for concept in figure.concepts for i in _items_about(review, concept))
        drawn = (Line("figure", figure.id, ("labels",), text, "label") for text in _unmasked(figure, items))
        for line in (*figure_lines(figure), *drawn):
            yield from _judge(review, line, items)


def _items_about(review: Review, concept: str) -> tuple[Item, ...]:
    return tuple(i for i in review.course.items if i.concept == concept)


def _unmasked(figure: Figure, items: Iterable[Item]) -> Iterator[str]:
    everything = [f"{i.id}/{e.id}" for i in items for e in i.expectations]
    try:
        root = ElementTree.fromstring(render_figure(figure, mask_labels(figure, everything)))
    except ValueError:
        return  # reported as svg-syntax
    yield from (text for element in root.iter() if (text := " ".join((element.text or "").split())))


def _judge(review: Review, line: Line, items: Iterable[Item], said: Iterable[str] = ()) -> Iterator[Problem]:
    """A problem for each item the line spoils."""
    before = tuple(said)
    for item in items:
        rules = _leaks(review, line.text, item, before)
        if rules:
            together = " together with what was said before" if before else ""
            spoilt = ", ".join(f"`{e}`" for e in _spoilt(review, line.text, item, before))
            message = f"the {line.name} gives away {spoilt} of `{item.id}`{together} ({', '.join(rules)})."
            yield review.of(line, "leak-sum" if before else "leak", message, _REMEDY)


def _leaks(review: Review, text: str, item: Item, said: tuple[str, ...] = ()) -> tuple[str, ...]:
    watch = Watch(item, tuple(e.id for e in item.expectations), said=said, visible=_shown(item))
    verdict = review.guard.check(text, watch)
    return verdict.rules if verdict.blocked else ()


def _spoilt(review: Review, text: str, item: Item, said: tuple[str, ...]) -> list[str]:
    """The expectations that the text leaks by themselves; all of them if only their sum is given away."""
    each = [e.id for e in item.expectations]
    alone = [e for e in each if review.guard.check(text, Watch(item, (e,), said, _shown(item))).blocked]
    return alone or each


def _shown(item: Item) -> tuple[str, ...]:
    return (item.context,) if item.context else ()


_LINTS: tuple[Lint, ...] = (
    _check_items,
    _check_ladders,
    _check_concepts,
    _check_quizzes,
    _check_passages,
    _check_figures,
)
