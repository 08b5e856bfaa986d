"""From a graded answer to the entries it leaves: what was tried, covered, confused, repaired."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from diotima.domain.course import Choice, ChoiceOption, Item, Quiz
from diotima.domain.grades import ExpectationGrade, Grade, Span, Zone
from diotima.domain.questions import Option, Question
from diotima.domain.session import ItemState
from diotima.domain.transcript import (
    AnswerGraded,
    Body,
    ExpectationCovered,
    MisconceptionObserved,
    MisconceptionRepaired,
    QuizGraded,
)
from diotima.engine.dialogue import ACTIVE, CHOICE, COVERED, NEAR

_T = TypeVar("_T")
CONTEXT_WORDS = 18
"""Words of a quotation that stands for what the learner said."""


def deal(options: Sequence[_T], salt: str) -> tuple[_T, ...]:
    """The options in the order they are shown: a shuffle fixed by ``salt``, the same on every device."""
    rank = {n: hashlib.sha256(f"{salt}|{n}".encode()).digest() for n in range(len(options))}
    return tuple(options[n] for n in sorted(rank, key=lambda n: rank[n]))


def letter(position: int) -> str:
    """The code-assigned id of the option at a position: a, b, c ..."""
    return chr(ord("a") + position)


def show_options(texts: Sequence[str]) -> tuple[Option, ...]:
    """Options as they stand on the page."""
    return tuple(Option(letter(n), text) for n, text in enumerate(texts))


def pick_option(question: Question, words: str) -> str | None:
    """The option that free words name, by letter, number or text; ``None`` if none or several fit."""
    plain = _plain(words)
    if not plain:
        return None
    for position, option in enumerate(question.options, start=1):
        if plain in {
            option.id,
            f"option {option.id}",
            f"answer {option.id}",
            str(position),
            _plain(option.text),
        }:
            return option.id
    held = [o.id for o in question.options if _plain(o.text) in plain]
    if not held and len(plain) > 3:
        held = [o.id for o in question.options if plain in _plain(o.text)]
    return held[0] if len(held) == 1 else None


def read_answer(
    item: Item,
    state: ItemState,
    question: Question | None,
    grade: Grade,
    *,
    answer: str = "",
    repaired: Sequence[str] = (),
) -> tuple[Body, ...]:
    """Entries for a contribution: every expectation it was asked for or states, then the misconceptions.

    ``answer`` is the learner's turn the grade's spans point into; ``repaired`` names misconceptions whose
    repair question it answers.
    """
    grade = _in_context(grade, answer)
    targets = _targets(item, state, question, grade)
    bodies: list[Body] = []
    earned = any(states(g) for g in grade.expectations)
    for found in grade.expectations:
        if not state.expectation(found.expectation).open and found.expectation not in targets:
            continue
        covered = states(found)
        # What was left unsaid is no mistake in a turn that said something else that was right.
        asked = found.expectation in targets and (covered or not earned or found.evidence is not None)
        if asked or covered:
            bodies.append(_graded(item, state, found, grade, targeted=asked))
        if covered:
            bodies.append(_covered(item, state, found))
    return (*bodies, *_read_misconceptions(item, state, grade, repaired))


def _read_misconceptions(
    item: Item, state: ItemState, grade: Grade, repaired: Sequence[str]
) -> tuple[Body, ...]:
    """Misconceptions seen for the first time or again, and those whose contrast has now been stated."""
    covered = [g.expectation for g in grade.expectations if states(g)]
    bodies: list[Body] = []
    for misconception in item.misconceptions:
        seen = state.misconceptions.get(misconception.id)
        found = next((m for m in grade.misconceptions if m.misconception == misconception.id), None)
        undone = misconception.id in repaired or bool(set(misconception.contrasts) & set(covered))
        if undone and seen and seen.active:
            words = next((g.evidence.text for g in grade.expectations if g.evidence and states(g)), "")
            bodies.append(MisconceptionRepaired(item.id, item.concept, misconception.id, words))
        elif found and found.confidence >= ACTIVE and not undone and not (seen and seen.active):
            words = found.evidence.text if found.evidence else ""
            bodies.append(
                MisconceptionObserved(
                    item.id, item.concept, misconception.id, misconception.label, words, found.confidence
                )
            )
    return tuple(bodies)


def states(found: ExpectationGrade) -> bool:
    """Whether the grade means that the learner has stated the expectation."""
    return found.zone is Zone.ACCEPT or found.p >= COVERED


def mark_quiz(quiz: Quiz, question: Question, option: str | None, role: str, quote: str) -> QuizGraded:
    """Grade a four-option question; ``option`` ``None`` is "I don't know"."""
    if option is None:
        return QuizGraded(quiz.id, quiz.concept, role, None, None, quote)
    chosen = deal(quiz.options, question.id)[[o.id for o in question.options].index(option)]
    return QuizGraded(quiz.id, quiz.concept, role, chosen.id, chosen.correct, quote, chosen.misconception)


def chosen_option(choice: Choice, question: Question, option: str) -> ChoiceOption:
    """The authored option behind a shown one."""
    return deal(choice.options, question.id)[[o.id for o in question.options].index(option)]


def mark_choice(
    item: Item, expectation: str, chosen: ChoiceOption, state: ItemState, quote: str
) -> tuple[Body, ...]:
    """Entries for a contrast choice: weak evidence, yet it settles the expectation either way."""
    right = chosen.correct
    graded = AnswerGraded(
        item.id,
        item.concept,
        expectation,
        0.97 if right else 0.03,
        (Zone.ACCEPT if right else Zone.REJECT).value,
        quote,
        CHOICE,
        "choice/1",
    )
    bodies: list[Body] = [graded]
    if right:
        bodies.append(ExpectationCovered(item.id, item.concept, expectation, quote, CHOICE))
        bodies += [
            MisconceptionRepaired(item.id, item.concept, m.id, quote)
            for m in item.misconceptions
            if expectation in m.contrasts
            and m.id in state.misconceptions
            and state.misconception(m.id).active
        ]
    elif chosen.misconception and chosen.misconception in {m.id for m in item.misconceptions}:
        seen = item.misconception(chosen.misconception)
        bodies.append(MisconceptionObserved(item.id, item.concept, seen.id, seen.label, quote, 0.7))
    return tuple(bodies)


def in_context(answer: str, span: Span | None) -> Span | None:
    """The sentence around a span, verbatim, if it is short; else the clause; else the span itself.

    "same" alone says little; "the current is the same everywhere" is what the learner said.
    """
    if span is None or not 0 <= span.start < span.end <= len(answer):
        return span
    for breaks in (r"[.;!?\n]+", r"[.;!?,:\n]+|\b(?:and|but|because|so|while)\b"):
        cuts = [0, *(m.end() for m in re.finditer(breaks, answer)), len(answer)]
        start = max(c for c in cuts if c <= span.start)
        end = min(
            (m.start() for m in re.finditer(breaks, answer) if m.start() >= span.end), default=len(answer)
        )
        words = answer[start:end]
        start, end = start + len(words) - len(words.lstrip()), end - len(words) + len(words.rstrip())
        if 0 < len(answer[start:end].split()) <= CONTEXT_WORDS:
            return Span(start, end, answer[start:end])
    return span


def _in_context(grade: Grade, answer: str) -> Grade:
    return replace(
        grade,
        expectations=tuple(replace(g, evidence=in_context(answer, g.evidence)) for g in grade.expectations),
        misconceptions=tuple(
            replace(m, evidence=in_context(answer, m.evidence)) for m in grade.misconceptions
        ),
    )


def _targets(item: Item, state: ItemState, question: Question | None, grade: Grade) -> frozenset[str]:
    if question is not None and question.expectation is not None:
        return frozenset({question.expectation})
    near = {
        g.expectation for g in grade.expectations if g.p >= NEAR and state.expectation(g.expectation).open
    }
    if near:
        return frozenset(near)
    first = next((e.id for e in item.expectations if e.required and state.expectation(e.id).open), None)
    return frozenset({first} if first else ())


def _graded(
    item: Item, state: ItemState, found: ExpectationGrade, grade: Grade, *, targeted: bool
) -> AnswerGraded:
    echo = found.layer in ("echo", "empty")
    return AnswerGraded(
        item.id,
        item.concept,
        found.expectation,
        found.p,
        "echo" if echo else found.zone.value,
        found.evidence.text if found.evidence else "",
        state.expectation(found.expectation).rung,
        grade.grader,
        targeted,
    )


def _covered(item: Item, state: ItemState, found: ExpectationGrade) -> ExpectationCovered:
    words = found.evidence.text if found.evidence else ""
    return ExpectationCovered(
        item.id, item.concept, found.expectation, words, state.expectation(found.expectation).rung
    )


def _plain(words: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in words.casefold()).split())
