"""What a course needs to be taught well, as far as its form shows (docs/design/course-format.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from diotima.domain.course import ChoiceOption, Expectation, Item, Ladder, PassageKind, Quiz, QuizOption, Role
from diotima.engine.words import read
from diotima.packs.lines import RUNGS, Line, item_lines, lines_of
from diotima.packs.problems import Problem
from diotima.packs.review import Lint, Review

BLANK = "____"
MIN_VARIANTS = 3
MIN_REPHRASINGS = 2
RUNG_WORDS = 35
"""Words of a rung at most: more is not read."""
UNEVEN = 1.8
"""Longest to shortest option: beyond it the length gives the answer away."""
SENTENCE_WORDS = 35
"""Words of one sentence for learners at most."""
REPEATED_WORDS = 5
"""Words from which a sentence said twice is noticed."""

_ABOVE = re.compile(r"\b(?:all|none|both|neither) of (?:the|these)\b|\b[a-d] and [a-d]\b", re.IGNORECASE)
_BLARING = re.compile(r"!|\b(?:correct|wrong|incorrect)\b[.!]", re.IGNORECASE)
_LABELS = ("good", "partial", "bad")


def lint_form(review: Review) -> Iterator[Problem]:
    """All lints of this module."""
    return chain.from_iterable(lint(review) for lint in _LINTS)


def _check_items(review: Review) -> Iterator[Problem]:
    for item in review.course.items:
        if len(item.rephrasings) < MIN_REPHRASINGS:
            message = (
                f"`{item.id}` has {len(item.rephrasings)} rephrasings; at least {MIN_REPHRASINGS} are needed."
            )
            yield review.error(
                "item", item.id, ("rephrasings",), "few-rephrasings", message, "Ask it differently"
            )
        if item.isomorph_of == item.id:
            message = f"`{item.id}` is called an isomorph of itself."
            yield review.error("item", item.id, ("isomorph_of",), "isomorph", message, "Name the other item")
        for expectation in item.expectations:
            yield from _check_expectation(review, item, expectation)
        yield from _check_samples(review, item)


def _check_expectation(review: Review, item: Item, e: Expectation) -> Iterator[Problem]:
    at = ("expectations", e.id)
    if len(e.variants) < MIN_VARIANTS:
        message = f"expectation `{e.id}` has {len(e.variants)} variants; at least {MIN_VARIANTS} are needed."
        yield review.error(
            "item", item.id, (*at, "variants"), "few-variants", message, "Say it as learners do"
        )
    if not e.node.startswith("n."):
        message = f"the node `{e.node}` does not begin with `n.`."
        yield review.error("item", item.id, (*at, "node"), "node-name", message, f"Write `n.{e.node}`")
    yield from _check_ladder(review, item, e, e.ladder)


def _check_ladder(review: Review, item: Item, e: Expectation, ladder: Ladder) -> Iterator[Problem]:
    at = ("expectations", e.id, "ladder")
    if BLANK not in ladder.prompt:
        message = f"the prompt of `{e.id}` has no blank."
        yield review.error(
            "item", item.id, (*at, "prompt"), "cloze-blank", message, f"Put {BLANK} for the key word"
        )
    if not 3 <= len(ladder.choice.options) <= 4:
        message = f"the choice of `{e.id}` has {len(ladder.choice.options)} options; it needs three or four."
        yield review.error("item", item.id, (*at, "choice", "options"), "option-count", message)
    for rule, message, remedy in _option_faults(ladder.choice.options):
        yield review.error("item", item.id, (*at, "choice", "options"), rule, message, remedy)
    revealing = {p.id for p in review.course.passages if p.reveals}
    for n, passage in enumerate(ladder.study):
        if passage in revealing:
            message = f"the passage `{passage}` gives an answer and cannot be studied before it is earned."
            yield review.error(
                "item",
                item.id,
                (*at, "study", n),
                "study-answer",
                message,
                "Name a passage without `reveals`",
            )
    if ladder.stepdown is not None and ladder.stepdown not in review.course.ancestors.get(item.concept, ()):
        message = f"`{ladder.stepdown}` is no prerequisite of `{item.concept}`; stepping down leads nowhere."
        yield review.error("item", item.id, (*at, "stepdown"), "stepdown", message, "Name a prerequisite")


def _check_samples(review: Review, item: Item) -> Iterator[Problem]:
    for n, sample in enumerate(item.graded_answers):
        for expectation, label in sample.labels.items():
            if label not in _LABELS:
                message = f"`{label}` is not a label; labels are good, partial and bad."
                steps = ("graded_answers", n, "labels", expectation)
                yield review.error("item", item.id, steps, "label", message)


def _option_faults(options: Sequence[ChoiceOption] | Sequence[QuizOption]) -> Iterator[tuple[str, str, str]]:
    """(rule, message, remedy) of whatever lets a clever reader choose without knowing."""
    lengths = [len(option.text) for option in options]
    if lengths and max(lengths) > UNEVEN * max(1, min(lengths)):
        message = f"the options are {min(lengths)} to {max(lengths)} characters long; length gives a hint."
        yield "uneven-options", message, f"Keep the longest within {UNEVEN} times the shortest"
    if len({option.text.casefold() for option in options}) < len(options):
        yield "same-option", "two options are the same.", "Write another one"
    if any(_ABOVE.search(option.text) for option in options):
        yield "all-of-the-above", "an option speaks of the other options.", "Write one that stands by itself"


def _check_key_in_question(review: Review) -> Iterator[Problem]:
    """A key that the question holds could never be withheld."""
    for item in review.course.items:
        asked = [line for line in item_lines(item) if line.role in ("question", "rephrasing")]
        for e in item.expectations:
            for n, key in enumerate(e.keys):
                holder = next((line for line in asked if _holds(line.text, key)), None)
                if holder:
                    message = f"the key `{key}` of `{e.id}` stands in the {holder.name}."
                    steps = ("expectations", e.id, "keys", n)
                    yield review.error(
                        "item", item.id, steps, "key-in-question", message, "Reword the question"
                    )


def _holds(text: str, key: str) -> bool:
    """Whether all content words of the key stand next to each other in the text."""
    wanted = [t.stem for t in read(key).content] or [t.stem for t in read(key).tokens]
    there = [t.stem for t in read(text).tokens if not t.stop or t.stem in wanted]
    return any(there[n : n + len(wanted)] == wanted for n in range(len(there)))


def _check_rungs(review: Review) -> Iterator[Problem]:
    for line in lines_of(review.course):
        if line.role in (*RUNGS, "prompt"):
            yield from _check_rung(review, line)


def _check_rung(review: Review, line: Line) -> Iterator[Problem]:
    text, words = line.text.strip(), len(line.text.split())
    if not text:
        yield review.of(line, "empty-text", f"the {line.name} is empty.", "Write it")
        return
    if line.role in RUNGS and (text.count("?") != 1 or not text.endswith("?")):
        message = f"the {line.name} has to end in exactly one question."
        yield review.of(line, "one-question", message, "Ask one thing, at the end")
    if words > RUNG_WORDS:
        message = f"the {line.name} has {words} words; at most {RUNG_WORDS} are read."
        yield review.of(line, "long-rung", message, "Shorten it")
    if _BLARING.search(text):
        message = f"the {line.name} has an exclamation mark or passes a verdict."
        yield review.of(line, "tone", message, "Say it calmly")


def _check_quizzes(review: Review) -> Iterator[Problem]:
    for quiz in review.course.quizzes:
        if len(quiz.options) != 4:
            message = f"`{quiz.id}` has {len(quiz.options)} options; a quiz has four."
            yield review.error("quiz", quiz.id, ("options",), "option-count", message)
        for rule, message, remedy in _option_faults(quiz.options):
            yield review.error("quiz", quiz.id, ("options",), rule, message, remedy)
        yield from _check_rationales(review, quiz)
        if not quiz.stem.strip().endswith(("?", ".", ":", BLANK)):
            yield review.error("quiz", quiz.id, ("stem",), "stem-end", "the stem does not end as a sentence.")


def _check_rationales(review: Review, quiz: Quiz) -> Iterator[Problem]:
    right = next((o for o in quiz.options if o.correct), None)
    for option in quiz.options:
        steps = ("options", option.id, "rationale")
        if not option.rationale.strip():
            message = f"option `{option.id}` has no rationale."
            yield review.error("quiz", quiz.id, steps, "rationale", message, "Say why it fits or does not")
        elif right and not option.correct and right.text.casefold() in option.rationale.casefold():
            message = f"the rationale of option `{option.id}` names the right option."
            yield review.error(
                "quiz", quiz.id, steps, "rationale-answer", message, "Say why this one does not fit"
            )


def _check_passages(review: Review) -> Iterator[Problem]:
    for passage in review.course.passages:
        if (passage.kind is PassageKind.ANSWER) != bool(passage.reveals):
            message = (
                f"`{passage.id}` is of kind {passage.kind} but reveals {len(passage.reveals)} expectations."
            )
            remedy = "A passage is an `answer` exactly when it has `reveals`"
            yield review.error("passage", passage.id, ("kind",), "passage-kind", message, remedy)
        for name in ("text", "source"):
            if not getattr(passage, name).strip():
                yield review.error(
                    "passage", passage.id, (name,), "empty-text", f"`{name}` is empty.", "Write it"
                )


def _check_concepts(review: Review) -> Iterator[Problem]:
    course = review.course
    for concept in course.concepts:
        at = ("concepts", concept.id)
        if not course.items_of(concept.id):
            message = f"concept `{concept.id}` has no item to teach it."
            yield review.error("manifest", course.id, at, "no-item", message, "Write one with the role tutor")
        if not course.quizzes_of(concept.id, Role.DIAGNOSTIC):
            message = f"concept `{concept.id}` has no diagnostic quiz."
            yield review.warning("manifest", course.id, at, "no-quiz", message, "Write one")


def _check_readability(review: Review) -> Iterator[Problem]:
    for line in lines_of(review.course):
        for sentence in _sentences(line.text):
            if len(sentence.split()) > SENTENCE_WORDS:
                message = f"a sentence of the {line.name} has {len(sentence.split())} words."
                yield review.of(line, "long-sentence", message, f"Keep it within {SENTENCE_WORDS}")


def _check_repetition(review: Review) -> Iterator[Problem]:
    first: dict[str, Line] = {}
    said = (line for line in lines_of(review.course) if line.role != "label")
    for line in said:
        for sentence in _sentences(line.text):
            plain = " ".join(t.text for t in read(sentence).tokens)
            if len(plain.split()) < REPEATED_WORDS:
                continue
            if plain in first:
                place = review.sources.at(*first[plain][:3])
                message = f"the {line.name} repeats a sentence of {place.file}:{place.line}."
                yield review.of(line, "repeated-sentence", message, "Say it in other words")
            first.setdefault(plain, line)


def _sentences(text: str) -> list[str]:
    return [text[s.start : s.end].strip() for s in read(text).sentences]


def _check_misconceptions(review: Review) -> Iterator[Problem]:
    for item in review.course.items:
        for m in item.misconceptions:
            if not m.cues or not m.contrasts:
                message = (
                    f"misconception `{m.id}` has no cues or no contrasts: it could never be seen or undone."
                )
                at = ("misconceptions", m.id)
                yield review.error("item", item.id, at, "no-cue", message, "Give it both")


_LINTS: tuple[Lint, ...] = (
    _check_concepts,
    _check_items,
    _check_key_in_question,
    _check_misconceptions,
    _check_rungs,
    _check_quizzes,
    _check_passages,
    _check_readability,
    _check_repetition,
)
