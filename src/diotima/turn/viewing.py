"""Views made from transcript and ledger. Pure; nothing hidden passes through."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from diotima.domain.course import Course, Figure
from diotima.domain.errors import DiotimaError
from diotima.domain.graph import layout
from diotima.domain.knowledge import Knowledge
from diotima.domain.messages import Catalogue
from diotima.domain.session import SessionState
from diotima.domain.transcript import (
    Entry,
    FigureShown,
    LearnerSaid,
    PhaseChanged,
    QuestionAsked,
    ReportWritten,
    SessionClosed,
    TutorSaid,
)
from diotima.engine.masking import mask_labels, render_figure
from diotima.engine.recall import withheld_from
from diotima.turn.deps import Deps
from diotima.turn.view import (
    Block,
    CourseView,
    FigureView,
    GraphEdge,
    GraphNode,
    GraphView,
    SessionView,
    Source,
    TopicView,
)


def view_session(
    say: Catalogue,
    course: Course,
    entries: Sequence[Entry],
    state: SessionState,
    known: Knowledge,
    now_ms: int,
) -> SessionView:
    """The session as its learner sees it at ``now_ms``."""
    hidden = withheld_from(course, state, known)
    figures = [
        view_figure(course.figure_by_id[f], still_masked(course.figure_by_id[f], masked, hidden))
        for f, masked in state.figures.items()
        if f in course.figure_by_id
    ]
    current = state.item.concept if state.item else None
    met = dict.fromkeys(
        [*([current] if current else []), *(i.concept for i in reversed(list(state.items.values())))]
    )
    labels = [
        m.label for i in state.items.values() for m in i.misconceptions.values() if m.active and m.label
    ]
    return SessionView(
        id=state.session,
        course=course.id,
        course_title=course.title,
        learner=state.learner,
        phase=state.phase,
        elapsed_s=state.elapsed_at(now_ms),
        length_s=state.length_s,
        blocks=tuple(b for e in entries if (b := view_entry(course, e))),
        pending=state.pending,
        topics=tuple(
            view_topic(say, course, known, c, current=c == current) for c in met if c in course.concept_by_id
        ),
        figures=tuple(figures),
        misconceptions=tuple(dict.fromkeys(labels)),
        focus=state.focus_words,
        turn_running=state.open_turn is not None,
        closed=state.closed,
        last_seq=state.last_seq,
    )


def view_entry(course: Course, entry: Entry) -> Block | None:
    """The visible side of a transcript entry; ``None`` for what is hidden."""
    match entry.body:
        case LearnerSaid(text=text, button=None):
            return Block(entry.seq, entry.ts, "learner", text)
        case TutorSaid() as said:
            sources = tuple(view_source(course, s) for s in said.sources if s in course.passage_by_id)
            return Block(entry.seq, entry.ts, "tutor", said.text, said.move, said.earned, sources=sources)
        case QuestionAsked(question=question):
            return Block(entry.seq, entry.ts, "question", question.text, question=question)
        case FigureShown() as drawn if drawn.figure in course.figure_by_id:
            figure = view_figure(course.figure_by_id[drawn.figure], drawn.masked)
            return Block(entry.seq, entry.ts, "figure", figure.title, figure=figure)
        case PhaseChanged(phase=phase):
            return Block(entry.seq, entry.ts, "phase", phase=phase)
        case ReportWritten(report=report):
            return Block(entry.seq, entry.ts, "report", report=report)
        case SessionClosed():
            return Block(entry.seq, entry.ts, "closed")
        case _:
            return None


def view_figure(figure: Figure, masked: Sequence[str]) -> FigureView:
    """A figure with its masked labels as question marks."""
    return FigureView(figure.id, figure.title, figure.alt, render_figure(figure, masked))


def still_masked(figure: Figure, masked: Sequence[str], hidden: Collection[str]) -> tuple[str, ...]:
    """Labels to mask now: those masked when it was shown, but for what the learner has earned since."""
    listed = mask_labels(figure, hidden)
    unlisted = {label.id for label in figure.labels if not label.reveals}
    return tuple(name for name in masked if name in listed or name in unlisted)


def view_source(course: Course, passage: str) -> Source:
    """Where a passage can be checked."""
    found = course.passage_by_id[passage]
    return Source(found.id, found.title or course.concept_by_id[found.concept].title, found.source)


def view_topic(
    say: Catalogue, course: Course, known: Knowledge, concept: str, *, current: bool = False
) -> TopicView:
    """How the learner stands with a concept."""
    state = known.concepts[concept]
    return TopicView(
        concept=concept,
        title=course.concept_by_id[concept].title,
        mastery=state.m_eff,
        confidence=state.confidence,
        status=state.status.value,
        status_text=say.text(f"status.{state.status.value}"),
        due=state.due,
        current=current,
    )


def view_graph(
    say: Catalogue, course: Course, learner: str, known: Knowledge, open_session: str | None, sessions: int
) -> GraphView:
    """The concept graph with the learner's states."""
    places = layout(course)
    topics = {c.id: view_topic(say, course, known, c.id) for c in course.concepts}
    return GraphView(
        course=course.id,
        course_title=course.title,
        learner=learner,
        nodes=tuple(
            GraphNode(topics[c.id], places[c.id][0], places[c.id][1], c.outcome) for c in course.concepts
        ),
        edges=tuple(GraphEdge(r.id, c.id) for c in course.concepts for r in c.requires),
        due=tuple(t for t in topics.values() if t.due),
        open_session=open_session,
        sessions=sessions,
    )


def view_course(deps: Deps, course: str) -> CourseView:
    """A course in the list; one that cannot be read says why."""
    try:
        found = deps.courses.get(course)
    except DiotimaError as broken:
        problem = deps.catalogue.text(f"errors.{broken.key}", **broken.values)
        return CourseView(course, course, "", "", "", "", "", 0, 0, 0, 0, broken.detail or problem)
    about = found.manifest
    return CourseView(
        about.id,
        about.title,
        about.description,
        about.audience,
        about.language,
        about.license,
        about.version,
        len(found.concepts),
        len(found.items),
        len(found.quizzes),
        len(found.figures),
    )
