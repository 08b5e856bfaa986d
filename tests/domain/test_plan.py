"""The scheduler: the gate (S1), determinism (S4), diagnostics, assessment, revisits."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from diotima.domain.course import Bloom, Course, Role
from diotima.domain.evidence import Evidence, EvidenceKind
from diotima.domain.knowledge import WEAK, Knowledge, fold
from diotima.domain.mastery import Pfae
from diotima.domain.plan import (
    LAST_TURNS,
    Gate,
    Pick,
    SessionFacts,
    choose_assessment,
    choose_concept,
    choose_revisit,
    missing_prerequisites,
    order_diagnostics,
    revisit_item,
    session_concepts,
    weakest_prerequisite,
)
from tests.building import DAY, MORNING, answer, course, diagnosed, evidence, item, quiz, rated

CHAIN = course("a", "b<a", "c<b", "d<c", "e")
NAMES = "abcde"


def known(*ledger: Evidence, now: int = MORNING, of: Course = CHAIN) -> Knowledge:
    return fold(ledger, of, Pfae(), now)


def mastered(*concepts: str) -> list[Evidence]:
    return [answer(c, n=n) for c in concepts for n in range(14)]


def stated(concept: str) -> frozenset[str]:
    return frozenset({f"{concept}.1/first", f"{concept}.1/second"})


def chosen(knowledge: Knowledge, facts: SessionFacts | None = None, of: Course = CHAIN) -> Pick | None:
    return choose_concept(of, knowledge, facts or SessionFacts())


def concepts_of(knowledge: Knowledge, focus: tuple[str, ...] = (), n: int = 4, seed: int = 1) -> list[str]:
    return [q.concept for q in order_diagnostics(knowledge.course, focus, knowledge, seed, n)]


names = st.sampled_from(NAMES)
answers = st.lists(st.builds(answer, names, st.sampled_from([0.0, 1.0]), n=st.integers(0, 9)), max_size=30)
probes = st.lists(st.builds(diagnosed, names, st.sampled_from([True, False, None])), max_size=4)


@st.composite
def sessions(draw: st.DrawFn) -> SessionFacts:
    touched = tuple(draw(st.lists(names, unique=True, max_size=4)))
    covered = [c for c in touched if draw(st.booleans())]
    return SessionFacts(
        focus=tuple(draw(st.lists(names, unique=True, max_size=2))),
        covered=frozenset().union(*(stated(c) for c in covered)),
        done_items=frozenset(f"{c}.1" for c in touched),
        parked=frozenset(c for c in touched if c not in covered and draw(st.booleans())),
        touched=touched,
        turns_left=draw(st.one_of(st.none(), st.integers(0, 20))),
        seed=draw(st.integers(0, 3)),
    )


@given(probes, answers, sessions(), st.integers(0, 90))
def test_a_gated_concept_is_never_scheduled(
    probed: list[Evidence], answered: list[Evidence], facts: SessionFacts, days: int
) -> None:
    knowledge = known(*probed, *answered, now=MORNING + days * DAY)
    pick = chosen(knowledge, facts)
    if pick is None:
        return
    pursued = {*facts.focus, *(a for c in facts.focus for a in CHAIN.ancestors[c])}

    for requirement in CHAIN.concept_by_id[pick.concept].requires:
        state = knowledge.concepts[requirement.id]
        had_its_turn = requirement.id in facts.touched or (state.seen and not state.is_weak)
        never_asked = pick.concept in pursued and not state.seen
        assert state.m_eff >= WEAK or had_its_turn or never_asked
    assert not missing_prerequisites(CHAIN, knowledge, pick.concept, facts, Gate.FOCUS)
    assert pick.item not in facts.done_items
    assert CHAIN.item_by_id[pick.item].concept == pick.concept


@given(probes, answers, sessions())
def test_the_same_ledger_and_session_give_the_same_choice(
    probed: list[Evidence], answered: list[Evidence], facts: SessionFacts
) -> None:
    one, two = known(*probed, *answered), known(*probed, *answered)

    assert chosen(one, facts) == chosen(two, facts)
    assert concepts_of(one, facts.focus) == concepts_of(two, facts.focus)
    assert choose_assessment(CHAIN, one, facts) == choose_assessment(CHAIN, two, facts)


def test_a_beginner_starts_at_the_roots() -> None:
    assert chosen(known()) == Pick("a", "a.1", "plan")
    assert missing_prerequisites(CHAIN, known(), "c", SessionFacts()) == ("b",)


def test_the_next_concept_opens_once_its_prerequisite_was_stated_today() -> None:
    facts = SessionFacts(touched=("a",), done_items=frozenset({"a.1"}), covered=stated("a"))
    parked = replace(facts, covered=frozenset(), parked=frozenset({"a"}))

    assert chosen(known(answer("a", rung=4)), facts) == Pick("b", "b.1", "plan")
    assert chosen(known(answer("a", rung=4)), parked) == Pick("e", "e.1", "plan")


def test_a_parked_root_does_not_end_the_session() -> None:
    chain = course("a", "b<a", "c<b")
    parked = SessionFacts(touched=("a",), done_items=frozenset({"a.1"}), parked=frozenset({"a"}))

    assert chosen(known(answer("a", 0.0), of=chain), parked, chain) == Pick("b", "b.1", "plan")
    assert missing_prerequisites(chain, known(of=chain), "c", parked, Gate.HAD_ITS_TURN) == ("b",)


def test_an_advanced_focus_is_not_dragged_through_what_was_never_asked() -> None:
    assert chosen(known(), SessionFacts(focus=("d",))) == Pick("d", "d.1", "plan")


def test_a_focus_waits_for_a_prerequisite_known_to_be_weak() -> None:
    weak = known(diagnosed("c", False))
    worked_on = SessionFacts(focus=("d",), touched=("c",), done_items=frozenset({"c.1"}))

    assert chosen(weak, SessionFacts(focus=("d",))) == Pick("c", "c.1", "plan")
    assert chosen(weak, worked_on) == Pick("d", "d.1", "plan")


def test_a_prerequisite_answered_rightly_opens_the_focus_whatever_lies_below_it() -> None:
    right = known(diagnosed("c", True))

    assert right.concepts["c"].m_eff < WEAK
    assert chosen(right, SessionFacts(focus=("d",))) == Pick("d", "d.1", "plan")


def test_the_weakest_of_several_missing_prerequisites_comes_first() -> None:
    fan = course("a", "b", "c<a,b")
    knowledge = known(diagnosed("a", None), diagnosed("b", False), of=fan)

    assert missing_prerequisites(fan, knowledge, "c", SessionFacts()) == ("b", "a")
    assert chosen(knowledge, SessionFacts(focus=("c",)), fan) == Pick("b", "b.1", "plan")


def test_what_is_due_is_reviewed_but_not_three_times_in_a_row() -> None:
    ledger = [*mastered(*NAMES), rated("n.a.1.first", 2, MORNING)]
    knowledge = known(*ledger, now=MORNING + 20 * DAY)

    assert chosen(knowledge) == Pick("a", "a.1", "review")
    assert chosen(knowledge, SessionFacts(reviews_in_row=2)) is None


def test_a_misconception_draws_attention() -> None:
    wrong = evidence(
        EvidenceKind.MISCONCEPTION_OBSERVED, "e", item="e.1", misconception="swap", confidence=0.9
    )

    assert chosen(known(answer("e", 0.0), wrong)) == Pick("e", "e.1", "plan")
    assert chosen(known(answer("e", 0.6))) == Pick("a", "a.1", "plan")


def test_nothing_new_is_begun_in_the_last_turns() -> None:
    facts = SessionFacts(touched=("a",), done_items=frozenset({"a.1"}), covered=stated("a"))

    assert chosen(known(answer("a")), replace(facts, turns_left=LAST_TURNS)) is not None
    assert chosen(known(answer("a")), replace(facts, turns_left=LAST_TURNS - 1)) is None
    assert chosen(known(), SessionFacts(turns_left=1)) is not None


def test_a_parked_concept_comes_back_after_three_others() -> None:
    second = item("a.2", "a")
    wide = course("a", "e", "f", "g", items=[second])
    facts = SessionFacts(
        focus=("a",),
        touched=("a", "e", "f"),
        done_items=frozenset({"a.1", "e.1", "f.1", "g.1"}),
        parked=frozenset("a"),
    )

    assert chosen(known(of=wide), facts, wide) is None
    assert chosen(known(of=wide), replace(facts, touched=("a", "e", "f", "g")), wide) == Pick(
        "a", "a.2", "plan"
    )


def test_items_with_something_left_to_state_come_first() -> None:
    two = course("a", items=[item("a.2", "a")])
    covered = [
        evidence(EvidenceKind.EXPECTATION_COVERED, "a", item="a.1", expectation=e, node=f"n.a.1.{e}", rung=0)
        for e in ("first", "second")
    ]

    assert chosen(known(of=two), of=two) == Pick("a", "a.1", "plan")
    assert chosen(known(*covered, of=two), of=two) == Pick("a", "a.2", "plan")


def test_a_mastered_course_leaves_nothing_to_choose() -> None:
    assert chosen(known(*mastered(*NAMES))) is None
    assert chosen(known(*mastered(*NAMES)), SessionFacts(focus=("d",))) == Pick("d", "d.1", "plan")


def test_the_plan_is_the_focus_its_weak_ground_and_its_neighbours() -> None:
    assert session_concepts(CHAIN, ("d",), known()) == ("d", "c", "b")
    assert session_concepts(CHAIN, ("d",), known(diagnosed("a", False))) == ("d", "a", "c")
    assert session_concepts(CHAIN, ("a",), known()) == ("a", "b", "c")
    assert session_concepts(CHAIN, ("nonsense",), known()) == ("a", "b", "c", "d", "e")
    assert session_concepts(CHAIN, (), known(*mastered("a"))) == ("b", "c", "d", "e")


def test_diagnostics_begin_with_the_focus_and_what_it_rests_on() -> None:
    assert concepts_of(known(), ("d",))[:2] == ["d", "c"]
    assert len(concepts_of(known(), ("d",))) == 4
    assert len({*concepts_of(known(), ("d",), n=9)}) == 5


def test_diagnostics_without_a_focus_begin_where_an_answer_says_most() -> None:
    assert concepts_of(known(), n=2)[1] == "e"
    assert concepts_of(known(), n=1)[0] in {"b", "c"}


def test_diagnostics_leave_out_what_is_known_and_warm_up_what_is_due() -> None:
    ledger = [diagnosed("d", True), diagnosed("c", False), answer("a"), rated("n.a.1.first", 3, MORNING)]

    assert "d" not in concepts_of(known(*ledger), ("d",), n=9)
    assert sorted(concepts_of(known(*ledger), n=9)) == ["b", "e"]
    assert concepts_of(known(*ledger, now=MORNING + 9 * DAY), n=9)[0] == "a"


def test_diagnostics_draw_among_a_concepts_questions_by_the_seed() -> None:
    many = course("a", quizzes=[quiz(f"a.x{n}", "a", Role.DIAGNOSTIC) for n in range(9)])
    drawn = {order_diagnostics(many, (), known(of=many), seed, 1)[0].id for seed in range(30)}

    assert len(drawn) > 3


def test_assessment_asks_what_was_worked_on_and_is_most_open() -> None:
    knowledge = known(*mastered("a"), answer("b"))
    asked: list[str] = []
    facts = SessionFacts(touched=("a", "b"))
    while (following := choose_assessment(CHAIN, knowledge, facts)) is not None:
        asked.append(following)
        facts = replace(facts, quizzes=frozenset(asked))

    assert asked == ["b.q1", "a.q1", "b.q2", "a.q2"]
    assert choose_assessment(CHAIN, knowledge, SessionFacts()) is None


def test_assessment_ends_with_one_transfer_item_not_used_before() -> None:
    transfers = [item(f"a.t{n}", "a", roles=(Role.ASSESSMENT,), bloom=Bloom.APPLY) for n in (1, 2)]
    more = [quiz(f"a.q{n}", "a", Role.ASSESSMENT) for n in (3, 4, 5, 6)]
    rich = course("a", items=transfers, quizzes=more)
    four = SessionFacts(touched=("a",), quizzes=frozenset({"a.q1", "a.q2", "a.q3", "a.q4", "a.d"}))

    assert choose_assessment(rich, known(of=rich), four) == "a.t1"
    assert choose_assessment(rich, known(of=rich), replace(four, done_items=frozenset({"a.t1"}))) is None


def test_a_revisit_returns_to_the_weakest_of_the_focus_then_of_what_was_worked_on() -> None:
    knowledge = known(diagnosed("a", None), diagnosed("b", False), diagnosed("e", False), *mastered("c"))
    elsewhere = SessionFacts(focus=("d",), touched=("e",), done_items=frozenset({"e.1"}))

    assert choose_revisit(CHAIN, knowledge, SessionFacts(focus=("a", "b"))) == "b"
    assert choose_revisit(CHAIN, knowledge, SessionFacts(focus=("a", "b"), current="b")) == "a"
    assert choose_revisit(CHAIN, knowledge, elsewhere) == "e"
    assert choose_revisit(CHAIN, knowledge, replace(elsewhere, focus=("a",))) == "a"
    assert choose_revisit(CHAIN, knowledge, SessionFacts(focus=("c", "d"))) is None


def test_a_revisit_leaves_alone_what_a_step_down_will_return_to() -> None:
    knowledge = known(diagnosed("a", None), diagnosed("b", False))
    stepped_down = SessionFacts(focus=("a", "b"), touched=("b", "e"), current="e")

    assert choose_revisit(CHAIN, knowledge, stepped_down) == "a"
    assert choose_revisit(CHAIN, knowledge, replace(stepped_down, done_items=frozenset({"b.1"}))) == "b"


def test_a_revisit_takes_a_fresh_angle() -> None:
    angles = course("a", items=[item("a.2", "a"), item("a.3", "a", isomorph_of="a.1")])
    used = SessionFacts(done_items=frozenset({"a.1"}))

    assert [i.id for i in [revisit_item(angles, SessionFacts(), "a")] if i] == ["a.1"]
    assert [i.id for i in [revisit_item(angles, used, "a")] if i] == ["a.3"]


def test_stepping_down_skips_what_has_no_item() -> None:
    barren = replace(CHAIN, items=tuple(i for i in CHAIN.items if i.concept != "b"))

    assert weakest_prerequisite(CHAIN, known(), "d") == "b"
    assert weakest_prerequisite(barren, known(of=barren), "d") == "c"
    assert weakest_prerequisite(CHAIN, known(), "d", exclude=frozenset("bc")) == "a"
