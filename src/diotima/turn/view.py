"""What a page, a terminal or an API client may see: pure views over transcript and ledger.

Nothing hidden passes through here: no grades, no keys, no answer text that is not already in what the tutor
said. Shells render these values and add nothing to them.
"""

from __future__ import annotations

from dataclasses import dataclass

from diotima.domain.questions import Question
from diotima.domain.transcript import Phase, Report


@dataclass(frozen=True)
class FigureView:
    """A figure as it may be seen now; masked labels read "?"."""

    id: str
    title: str
    alt: str
    svg: str


@dataclass(frozen=True)
class Source:
    """A passage the tutor's words rest on."""

    id: str
    title: str
    source: str


@dataclass(frozen=True)
class Block:
    """One visible piece of the conversation, addressed by the number of its transcript entry."""

    seq: int
    ts: int
    kind: str
    """``learner | tutor | question | figure | phase | report | closed``"""
    text: str = ""
    move: str = ""
    earned: bool = False
    """Label it "Explanation (earned)"."""
    question: Question | None = None
    figure: FigureView | None = None
    phase: Phase | None = None
    report: Report | None = None
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True)
class TopicView:
    """A concept as the learner stands with it."""

    concept: str
    title: str
    mastery: float
    """Effective mastery, 0 to 1."""
    confidence: float
    status: str
    """``unseen | exposed | fragile | developing | solid | fading | misconceived | parked``"""
    status_text: str
    """The status in a word or two of the catalogue."""
    due: bool
    current: bool = False


@dataclass(frozen=True)
class SessionView:
    """A session as its learner sees it."""

    id: str
    course: str
    course_title: str
    learner: str
    phase: Phase
    elapsed_s: float
    length_s: float | None
    """``None`` without a clock."""
    blocks: tuple[Block, ...]
    pending: Question | None
    topics: tuple[TopicView, ...]
    """Topics met so far, the current one first."""
    figures: tuple[FigureView, ...]
    misconceptions: tuple[str, ...]
    """Labels without duplicates, unrepaired ones."""
    focus: str
    """The study focus in the learner's words."""
    turn_running: bool
    closed: bool
    last_seq: int


@dataclass(frozen=True)
class GraphNode:
    """A concept on the home page."""

    topic: TopicView
    x: float
    y: float
    """Position, 0 to 1."""
    outcome: str


@dataclass(frozen=True)
class GraphEdge:
    source: str
    target: str
    """Prerequisite to concept."""


@dataclass(frozen=True)
class GraphView:
    """The learner's knowledge graph of one course."""

    course: str
    course_title: str
    learner: str
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    due: tuple[TopicView, ...]
    open_session: str | None
    """A session that has not ended; "Continue" leads to it."""
    sessions: int


@dataclass(frozen=True)
class CourseView:
    """A course in the list of courses; ``problem`` says why a broken one cannot be studied."""

    id: str
    title: str
    description: str
    audience: str
    language: str
    license: str
    version: str
    concepts: int
    items: int
    quizzes: int
    figures: int
    problem: str = ""


def question_of(blocks: tuple[Block, ...], question_id: str) -> Question | None:
    """The question of that id among the blocks."""
    return next((b.question for b in blocks if b.question and b.question.id == question_id), None)
