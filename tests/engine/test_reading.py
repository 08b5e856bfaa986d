"""What a graded answer leaves: facets kept from turn to turn, quotations that stay with what was right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from diotima.domain.grades import ExpectationGrade, Grade, MisconceptionFinding, Span, Zone
from diotima.domain.questions import Question, QuestionKind
from diotima.domain.session import ExpectationState, ItemState
from diotima.domain.transcript import AnswerGraded, Body, ExpectationCovered
from diotima.engine.feedback import comment
from diotima.engine.reading import in_context, read_answer, recollect
from tests.engine.examples import documented_item

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


UNHEARD = ExpectationGrade("strength", 0.1, Zone.REJECT, (), (0, 1), None, "semantic")


def _leave(found: ExpectationGrade, *seen: MisconceptionFinding, thought_through: bool) -> tuple[Body, ...]:
    of = documented_item()
    target = of.expectations[0].id
    question = Question("q", QuestionKind.OPEN, "What then?", item=of.id, expectation=target)
    grade = Grade(of.id, (replace(found, expectation=target),), seen)
    return read_answer(of, ItemState(of.id, of.concept), question, grade, thought_through=thought_through)


def _zones(bodies: Sequence[Body]) -> list[str]:
    return [b.zone for b in bodies if isinstance(b, AnswerGraded) and b.targeted]


def test_thinking_a_case_through_is_not_held_against_the_learner() -> None:
    assert _zones(_leave(UNHEARD, thought_through=True)) == ["unsure"]
    assert _zones(_leave(UNHEARD, thought_through=False)) == ["reject"]


def test_thinking_a_case_through_excuses_neither_echo_nor_error() -> None:
    echo = replace(UNHEARD, layer="echo")
    opposite = replace(UNHEARD, p=0.35, zone=Zone.CONTRADICTION, layer="polarity")
    held = MisconceptionFinding(documented_item().misconceptions[0].id, 0.9, None)

    assert _zones(_leave(echo, thought_through=True)) == ["echo"]
    assert _zones(_leave(opposite, thought_through=True)) == ["contradiction"]
    assert _zones(_leave(UNHEARD, held, thought_through=True)) == ["reject"]


@pytest.mark.parametrize("wrong", [0, 1, 2, 5])
def test_a_case_thought_through_is_taken_up_and_not_refused(wrong: int) -> None:
    bodies = _leave(UNHEARD, thought_through=True)
    grade = Grade("item", (UNHEARD,))
    said = comment(
        bodies, grade, wrong_in_a_row=wrong, right_in_a_row=0, finished=False, thought_through=True
    )

    assert said is not None
    assert said.key == "tutor.acknowledge.followed"


def test_a_word_or_two_is_praised_briefly() -> None:
    def praise(quote: str, *, finished: bool = False) -> str | None:
        covered = ExpectationCovered("item", "concept", "strength", quote, 0)
        said = comment([covered], None, wrong_in_a_row=0, right_in_a_row=1, finished=finished)
        return said and said.key

    assert praise("the same") == "tutor.praise.brief"
    assert praise("it is the same all round") == "tutor.praise.first"
    assert praise("the same", finished=True) == "tutor.praise.whole"
