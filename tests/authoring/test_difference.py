"""What a new version of a course does to ledgers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diotima.authoring.difference import Change, compare, count_evidence, tell
from diotima.domain.course import Course
from diotima.domain.evidence import Subject
from tests.engine.examples import shipped_courses

COURSES = shipped_courses()
every_course = pytest.mark.parametrize("course", COURSES, ids=[c.id for c in COURSES])


@every_course
def test_a_course_does_not_differ_from_itself(course: Course) -> None:
    assert compare(course, course) == ()


@every_course
def test_a_renamed_item_is_followed_with_what_is_inside(course: Course) -> None:
    first, *rest = course.items
    after = replace(course, items=(replace(first, id="new.name"), *rest))

    changes = compare(course, after)

    assert Change("item", first.id, "new.name", "renamed") in changes
    assert {c.fate for c in changes} == {"renamed"}
    assert len(changes) == 1 + len(first.expectations) + len(first.misconceptions)


@every_course
def test_a_removed_quiz_is_removed_and_a_new_one_added(course: Course) -> None:
    gone = course.quizzes[0]
    after = replace(course, quizzes=course.quizzes[1:])

    assert compare(course, after) == (Change("quiz", gone.id, None, "removed"),)
    assert compare(after, course) == (Change("quiz", None, gone.id, "added"),)


@every_course
def test_what_the_course_declares_keeps_its_evidence(course: Course) -> None:
    first, *rest = course.quizzes
    manifest = replace(course.manifest, renames={first.id: "new.name"})
    after = replace(course, manifest=manifest, quizzes=(replace(first, id="new.name"), *rest))

    changes = compare(course, after)

    assert changes == (Change("quiz", first.id, "new.name", "declared"),)
    assert list(tell(changes, {("quiz", first.id): 2})) == [
        f"quiz {first.id} is now new.name: evidence on it (2) goes on counting."
    ]


def test_two_that_became_one_are_merged() -> None:
    course = COURSES[0]
    first = course.quizzes[0]
    twin = replace(first, id="twin")
    before = replace(course, quizzes=(*course.quizzes, twin))

    assert compare(before, course) == (Change("quiz", "twin", first.id, "merged"),)


def test_the_author_is_told_how_much_evidence_a_change_concerns() -> None:
    held = count_evidence(
        [Subject("c", "1", concept="a", item="a.b", expectation="e", node="n")] * 3
        + [Subject("c", "1", quiz="q", misconception="a.b/m")]
    )

    assert held["expectation", "a.b/e"] == 3
    assert held["misconception", "a.b/m"] == 1
    assert list(tell([Change("item", "a.b", "a.c", "renamed")], held)) == [
        "item a.b seems to be a.c now: evidence on it (3) no longer counts; "
        'to keep it, add "a.b: a.c" to renames in pack.yaml.'
    ]
    assert list(tell([Change("quiz", "z", None, "removed")], held)) == [
        "quiz z is gone: nobody has evidence on it."
    ]
