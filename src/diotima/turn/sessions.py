"""The use cases of a session, for every shell: open, submit, run, end, read.

``submit`` accepts a turn by appending what the learner said; ``run`` answers every accepted turn that has not
been answered. Between the two the process may die: whoever runs next continues from the transcript.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import NamedTuple, TypeVar

from diotima.domain import knowledge as knowing
from diotima.domain.course import Course
from diotima.domain.errors import (
    AlreadyThere,
    BadInput,
    Conflict,
    SessionOver,
    StaleQuestion,
    TurnRunning,
)
from diotima.domain.knowledge import Knowledge
from diotima.domain.ports import Draft
from diotima.domain.session import SessionState, advance
from diotima.domain.transcript import (
    Body,
    Entry,
    LearnerSaid,
    Phase,
    QuestionAsked,
    Report,
    SessionOpened,
    SurveyAnswered,
    TutorSaid,
)
from diotima.engine.intake import clean
from diotima.turn.deps import Deps, Scene
from diotima.turn.greeting import greet
from diotima.turn.view import CourseView, GraphView, SessionView
from diotima.turn.viewing import view_course, view_graph, view_session

K = TypeVar("K")
V = TypeVar("V")
MINUTES = (0.0, 600.0)
"""Session lengths a learner may ask for; 0 is no clock."""
QUIT = "end session"
"""What the End button says for the learner."""
ATTEMPTS = 5
"""How often a write is tried that others may come before."""
REMEMBERED = 128
"""Transcripts and learners kept in memory by one process."""


@dataclass(frozen=True)
class Submission:
    """What the learner sends: words, or an answer to a question (an option id or words)."""

    text: str | None = None
    question: str | None = None
    value: str | None = None
    key: str | None = None
    """Idempotency key: the same submission sent twice is one turn."""
    button: str | None = None
    """A button pressed instead of words: ``end``."""


class Accepted(NamedTuple):
    """A turn that will be answered, whatever happens to this process."""

    turn: str
    seq: int
    duplicate: bool


class Sessions:
    """All use cases over one set of ports."""

    def __init__(self, deps: Deps) -> None:
        self._deps = deps
        self._transcripts = _Transcripts(deps)
        self._learners = _Learners(deps)
        self._similarity = _Similarity(deps)

    def open(self, course: str, learner: str, *, minutes: float | None = None, key: str | None = None) -> str:
        """Begin a session and ask the onboarding question. Returns its id; the same ``key``, the same id.

        ``minutes`` 0 means no clock, ``None`` the setting. Raises ``UnknownCourse``, ``BrokenCourse`` and
        ``BadInput``.
        """
        learner = check_learner(learner)
        length_s = self._length(minutes)
        found = self._deps.courses.get(course)
        session = _digest(learner, course, key)[:32] if key else self._deps.new_id()
        now = self._deps.clock.now_ms()
        opened = SessionOpened(
            course, found.manifest.version, learner, length_s, int(_digest(session)[:8], 16)
        )
        said, question = greet(self._deps, found, self._knowledge(learner, found, now), learner, session)
        bodies: tuple[Body, ...] = (opened, TutorSaid(said, "greet"), QuestionAsked(question))
        drafts = [Draft(body, None, f"open:{n}") for n, body in enumerate(bodies, start=1)]
        try:
            self._deps.journal.create(session, learner, course, drafts, now)
        except AlreadyThere:
            if key is None:
                raise
        return session

    def submit(self, session: str, submission: Submission) -> Accepted:
        """Accept a turn durably. Raises ``BadInput``, ``UnknownSession``, ``StaleQuestion``, ``TurnRunning``,
        ``SessionOver``."""
        turn = _digest(session, submission.key)[:24] if submission.key else self._deps.new_id()
        try:
            return self._accept(session, submission, turn)
        except (AlreadyThere, StaleQuestion, TurnRunning, SessionOver):
            # What stands in the way of a submission sent twice may be its own first copy.
            earlier = self._deps.journal.find(session, _first_of(turn)) if submission.key else None
            if earlier is None:
                raise
            return Accepted(turn, earlier.seq, True)

    def run(self, session: str) -> Sequence[Entry]:
        """Answer the accepted turn, if there is one unanswered; idempotent and safe to call from anywhere."""
        from diotima.turn.graph import run_turn

        entries, state = self._transcripts.read(session)
        if state.open_turn is None:
            return ()
        scene = self._scene(entries, state)
        # A conflict means that another process has answered it; its entries are the answer.
        with suppress(Conflict, AlreadyThere):
            run_turn(scene)
        return self.entries(session, state.last_seq)

    def end(self, session: str, *, key: str | None = None) -> None:
        """The End button: go to the wrap-up and write the report. Idempotent; comes after what is under way.

        Raises ``TurnRunning`` or ``StaleQuestion`` if others kept writing to the session ``ATTEMPTS`` times.
        """
        for attempt in range(1, ATTEMPTS + 1):
            self.run(session)
            if self._transcripts.state(session).phase is Phase.WRAPUP:
                return
            try:
                self.submit(session, Submission(text=QUIT, key=key, button="end"))
            except (TurnRunning, StaleQuestion):
                if attempt == ATTEMPTS:
                    raise
        self.run(session)

    def entries(self, session: str, after: int = 0) -> Sequence[Entry]:
        """Transcript entries after a number."""
        entries, _ = self._transcripts.read(session)
        return [e for e in entries if e.seq > after]

    def view(self, session: str) -> SessionView:
        """The session as its learner sees it. Never writes."""
        entries, state = self._transcripts.read(session)
        course = self._deps.courses.get(state.course)
        now = self._deps.clock.now_ms()
        return view_session(
            self._deps.catalogue, course, entries, state, self._knowledge(state.learner, course, now), now
        )

    def report(self, session: str) -> Report | None:
        """The report, once written."""
        return self._transcripts.state(session).report

    def graph(self, learner: str, course: str) -> GraphView:
        """The learner's knowledge graph of a course."""
        learner = check_learner(learner)
        found = self._deps.courses.get(course)
        rows = self._deps.journal.sessions(learner=learner, course=course)
        running = next((r.id for r in rows if not r.closed and not self._is_over(r.id)), None)
        known = self._knowledge(learner, found, self._deps.clock.now_ms())
        return view_graph(self._deps.catalogue, found, learner, known, running, len(rows))

    def courses(self) -> Sequence[CourseView]:
        """All courses, broken ones with their problem."""
        return [view_course(self._deps, course) for course in self._deps.courses.ids()]

    def survey(self, session: str, answers: Mapping[str, str]) -> None:
        """Store a survey answer with the session's mastery; the report stands in the same transcript."""
        if not answers or len(answers) > 50 or any(len(k) > 100 or len(v) > 2000 for k, v in answers.items()):
            raise BadInput("survey")
        for attempt in range(1, ATTEMPTS + 1):
            try:
                self._note_survey(session, answers)
                return
            except Conflict as conflict:
                if attempt == ATTEMPTS:
                    raise TurnRunning() from conflict

    def _note_survey(self, session: str, answers: Mapping[str, str]) -> None:
        state = self._transcripts.state(session)
        course = self._deps.courses.get(state.course)
        now = self._deps.clock.now_ms()
        known = self._knowledge(state.learner, course, now)
        body = SurveyAnswered(
            dict(answers), {c: round(s.m_eff, 4) for c, s in known.concepts.items() if s.seen}
        )
        draft = Draft(body, None, f"survey:{_digest(*sorted(f'{k}={v}' for k, v in answers.items()))}")
        try:
            self._deps.journal.append(
                session, [draft], expected_seq=state.last_seq, ts=max(now, state.last_ts)
            )
        except AlreadyThere:
            return

    def _accept(self, session: str, submission: Submission, turn: str) -> Accepted:
        state = self._transcripts.state(session)
        said = read_submission(state, submission)
        if state.open_turn is not None:
            raise TurnRunning()
        draft = Draft(said, turn, _first_of(turn))
        now = max(self._deps.clock.now_ms(), state.last_ts)
        try:
            (entry,) = self._deps.journal.append(session, [draft], expected_seq=state.last_seq, ts=now)
        except Conflict as conflict:
            raise StaleQuestion() from conflict
        return Accepted(turn, entry.seq, False)

    def _scene(self, entries: tuple[Entry, ...], state: SessionState) -> Scene:
        said = next(e.body for e in reversed(entries) if e.seq == state.open_turn_seq)
        assert isinstance(said, LearnerSaid)
        assert state.open_turn is not None
        course = self._deps.courses.get(state.course)
        now = max(self._deps.clock.now_ms(), state.last_ts)
        return Scene(
            deps=self._deps,
            course=course,
            before=state,
            question=state.pending if said.question else None,
            entries=entries,
            knowledge=self._knowledge(state.learner, course, now),
            said=said,
            turn=state.open_turn,
            now_ms=now,
            similar=self._similarity.of,
        )

    def _knowledge(self, learner: str, course: Course, now_ms: int) -> Knowledge:
        return self._learners.read(learner, course, now_ms)

    def _length(self, minutes: float | None) -> float | None:
        if minutes is None:
            return self._deps.length_s
        if not MINUTES[0] <= minutes <= MINUTES[1]:
            raise BadInput("minutes", most=int(MINUTES[1]))
        return minutes * 60 or None

    def _is_over(self, session: str) -> bool:
        return self._transcripts.state(session).phase is Phase.WRAPUP


class _Transcripts:
    """Transcripts read so far with their fold; append-only, so only what is new is ever read again."""

    def __init__(self, deps: Deps) -> None:
        self._deps = deps
        self._known: OrderedDict[str, tuple[tuple[Entry, ...], SessionState]] = OrderedDict()
        self._lock = Lock()

    def read(self, session: str) -> tuple[tuple[Entry, ...], SessionState]:
        """All entries and the state they lead to."""
        blank = SessionState(idle_after_s=self._deps.idle_after_s)
        entries, state = self._known.get(session, ((), blank))
        more = self._deps.journal.entries(session, after=state.last_seq)
        for entry in more:
            state = advance(state, entry)
        entries = (*entries, *more)
        with self._lock:
            _keep(self._known, session, (entries, state))
        return entries, state

    def state(self, session: str) -> SessionState:
        """The state alone."""
        return self.read(session)[1]


class _Learners:
    """What is known of learners met so far; ledgers are append-only, so only what is new is read again."""

    def __init__(self, deps: Deps) -> None:
        self._deps = deps
        self._known: OrderedDict[tuple[str, str], tuple[int, Knowledge]] = OrderedDict()
        self._lock = Lock()

    def read(self, learner: str, course: Course, now_ms: int) -> Knowledge:
        """The fold of a learner's ledger on a course, as it stands at ``now_ms``."""
        name = (learner, course.id)
        read, known = self._known.get(name, (0, None))
        if known is None or known.course is not course:
            read, known = 0, knowing.fold((), course, self._deps.model, now_ms)
        more = self._deps.journal.ledger(learner, course=course.id, skip=read)
        known = knowing.advance(known, *more)
        with self._lock:
            _keep(self._known, name, (read + len(more), known))
        return known.at(now_ms)


class _Similarity:
    """Closeness of two course sentences by the encoder, remembered; 0 without one."""

    def __init__(self, deps: Deps) -> None:
        self._deps = deps
        self.of = lru_cache(maxsize=4096)(self._measure)

    def _measure(self, one: str, other: str) -> float:
        if self._deps.encoder is None:
            return 0.0
        a, b = self._deps.encoder.encode([one, other])
        return float(a @ b)


def _keep(known: OrderedDict[K, V], key: K, value: V) -> None:
    known[key] = value
    known.move_to_end(key)
    while len(known) > REMEMBERED:
        known.popitem(last=False)


def read_submission(state: SessionState, submission: Submission) -> LearnerSaid:
    """What the learner said, checked against the question that is pending."""
    if state.closed:
        raise SessionOver()
    pending = state.pending
    if submission.question is not None and (pending is None or pending.id != submission.question):
        raise StaleQuestion()
    raw = submission.text if submission.text is not None else submission.value
    if raw is None:
        raise BadInput("empty")
    if pending is not None and submission.value is not None and pending.options:
        chosen = next((o for o in pending.options if o.id == submission.value), None)
        if chosen is not None:
            return LearnerSaid(chosen.text, pending.id, chosen.id)
    return LearnerSaid(clean(raw), pending.id if pending else None, button=submission.button)


def check_learner(name: str) -> str:
    """A learner's name as it may be used: 1 to 64 letters, digits, spaces, dots, dashes and underscores."""
    plain = " ".join(name.split())
    if not re.fullmatch(r"[\w .\-]{1,64}", plain):
        raise BadInput("learner")
    return plain


def _first_of(turn: str) -> str:
    """Idempotency key of a turn's first entry, what the learner said."""
    return f"{turn}:0"


def _digest(*parts: str | None) -> str:
    return hashlib.sha256("|".join(p or "" for p in parts).encode()).hexdigest()
