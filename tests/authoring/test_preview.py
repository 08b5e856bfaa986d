"""What an author sees of an item: what was heard, and why a sentence would be held back."""

from __future__ import annotations

import re

import pytest

from diotima.authoring.preview import RULES, Preview
from diotima.domain.course import Course
from diotima.domain.grades import Zone
from diotima.engine.grading import Grader
from diotima.engine.leak import Watch
from tests.engine.examples import shipped_courses

GRADER = Grader()
ITEMS = [(course, item.id) for course in shipped_courses() for item in course.items]
every_item = pytest.mark.parametrize(("course", "item"), ITEMS, ids=[i for _, i in ITEMS])


@every_item
def test_the_preview_agrees_with_the_tutor(course: Course, item: str) -> None:
    preview = Preview(course, item, GRADER)
    answer = preview.item.ideal

    told = "\n".join(preview.hear(answer))
    grade = GRADER.grade(preview.item, answer)

    accepted = [g.expectation for g in grade.expectations if g.zone is Zone.ACCEPT]
    assert accepted
    assert re.findall(r"^(\S+): accepted", told, re.MULTILINE) == accepted


@every_item
def test_every_key_is_held_back_with_its_reason(course: Course, item: str) -> None:
    preview = Preview(course, item, GRADER)
    for n, e in enumerate(preview.item.expectations):
        for key in e.keys:
            told = list(preview.judge(f"It has to do with {key}."))[n]
            assert told.startswith(f"{e.id}: held back: "), key


def test_the_ladder_shows_question_and_all_help() -> None:
    preview = Preview(*ITEMS[0], GRADER)
    shown = "\n".join(preview.ladder())

    assert preview.item.question in shown
    for e in preview.item.expectations:
        assert all(text in shown for text in (e.ladder.pump, *e.ladder.hints, e.ladder.prompt))


def test_an_unknown_item_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        Preview(ITEMS[0][0], "nothing", GRADER)


def test_every_rule_of_the_guard_is_explained() -> None:
    fired = {
        rule
        for course, item in ITEMS
        for preview in [Preview(course, item, GRADER)]
        for e in preview.item.expectations
        for text in (e.assertion, *e.keys)
        for rule in preview._guard.check(text, _watch(preview, e.id)).rules
    }

    assert {"key", "facet", "grade"} <= fired
    assert fired <= RULES.keys()


def _watch(preview: Preview, expectation: str) -> Watch:
    return Watch(preview.item, (expectation,), visible=(preview.item.question,))
