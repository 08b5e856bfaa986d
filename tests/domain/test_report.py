"""The report: weakest first, one honest sentence a topic, nothing the ledger does not show."""

from __future__ import annotations

import pytest
from hypothesis import given

from diotima.app.catalogue import load_catalogue
from diotima.domain.evidence import Evidence
from diotima.domain.knowledge import Knowledge, fold
from diotima.domain.mastery import Pfae
from diotima.domain.merge import merge
from diotima.domain.report import label_mastery, write_report
from diotima.domain.transcript import (
    AnswerRevealed,
    Body,
    ExpectationParked,
    FocusSet,
    ItemOpened,
    LearnerSaid,
    MisconceptionObserved,
    MisconceptionRepaired,
    Mode,
    QuizGraded,
    Report,
)
from tests.building import MORNING, Script, answer, course
from tests.domain.test_merge import WORDS, cover, grade, scripts

COURSE = course("a", "b<a", "c<b")
MESSAGES = load_catalogue("en")


def known(*ledger: Evidence) -> Knowledge:
    return fold(ledger, COURSE, Pfae(), MORNING)


def report(script: Script, *ledger: Evidence) -> Report:
    return write_report(script.entries, COURSE, known(*ledger), MESSAGES)


def sentence(*turns: tuple[Body, ...]) -> str:
    script = Script()
    for bodies in turns:
        script.turn(WORDS, *bodies)
    return report(script).topics[0].sentence


def stated(expectation: str, rung: int = 0, quote: str = "", item: str = "a.1") -> tuple[Body, ...]:
    return (
        grade(expectation, quote=quote, rung=rung, item=item),
        cover(expectation, quote=quote, rung=rung, item=item),
    )


def focus(*concepts: str) -> FocusSet:
    return FocusSet(concepts, Mode.DIALOGUE)


def test_a_sentence_tells_what_was_said_alone_and_what_needed_help() -> None:
    told = sentence(stated("first", quote="the first thing"), stated("second", rung=3))

    assert told == (
        'You could say what the first of a.1 is without help ("the first thing"); '
        "what the second of a.1 is needed two hints."
    )


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (
            (stated("first"), stated("second")),
            "You could say what the first of a.1 is and what the second of a.1 is without help.",
        ),
        ((stated("first", rung=5),), "What the first of a.1 is needed a sentence to fill in."),
        ((stated("first", rung=6),), "What the first of a.1 is needed a choice between answers."),
        ((stated("first", rung=7),), "What the first of a.1 is needed a look at what it rests on."),
        (
            ((ExpectationParked("a.1", "a", "first"),),),
            "Set aside for another day: what the first of a.1 is.",
        ),
        (((grade(zone="reject"),),), "Still to say: what the first of a.1 is."),
        (
            ((AnswerRevealed("a.1", "a", "first", "earned"),), stated("first")),
            "Explained to you: what the first of a.1 is.",
        ),
        (((ItemOpened("a.1", "a"),),), "You saw its question but did not get to answer it."),
        (
            ((QuizGraded("a.d", "a", "diagnostic", "a", True),),),
            "The opening question about it you got right, and we did not work on it further.",
        ),
        (
            ((QuizGraded("a.d", "a", "diagnostic", None, None),),),
            "You said you did not know it yet, and we did not get to it again.",
        ),
        (
            (
                stated("first", rung=2),
                (QuizGraded("a.q1", "a", "assessment", "b", False),),
            ),
            "What the first of a.1 is needed one hint; its question at the end you got wrong.",
        ),
        (
            (
                (QuizGraded("a.q1", "a", "assessment", "a", True),),
                (QuizGraded("a.q2", "a", "assessment", None, None),),
            ),
            "Of its questions at the end you got 1 of 2 right.",
        ),
    ],
)
def test_every_sentence_says_what_happened(turns: tuple[tuple[Body, ...], ...], expected: str) -> None:
    assert sentence(*turns).startswith(expected)


def test_a_quote_that_was_never_said_is_no_achievement() -> None:
    script = Script().turn(WORDS, *stated("first", quote="invented words"))

    assert report(script).topics == ()


def test_topics_come_weakest_first_with_their_labels() -> None:
    script = (
        Script()
        .turn("x", focus("c"))
        .turn(WORDS, *stated("first"))
        .turn(WORDS, grade(zone="reject", item="b.1"))
    )

    topics = report(script, *(answer("a", n=n) for n in range(9))).topics

    assert [(t.concept, t.status) for t in topics] == [
        ("b", "needs_review"),
        ("a", "mastered"),
        ("c", "not_seen"),
    ]
    assert topics[2].sentence == "We did not get to it, so nothing is known about it yet."


@pytest.mark.parametrize(
    ("m_eff", "label"),
    [
        (0.7, "mastered"),
        (0.699, "progressing"),
        (0.4, "progressing"),
        (0.399, "needs_review"),
        (0.0, "needs_review"),
    ],
)
def test_labels_begin_at_their_thresholds(m_eff: float, label: str) -> None:
    assert label_mastery(m_eff) == label


def test_misconceptions_carry_the_learners_words_open_ones_first() -> None:
    script = (
        Script()
        .turn(
            "it is the other way round",
            MisconceptionObserved("a.1", "a", "swap", "turning", "the other way round", 0.9),
        )
        .turn(WORDS, MisconceptionRepaired("a.1", "a", "swap", ""))
        .turn("b is turned too", MisconceptionObserved("b.1", "b", "swap", "turning", "turned too", 0.9))
        .turn("c perhaps", MisconceptionObserved("c.1", "c", "swap", "turning", "perhaps", 0.4))
    )

    found = report(script).misconceptions

    assert [(m.concept, m.label, m.quote, m.repaired) for m in found] == [
        ("b", "turning b around", "turned too", False),
        ("a", "turning a around", "the other way round", True),
    ]


def test_recommendations_name_the_gap_the_misconception_and_the_review() -> None:
    seen = MisconceptionObserved("a.1", "a", "swap", "turning", "first thing", 0.9)
    script = Script().turn(WORDS, *stated("first"), seen).turn(WORDS, ExpectationParked("a.1", "a", "second"))

    gap, misconception, review = report(script).recommendations

    assert "what the second of a.1 is" in gap
    assert "turning a around" in misconception
    assert review == (
        "Topic a: in 8 days, say from memory what the first of a.1 is; it begins to fade about then."
    )


def test_recommendations_lead_on_to_what_builds_on_today() -> None:
    script = Script().turn(WORDS, *stated("first"), *stated("second"))

    assert report(script, *(answer("a", n=n) for n in range(9))).recommendations[1] == (
        "Next could be Topic b: it builds on what you worked on today."
    )


def test_a_session_left_at_once_still_has_a_whole_report() -> None:
    left = report(Script())

    assert (left.topics, left.misconceptions, left.turns) == ((), (), 0)
    assert len(left.recommendations) == 2
    assert left.recommendations[0].startswith("Begin here next time: Topic a.")
    assert 2 <= len(left.videos) <= 4
    assert left.closing.endswith("?")


def test_videos_are_for_the_weakest_topics_then_for_the_focus() -> None:
    weak = (
        Script()
        .turn("x", focus("c"))
        .turn(WORDS, grade(zone="reject", item="b.1"))
        .turn(WORDS, grade(zone="reject"))
    )
    strong = Script().turn("x", focus("c")).turn(WORDS, *stated("first"))

    assert [v.query for v in report(weak).videos] == ["b explained", "a explained"]
    assert [v.query for v in report(strong, *(answer("a", n=n) for n in range(9))).videos] == [
        "c explained",
        "a explained",
    ]


def test_the_same_session_gives_the_same_report_whether_or_not_its_evidence_is_known() -> None:
    script = Script().turn(WORDS, *stated("first"))
    first = report(script)

    assert report(script, *merge(script.entries, COURSE, "ada")) == first


def test_what_must_not_be_said_is_left_out_or_put_plainly() -> None:
    script = Script().turn(WORDS, *stated("first"), *stated("second", rung=3))
    forbidden = ("second", "explained", "mix-up")

    def may_say(text: str) -> bool:
        return not any(word in text for word in forbidden)

    free = report(script)
    guarded = write_report(script.entries, COURSE, known(), MESSAGES, may_say=may_say)
    mute = write_report(
        script.entries, COURSE, known(), MESSAGES, may_say=lambda text: "what the" not in text
    )

    assert "needed two hints" in free.topics[0].sentence
    assert guarded.topics[0].sentence == "You could say what the first of a.1 is without help."
    assert mute.topics[0].sentence == "We worked on it today, and it will come up again."
    assert all(may_say(r) for r in guarded.recommendations)
    assert len(guarded.recommendations) == 2


def test_the_open_turn_counts() -> None:
    script = Script().add(LearnerSaid(WORDS), *stated("first"), turn="t1")

    assert report(script).topics[0].sentence.startswith("You could say what the first of a.1 is")


def test_time_without_a_learner_is_no_session_time() -> None:
    script = Script(step_ms=60_000).turn(WORDS).turn(WORDS)
    script.step_ms = 86_400_000
    script.turn(WORDS)

    assert (report(script).turns, report(script).seconds) == (3, 120.0)
    assert write_report(script.entries, COURSE, known(), MESSAGES, seconds=7.5).seconds == 7.5


@given(scripts())
def test_every_report_keeps_its_measure_and_gives_no_answer_away(script: Script) -> None:
    """The proposition and assertion of every expectation are planted in the course and never appear."""
    written = report(script)
    texts = [
        *(t.sentence for t in written.topics),
        *written.recommendations,
        *(v.query for v in written.videos),
        written.closing,
    ]

    assert 2 <= len(written.recommendations) <= 3
    assert len(set(written.recommendations)) == len(written.recommendations)
    assert 2 <= len(written.videos) <= 4
    assert len(written.misconceptions) <= 3
    assert [t.mastery for t in written.topics] == sorted(t.mastery for t in written.topics)
    for item in COURSE.items:
        for expectation in item.expectations:
            assert not any(expectation.proposition in t or expectation.assertion in t for t in texts)
    assert not any("{" in t for t in texts)
