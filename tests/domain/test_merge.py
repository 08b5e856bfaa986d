"""The merger's laws (idempotent, piecewise = whole, verbatim) and its audit, one planted fault each."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.domain.evidence import Evidence, EvidenceKind
from diotima.domain.knowledge import fold
from diotima.domain.mastery import Pfae
from diotima.domain.merge import merge
from diotima.domain.reviews import Rating
from diotima.domain.transcript import (
    AnswerGraded,
    AnswerRevealed,
    Body,
    ExpectationCovered,
    ExpectationParked,
    HintGiven,
    IntegrityFlagged,
    ItemOpened,
    MisconceptionObserved,
    MisconceptionRepaired,
    QuizGraded,
    Report,
    ReportWritten,
)
from tests.building import MORNING, Script, course

COURSE = course("a", "b<a")
REPORT = Report((), (), (), (), "And now?", 1, 30.0)
WORDS = "the first thing, and the second"


def grade(
    expectation: str = "first",
    zone: str = "accept",
    *,
    p: float | None = None,
    quote: str = "",
    rung: int = 0,
    targeted: bool = True,
    item: str = "a.1",
) -> AnswerGraded:
    likely = {"accept": 0.95, "partial": 0.6, "unsure": 0.5}.get(zone, 0.1)
    return AnswerGraded(
        item, item[0], expectation, likely if p is None else p, zone, quote, rung, "embedded/1", targeted
    )


def cover(
    expectation: str = "first", *, quote: str = "", rung: int = 0, item: str = "a.1"
) -> ExpectationCovered:
    return ExpectationCovered(item, item[0], expectation, quote, rung)


def observed(quote: str = "") -> MisconceptionObserved:
    return MisconceptionObserved("a.1", "a", "swap", "turning a around", quote, 0.9)


def reveal(expectation: str = "first") -> AnswerRevealed:
    return AnswerRevealed("a.1", "a", expectation, "earned")


def kinds(events: tuple[Evidence, ...]) -> list[str]:
    return [e.kind for e in events]


def merged(script: Script, *, of: EvidenceKind | None = None) -> tuple[Evidence, ...]:
    return tuple(e for e in merge(script.entries, COURSE, "ada") if of is None or e.kind == of)


def ratings(script: Script) -> dict[str | None, Rating]:
    rated = merged(script.close(), of=EvidenceKind.REVIEW_RATED)
    return {e.subject.node: Rating(int(e.payload["rating"] or 0)) for e in rated}


expectations = st.sampled_from(["first", "second"])
items = st.sampled_from(["a.1", "b.1"])
quotes = st.sampled_from(["", "the first", "second", "never said"])
rungs = st.integers(0, 7)
bodies = st.one_of(
    st.builds(
        grade,
        expectations,
        st.sampled_from(["accept", "partial", "unsure", "reject", "contradiction", "echo"]),
        quote=quotes,
        rung=rungs,
        targeted=st.booleans(),
        item=items,
    ),
    st.builds(cover, expectations, quote=quotes, rung=rungs, item=items),
    st.builds(
        QuizGraded,
        st.sampled_from(["a.d", "a.q1", "b.q2"]),
        st.just("a"),
        st.sampled_from(["diagnostic", "assessment"]),
        st.just("b"),
        st.sampled_from([True, False, None]),
        quotes,
        st.sampled_from([None, "a.1/swap"]),
    ),
    st.builds(observed, quotes),
    st.builds(MisconceptionRepaired, st.just("a.1"), st.just("a"), st.just("swap"), quotes),
    st.builds(HintGiven, st.just("a.1"), expectations, rungs, st.just("w#1")),
    st.builds(ExpectationParked, st.just("a.1"), st.just("a"), expectations),
    st.builds(reveal, expectations),
    st.just(IntegrityFlagged(("answer_fishing",))),
    st.just(ItemOpened("a.1", "a")),
    st.just(ReportWritten(REPORT)),
)


@st.composite
def scripts(draw: st.DrawFn, session: str = "s1") -> Script:
    script = Script(session)
    for _ in range(draw(st.integers(0, 6))):
        act = draw(st.sampled_from(["contribution", "contribution", "idk", "question", None]))
        script.turn(WORDS, *draw(st.lists(bodies, max_size=6)), act=act)
    return script.close() if draw(st.booleans()) else script


@given(scripts())
def test_merging_piece_by_piece_equals_merging_whole(script: Script) -> None:
    whole = merge(script.entries, COURSE, "ada")

    for cut in range(len(script.entries) + 1):
        before = merge(script.entries[:cut], COURSE, "ada")
        rest = merge(script.entries, COURSE, "ada", after=cut)
        assert (*before, *rest) == whole


@given(scripts())
def test_merging_twice_adds_nothing(script: Script) -> None:
    once = merge(script.entries, COURSE, "ada")

    assert merge(script.entries, COURSE, "ada") == once
    assert len({e.idem for e in once}) == len({e.id for e in once}) == len(once)


@given(scripts())
def test_every_quote_is_verbatim_from_the_turn_it_refers_to(script: Script) -> None:
    said = {e.seq: getattr(e.body, "text", "") for e in script.entries}

    for event in merge(script.entries, COURSE, "ada"):
        assert event.prov.quote in said[event.prov.seq]
        digest = sha256(event.prov.quote.encode()).hexdigest() if event.prov.quote else ""
        assert event.prov.sha256 == digest
        assert event.id == sha256(f"{event.idem}|{event.kind}".encode()).hexdigest()[:32]


@given(scripts("s1"), scripts("s2"))
def test_events_of_different_sessions_are_never_taken_for_the_same(one: Script, two: Script) -> None:
    ours, theirs = merge(one.entries, COURSE, "ada"), merge(two.entries, COURSE, "ada")

    assert not {e.idem for e in ours} & {e.idem for e in theirs}
    assert {e.prov.session for e in (*ours, *theirs)} == {"s1", "s2"}


@given(scripts())
def test_what_follows_a_reveal_is_never_unaided(script: Script) -> None:
    shown: set[str | None] = set()

    for event in merge(script.entries, COURSE, "ada"):
        if event.kind in (EvidenceKind.CONTRIBUTION_GRADED, EvidenceKind.QUIZ_ANSWERED):
            assert event.payload["revealed"] is (event.subject.node in shown)
        if event.kind == EvidenceKind.ANSWER_REVEALED:
            shown.add(event.subject.node)


def test_a_contribution_becomes_evidence_with_its_words() -> None:
    script = Script().turn(WORDS, grade(quote="the first thing", rung=3))

    (event,) = merged(script, of=EvidenceKind.CONTRIBUTION_GRADED)

    assert event.idem == sha256(b"s1|2|a.1/first|embedded/1").hexdigest()
    assert event.prov.quote == "the first thing"
    assert (event.prov.session, event.prov.seq, event.ts) == ("s1", 2, MORNING + 30_000)
    assert event.subject.node == "n.a.1.first"
    assert event.payload == {
        "p": 0.95,
        "q": 1.0,
        "zone": "accept",
        "rung": 3,
        "options": 0,
        "targeted": True,
        "grader": "embedded/1",
        "revealed": False,
    }


def test_a_choice_says_among_how_many() -> None:
    script = Script().turn("first it is", grade(rung=6), act=None, option="a")

    (event,) = merged(script, of=EvidenceKind.CONTRIBUTION_GRADED)

    assert (event.payload["options"], event.prov.quote) == (3, "first it is")


@pytest.mark.parametrize(
    ("turn", "why"),
    [
        ((grade(quote="words never said"), cover(quote="words never said")), "not verbatim"),
        ((grade(zone="unsure"),), "the grader is unsure"),
        ((grade(zone="echo"),), "an echo of the question"),
        ((grade(zone="reject", targeted=False),), "it was not asked for"),
        ((grade(zone="partial", targeted=False),), "it was not asked for"),
        ((grade(), cover(), observed(), IntegrityFlagged(("contract",))), "flagged"),
    ],
)
def test_the_audit_rejects(turn: tuple[Body, ...], why: str) -> None:
    events = merged(Script().turn(WORDS, *turn))

    assert set(kinds(events)) <= {"session_started", "integrity_flagged"}, why


@pytest.mark.parametrize("act", ["idk", "question", "reveal_request", "off_topic", "explain_request"])
def test_other_acts_prove_nothing(act: str) -> None:
    script = Script().turn(WORDS, grade(), cover(), observed(), act=act)

    assert kinds(merged(script)) == ["session_started"]


def test_an_unflagged_contribution_with_the_same_entries_proves_something() -> None:
    script = Script().turn(WORDS, grade(), cover(), observed())

    assert kinds(merged(script)) == [
        "session_started",
        "contribution_graded",
        "expectation_covered",
        "misconception_observed",
    ]


def test_one_turn_is_at_most_one_wrong_answer() -> None:
    wrong = Script().turn(WORDS, grade("first", "reject"), grade("second", "contradiction"))
    incomplete = Script().turn(WORDS, grade("first", "accept"), grade("second", "reject"))
    half = Script().turn(WORDS, grade("first", "partial"), grade("second", "reject"))
    mixed = Script().turn(WORDS, grade("first", "accept"), grade("second", "contradiction"))

    def graded(script: Script) -> list[object]:
        return [e.payload["zone"] for e in merged(script, of=EvidenceKind.CONTRIBUTION_GRADED)]

    assert graded(wrong) == ["contradiction"]
    assert graded(incomplete) == ["accept"]
    assert graded(half) == ["partial"]
    assert graded(mixed) == ["accept", "contradiction"]


def test_saying_again_what_is_covered_proves_nothing_new() -> None:
    script = Script().turn(WORDS, grade(), cover()).turn(WORDS, grade(), cover())

    assert kinds(merged(script)) == ["session_started", "contribution_graded", "expectation_covered"]


def test_an_unfinished_turn_waits_for_its_end() -> None:
    script = Script().turn(WORDS, grade(), cover())

    assert kinds(merge(script.entries[:-1], COURSE, "ada")) == ["session_started"]


def test_quizzes_keep_their_outcome_and_show_misconceptions() -> None:
    script = Script().turn("turned", QuizGraded("a.q1", "a", "assessment", "b", False, "turned", "a.1/swap"))

    _, answered, misconception = merged(script)

    assert answered.kind == EvidenceKind.QUIZ_ANSWERED
    assert answered.idem == sha256(b"quiz|s1|2|a.q1").hexdigest()
    assert answered.subject.node == "n.a.1.first"
    assert answered.payload == {
        "role": "assessment",
        "correct": False,
        "option": "b",
        "options": 4,
        "revealed": False,
    }
    assert (misconception.subject.misconception, misconception.prov.quote) == ("swap", "turned")
    assert misconception.payload == {"confidence": 0.7}


def test_a_misconception_seen_by_quiz_and_by_reader_is_one() -> None:
    quiz = QuizGraded("a.q1", "a", "assessment", "b", False, "turned", "a.1/swap")

    assert (
        len(merged(Script().turn("turned", quiz, observed("turned")), of=EvidenceKind.MISCONCEPTION_OBSERVED))
        == 1
    )


@pytest.mark.parametrize("correct", [True, False, None])
def test_diagnostics_are_a_kind_of_their_own_and_rate_nothing(correct: bool | None) -> None:
    script = Script().turn("idk", QuizGraded("a.d", "a", "diagnostic", None, correct), act="idk")

    assert kinds(merged(script.close())) == ["session_started", "diagnostic_answered", "session_ended"]


def test_reviews_are_rated_by_how_a_node_was_reached() -> None:
    first_try = Script().turn(WORDS, grade(), cover())
    unclear = Script().turn(WORDS, grade(p=0.82), cover())
    second_try = Script().turn(WORDS, grade(zone="reject")).turn(WORDS, grade(), cover())
    hinted = Script().turn(WORDS, grade(rung=4), cover(rung=4))
    cloze = Script().turn(WORDS, grade(rung=5), cover(rung=5))
    misled = Script().turn(WORDS, observed()).turn(WORDS, grade(), cover())
    parked = Script().turn(WORDS, ExpectationParked("a.1", "a", "first"))
    shown = Script().turn(WORDS, grade(), cover()).turn(WORDS, reveal(), act="explain_request")
    tried = Script().turn(WORDS, grade(zone="reject"))
    asked = Script().turn(WORDS, HintGiven("a.1", "first", 2, "w#1"), act="idk")
    failed = (
        Script().turn(WORDS, grade(), cover()).turn("odd", QuizGraded("a.q1", "a", "assessment", "c", False))
    )
    passed = Script().turn("right", QuizGraded("a.q1", "a", "assessment", "a", True))

    node = "n.a.1.first"
    assert ratings(first_try) == {node: Rating.EASY}
    assert ratings(unclear) == ratings(second_try) == ratings(hinted) == {node: Rating.GOOD}
    assert ratings(cloze) == ratings(misled) == {node: Rating.HARD}
    assert ratings(parked) == ratings(shown) == ratings(tried) == ratings(failed) == {node: Rating.AGAIN}
    assert ratings(passed) == {node: Rating.GOOD}
    assert ratings(asked) == {}


def test_reviews_are_rated_once_by_the_report_or_the_end() -> None:
    script = Script().turn(WORDS, grade(), cover()).turn("bye", ReportWritten(REPORT), act="quit")
    early = merged(script, of=EvidenceKind.REVIEW_RATED)

    assert len(early) == 1
    assert merged(script.close(), of=EvidenceKind.REVIEW_RATED) == early


def test_the_answer_that_ends_a_session_still_counts() -> None:
    quiz = QuizGraded("a.q1", "a", "assessment", "a", True, "right")
    script = Script().turn("right", quiz, ReportWritten(REPORT))

    assert kinds(merged(script)) == ["session_started", "quiz_answered", "review_rated"]


def test_ids_the_course_no_longer_has_are_kept_without_a_node() -> None:
    script = Script().turn(WORDS, grade(item="z.9"), cover(item="z.9"))

    events = merged(script.close())

    assert kinds(events) == ["session_started", "contribution_graded", "expectation_covered", "session_ended"]
    assert {e.subject.node for e in events} == {None}


@given(scripts())
def test_what_is_merged_can_be_folded(script: Script) -> None:
    events = merge(script.entries, COURSE, "ada")

    assert fold(events, COURSE, Pfae(), MORNING).ledger == events
