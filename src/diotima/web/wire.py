"""What crosses the wire of the HTTP API. Outgoing models list their fields: nothing else can slip through.

A question's item, expectation and quiz say which key grades it; they stay on the server.
"""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from diotima.domain.transcript import Phase
from diotima.turn.view import Block

_EITHER = [
    {"required": [name], "properties": {name: {"not": {"type": "null"}}}} for name in ("text", "answer")
]
"""Exactly one of the two, for the schema; the validator below holds it."""

Token = Annotated[str, Field(min_length=1, max_length=200)]


class Incoming(BaseModel):
    """A request body; unknown fields are refused so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Outgoing(BaseModel):
    """A response body, made from a view."""

    model_config = ConfigDict(from_attributes=True, use_attribute_docstrings=True)


class SessionIn(Incoming):
    """A session to begin."""

    course: Token
    """Id of the course."""
    learner: Annotated[str, Field(min_length=1, max_length=200, json_schema_extra={"maxLength": 64})]
    """Name of the learner: 1 to 64 letters, digits, spaces and ``. _ -``."""
    minutes: float | None = Field(default=None, ge=0, le=600, allow_inf_nan=False)
    """Length of the session; 0 for no clock, absent for the course's own."""


class AnswerIn(Incoming):
    """An answer to the question that is pending."""

    question: Token
    """Id of the question."""
    value: str
    """Id of an option, or words."""


class TurnIn(Incoming):
    """What the learner says: either ``text`` or ``answer``."""

    model_config = ConfigDict(json_schema_extra={"oneOf": _EITHER})  # type: ignore[dict-item]

    text: str | None = None
    """Words that answer no question in particular."""
    answer: AnswerIn | None = None
    """The answer to the pending question."""
    key: Token | None = None
    """Idempotency key; the header ``Idempotency-Key`` does the same."""

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.text is None) == (self.answer is None):
            raise ValueError("send either text or answer")
        return self


class SurveyIn(Incoming):
    """Answers to the survey after a session."""

    session: Token
    """Id of the session."""
    answers: dict[
        Annotated[str, Field(min_length=1, max_length=100)], Annotated[str, Field(max_length=2000)]
    ] = Field(min_length=1, max_length=50)
    """Question name to answer."""


class OpenedOut(Outgoing):
    """A session that has begun."""

    id: str
    """Id of the session."""


class AcceptedOut(Outgoing):
    """A turn that will be answered, whatever happens to this server."""

    turn: str
    """Id of the turn."""
    seq: int
    """Number of the transcript entry that holds the learner's words."""
    duplicate: bool
    """The same key had been accepted before; nothing was written."""


class CourseOut(Outgoing):
    """A course that can be studied, or the reason why it cannot."""

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
    problem: str
    """Why the course cannot be studied; empty for a sound one."""


class OptionOut(Outgoing):
    """A possible answer, in the order shown."""

    id: str
    text: str


class QuestionOut(Outgoing):
    """What is being asked."""

    id: str
    kind: str
    """``focus | open | quiz | choice | closing``"""
    text: str
    options: list[OptionOut]
    """Empty for a question answered in words."""


class FigureOut(Outgoing):
    """A figure as it may be seen now."""

    id: str
    title: str
    alt: str
    svg: str
    """The drawing; labels the learner has not earned read "?"."""


class SourceOut(Outgoing):
    """A passage the tutor's words rest on."""

    id: str
    title: str
    source: str


class TopicReportOut(Outgoing):
    """One topic of the report."""

    concept: str
    title: str
    mastery: float
    """Effective mastery, 0 to 1."""
    status: str
    """``mastered | progressing | needs_review | not_seen``"""
    sentence: str


class MisconceptionReportOut(Outgoing):
    """A misconception with the learner's own words."""

    concept: str
    label: str
    quote: str
    repaired: bool


class VideoSearchOut(Outgoing):
    """Words to search a video site for."""

    title: str
    query: str


class ReportOut(Outgoing):
    """The summary of a session, weakest topic first."""

    topics: list[TopicReportOut]
    misconceptions: list[MisconceptionReportOut]
    recommendations: list[str]
    videos: list[VideoSearchOut]
    closing: str
    turns: int
    seconds: float
    """Session time."""


class EventOut(Outgoing):
    """One visible piece of a session, numbered like the transcript entry it stands for."""

    seq: int
    ts: int
    """UTC milliseconds."""
    kind: str
    """``learner | tutor | question | figure | phase | report | closed | turn_ended``"""
    text: str = ""
    move: str = ""
    """What kind of move the tutor made (``hint``, ``redirect`` ...)."""
    earned: bool = False
    """An explanation the learner has earned."""
    question: QuestionOut | None = None
    figure: FigureOut | None = None
    phase: Phase | None = None
    report: ReportOut | None = None
    sources: list[SourceOut] = []


class EventsOut(Outgoing):
    """The visible events after a number."""

    events: list[EventOut]
    last: int
    """Send it as ``after`` to get what comes next."""


class TopicOut(Outgoing):
    """A concept as the learner stands with it."""

    concept: str
    title: str
    mastery: float
    """Effective mastery, 0 to 1."""
    confidence: float
    """How much evidence that rests on, 0 to 1."""
    status: str
    """``unseen | exposed | fragile | developing | solid | fading | misconceived | parked``"""
    status_text: str
    due: bool
    """A review is due."""
    current: bool


class SessionOut(Outgoing):
    """A session as its learner sees it."""

    id: str
    course: str
    course_title: str
    learner: str
    phase: Phase
    elapsed_s: float
    length_s: float | None
    """``null`` without a clock."""
    blocks: list[EventOut]
    pending: QuestionOut | None
    topics: list[TopicOut]
    figures: list[FigureOut]
    misconceptions: list[str]
    focus: str
    turn_running: bool
    """A turn has been accepted and is being answered."""
    closed: bool
    last_seq: int


class GraphNodeOut(Outgoing):
    """A concept of the knowledge graph."""

    topic: TopicOut
    x: float
    """Position, 0 to 1."""
    y: float
    """Position, 0 to 1."""
    outcome: str
    """What a learner who masters it can do."""


class GraphEdgeOut(Outgoing):
    """A prerequisite (``source``) and what rests on it (``target``)."""

    source: str
    target: str


class GraphOut(Outgoing):
    """A learner's knowledge graph of one course."""

    course: str
    course_title: str
    learner: str
    nodes: list[GraphNodeOut]
    edges: list[GraphEdgeOut]
    due: list[TopicOut]
    open_session: str | None
    """A session that has not ended."""
    sessions: int


class FieldProblem(Outgoing):
    """What is wrong with one field of a request."""

    pointer: str
    """JSON pointer into the body (``#/learner``), or ``query:after``."""
    detail: str


class Problem(Outgoing):
    """Problem details after RFC 9457."""

    type: str
    title: str
    status: int
    detail: str
    """A sentence fit for the person at the keyboard."""
    errors: list[FieldProblem] | None = None
    incident: str | None = None
    """Number under which an unexpected error stands in the server's log."""


def event_of(block: Block) -> EventOut:
    """A visible block as an event."""
    return EventOut.model_validate(block)
