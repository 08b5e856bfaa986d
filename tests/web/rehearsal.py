"""Sessions that follow a script: every kind of block and question, turns that can be held up or fail."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from itertools import count

from diotima.domain.course import Concept, Course
from diotima.domain.errors import (
    BadInput,
    SessionOver,
    StaleQuestion,
    TurnRunning,
    UnknownSession,
)
from diotima.domain.questions import Option, Question, QuestionKind
from diotima.domain.session import SessionState, fold
from diotima.domain.transcript import (
    ActRecognised,
    AnswerGraded,
    Body,
    Entry,
    FigureShown,
    HintGiven,
    LearnerSaid,
    MisconceptionReport,
    MoveChosen,
    Phase,
    PhaseChanged,
    QuestionAsked,
    QuizGraded,
    Report,
    ReportWritten,
    SessionClosed,
    SessionOpened,
    TopicReport,
    TurnEnded,
    TutorSaid,
    VideoSearch,
)
from diotima.turn.sessions import Accepted, Sessions, Submission, check_learner
from diotima.turn.view import CourseView, GraphEdge, GraphNode, GraphView, SessionView, TopicView
from diotima.turn.viewing import view_entry

SECRET = "halved-by-the-key"
"""Stands in every hidden entry; nothing that leaves the server may contain it."""
STATUSES = ("solid", "fading", "developing", "misconceived", "unseen", "exposed", "fragile", "parked")
START_MS = 1_767_603_600_000


class Rehearsal(Sessions):
    """A ``Sessions`` over a script. ``hold`` keeps ``run`` waiting; ``failure`` makes it fail."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.transcripts: dict[str, list[Entry]] = {}
        self.keys: dict[str, Accepted | str] = {}
        self.hold = threading.Event()
        self.hold.set()
        self.failure: Exception | None = None
        self.broken: list[CourseView] = []
        self.runs = 0
        self.surveys: list[dict[str, str]] = []
        self.ids = count(1)
        self.lock = threading.RLock()

    def open(self, course: str, learner: str, *, minutes: float | None = None, key: str | None = None) -> str:
        if key and key in self.keys:
            return str(self.keys[key])
        session = f"s{next(self.ids)}"
        self.transcripts[session] = []
        length = None if minutes == 0 else 60 * (minutes or 15)
        self._say(session, None, SessionOpened(course, "1.0.0", check_learner(learner), length, 7))
        self._say(session, None, TutorSaid("Good to see you. This is about circuits.", "greet"))
        self._say(
            session,
            None,
            QuestionAsked(Question("q0", QuestionKind.FOCUS, "What would you like to work on?")),
        )
        if key:
            self.keys[key] = session
        return session

    def submit(self, session: str, submission: Submission) -> Accepted:
        with self.lock:
            state = self._state(session)
            if submission.key and submission.key in self.keys:
                earlier = self.keys[submission.key]
                assert isinstance(earlier, Accepted)
                return Accepted(earlier.turn, earlier.seq, True)
            if state.closed:
                raise SessionOver()
            if submission.question and (not state.pending or state.pending.id != submission.question):
                raise StaleQuestion()
            if state.open_turn:
                raise TurnRunning()
            said = (submission.text or submission.value or "").strip()
            if not said:
                raise BadInput("empty")
            options = {o.id: o.text for o in state.pending.options} if state.pending else {}
            turn = f"t{state.turns + 1}"
            pending = state.pending.id if state.pending else None
            option = said if said in options else None
            entry = self._say(session, turn, LearnerSaid(options.get(said, said), pending, option))
            accepted = Accepted(turn, entry.seq, False)
            if submission.key:
                self.keys[submission.key] = accepted
            return accepted

    def run(self, session: str) -> Sequence[Entry]:
        self.hold.wait(20)
        if self.failure:
            raise self.failure
        with self.lock:
            state = self._state(session)
            if not state.open_turn:
                return ()
            self.runs += 1
            for body in self._answer(state):
                self._say(session, state.open_turn, body)
        return self.entries(session, state.last_seq)

    def end(self, session: str, *, key: str | None = None) -> None:
        state = self._state(session)
        if state.report is None:
            self._say(session, None, PhaseChanged(Phase.WRAPUP, "end_button"))
            self._say(session, None, ReportWritten(REPORT))
            self._say(session, None, SessionClosed("end_button"))

    def entries(self, session: str, after: int = 0) -> Sequence[Entry]:
        return [e for e in self._transcript(session) if e.seq > after]

    def view(self, session: str) -> SessionView:
        entries = self.entries(session)
        state = fold(entries)
        blocks = tuple(b for e in entries if (b := view_entry(self.course, e)))
        figures = {b.figure.id: b.figure for b in blocks if b.figure}
        return SessionView(
            id=session,
            course=self.course.id,
            course_title=self.course.title,
            learner=state.learner,
            phase=state.phase,
            elapsed_s=state.elapsed_s,
            length_s=state.length_s,
            blocks=blocks,
            pending=state.pending,
            topics=tuple(n.topic for n in self.graph(state.learner, self.course.id).nodes)[: state.turns],
            figures=tuple(figures.values()),
            misconceptions=("taking the battery for a source of a fixed stream",) if state.turns > 1 else (),
            focus="Ohm's law" if state.turns else "",
            turn_running=state.open_turn is not None,
            closed=state.closed,
            last_seq=state.last_seq,
        )

    def report(self, session: str) -> Report | None:
        return self._state(session).report

    def graph(self, learner: str, course: str) -> GraphView:
        nodes = tuple(
            GraphNode(
                TopicView(
                    c.id,
                    c.title,
                    0.9 - 0.2 * n,
                    0.5,
                    STATUSES[n % 8],
                    STATUSES[n % 8],
                    due=n == 1,
                    current=n == 0,
                ),
                x=n / len(self.course.concepts),
                y=0.5,
                outcome=c.outcome,
            )
            for n, c in enumerate(self.course.concepts)
        )
        edges = tuple(GraphEdge(r.id, c.id) for c in self.course.concepts for r in c.requires)
        states = {s: fold(e) for s, e in self.transcripts.items()}
        own = [s for s, state in states.items() if state.learner == learner]
        unfinished = next((s for s in own if not states[s].closed), None)
        due = tuple(n.topic for n in nodes if n.topic.due)
        return GraphView(course, self.course.title, learner, nodes, edges, due, unfinished, len(own))

    def courses(self) -> Sequence[CourseView]:
        about = self.course.manifest
        sound = CourseView(
            about.id,
            about.title,
            about.description,
            about.audience,
            "en",
            about.license,
            about.version,
            3,
            5,
            9,
            2,
        )
        return [sound, *self.broken]

    def survey(self, session: str, answers: Mapping[str, str]) -> None:
        self.surveys.append(dict(answers))

    def _answer(self, state: SessionState) -> list[Body]:
        hidden: list[Body] = [
            ActRecognised("contribution"),
            AnswerGraded(f"item-{SECRET}", "current", SECRET, 0.3, "partial", SECRET, 1, "embedded/1"),
            HintGiven("item", SECRET, 2, f"hint-{SECRET}"),
            MoveChosen("hint", SECRET, "unsure", (f"hint#{SECRET}",)),
            QuizGraded(f"quiz-{SECRET}", "current", "diagnostic", "a", True),
        ]
        return [*hidden, *self._visible(state), TurnEnded(12.5)]

    def _visible(self, state: SessionState) -> list[Body]:
        n = state.turns
        figure = self.course.figures[0]
        source = self.course.passages[0].id
        shown = FigureShown(figure.id, (figure.labels[0].id,))
        steps: list[list[Body]] = [
            [
                PhaseChanged(Phase.TUTORING, "diagnostics_done"),
                TutorSaid('Keep "it flows", we will need it.', "praise"),
                _open(n),
            ],
            [TutorSaid("Let us take a smaller step.", "hint"), _quiz(n)],
            [TutorSaid("Look at this first.", "hint"), shown, _choice(n)],
            [
                TutorSaid("It stands below: $I = \\frac{V}{R}$.", "reveal", sources=(source,), earned=True),
                _cloze(n),
            ],
        ]
        return steps[(n - 1) % len(steps)]

    def _say(self, session: str, turn: str | None, body: Body) -> Entry:
        with self.lock:
            transcript = self._transcript(session)
            entry = Entry(session, len(transcript) + 1, START_MS + 1000 * len(transcript), turn, body)
            transcript.append(entry)
            return entry

    def _transcript(self, session: str) -> list[Entry]:
        if session not in self.transcripts:
            raise UnknownSession(session=session)
        return self.transcripts[session]

    def _state(self, session: str) -> SessionState:
        return fold(list(self._transcript(session)))


def _topic(concept: Concept, n: int) -> TopicView:
    status = STATUSES[n % len(STATUSES)]
    return TopicView(
        concept.id, concept.title, 0.9 - 0.2 * n, 0.5, status, status, due=n == 1, current=n == 0
    )


def _open(n: int) -> QuestionAsked:
    text = "A lamp glows in a loop. What moves in the wire, and is there less after the lamp?"
    return _ask(n, QuestionKind.OPEN, text)


def _quiz(n: int) -> QuestionAsked:
    stem = "The resistance doubles and the voltage stays. What does the current do?"
    texts = ("It becomes larger", "It becomes half as large", "It stays as it was", "It stops flowing")
    return _ask(n, QuestionKind.QUIZ, stem, texts)


def _choice(n: int) -> QuestionAsked:
    texts = ("Voltage times resistance", "Voltage divided by resistance", "Voltage minus resistance")
    return _ask(n, QuestionKind.CHOICE, "Which of these gives $I$?", texts)


def _cloze(n: int) -> QuestionAsked:
    text = "Twice the resistance at an unchanged voltage: the current is ____."
    return _ask(n, QuestionKind.OPEN, text)


def _ask(n: int, kind: QuestionKind, text: str, texts: Sequence[str] = ()) -> QuestionAsked:
    options = tuple(Option(f"o{k}", option) for k, option in enumerate(texts))
    return QuestionAsked(Question(f"q{n}", kind, text, options, f"item-{SECRET}", SECRET, f"quiz-{SECRET}"))


REPORT = Report(
    topics=(
        TopicReport("ohms-law", "Ohm's law", 0.34, "needs_review", "You found the formula with help."),
        TopicReport("resistance", "Resistance", 0.58, "progressing", "You named what makes a wire resist."),
        TopicReport("current", "Electric current", 0.91, "mastered", "You followed the charge, unaided."),
    ),
    misconceptions=(
        MisconceptionReport(
            "ohms-law",
            "taking the battery for a source of a fixed stream",
            "the battery gives the same <current> always",
            repaired=False,
        ),
    ),
    recommendations=("Come back to Ohm's law tomorrow.", "Draw the loop with two lamps."),
    videos=(VideoSearch("Ohm's law", "Ohm's law explained with examples & a lamp"),),
    closing="If the voltage halves too, what happens to $I$?",
    turns=7,
    seconds=812.0,
)
