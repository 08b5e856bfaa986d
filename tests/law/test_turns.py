"""P9-P14 of pedagogy 10 over whole sessions through the real turn graph."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from diotima.app.clock import FixedClock
from diotima.app.wiring import Tutor, trial_tutor
from diotima.domain.evidence import EvidenceKind
from diotima.domain.merge import merge
from diotima.domain.questions import QuestionKind
from diotima.domain.session import SessionState, advance, fold
from diotima.domain.transcript import (
    ActRecognised,
    AnswerGraded,
    AnswerRevealed,
    Entry,
    ExpectationCovered,
    HintGiven,
    LearnerSaid,
    MoveChosen,
    Phase,
    PhaseChanged,
    QuestionAsked,
    QuizGraded,
    TurnEnded,
    TutorSaid,
)
from diotima.evals.learners import PERSONAS
from diotima.evals.simulate import BEGINNING_MS, play
from diotima.turn.view import SessionView

PLAYED = [(name, course) for name in PERSONAS for course in ("upper-limb-neuroanatomy", "simple-circuits")]


class Played:
    """Sessions of every persona on both courses, played once."""

    def __init__(self) -> None:
        self.clock = FixedClock(BEGINNING_MS)
        self.tutor: Tutor = trial_tutor(self.clock)
        self.transcripts: dict[tuple[str, str], Sequence[Entry]] = {}
        self.views: dict[tuple[str, str], SessionView] = {}
        for seed, (name, course) in enumerate(PLAYED, start=500):
            found = self.tutor.courses.get(course)
            play(self.tutor.sessions, found, PERSONAS[name], seed, self.clock)
            row = self.tutor.journal.sessions(learner=f"{name}-{seed}")[0]
            self.transcripts[name, course] = self.tutor.sessions.entries(row.id)
            self.views[name, course] = self.tutor.sessions.view(row.id)


@pytest.fixture(scope="module")
def played() -> Played:
    return Played()


@pytest.fixture(params=PLAYED, ids=[f"{n}-{c}" for n, c in PLAYED])
def transcript(request: pytest.FixtureRequest, played: Played) -> Sequence[Entry]:
    return played.transcripts[request.param]


def turns(transcript: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The entries of each turn, the learner's words first."""
    turn: list[Entry] = []
    for entry in transcript:
        if isinstance(entry.body, LearnerSaid):
            turn = []
        turn.append(entry)
        if isinstance(entry.body, TurnEnded):
            yield turn


def test_every_turn_ends_in_one_question_or_keeps_the_pending_one(transcript: Sequence[Entry]) -> None:
    for turn in turns(transcript):
        asked = [e.body.question for e in turn if isinstance(e.body, QuestionAsked)]
        moves = [e.body.move for e in turn if isinstance(e.body, MoveChosen)]
        assert len(moves) == 1
        assert len(asked) == (0 if moves[0] in ("wait", "close") else 1)  # P10
        for question in asked:
            ends = question.text.rstrip().endswith("?") or "____" in question.text
            assert ends or question.kind is QuestionKind.QUIZ


def test_what_is_no_contribution_leaves_no_evidence(transcript: Sequence[Entry]) -> None:
    for turn in turns(transcript):
        act = next(e.body.act for e in turn if isinstance(e.body, ActRecognised))
        graded = [e for e in turn if isinstance(e.body, AnswerGraded | ExpectationCovered)]
        assert act == "contribution" or not graded  # P9


def test_a_move_is_phrased_and_never_changed(transcript: Sequence[Entry]) -> None:
    for turn in turns(transcript):
        move = next(e.body for e in turn if isinstance(e.body, MoveChosen))
        hints = [e.body for e in turn if isinstance(e.body, HintGiven)]
        assert all(h.expectation == move.target for h in hints)  # P12
        asked = [e.body.question for e in turn if isinstance(e.body, QuestionAsked)]
        if move.move in ("pump", "hint", "prompt", "choice", "clarify", "probe", "invite"):
            assert [q.expectation for q in asked] == [move.target]


def test_nothing_internal_is_ever_shown(transcript: Sequence[Entry], played: Played) -> None:
    course = played.tutor.courses.get(
        next(e.body.course for e in transcript[:1] if hasattr(e.body, "course"))
    )
    ids = {e.node for i in course.items for e in i.expectations} | {i.id for i in course.items}
    for entry in transcript:
        texts: tuple[str, ...] = ()
        if isinstance(entry.body, TutorSaid):
            texts = (entry.body.text,)
        if isinstance(entry.body, QuestionAsked):
            texts = (entry.body.question.text, *(o.text for o in entry.body.question.options))
        for text in texts:
            assert not any(name in text for name in ids)  # P13
            assert not re.search(r"(?<![\w}])\{\w+\}|\[\[|None|\bTrue\b|\"\"", text)


def test_assessment_gives_neither_hints_nor_reveals(transcript: Sequence[Entry]) -> None:
    phase = Phase.RAPPORT
    for entry in transcript:
        if isinstance(entry.body, PhaseChanged):
            assert entry.body.phase.rank > phase.rank  # S2
            phase = entry.body.phase
        if phase is not Phase.TUTORING:
            assert not isinstance(entry.body, HintGiven | AnswerRevealed)  # P14


def test_the_fold_of_a_prefix_and_the_rest_is_the_fold_of_the_whole(transcript: Sequence[Entry]) -> None:
    cut = len(transcript) // 2
    state: SessionState = fold(transcript[:cut])
    for entry in transcript[cut:]:
        state = advance(state, entry)

    assert state == fold(transcript)


def test_reading_a_transcript_twice_changes_nothing(transcript: Sequence[Entry]) -> None:
    state = fold(transcript)

    for entry in transcript:
        assert advance(state, entry) is state


def test_the_ledger_is_what_the_transcripts_say_and_quotes_are_verbatim(played: Played) -> None:
    for (name, course_id), transcript in played.transcripts.items():
        course = played.tutor.courses.get(course_id)
        learner = next(r.learner for r in played.tutor.journal.sessions() if r.id == transcript[0].session)
        stored = played.tutor.journal.ledger(learner)
        heard = {e.seq: e.body.text for e in transcript if isinstance(e.body, LearnerSaid)}

        merged = merge(transcript, course, learner)

        assert sorted(e.idem for e in merged) == sorted(e.idem for e in stored), name
        for event in stored:
            if event.kind == EvidenceKind.CONTRIBUTION_GRADED and event.prov.quote:
                assert event.prov.quote in heard[event.prov.seq]


def test_a_quiz_is_asked_once(transcript: Sequence[Entry]) -> None:
    quizzes = [e.body.quiz for e in transcript if isinstance(e.body, QuizGraded)]

    assert len(quizzes) == len(set(quizzes))


def test_the_page_shows_everything_that_was_said_and_nothing_hidden(played: Played) -> None:
    for key, view in played.views.items():
        kinds = {b.kind for b in view.blocks}
        assert kinds <= {"learner", "tutor", "question", "figure", "phase", "report", "closed"}
        said = [e.body.text for e in played.transcripts[key] if isinstance(e.body, TutorSaid)]
        assert [b.text for b in view.blocks if b.kind == "tutor"] == said
        assert all(b.seq < after.seq for b, after in pairwise(view.blocks))
