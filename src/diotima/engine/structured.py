"""Answers that can be checked exactly: numbers with units, sets of names, formulas.

``None`` means that nothing of the kind was said, and the words decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from diotima.domain.course import AnswerType, StructuredAnswer
from diotima.domain.grades import Span
from diotima.engine.formulas import FormulaError, are_equivalent, find_formulas, parse_formula
from diotima.engine.phrases import NOT_DENIED, Heard, Hit, Phrase
from diotima.engine.quantities import Quantity, agree, find_quantities, parse_number, parse_unit
from diotima.engine.scheme import ExpectationScheme, Scheme

RIGHT, HALF, WRONG = 0.97, 0.5, 0.03

_EXTRA_COSTS = 0.25
_WORKING = re.compile(r"\s*(?:[-+*/x×·÷^=(]|divided by|times|over|plus|minus)\s*", re.IGNORECASE)


class Verdict(NamedTuple):
    """What exact checking says."""

    p: float
    evidence: Span | None
    words_may_save: bool = False
    """A wrong formula beside the right words is unsure rather than wrong."""
    unit_missing: bool = False
    """The number is right and stands without a unit."""


def check_structured(e: ExpectationScheme, scheme: Scheme, heard: Heard) -> Verdict | None:
    """The exact verdict on an answer, if the expectation has a structured answer and one was given."""
    answer = e.source.answer
    if answer is None:
        return None
    if answer.type is AnswerType.NUMBER:
        return _check_number(answer, scheme.item.question, heard)
    if answer.type is AnswerType.SET:
        return _check_set(e, answer, heard)
    return _check_formula(answer, heard)


class _Judged(NamedTuple):
    quantity: Quantity
    p: float


def _check_number(answer: StructuredAnswer, question: str, heard: Heard) -> Verdict | None:
    """The number that is claimed. Numbers of the question and steps of a calculation are not claims.

    The right number with the wrong unit or none is half an answer, and so is the right one among others.
    """
    text = heard.reading.source
    given = {(q.si, q.dimension) for q in find_quantities(question)}
    claims = [q for q in find_quantities(text) if not _is_denied(q, heard)]
    judged = [_Judged(q, _judge_number(q, answer)) for q in claims]
    rights = [j for j in judged if j.p == RIGHT]
    others = [
        j
        for j in judged
        if j.p != RIGHT
        and (j.quantity.si, j.quantity.dimension) not in given
        and not _WORKING.match(text, j.quantity.end)
    ]
    rivals = [j for j in others if j.p == WRONG and _same_kind(j.quantity, answer)]
    if rights:
        return Verdict(HALF if rivals else RIGHT, _span(text, rights[-1].quantity))
    if not others:
        return None
    best = max(others, key=lambda j: j.p)
    if rivals:
        return Verdict(WRONG, _span(text, best.quantity))
    bare = best.p == HALF and best.quantity.unit is None
    return Verdict(best.p, _span(text, best.quantity), unit_missing=bare)


def _judge_number(q: Quantity, answer: StructuredAnswer) -> float:
    value = parse_number(answer.number or "")
    if answer.unit is None:
        same = agree(q.si, value, answer.tolerance) or agree(q.value, value, answer.tolerance)
        return RIGHT if same and (q.unit is None or not any(q.dimension)) else HALF if same else WRONG
    unit = parse_unit(answer.unit)
    if q.unit is not None and q.dimension == unit.dimension:
        return RIGHT if agree(q.si, value * unit.factor + unit.offset, answer.tolerance) else WRONG
    return HALF if agree(q.value, value, answer.tolerance) else WRONG


def _same_kind(q: Quantity, answer: StructuredAnswer) -> bool:
    return answer.unit is None or (q.unit is not None and q.dimension == parse_unit(answer.unit).dimension)


def _is_denied(q: Quantity, heard: Heard) -> bool:
    return _denies(heard, q.start, q.end)


def _denies(heard: Heard, start: int, end: int) -> bool:
    """Whether the text says that what stands at a place is not so."""
    return any(t.negated != t.refuted for t in heard.reading.tokens if t.start < end and t.end > start)


def _span(text: str, q: Quantity) -> Span:
    return Span(q.start, q.end, text[q.start : q.end])


def _check_set(e: ExpectationScheme, answer: StructuredAnswer, heard: Heard) -> Verdict | None:
    """Each member counts alike, each name that does not belong costs a quarter."""
    hits = [_first(names, heard) for names in e.members]
    extras = [h for p in e.distractors if (h := _first((p,), heard))]
    named = [h for h in hits if h]
    if not named and not extras:
        return None
    share = len(named) / len(e.members) - _EXTRA_COSTS * len(_apart(extras, named))
    if answer.ordered and not _ascending(hits):
        share /= 2
    p = RIGHT if share >= 1 else WRONG if share <= 0 else 0.25 + 0.5 * share
    return Verdict(p, heard.reading.span(heard.reading.tokens[n] for h in named for n in h.places))


def _first(names: Iterable[Phrase], heard: Heard) -> Hit | None:
    hits = (h for p in names for h in heard.hits(p, accept=NOT_DENIED))
    return next((h for h in hits if h.granted), None)


def _apart(extras: Sequence[Hit], named: Sequence[Hit]) -> list[Hit]:
    """Extras that are not part of a member's name."""
    used = {n for h in named for n in h.places}
    return [h for h in extras if not used.issuperset(h.places)]


def _ascending(hits: Sequence[Hit | None]) -> bool:
    places = [h.places[0] for h in hits if h]
    return places == sorted(places)


def _check_formula(answer: StructuredAnswer, heard: Heard) -> Verdict | None:
    text = heard.reading.source
    try:
        target = parse_formula(answer.formula or "", answer.symbols)
    except FormulaError:
        return None
    found = find_formulas(text, answer.symbols)
    rights = [f for f in found if are_equivalent(f.formula, target)]
    wrongs = [f for f in found if f not in rights and f.formula.symbols == target.symbols and f.formula.right]
    wrongs += [f for f in found if f not in rights and f.formula.right is None and len(found) == 1]
    if not rights and not wrongs:
        return None
    best = (rights or wrongs)[0]
    span = Span(best.start, best.end, text[best.start : best.end])
    denied = _denies(heard, best.start, best.end)
    p = RIGHT if rights and not wrongs else HALF if rights else WRONG
    return Verdict(WRONG if denied else p, span, words_may_save=not denied)
