"""From a graded answer to the entries it leaves: what was tried, covered, confused, repaired."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile
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
from diotima.engine.grading import Grader
from diotima.engine.words import read

_T = TypeVar("_T")
CONTEXT_WORDS = 14
"""Words of a quotation that stands for what the learner said."""
PIECED_TOGETHER = 0.85
"""Probability of an expectation whose facets the learner stated one after the other."""
DOUBTED = 0.25
"""Probability that a half-stated expectation is capped at beside a misconception about it."""


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


def recollect(grade: Grade, state: ItemState) -> Grade:
    """The grade with the facets of earlier turns: who is asked for the missing half may say only that half.

    A turn that adds nothing, contradicts, or shows a misconception completes nothing.
    """
    if _errs(grade):
        return grade
    recollected = (_recollected(g, state.expectation(g.expectation).facets) for g in grade.expectations)
    return replace(grade, expectations=tuple(recollected))


def name_unit(
    grader: Grader, item: Item, expectation: str, earlier: str, words: str
) -> ExpectationGrade | None:
    """The grade of a number said earlier with the unit said now; ``None`` unless that completes it."""
    if not grader.grade(item, earlier, expectations={expectation}).of(expectation).wants_unit:
        return None
    unit = " ".join(t.text for t in read(words).content)
    found = grader.grade(item, f"{earlier} {unit}", expectations={expectation}).of(expectation)
    return replace(found, evidence=Span(0, len(words), words)) if states(found) else None


def _errs(grade: Grade) -> bool:
    """Whether the turn shows a misconception or says the opposite of something."""
    return any(m.confidence >= ACTIVE for m in grade.misconceptions) or any(
        g.zone is Zone.CONTRADICTION for g in grade.expectations
    )


def _recollected(found: ExpectationGrade, earlier: Sequence[int]) -> ExpectationGrade:
    missing = tuple(n for n in found.facets_missing if n not in earlier)
    if not _stands(found):
        return replace(found, facets_missing=missing) if missing else found
    met = tuple(sorted({*found.facets_met, *earlier}))
    if missing or not set(found.facets_met) - set(earlier):
        return replace(found, facets_met=met, facets_missing=missing)
    return replace(found, p=PIECED_TOGETHER, zone=Zone.ACCEPT, facets_met=met, facets_missing=())


def _stands(found: ExpectationGrade) -> bool:
    """Whether part of the expectation was stated and nothing in the turn speaks against it."""
    return found.zone is Zone.PARTIAL and found.p > DOUBTED


def read_answer(
    item: Item,
    state: ItemState,
    question: Question | None,
    grade: Grade,
    *,
    repaired: Sequence[str] = (),
    thought_through: bool = False,
) -> tuple[Body, ...]:
    """Entries for a contribution: every expectation it was asked for or states, then the misconceptions.

    ``repaired`` names misconceptions whose repair question the turn answers. ``thought_through`` says that
    the learner was asked to think a case through (elenchus, probe): what is heard as neither right nor wrong
    then answers that case and is not held against them.
    """
    if thought_through and not _errs(grade):
        grade = replace(grade, expectations=tuple(map(_undecided, grade.expectations)))
    targets = _targets(item, state, question, grade)
    bodies: list[Body] = []
    earned = any(states(g) for g in grade.expectations)
    # A half said by the way is kept only of a turn that is right in something and wrong in nothing.
    trusted = not _errs(grade)
    question_is_open = question is None or question.expectation is None
    for found in grade.expectations:
        if not state.expectation(found.expectation).open and found.expectation not in targets:
            continue
        covered = states(found)
        # What was left unsaid is no mistake in a turn that said something else that was right.
        asked = found.expectation in targets and (covered or not earned or found.evidence is not None)
        kept = _stands(found) and trusted and (asked or (earned and question_is_open))
        if asked or covered or kept:
            bodies.append(_graded(item, state, found, grade, targeted=asked, kept=kept))
        if covered:
            bodies.append(_covered(item, state, found))
    return (*bodies, *_read_misconceptions(item, state, grade, repaired))


def _undecided(found: ExpectationGrade) -> ExpectationGrade:
    """A rejection for want of anything heard, as undecided."""
    unheard = found.zone is Zone.REJECT and found.layer not in ("echo", "empty")
    return replace(found, zone=Zone.UNSURE) if unheard else found


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
    """The clause around a span, verbatim; the span itself where the clause is long.

    "same" alone says little; "the current is the same everywhere" is what the learner said. A clause, for
    praise must not take in "because the flexors are paralysed" with a wrist that was rightly said to drop.
    """
    if span is None or not 0 <= span.start < span.end <= len(answer):
        return span
    reading = read(answer)
    clauses = {t.clause for t in reading.tokens if t.start < span.end and t.end > span.start}
    tokens = dropwhile(lambda t: t.text in _JOINERS, (t for t in reading.tokens if t.clause in clauses))
    around = reading.span(tokens)
    return around if around and len(around.text.split()) <= CONTEXT_WORDS else span


_JOINERS = frozenset({"and", "but", "because", "bc", "cuz", "cause", "since", "so", "while", "then"})
"""Words that join a clause to the one before, left out of a quotation."""


def quote_in_context(grade: Grade, answer: str) -> Grade:
    """The grade with each piece of evidence widened to what the learner said around it."""
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
    item: Item, state: ItemState, found: ExpectationGrade, grade: Grade, *, targeted: bool, kept: bool
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
        found.facets_met if kept else (),
    )


def _covered(item: Item, state: ItemState, found: ExpectationGrade) -> ExpectationCovered:
    words = found.evidence.text if found.evidence else ""
    return ExpectationCovered(
        item.id, item.concept, found.expectation, words, state.expectation(found.expectation).rung
    )
