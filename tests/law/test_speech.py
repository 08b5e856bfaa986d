"""P2 and P9 from the learner's side: what answers a shipped question is heard as an answer, and only that."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.domain.course import Course, Item
from diotima.engine.dialogue import ASIDE_ACTS, HELP_ACTS, HOLDING_ACTS
from diotima.engine.screening import screen
from diotima.engine.speech_acts import Scene, SpeechAct, invites_yes_no, recognise, vocabulary_of
from diotima.packs.shelf import Shelf

COURSES = tuple(Shelf().get(course) for course in Shelf().ids())
QUESTIONS = [(course, item) for course in COURSES for item in course.items]
NOT_ANSWERS = {
    "just tell me": SpeechAct.REVEAL_REQUEST,
    "can you explain this": SpeechAct.EXPLAIN_REQUEST,
    "can you repeat the question": SpeechAct.REPEAT,
    "give me a hint": SpeechAct.HELP_REQUEST,
    "i don't know": SpeechAct.IDK,
    "hello": SpeechAct.SOCIAL,
    "asdfgh": SpeechAct.GIBBERISH,
    "this is so boring": SpeechAct.FRUSTRATION,
    "end session": SpeechAct.QUIT,
    "show me a diagram": SpeechAct.DIAGRAM_REQUEST,
    "next question please": SpeechAct.SKIP,
}

_vocabulary = cache(vocabulary_of)


def scene_of(course: Course, item: Item) -> Scene:
    return Scene(_vocabulary(course), item.question, invites_yes_no(item.question))


def answers_of(item: Item) -> Iterator[str]:
    yield item.ideal
    yield from (m.statement for m in item.misconceptions)
    yield from (sample.text for sample in item.graded_answers if set(sample.labels.values()) != {"bad"})
    for expectation in item.expectations:
        yield expectation.proposition
        yield from expectation.variants
        yield from (option.text for option in expectation.ladder.choice.options)


@pytest.mark.parametrize(("course", "item"), QUESTIONS, ids=[item.id for _, item in QUESTIONS])
def test_every_authored_answer_is_a_contribution(course: Course, item: Item) -> None:
    scene = scene_of(course, item)

    heard = {answer: recognise(answer, scene) for answer in answers_of(item)}

    assert {answer: act for answer, act in heard.items() if act != SpeechAct.CONTRIBUTION} == {}


@pytest.mark.parametrize(
    "frame", ["I think {}", "maybe {}", "is it {}?", "not sure but {}", "ok so {}", "{} right?"]
)
def test_every_key_is_a_contribution_however_it_is_offered(frame: str) -> None:
    heard = {
        (item.id, key): recognise(frame.format(key), scene_of(course, item))
        for course, item in QUESTIONS
        for expectation in item.expectations
        for key in expectation.keys
    }

    assert {said: act for said, act in heard.items() if act != SpeechAct.CONTRIBUTION} == {}


@pytest.mark.parametrize("said", NOT_ANSWERS)
def test_what_is_no_answer_is_none_whatever_was_asked(said: str) -> None:
    assert {recognise(said, scene_of(course, item)) for course, item in QUESTIONS} == {NOT_ANSWERS[said]}


@pytest.mark.parametrize(("course", "item"), QUESTIONS, ids=[item.id for _, item in QUESTIONS])
def test_saying_that_one_does_not_know_what_was_asked_is_no_answer(course: Course, item: Item) -> None:
    assert recognise("I don't know", scene_of(course, item)) == SpeechAct.IDK


@pytest.mark.parametrize(("course", "item"), QUESTIONS, ids=[item.id for _, item in QUESTIONS])
def test_no_authored_answer_is_screened_out(course: Course, item: Item) -> None:
    vocabulary = _vocabulary(course)

    stopped = {a: screen(a, vocabulary=vocabulary).categories for a in answers_of(item)}

    assert {answer: categories for answer, categories in stopped.items() if categories} == {}


def test_the_planner_knows_every_act() -> None:
    planned = HOLDING_ACTS | HELP_ACTS | ASIDE_ACTS | {SpeechAct.CONTRIBUTION, SpeechAct.QUIT, SpeechAct.SKIP}

    assert set(SpeechAct) <= planned


@given(st.sampled_from(QUESTIONS), st.text(max_size=200))
def test_recognising_is_a_function_of_text_and_scene(asked: tuple[Course, Item], text: str) -> None:
    scene = scene_of(*asked)

    assert recognise(text, scene) == recognise(text, scene)
