"""What the tutor relies on when it teaches: a course without it is not offered at all.

Everything here is cheap, so that it is looked at whenever a course is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from diotima.domain.course import AnswerType, ChoiceOption, Course, Expectation, Item, QuizOption
from diotima.engine.formulas import parse_formula
from diotima.engine.quantities import parse_number, parse_unit
from diotima.packs.drawings import svg_faults
from diotima.packs.problems import Level, Problem
from diotima.packs.sources import SourceMap, Steps

HINTS = 3

_Fault = tuple[Steps, str, str, str]
"""Where in the thing, rule, message, remedy."""


def check_teachable(course: Course, sources: SourceMap) -> list[Problem]:
    """Ladders with all their rungs, choices that can be marked, answers that can be graded and withheld,
    numbers within their bounds, drawings that are nothing but drawings."""
    found = [("manifest", course.id, fault) for fault in _manifest_faults(course)]
    found += [("item", item.id, fault) for item in course.items for fault in _item_faults(item)]
    for quiz in course.quizzes:
        found += [("quiz", quiz.id, fault) for fault in _difficulty_faults(quiz.difficulty)]
        found += [("quiz", quiz.id, fault) for fault in _option_faults(("options",), quiz.options)]
    for figure in course.figures:
        found += [("figure", figure.id, ((), *fault)) for fault in svg_faults(figure.svg)]
    return [
        Problem(*sources.at(kind, id, steps), Level.ERROR, message, remedy, rule)
        for kind, id, (steps, rule, message, remedy) in found
    ]


def _manifest_faults(course: Course) -> Iterator[_Fault]:
    policy, timing = course.policy, course.policy.timing
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", course.id):
        message = f"the course id `{course.id}` may hold small letters, digits and dashes only."
        yield ("id",), "course-id", message, ""
    for concept in course.concepts:
        for needed in concept.requires:
            if not 0 < needed.strength <= 1:
                steps = ("concepts", concept.id, "requires", needed.id)
                yield steps, "number-range", f"the strength {needed.strength} is not between 0 and 1.", ""
    if not 0 <= policy.context_below <= policy.full_at <= 1:
        yield ("policy",), "number-range", "`context_below` and `full_at` have to rise from 0 to 1.", ""
    if not (timing.length_s > 0 and 0 < timing.rapport < timing.assess < timing.wrapup < 1):
        message = "`rapport`, `assess` and `wrapup` have to rise from 0 to 1, `length_s` is positive."
        yield ("policy", "timing"), "number-range", message, ""


def _item_faults(item: Item) -> Iterator[_Fault]:
    yield from _difficulty_faults(item.difficulty)
    if not any(e.required for e in item.expectations):
        yield ("expectations",), "nothing-required", f"`{item.id}` requires nothing of an answer.", ""
    for expectation in item.expectations:
        yield from _expectation_faults(expectation, ("expectations", expectation.id))


def _expectation_faults(e: Expectation, at: Steps) -> Iterator[_Fault]:
    if not e.keys:
        message = f"expectation `{e.id}` has no key: nothing would be withheld."
        yield (*at, "keys"), "no-key", message, "List the words that are the answer"
    if not e.facets or not all(facet.any for facet in e.facets):
        message = f"expectation `{e.id}` has a facet without phrasings, or none: nothing could meet it."
        yield (*at, "facets"), "no-facet", message, "Give each facet its phrasings"
    for steps, text in _listened_for(e):
        if not any(letter.isalnum() for letter in text):
            message = f"`{text}` of `{e.id}` holds no word, so nobody could ever say it."
            yield (*at, *steps), "no-word", message, "Write it in words, or remove it"
    if not 0 < e.weight <= 10:
        yield (*at, "weight"), "number-range", f"the weight {e.weight} is not between 0 and 10.", ""
    if len(e.ladder.hints) != HINTS:
        message = f"the ladder of `{e.id}` has {len(e.ladder.hints)} hints; it needs {HINTS} of three kinds."
        remedy = "Write one that locates, one that relates, one that contrasts"
        yield (*at, "ladder", "hints"), "three-hints", message, remedy
    yield from _option_faults((*at, "ladder", "choice", "options"), e.ladder.choice.options)
    if fault := _structured_fault(e):
        yield (*at, "answer"), "structured-answer", fault, ""


def _listened_for(e: Expectation) -> Iterator[tuple[Steps, str]]:
    """The phrasings that are looked for in what a learner or the tutor says."""
    yield from ((("keys", n), key) for n, key in enumerate(e.keys))
    yield from ((("anti", n), text) for n, text in enumerate(e.anti))
    for n, facet in enumerate(e.facets):
        yield from ((("facets", n, "any", k), text) for k, text in enumerate(facet.any))
    for n, names in enumerate(e.answer.members if e.answer else ()):
        yield from ((("answer", "members", n, k), name) for k, name in enumerate(names))


def _difficulty_faults(difficulty: float) -> Iterator[_Fault]:
    if not -5 <= difficulty <= 5:
        message = f"the difficulty {difficulty} is not between -5 and 5 logits."
        yield ("difficulty",), "number-range", message, ""


def _option_faults(at: Steps, options: Sequence[ChoiceOption] | Sequence[QuizOption]) -> Iterator[_Fault]:
    correct = sum(option.correct for option in options)
    if correct != 1:
        message = f"{correct} options are correct; exactly one has to be."
        yield at, "one-correct", message, "Mark one `correct`"


def _structured_fault(e: Expectation) -> str | None:
    """Numbers that are numbers, units that are known, sets with members."""
    answer = e.answer
    if answer is None:
        return None
    try:
        if answer.type is AnswerType.NUMBER:
            parse_number(answer.number or "")
            parse_unit(answer.unit or "m")
        if answer.type is AnswerType.FORMULA:
            parse_formula(answer.formula or "", answer.symbols)
    except ValueError as broken:
        return f"{broken}."
    if answer.type is AnswerType.SET and not (answer.members and all(answer.members)):
        return "the set has no members, or one without a name."
    return None if 0 <= answer.tolerance < 1 else "the tolerance is a fraction from 0 to 1."
