"""Making sense of the learner's words: orientation, options, contributions."""

from __future__ import annotations

from dataclasses import replace

from diotima.domain.course import Item
from diotima.domain.grades import Grade
from diotima.domain.questions import QuestionKind
from diotima.domain.session import ItemState
from diotima.domain.transcript import Body, FocusSet, Mode, Phase
from diotima.engine.options import pick_option
from diotima.engine.orientation import read_focus, read_mode
from diotima.engine.reading import (
    chosen_option,
    mark_choice,
    mark_quiz,
    name_unit,
    quote_in_context,
    read_answer,
    recollect,
)
from diotima.turn.deps import Scene
from diotima.turn.state import Analysis, TurnState


def read_orientation(scene: Scene) -> tuple[Body, ...]:
    """The study focus and the learning mode; words that name neither leave both open."""
    words = scene.said.text
    return (FocusSet(read_focus(scene.course, words), read_mode(words) or Mode.DIALOGUE, words),)


def mark_option(scene: Scene, analysis: Analysis) -> TurnState:
    """Grade the option that was chosen, in words or by its id; "I don't know" is an answer to a quiz."""
    question, said = scene.question, scene.said
    if question is None:
        return {"evidence": ()}
    option = None if analysis.act == "idk" else said.option or pick_option(question, said.text)
    if question.kind is QuestionKind.QUIZ and question.quiz:
        quiz = scene.course.quiz_by_id[question.quiz]
        role = "assessment" if scene.before.phase is Phase.ASSESSMENT else "diagnostic"
        words = next((o.text for o in question.options if o.id == option), said.text)
        return {"evidence": (mark_quiz(quiz, question, option, role, words),)}
    if option is None or question.item is None or question.expectation is None:
        return {"evidence": ()}
    item = scene.course.item_by_id[question.item]
    state = scene.before.items.get(item.id, ItemState(item.id, item.concept))
    chosen = chosen_option(item.expectation(question.expectation).ladder.choice, question, option)
    return {"evidence": mark_choice(item, question.expectation, chosen, state, said.text)}


def read_contribution(scene: Scene, analysis: Analysis) -> TurnState:
    """Grade words against everything the item still expects; the grade itself stays hidden."""
    question = scene.question
    if question is None or question.item is None:
        return {"evidence": ()}
    item = scene.course.item_by_id[question.item]
    state = scene.before.items.get(item.id, ItemState(item.id, item.concept))
    asked = {question.expectation} if question.expectation else set()
    wanted = {e.id for e in item.expectations if state.expectation(e.id).open} | asked
    words, grader = scene.said.text, scene.deps.grader
    found = grader.grade(item, words, expectations=wanted)
    grade = _with_unit(scene, item, recollect(quote_in_context(found, words), state))
    repaired = grader.repaired(item, words)
    return {
        "analysis": Analysis(analysis.act, grade=grade),
        "evidence": read_answer(
            item, state, question, grade, repaired=repaired, thought_through=scene.thinking
        ),
    }


def _with_unit(scene: Scene, item: Item, grade: Grade) -> Grade:
    """The grade once the learner was asked for the unit of their number and named it."""
    question, before = scene.question, scene.before
    asked = question.expectation if question else None
    if asked is None or before.last_move != "clarify" or len(before.heard) < 2:
        return grade
    found = name_unit(scene.deps.grader, item, asked, before.heard[-2], scene.said.text)
    if found is None:
        return grade
    others = (found if g.expectation == asked else g for g in grade.expectations)
    return replace(grade, expectations=tuple(others))
