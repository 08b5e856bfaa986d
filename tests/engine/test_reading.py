"""What a graded answer leaves: facets kept from turn to turn, quotations that stay with what was right."""

from __future__ import annotations

import pytest

from diotima.domain.grades import ExpectationGrade, Grade, Span, Zone
from diotima.domain.session import ExpectationState, ItemState
from diotima.engine.reading import in_context, recollect

HALF = ExpectationGrade("strength", 0.5, Zone.PARTIAL, (0,), (1,), Span(0, 5, "motor"), "facets")


def _after(*facets: int) -> ItemState:
    return ItemState("item", "concept", expectations={"strength": ExpectationState(facets=facets)})


def _recollect(found: ExpectationGrade, *earlier: int) -> ExpectationGrade:
    return recollect(Grade("item", (found,)), _after(*earlier)).of("strength")


def test_the_missing_half_completes_what_was_said_before() -> None:
    found = _recollect(HALF, 1)
    assert (found.zone, found.facets_met, found.facets_missing) == (Zone.ACCEPT, (0, 1), ())


def test_saying_the_same_half_again_completes_nothing() -> None:
    assert _recollect(HALF, 0) == HALF


@pytest.mark.parametrize(
    "against",
    [
        ExpectationGrade("strength", 0.35, Zone.CONTRADICTION, (0,), (1,), None, "polarity"),
        ExpectationGrade("strength", 0.25, Zone.PARTIAL, (0,), (1,), None, "facets"),
        ExpectationGrade("strength", 0.1, Zone.REJECT, (), (0, 1), None, "echo"),
    ],
)
def test_an_answer_with_something_against_it_completes_nothing(against: ExpectationGrade) -> None:
    assert _recollect(against, 1).zone is against.zone


@pytest.mark.parametrize(
    ("answer", "heard", "quoted"),
    [
        ("the wrist drops because the flexors are paralysed", "wrist drops", "the wrist drops"),
        (
            "umm it comes from C5 to T1, and I think it is the scalenes",
            "C5 to T1",
            "umm it comes from C5 to T1",
        ),
        ("bc the ventral root still works", "ventral", "the ventral root still works"),
        ("they pass between the anterior and the middle one", "anterior", None),
        ("both motor and sensory", "motor", None),
        ("c5-t1, i dont remember the lowest one", "c5-t1", "c5-t1"),
    ],
)
def test_quotes_the_clause_that_was_right(answer: str, heard: str, quoted: str | None) -> None:
    start = answer.index(heard)
    found = in_context(answer, Span(start, start + len(heard), heard))
    assert found is not None
    assert (found.text, answer[found.start : found.end]) == (quoted or answer, quoted or answer)
