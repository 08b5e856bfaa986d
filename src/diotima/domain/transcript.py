"""The transcript: everything that was said, asked, answered, graded and drawn in one session.

Append-only and numbered. A page, a resumed session and the stream to the browser are views of it; the state
of a session is a fold over it (``session.py``) and the ledger is a projection of it (``merge.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from diotima.domain.questions import Question


class Phase(StrEnum):
    """Phases of a session, in order; a session never goes back."""

    RAPPORT = "rapport"
    TUTORING = "tutoring"
    ASSESSMENT = "assessment"
    WRAPUP = "wrapup"

    @property
    def rank(self) -> int:
        return list(Phase).index(self)


class Mode(StrEnum):
    """How the learner wants to learn: with drawings early, or by question and answer."""

    VISUAL = "visual"
    DIALOGUE = "dialogue"


class ItemOutcome(StrEnum):
    """How work on an item ended."""

    COVERED = "covered"
    PARKED = "parked"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class SessionOpened:
    """First entry of every session."""

    course: str
    course_version: str
    learner: str
    length_s: float | None
    """Seconds; ``None`` for a session without a clock."""
    seed: int
    """Decides shuffles and wordings, so that a session can be replayed exactly."""


@dataclass(frozen=True)
class LearnerSaid:
    """The learner's turn. Appending it accepts the turn; ``TurnEnded`` completes it."""

    text: str
    """Verbatim; for an option, the option's text."""
    question: str | None = None
    """The pending question it answers, if one was pending."""
    option: str | None = None
    button: str | None = None
    """A button pressed instead of words: ``end``. Then ``text`` is what it stands for and is not shown."""


@dataclass(frozen=True)
class TutorSaid:
    """One block of what the tutor says."""

    text: str
    move: str
    """``pump | hint | prompt | choice | stepdown | park | probe | counterexample | contrast | repair |
    clarify | redirect | invite | explain | reveal | praise | announce | greet | orient | ...``"""
    item: str | None = None
    expectation: str | None = None
    sources: tuple[str, ...] = ()
    """Passages it rests on."""
    earned: bool = False
    """An explanation the learner has earned; the page labels it so."""


@dataclass(frozen=True)
class QuestionAsked:
    """A question is now pending; it replaces any earlier one."""

    question: Question


@dataclass(frozen=True)
class FocusSet:
    """Onboarding's result: the study focus (concept ids, weakest first) and the learning mode."""

    concepts: tuple[str, ...]
    mode: Mode
    words: str = ""
    """The focus in the learner's own words."""


@dataclass(frozen=True)
class PhaseChanged:
    phase: Phase
    why: str
    """``clock | diagnostics_done | covered | quit | end_button | all_asked | start``"""


@dataclass(frozen=True)
class ItemOpened:
    """Work on an item begins."""

    item: str
    concept: str
    why: str = "plan"
    """``plan | stepdown | revisit | review | assessment | resume``"""
    opener: str | None = None
    """The item a stepdown returns to."""


@dataclass(frozen=True)
class ItemClosed:
    item: str
    outcome: ItemOutcome


@dataclass(frozen=True)
class ActRecognised:
    """What kind of speech act the learner's turn was. Hidden."""

    act: str


@dataclass(frozen=True)
class AnswerGraded:
    """One expectation graded on a contribution. Hidden."""

    item: str
    concept: str
    expectation: str
    p: float
    zone: str
    quote: str
    """The learner's words that earned the most; a verbatim substring of the turn."""
    rung: int
    """Aid in force: 0 none, 1 pump, 2-4 hints, 5 cloze, 6 choice, 7 after a stepdown."""
    grader: str
    targeted: bool = True
    """Whether the tutor was asking for this expectation."""
    facets: tuple[int, ...] = ()
    """Indices of the expectation's facets the learner has stated by now, this turn's and earlier ones."""


@dataclass(frozen=True)
class ExpectationCovered:
    """The learner has stated it; from now on it may be said. Never taken back."""

    item: str
    concept: str
    expectation: str
    quote: str
    rung: int


@dataclass(frozen=True)
class ExpectationParked:
    """Set aside for another day after the whole ladder."""

    item: str
    concept: str
    expectation: str


@dataclass(frozen=True)
class MisconceptionObserved:
    """Seen in the learner's words (or in the option chosen). Hidden until shown with the words."""

    item: str
    concept: str
    misconception: str
    label: str
    quote: str
    confidence: float


@dataclass(frozen=True)
class MisconceptionRepaired:
    item: str
    concept: str
    misconception: str
    quote: str


@dataclass(frozen=True)
class QuizGraded:
    """A four-option question graded on the server. ``correct`` is ``None`` for "I don't know"."""

    quiz: str
    concept: str
    role: str
    """``diagnostic | assessment | review``"""
    option: str | None
    correct: bool | None
    quote: str = ""
    misconception: str | None = None


@dataclass(frozen=True)
class HintGiven:
    """A rung was used for an expectation. Hidden: what it said is in ``TutorSaid``."""

    item: str
    expectation: str
    rung: int
    """1 pump, 2-4 hints, 5 cloze, 6 choice, 7 stepdown."""
    wording: str
    """Id of the wording used, so that it is not used again."""


@dataclass(frozen=True)
class MoveChosen:
    """What the tutor decided and why. Hidden; the state it leaves behind for the next turn."""

    move: str
    target: str | None
    why: str
    wordings: tuple[str, ...] = ()
    """Ids of wordings used this turn."""


@dataclass(frozen=True)
class AnswerRevealed:
    """A policy decision (pedagogy 1.4), never an accident."""

    item: str
    concept: str
    expectation: str
    why: str


@dataclass(frozen=True)
class FigureShown:
    figure: str
    masked: tuple[str, ...]
    """Label ids shown as a question mark."""


@dataclass(frozen=True)
class IntegrityFlagged:
    categories: tuple[str, ...]


@dataclass(frozen=True)
class RevisitStarted:
    """A proactive return to a weak concept."""

    concept: str
    misconception: str | None
    """The earlier misconception the return carries into its first move."""


@dataclass(frozen=True)
class TurnEnded:
    """Closes the turn: everything it did is in the entries before."""

    duration_ms: float = 0.0


@dataclass(frozen=True)
class TopicReport:
    """One concept in the report."""

    concept: str
    title: str
    mastery: float
    status: str
    """``mastered | progressing | needs_review | not_seen``"""
    sentence: str


@dataclass(frozen=True)
class MisconceptionReport:
    """A misconception with the learner's own words."""

    concept: str
    label: str
    quote: str
    repaired: bool


@dataclass(frozen=True)
class VideoSearch:
    title: str
    query: str
    """Words to search for; the page builds the address."""


@dataclass(frozen=True)
class Report:
    """The honest summary of a session, weakest topic first."""

    topics: tuple[TopicReport, ...]
    misconceptions: tuple[MisconceptionReport, ...]
    recommendations: tuple[str, ...]
    videos: tuple[VideoSearch, ...]
    closing: str
    turns: int
    seconds: float


@dataclass(frozen=True)
class ReportWritten:
    report: Report


@dataclass(frozen=True)
class SessionClosed:
    why: str


@dataclass(frozen=True)
class SurveyAnswered:
    """A survey answer, stored with the session's mastery at that moment."""

    answers: Mapping[str, str] = field(default_factory=dict)
    mastery: Mapping[str, float] = field(default_factory=dict)


Body = (
    SessionOpened
    | LearnerSaid
    | TutorSaid
    | QuestionAsked
    | FocusSet
    | PhaseChanged
    | ItemOpened
    | ItemClosed
    | ActRecognised
    | AnswerGraded
    | ExpectationCovered
    | ExpectationParked
    | MisconceptionObserved
    | MisconceptionRepaired
    | QuizGraded
    | HintGiven
    | MoveChosen
    | AnswerRevealed
    | FigureShown
    | IntegrityFlagged
    | RevisitStarted
    | TurnEnded
    | ReportWritten
    | SessionClosed
    | SurveyAnswered
)
"""Everything that can stand in a transcript. The stored ``kind`` is the class name in snake case."""


@dataclass(frozen=True)
class Entry:
    """A numbered line of a transcript."""

    session: str
    seq: int
    """1, 2, 3 ... without gaps."""
    ts: int
    """UTC milliseconds."""
    turn: str | None
    """Id of the turn it belongs to; ``None`` for the opening."""
    body: Body
