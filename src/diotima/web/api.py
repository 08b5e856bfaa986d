"""The HTTP API, the same use cases as the pages. Described at ``/api/openapi.json``."""

from __future__ import annotations

from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import JSONResponse

from diotima.domain.errors import BadInput, TurnRunning, UnknownCourse
from diotima.turn.sessions import Submission, check_learner
from diotima.web.pages import ANSWER_WITHIN_S
from diotima.web.problems import PROBLEM_JSON, NoReport
from diotima.web.shell import Here
from diotima.web.streams import event_frames, read_batch
from diotima.web.visitor import named_learner
from diotima.web.wire import (
    AcceptedOut,
    CourseOut,
    EventsOut,
    GraphOut,
    OpenedOut,
    Problem,
    ReportOut,
    SessionIn,
    SessionOut,
    SurveyIn,
    TurnIn,
)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Documents the problems an operation can answer with."""
    content = {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {s: {"description": "A problem, in a sentence", "content": content} for s in statuses}


router = APIRouter(prefix="/api", responses=problems(400, 403, 422, 500, 503))

Key = Annotated[str | None, Header(alias="Idempotency-Key", min_length=1, max_length=200)]
ACCEPTED = 202


@router.get("/courses", summary="All courses")
def list_courses(shell: Here) -> list[CourseOut]:
    """Every course, a broken one with the reason why it cannot be studied."""
    return [CourseOut.model_validate(c) for c in shell.sessions.courses()]


@router.post("/sessions", status_code=201, summary="Begin a session", responses=problems(404, 409, 413, 415))
def open_session(shell: Here, body: SessionIn, idempotency_key: Key = None) -> OpenedOut:
    """Begin a session; the same ``Idempotency-Key`` gives the same session."""
    learner = check_learner(body.learner)
    session = shell.sessions.open(body.course, learner, minutes=body.minutes, key=idempotency_key)
    return OpenedOut(id=session)


@router.get("/sessions/{session}", summary="A session", responses=problems(404))
def show_session(request: Request, shell: Here, session: str) -> SessionOut:
    """The session as its learner sees it."""
    return session_out(shell.owned(session, named_learner(request)))


@router.post(
    "/sessions/{session}/turns",
    status_code=ACCEPTED,
    summary="Say something",
    responses=problems(404, 409, 413, 415),
)
def submit_turn(
    request: Request, shell: Here, session: str, body: TurnIn, idempotency_key: Key = None
) -> AcceptedOut:
    """Accept a turn durably. Answers once the tutor has, at the latest after two seconds; the tutor's words
    come as events either way."""
    shell.owned(session, named_learner(request))
    try:
        accepted = shell.sessions.submit(session, _submission(body, idempotency_key))
    except TurnRunning:
        shell.turns.start(session)
        raise
    shell.turns.settle(session, ANSWER_WITHIN_S)
    return AcceptedOut.model_validate(accepted)


@router.post("/sessions/{session}/end", summary="End a session", responses=problems(404, 409, 413, 415))
def end_session(request: Request, shell: Here, session: str, idempotency_key: Key = None) -> SessionOut:
    """Go to the wrap-up and write the report. Ending twice changes nothing."""
    learner = named_learner(request)
    shell.owned(session, learner)
    shell.sessions.end(session, key=idempotency_key)
    shell.turns.settle(session, ANSWER_WITHIN_S)
    return session_out(shell.owned(session, learner))


@router.get(
    "/sessions/{session}/events",
    summary="What becomes visible",
    response_model=EventsOut,
    responses=problems(404, 429)
    | {
        200: {
            "description": "Events after a number: a stream of them, each with its number as ``id``, for "
            "``Accept: text/event-stream``, otherwise those there are",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        }
    },
)
async def events(
    request: Request,
    shell: Here,
    session: str,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    last_event_id: Annotated[str | None, Header(alias="Last-Event-ID", pattern=r"^\d{1,15}$")] = None,
    accept: Annotated[str, Header()] = "application/json",
) -> Response:
    """The visible events after a number (``Last-Event-ID`` wins over ``after``)."""
    await run_sync(shell.owned, session, named_learner(request))
    last = int(last_event_id) if last_event_id is not None else after
    if "text/event-stream" in accept:
        return shell.streams.response(session, last, event_frames)
    batch = await run_sync(read_batch, shell.sessions, session, last)
    found = (
        EventsOut(events=list(batch.events), last=batch.last) if batch else EventsOut(events=[], last=last)
    )
    return JSONResponse(found.model_dump(mode="json", exclude_none=True))


@router.get("/sessions/{session}/report", summary="The report", responses=problems(404))
def show_report(request: Request, shell: Here, session: str) -> ReportOut:
    """The summary of a session that has ended, weakest topic first."""
    shell.owned(session, named_learner(request))
    report = shell.sessions.report(session)
    if report is None:
        raise NoReport()
    return ReportOut.model_validate(report)


@router.get("/graph", summary="A learner's knowledge graph", responses=problems(404))
def show_graph(
    shell: Here, learner: Annotated[str, Query(max_length=200)], course: Annotated[str, Query(max_length=200)]
) -> GraphOut:
    """The concepts of a course as the learner stands with them, and what is due."""
    known = {c.id for c in shell.sessions.courses()}
    if course not in known:
        raise UnknownCourse(course=course)
    return GraphOut.model_validate(shell.sessions.graph(check_learner(learner), course))


@router.post("/survey", status_code=204, summary="Answer the survey", responses=problems(404, 413, 415))
def answer_survey(request: Request, shell: Here, body: SurveyIn) -> None:
    """Store survey answers together with the session's mastery at this moment."""
    shell.owned(body.session, named_learner(request))
    shell.sessions.survey(body.session, body.answers)


def session_out(view: object) -> SessionOut:
    return SessionOut.model_validate(view)


def _submission(body: TurnIn, header: str | None) -> Submission:
    if body.key and header and body.key != header:
        raise BadInput("two_keys")
    key = body.key or header
    if body.answer is None:
        return Submission(text=body.text, key=key)
    return Submission(question=body.answer.question, value=body.answer.value, key=key)


__all__ = ["Problem", "router"]
