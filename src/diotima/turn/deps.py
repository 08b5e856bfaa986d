"""What a turn needs from outside, and what is fixed while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from diotima.domain.course import Course, Item
from diotima.domain.knowledge import Knowledge
from diotima.domain.mastery import LearnerModel
from diotima.domain.messages import Catalogue
from diotima.domain.ports import Clock, Courses, Encoder, Journal
from diotima.domain.questions import Question
from diotima.domain.session import SessionState
from diotima.domain.transcript import Entry, LearnerSaid
from diotima.engine.dialogue import ELENCHUS, Similarity
from diotima.engine.grading import Grader
from diotima.engine.leak import LeakGuard
from diotima.engine.voice import Phrasebook


@dataclass(frozen=True)
class Deps:
    """The ports and the tutor's tools, wired once by ``app``."""

    journal: Journal
    courses: Courses
    clock: Clock
    catalogue: Catalogue
    encoder: Encoder | None
    grader: Grader
    guard: LeakGuard
    model: LearnerModel
    new_id: Callable[[], str]
    """Ids nobody can guess."""
    length_s: float | None = 900.0
    """Session length in seconds where the learner names none; ``None`` is no clock."""
    idle_after_s: float = 1800.0


@dataclass(frozen=True)
class Scene:
    """What is fixed for one turn: never part of the graph's state."""

    deps: Deps
    course: Course
    before: SessionState
    """The session, the learner's words included, before anything was done about them."""
    question: Question | None
    """The question the learner's words answer."""
    entries: tuple[Entry, ...]
    knowledge: Knowledge
    said: LearnerSaid
    turn: str
    now_ms: int
    similar: Similarity

    @property
    def elapsed_s(self) -> float:
        """Session time now, in seconds."""
        return self.before.elapsed_at(self.now_ms)

    @property
    def item(self) -> Item | None:
        """The item being worked on when the turn began."""
        return self.course.item_by_id.get(self.before.current) if self.before.current else None

    @property
    def thinking(self) -> bool:
        """Whether the learner was asked to think a case through: an elenchus move or a probe."""
        return self.before.last_move in (*ELENCHUS, "probe")

    @cached_property
    def phrases(self) -> Phrasebook:
        """Wordings for this turn."""
        return Phrasebook(
            self.deps.catalogue, self.before.wordings, f"{self.before.seed}|{self.before.turns}"
        )
