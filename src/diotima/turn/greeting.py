"""The first words of a session: one conversational question about what to study and how."""

from __future__ import annotations

from diotima.domain.course import Course
from diotima.domain.knowledge import Knowledge
from diotima.domain.questions import Question, QuestionKind
from diotima.engine.voice import join
from diotima.turn.deps import Deps

NAMED = 3
"""Due topics named in a greeting."""


def greet(deps: Deps, course: Course, known: Knowledge, learner: str, session: str) -> tuple[str, Question]:
    """What the tutor says first, and the onboarding question. A returning learner hears what is due."""
    say = deps.catalogue
    returning = any(state.seen for state in known.concepts.values())
    if not returning:
        hello, ask = say.text("tutor.greet.new"), "tutor.greet.focus"
    else:
        hello, ask = say.text("tutor.greet.returning", learner=learner), "tutor.greet.focus_returning"
    due = [c.title for c in course.concepts if known.concepts[c.id].due]
    reminder = say.count("tutor.greet.due", len(due), titles=", ".join(due[:NAMED])) if due else ""
    question = Question(f"{session}:focus", QuestionKind.FOCUS, say.text(ask, course=course.title))
    return join(hello, reminder), question
