"""The fold of the ledger: replay laws, statuses, prerequisites at read time, renames, corrections."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.domain.course import Bloom, Course
from diotima.domain.evidence import Evidence, EvidenceKind
from diotima.domain.knowledge import Knowledge, Status, advance, due_nodes, fold, weakest_ancestor
from diotima.domain.mastery import LearnerModel, Pfae, Unmask
from tests.building import DAY, MORNING, answer, course, diagnosed, evidence, item, quizzed, rated

COURSE = course("a", "b<a", "c<a,b*.5", "d<c")
MODELS: tuple[LearnerModel, ...] = (Pfae(), Unmask())

concepts = st.sampled_from("abcd")
times = st.integers(0, 400).map(lambda days: MORNING + days * DAY)


@st.composite
def events(draw: st.DrawFn) -> Evidence:
    """Any event of a ledger, unknown kinds included."""
    concept, ts, n = draw(concepts), draw(times), draw(st.integers(0, 3))
    which = draw(st.integers(0, 8))
    match which:
        case 0:
            return answer(
                concept, draw(st.sampled_from([0.0, 0.6, 1.0])), rung=draw(st.integers(0, 7)), ts=ts, n=n
            )
        case 1:
            return quizzed(concept, draw(st.sampled_from([True, False, None])), ts=ts, n=n)
        case 2:
            return diagnosed(concept, draw(st.sampled_from([True, False, None])), ts=ts, n=n)
        case 3:
            return rated(f"n.{concept}.1.first", draw(st.integers(1, 4)), ts, concept)
        case 4:
            return evidence(
                EvidenceKind.MISCONCEPTION_OBSERVED,
                concept,
                ts=ts,
                item=f"{concept}.1",
                misconception="swap",
                confidence=draw(st.sampled_from([0.5, 0.9])),
            )
        case 5:
            kind = draw(
                st.sampled_from(
                    [EvidenceKind.ITEM_PARKED, EvidenceKind.EXPECTATION_COVERED, EvidenceKind.ANSWER_REVEALED]
                )
            )
            return evidence(
                kind,
                concept,
                ts=ts,
                item=f"{concept}.1",
                expectation="first",
                node=f"n.{concept}.1.first",
                rung=2,
            )
        case 6:
            return evidence(
                EvidenceKind.MISCONCEPTION_REPAIRED, concept, ts=ts, item=f"{concept}.1", misconception="swap"
            )
        case 7:
            return evidence("dream_interpreted", concept, ts=ts, n=n)
        case _:
            return evidence(EvidenceKind.CORRECTION, None, ts=ts, voids=draw(voidable).id)


voidable = st.builds(
    lambda c, q, n: answer(c, q, ts=MORNING, n=n), concepts, st.sampled_from([0.0, 1.0]), st.just(0)
)
ledgers = st.lists(st.one_of(events(), voidable), max_size=25)
models = st.sampled_from(MODELS)


def read(
    ledger: list[Evidence] | tuple[Evidence, ...], model: LearnerModel = MODELS[0], now: int = MORNING
) -> Knowledge:
    return fold(ledger, COURSE, model, now)


def states(knowledge: Knowledge) -> tuple[object, object]:
    return knowledge.concepts, knowledge.nodes


@given(ledgers, models, times)
def test_fold_is_deterministic(ledger: list[Evidence], model: LearnerModel, now: int) -> None:
    assert states(read(ledger, model, now)) == states(read(list(ledger), model, now))


@given(ledgers, ledgers, models)
def test_fold_continues_where_it_stopped(a: list[Evidence], b: list[Evidence], model: LearnerModel) -> None:
    whole = read([*a, *b], model)

    assert fold(b, COURSE, model, MORNING, since=read(a, model)) == whole
    assert advance(read(a, model), *b) == whole


@given(ledgers, st.data())
def test_fold_counts_a_repeated_event_once(ledger: list[Evidence], data: st.DataObject) -> None:
    again = [data.draw(st.sampled_from(ledger)) for _ in range(3)] if ledger else []

    assert read([*ledger, *again]).traces == read(ledger).traces


@given(ledgers, st.integers(0, 25))
def test_fold_skips_kinds_it_does_not_know(ledger: list[Evidence], at: int) -> None:
    strange = evidence("horoscope_cast", "a", item="a.1", node="n.a.1.first", q=1.0)

    assert read([*ledger[:at], strange, *ledger[at:]]).traces == read(ledger).traces


@given(ledgers)
def test_a_correction_undoes_its_event_as_if_it_had_never_been(ledger: list[Evidence]) -> None:
    mistaken = answer("a", 1.0, n=99)
    correction = evidence(EvidenceKind.CORRECTION, None, voids=mistaken.id)

    assert read([mistaken, *ledger, correction]).traces == read([correction, *ledger]).traces
    assert advance(read([mistaken, *ledger]), correction).traces == read([correction, *ledger]).traces


@given(ledgers, models, times)
def test_mastery_stays_between_nothing_and_everything(
    ledger: list[Evidence], model: LearnerModel, now: int
) -> None:
    knowledge = read(ledger, model, now)

    for concept in knowledge.concepts.values():
        assert 0 < concept.m_eff <= concept.mastery < 1
    for node in knowledge.nodes.values():
        assert 0 < node.m_eff <= node.mastery < 1


@given(ledgers, concepts, st.integers(0, 7), models)
def test_right_answers_never_lower_and_wrong_ones_never_raise_their_concept(
    ledger: list[Evidence], concept: str, rung: int, model: LearnerModel
) -> None:
    before = read(ledger, model)
    m = before.concepts[concept].mastery

    assert advance(before, answer(concept, 1.0, rung=rung, n=77)).concepts[concept].mastery >= m
    assert advance(before, answer(concept, 0.0, rung=rung, n=77)).concepts[concept].mastery <= m
    assert advance(before, diagnosed(concept, True, n=77)).concepts[concept].mastery >= m
    assert advance(before, diagnosed(concept, False, n=77)).concepts[concept].mastery <= m


@given(ledgers, models)
def test_a_failed_prerequisite_never_raises_what_rests_on_it(
    ledger: list[Evidence], model: LearnerModel
) -> None:
    before = read(ledger, model)
    after = advance(before, answer("a", 0.0, n=77))

    for concept in "abcd":
        assert after.concepts[concept].mastery <= before.concepts[concept].mastery
        assert after.concepts[concept].m_eff <= before.concepts[concept].m_eff


@given(
    st.lists(st.sampled_from([0.0, 0.6, 1.0]), max_size=8), st.lists(st.sampled_from([0.0, 1.0]), max_size=8)
)
def test_independent_sessions_may_come_in_any_order(first: list[float], second: list[float]) -> None:
    apart = course("a", "b")
    one = [answer("a", q, n=n) for n, q in enumerate(first)] + [rated("n.a.1.first", 3, MORNING)]
    two = [answer("b", q, n=n) for n, q in enumerate(second)] + [rated("n.b.1.first", 1, MORNING, "b")]

    assert states(fold([*one, *two], apart, Pfae(), MORNING)) == states(
        fold([*two, *one], apart, Pfae(), MORNING)
    )


def test_unmask_replays_a_session_exactly() -> None:
    m = 0.5
    for right in (True, True, False, True):
        m = m + 0.15 * (1 - m) if right else m - 0.05 * m
    ledger = [
        diagnosed(correct=True),
        *(quizzed(correct=c, n=n) for n, c in enumerate((True, True, False, True))),
    ]

    state = read(ledger, Unmask()).concepts["a"]

    assert state.mastery.hex() == m.hex()
    assert state.m_eff == state.mastery


@pytest.mark.parametrize(("correct", "placed"), [(True, 0.5), (None, 0.2), (False, 0.1)])
def test_a_first_diagnostic_places_a_concept_and_a_second_only_moves_it(
    correct: bool | None, placed: float
) -> None:
    once = read([diagnosed(correct=correct)], Unmask())
    twice = advance(once, diagnosed(correct=True, n=1))

    assert once.concepts["a"].mastery == placed
    assert twice.concepts["a"].mastery == placed + 0.15 * (1 - placed)
    assert read([diagnosed(correct=None)]).concepts["a"].seen


def test_a_diagnostic_never_takes_back_what_was_learned() -> None:
    learned = read([answer(n=n) for n in range(8)])

    assert advance(learned, diagnosed(correct=True)).concepts["a"].mastery > learned.concepts["a"].mastery


def test_not_knowing_is_no_evidence_outside_the_diagnostics() -> None:
    before = read([answer()])
    after = advance(before, quizzed(correct=None), diagnosed(correct=None))

    assert after.concepts["a"].mastery == before.concepts["a"].mastery
    assert after.concepts["a"].n_eff == before.concepts["a"].n_eff


def test_the_more_help_the_less_an_answer_says() -> None:
    gains = [read([answer(rung=r)]).concepts["a"].mastery for r in (0, 2, 3, 4)]

    assert gains == sorted(gains, reverse=True)
    assert read([answer(rung=1)]).traces == read([answer(rung=1)]).traces
    assert read([answer(rung=1)]).concepts["a"].mastery == gains[0]
    assert read([answer(rung=2)]).concepts["a"].n_unaided == 0


def test_what_a_model_alone_graded_counts_less() -> None:
    embedded = answer()
    model = replace(embedded, payload={**embedded.payload, "grader": "model/x"})

    assert read([model]).concepts["a"].n_eff == 0.8
    assert read([embedded]).concepts["a"].n_eff == 1.0


def test_nothing_is_earned_by_repeating_what_was_revealed() -> None:
    reveal = evidence(EvidenceKind.ANSWER_REVEALED, item="a.1", expectation="first", node="n.a.1.first")
    shown = read([reveal])
    echo = answer()
    echoed = advance(shown, replace(echo, payload={**echo.payload, "revealed": True}))

    assert shown.concepts["a"].mastery < read([]).concepts["a"].mastery
    assert shown.concepts["a"].streak_bad == 0
    assert echoed.concepts["a"].mastery == shown.concepts["a"].mastery
    assert echoed.concepts["a"].n_unaided == 0


def test_related_concepts_are_credited_by_their_shares() -> None:
    applied = item("c.1", "c", also=("d",), bloom=Bloom.APPLY)
    rich = replace(COURSE, items=(*COURSE.items[:2], applied, COURSE.items[3]))

    right = fold([answer("c")], rich, Pfae(), MORNING).concepts
    aided = fold([answer("c", rung=2)], rich, Pfae(), MORNING).concepts
    wrong = fold([answer("c", 0.0)], rich, Pfae(), MORNING).concepts
    recalled = fold([answer("c")], COURSE, Pfae(), MORNING).concepts
    unmask = fold([answer("c")], rich, Unmask(), MORNING).concepts

    assert {c: right[c].n_eff for c in "abcd"} == {"a": 0.15, "b": 0.075, "c": 1.0, "d": 0.3}
    assert {c: aided[c].n_eff for c in "abcd"} == {"a": 0, "b": 0, "c": 0.5, "d": 0.15}
    assert {c: wrong[c].n_eff for c in "abcd"} == {"a": 0, "b": 0, "c": 1.0, "d": 0.3}
    assert {c: recalled[c].n_eff for c in "abcd"} == {"a": 0, "b": 0, "c": 1.0, "d": 0}
    assert {c: unmask[c].n_eff for c in "abcd"} == {"a": 0, "b": 0, "c": 1.0, "d": 0}
    assert not right["a"].seen


def test_a_lucky_guess_says_nothing_of_prerequisites() -> None:
    assert read([quizzed("c", True)]).concepts["a"].n_eff == 0


def test_wrong_answers_in_a_row_are_counted_and_broken() -> None:
    streaks = [
        read([answer(q=q, n=n) for n, q in enumerate(row)]).concepts["a"].consecutive_incorrect
        for row in ([0.0], [0.0, 0.0], [0.0, 0.6, 0.0], [0.0, 0.0, 1.0])
    ]

    assert streaks == [1, 2, 2, 0]


def test_statuses_follow_their_precedence() -> None:
    node = partial(evidence, item="a.1", expectation="first", node="n.a.1.first")
    ladder: list[Evidence] = []
    seen = []
    for event in (
        node(EvidenceKind.HINT_GIVEN, rung=2),
        answer(q=0.0),
        *(answer(n=n) for n in range(1, 8)),
        rated("n.a.1.first", 3, MORNING),
        node(EvidenceKind.ITEM_PARKED),
        evidence(EvidenceKind.MISCONCEPTION_OBSERVED, item="a.1", misconception="swap", confidence=0.9),
    ):
        ladder.append(event)
        seen.append(read(ladder).concepts["a"].status)
    faded = read(ladder[:-2], now=MORNING + 60 * DAY)
    repaired = advance(
        read(ladder), evidence(EvidenceKind.MISCONCEPTION_REPAIRED, item="a.1", misconception="swap")
    )
    restated = advance(repaired, node(EvidenceKind.EXPECTATION_COVERED, rung=0))

    assert read([]).concepts["a"].status == Status.UNSEEN
    assert list(dict.fromkeys(seen)) == [
        Status.EXPOSED,
        Status.FRAGILE,
        Status.DEVELOPING,
        Status.SOLID,
        Status.PARKED,
        Status.MISCONCEIVED,
    ]
    assert faded.concepts["a"].status == faded.nodes["n.a.1.first"].status == Status.FADING
    assert repaired.concepts["a"].status == Status.PARKED
    assert restated.concepts["a"].status == Status.SOLID


def test_a_misconception_keeps_the_words_that_showed_it() -> None:
    seen = evidence(
        EvidenceKind.MISCONCEPTION_OBSERVED,
        item="a.1",
        misconception="swap",
        confidence=0.9,
        quote="the other way round",
    )
    doubt = evidence(EvidenceKind.MISCONCEPTION_OBSERVED, item="a.1", misconception="swap", confidence=0.4)

    held = read([seen, doubt]).concepts["a"].misconceptions["a.1/swap"]

    assert (held.status, held.quote, held.ts) == ("active", "the other way round", MORNING)
    assert read([doubt]).concepts["a"].misconceptions["a.1/swap"].status == "suspected"
    assert read([seen]).nodes["n.a.1.first"].status == Status.MISCONCEIVED
    assert read([seen]).nodes["n.a.1.second"].status == Status.UNSEEN


def test_forgetting_lowers_effective_mastery_only() -> None:
    ledger = [*(answer(n=n) for n in range(6)), rated("n.a.1.first", 3, MORNING)]

    today, later = read(ledger).concepts["a"], read(ledger).at(MORNING + 30 * DAY).concepts["a"]

    assert later.mastery == today.mastery
    assert later.m_eff < today.m_eff == today.mastery
    assert (today.due, later.due) == (False, True)
    assert later.m_eff == pytest.approx(later.mastery * (0.5 + 0.5 * later.retrievability))


def test_a_node_starts_from_what_is_known_of_its_concept() -> None:
    known = read([diagnosed(correct=True), answer()])
    unknown = read([answer()])

    assert known.nodes["n.a.1.first"].theta == pytest.approx(0.4)
    assert unknown.nodes["n.a.1.first"].theta < -0.5
    assert known.nodes["n.a.1.second"].status == Status.UNSEEN


def test_old_ids_fold_into_the_new_ones() -> None:
    renamed = course("a", renames={"z": "y", "y": "a", "z.1": "a.1", "n.z.1.first": "n.a.1.first"})

    old, new = fold([answer("z")], renamed, Pfae(), MORNING), fold([answer("a")], renamed, Pfae(), MORNING)

    assert states(old) == states(new)
    assert old.concepts["a"].seen


def test_renames_in_a_circle_end() -> None:
    circle = course("a", renames={"x": "y", "y": "x"})

    assert fold([answer("x")], circle, Pfae(), MORNING).concepts["a"].n_eff == 0


def test_evidence_of_other_courses_is_not_read() -> None:
    assert read([evidence(EvidenceKind.QUIZ_ANSWERED, course="other", correct=True, options=4)]).ledger == ()


def test_another_model_reads_the_whole_ledger_again() -> None:
    before = read([answer(), answer(q=0.0, n=1)], Pfae())

    assert fold([], COURSE, Unmask(), MORNING, since=before) == read(before.ledger, Unmask())


def test_weakest_ancestor_is_the_least_known_of_all_prerequisites() -> None:
    fresh = read([])
    diagnosed_low = read([diagnosed("a", False), diagnosed("b", True), diagnosed("c", True)])
    strong = read([answer(c, n=n) for c in "abc" for n in range(14)])

    assert weakest_ancestor(COURSE, fresh, "d") == "b"
    assert weakest_ancestor(COURSE, diagnosed_low, "d") == "a"
    assert weakest_ancestor(COURSE, diagnosed_low, "d", exclude=frozenset({"a"})) == "b"
    assert weakest_ancestor(COURSE, strong, "d") is None
    assert weakest_ancestor(COURSE, fresh, "a") is None


def test_weakest_ancestor_leaves_out_what_next_to_nothing_is_known_of() -> None:
    hinted = read([answer("c", 0.0, rung=2)])

    assert hinted.concepts["c"].n_eff == 0.5
    assert weakest_ancestor(COURSE, hinted, "d") == "b"


def test_due_nodes_come_most_faded_first_and_are_capped_by_the_day() -> None:
    nodes = [f"n.{c}.1.{e}" for c in "abcd" for e in ("first", "second")]
    ledger = [rated(node, 3, MORNING + n * DAY, node[2]) for n, node in enumerate(nodes)]
    back = MORNING + 40 * DAY

    faded = read(ledger, now=back)
    busy = advance(faded, rated("n.d.1.second", 3, back, "d"))

    assert due_nodes(faded) == tuple(nodes)
    assert due_nodes(faded, cap=3) == tuple(nodes[:3])
    assert due_nodes(busy, cap=3) == tuple(nodes[:2])
    assert due_nodes(read(ledger)) == ()


def test_mastery_of_a_course_without_edges_is_its_own() -> None:
    plain: Course = course("a", "b")
    state = fold([answer("b")], plain, Pfae(), MORNING).concepts["b"]

    assert state.mastery == state.own
    assert fold([answer("b")], COURSE, Pfae(), MORNING).concepts["b"].mastery < state.own
