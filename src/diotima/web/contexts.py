"""What each template is given: one frozen dataclass a page, its fields the template's variables.

A test compares the two, so that a template cannot ask for what it is not given and nothing is given in vain.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from diotima.domain.questions import Question
from diotima.domain.transcript import Report
from diotima.turn.view import Block, CourseView, GraphView, SessionView, TopicView
from diotima.web.map import Map
from diotima.web.visitor import Visitor


@dataclass(frozen=True)
class Page:
    """What every page is given."""

    template: ClassVar[str]
    here: ClassVar[str] = ""
    """Which entry of the navigation is this page."""
    visitor: Visitor


@dataclass(frozen=True)
class HomePage(Page):
    """Where to go on, and what is known."""

    template = "home.html"
    here = "home"
    courses: tuple[CourseView, ...]
    """Those that can be studied."""
    broken: int
    """How many cannot."""
    graph: GraphView | None
    map: Map | None
    key: str
    """Makes two clicks on "Start" one session."""


@dataclass(frozen=True)
class PhaseStep:
    """One of the phases, as a step of the session bar."""

    title: str
    state: str
    """``done | current | ahead``"""


@dataclass(frozen=True)
class Composer:
    """Where the learner answers."""

    kind: str
    """``words | options | thinking | stuck | closed``"""
    session: str
    question: Question | None
    key: str
    """Makes two clicks one turn."""
    notice: str = ""
    """Why what was sent last was not taken."""
    draft: str = ""
    """What the learner had written, so that it is not lost."""
    report: bool = False
    """Whether there is a report to read."""


@dataclass(frozen=True)
class SessionBar:
    """The line above the conversation."""

    session: str
    course_title: str
    steps: tuple[PhaseStep, ...]
    time_left: str
    over: bool
    """Wrapping up or closed: nothing is left to end."""
    report: bool
    key: str


@dataclass(frozen=True)
class SessionPage(Page):
    """A conversation."""

    template = "session.html"
    here = "session"
    view: SessionView
    bar: SessionBar
    composer: Composer


@dataclass(frozen=True)
class VideoLink:
    """A search on the video site."""

    title: str
    query: str
    url: str


@dataclass(frozen=True)
class ReportPage(Page):
    """The report of a session, for screen and paper."""

    template = "report.html"
    here = "session"
    view: SessionView
    report: Report
    videos: tuple[VideoLink, ...]
    duration: str
    thanked: bool
    """The survey has just been answered."""


@dataclass(frozen=True)
class CoursesPage(Page):
    """All courses, broken ones with their problem."""

    template = "courses.html"
    here = "courses"
    courses: tuple[CourseView, ...]


@dataclass(frozen=True)
class ConceptRow:
    """A concept of a course, in teaching order."""

    topic: TopicView
    outcome: str
    requires: tuple[TopicView, ...]


@dataclass(frozen=True)
class CoursePage(Page):
    """One course and where its learner stands."""

    template = "course.html"
    here = "courses"
    course: CourseView
    concepts: tuple[ConceptRow, ...]


@dataclass(frozen=True)
class ErrorPage(Page):
    """A clear sentence, and a way out."""

    template = "error.html"
    title: str
    sentence: str
    incident: str
    """Number in the server's log; empty for an expected error."""


@dataclass(frozen=True)
class BlockFrame:
    """One block of the conversation, sent by itself."""

    template: ClassVar[str] = "block.html"
    block: Block
    session: str
    pending: str
    """Id of the pending question."""


@dataclass(frozen=True)
class ComposerFrame:
    template: ClassVar[str] = "composer.html"
    composer: Composer


@dataclass(frozen=True)
class BarFrame:
    template: ClassVar[str] = "bar.html"
    bar: SessionBar


@dataclass(frozen=True)
class PanelFrame:
    template: ClassVar[str] = "panel.html"
    view: SessionView


Context = Page | BlockFrame | ComposerFrame | BarFrame | PanelFrame
