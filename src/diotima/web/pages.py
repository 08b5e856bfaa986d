"""The pages and their forms. Every form works without JavaScript: post, then 303 to the page."""

from __future__ import annotations

import hashlib
from typing import Annotated
from urllib.parse import quote, urlencode, urlsplit

from anyio.to_thread import run_sync
from fastapi import APIRouter, Form, Header, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from diotima.domain.errors import BadInput, Clash, DiotimaError, UnknownCourse
from diotima.turn.sessions import Submission, check_learner
from diotima.turn.view import CourseView, GraphView
from diotima.web.contexts import (
    ConceptRow,
    CoursePage,
    CoursesPage,
    HomePage,
    Page,
    ReportPage,
    SessionPage,
    VideoLink,
)
from diotima.web.map import draw_map
from diotima.web.problems import NoReport
from diotima.web.room import bar_of, composer_of, fresh_key
from diotima.web.shell import Here, Shell
from diotima.web.visitor import COURSE, LEARNER, THEME, THEMES, remember, visitor_of

ANSWER_WITHIN_S = 2.0
"""A form waits this long for the tutor; after that the page says that it is thinking."""
VIDEO_SEARCH = "https://www.youtube.com/results"
SURVEY_LENGTH = 4000

router = APIRouter(include_in_schema=False)

Field = Annotated[str, Form()]


@router.get("/")
def home(request: Request, shell: Here, course: Annotated[str, Query()] = "") -> Response:
    visitor = visitor_of(request)
    courses = shell.sessions.courses()
    sound = tuple(c for c in courses if not c.problem)
    chosen = _choose(shell, sound, visitor.learner, course or visitor.course)
    graph = shell.sessions.graph(visitor.learner, chosen) if chosen else None
    page = HomePage(
        visitor=visitor,
        courses=sound,
        broken=len(courses) - len(sound),
        graph=graph,
        map=draw_map(graph) if graph and graph.nodes else None,
        key=fresh_key(),
    )
    response = _html(shell, page)
    if chosen and chosen != visitor.course:
        remember(response, COURSE, chosen)
    return response


@router.post("/learner")
def choose_learner(learner: Field = "") -> Response:
    response = _to("/")
    remember(response, LEARNER, check_learner(learner))
    return response


@router.post("/theme")
def choose_theme(request: Request, theme: Field = "") -> Response:
    if theme not in THEMES:
        raise BadInput("bad_input")
    response = _to(_came_from(request))
    remember(response, THEME, theme)
    return response


@router.get("/courses")
def courses(request: Request, shell: Here) -> Response:
    return _html(shell, CoursesPage(visitor_of(request), tuple(shell.sessions.courses())))


@router.get("/courses/{course}")
def course(request: Request, shell: Here, course: str) -> Response:
    visitor = visitor_of(request)
    found = next((c for c in shell.sessions.courses() if c.id == course), None)
    if found is None:
        raise UnknownCourse(course=course)
    concepts = () if found.problem else _concepts(shell.sessions.graph(visitor.learner, course))
    return _html(shell, CoursePage(visitor, found, concepts))


@router.post("/sessions")
def start(
    request: Request, shell: Here, course: Field = "", minutes: Field = "", key: Field = ""
) -> Response:
    learner = visitor_of(request).learner
    session = shell.sessions.open(course, learner, minutes=_minutes(minutes), key=key or None)
    response = _to(_session(session))
    remember(response, COURSE, course)
    return response


@router.get("/sessions/{session}")
def session(request: Request, shell: Here, session: str, again: Annotated[str, Query()] = "") -> Response:
    """The conversation; ``again`` is another attempt at a turn that could not be answered."""
    if again and shell.owned(session, visitor_of(request).learner).turn_running:
        shell.turns.settle(session, ANSWER_WITHIN_S)
    return _room(request, shell, session)


@router.post("/sessions/{session}/turns")
def answer(
    request: Request,
    shell: Here,
    session: str,
    question: Field = "",
    value: Field = "",
    words: Field = "",
    key: Field = "",
) -> Response:
    shell.owned(session, visitor_of(request).learner)
    said = words.strip() or value
    if not said:
        return _room(request, shell, session, refused=BadInput("empty"))
    submission = Submission(question=question, value=said) if question else Submission(text=said)
    try:
        shell.sessions.submit(session, _keyed(submission, key))
    except (BadInput, Clash) as error:
        return _room(request, shell, session, refused=error, draft=words)
    shell.turns.settle(session, ANSWER_WITHIN_S)
    return _to(_session(session) + "#answer")


@router.post("/sessions/{session}/end")
def end(request: Request, shell: Here, session: str, key: Field = "") -> Response:
    shell.owned(session, visitor_of(request).learner)
    shell.sessions.end(session, key=key or None)
    shell.turns.settle(session, ANSWER_WITHIN_S)
    done = shell.sessions.report(session) is not None
    return _to(_session(session) + ("/report" if done else ""))


@router.get("/sessions/{session}/stream")
async def stream(
    request: Request,
    shell: Here,
    session: str,
    after: Annotated[int, Query(ge=0)] = 0,
    last_event_id: Annotated[str, Header()] = "",
) -> Response:
    """The session page's own stream: its pieces as HTML, each replacing the one with its id."""
    await run_sync(shell.owned, session, visitor_of(request).learner)
    last = int(last_event_id) if last_event_id.isdecimal() else after
    return shell.streams.response(session, last, shell.frames)


@router.get("/sessions/{session}/report")
def report(request: Request, shell: Here, session: str, thanks: Annotated[str, Query()] = "") -> Response:
    visitor = visitor_of(request)
    view = shell.owned(session, visitor.learner)
    found = shell.sessions.report(session)
    if found is None:
        raise NoReport()
    minutes = max(1, round(found.seconds / 60))
    page = ReportPage(
        visitor=visitor,
        view=view,
        report=found,
        videos=tuple(VideoLink(v.title, v.query, video_search(v.query)) for v in found.videos),
        duration=shell.catalogue.count("web.report.minutes", minutes),
        thanked=bool(thanks),
    )
    return _html(shell, page)


@router.post("/sessions/{session}/survey")
def survey(
    request: Request, shell: Here, session: str, helpful: Field = "", effort: Field = "", comment: Field = ""
) -> Response:
    shell.owned(session, visitor_of(request).learner)
    answers = {"helpful": helpful, "effort": effort, "comment": comment[:SURVEY_LENGTH]}
    given = {name: value.strip() for name, value in answers.items() if value.strip()}
    if not given:
        raise BadInput("empty")
    shell.sessions.survey(session, given)
    return _to(_session(session) + "/report?thanks=1#survey")


@router.get("/static/{version}/{name}")
def static(shell: Here, version: str, name: str) -> Response:
    return shell.assets.response(version, name)


@router.get("/favicon.ico")
def favicon(shell: Here) -> Response:
    return _to(shell.assets.url("icon.svg"))


def video_search(query: str) -> str:
    """Address of a search on the video site."""
    return f"{VIDEO_SEARCH}?{urlencode({'search_query': query})}"


def _room(
    request: Request, shell: Shell, session: str, *, refused: DiotimaError | None = None, draft: str = ""
) -> Response:
    visitor = visitor_of(request)
    view = shell.owned(session, visitor.learner)
    trouble = shell.turns.trouble(session)
    composer = composer_of(view, shell.catalogue, refused=refused, trouble=trouble, draft=draft)
    page = SessionPage(visitor, view, bar_of(view, shell.catalogue), composer)
    return _html(shell, page, status=refused.status if refused else 200)


def _html(shell: Shell, page: Page, *, status: int = 200) -> HTMLResponse:
    return HTMLResponse(shell.renderer.html(page), status)


def _to(path: str) -> RedirectResponse:
    return RedirectResponse(path, 303)


def _came_from(request: Request) -> str:
    """Path of the page the form was on; home if that is not one of ours."""
    page = urlsplit(request.headers.get("referer", ""))
    ours = page.netloc == request.headers.get("host") and not page.path.startswith("//")
    return page.path + (f"?{page.query}" if page.query else "") if ours and page.path else "/"


def _session(session: str) -> str:
    return f"/sessions/{quote(session, safe='')}"


def _choose(shell: Shell, courses: tuple[CourseView, ...], learner: str, wanted: str) -> str:
    """The course asked for; else the one a session waits in; else the largest."""
    if wanted in {c.id for c in courses}:
        return wanted
    waiting = (c.id for c in courses if shell.sessions.graph(learner, c.id).open_session)
    largest = max(courses, key=lambda c: c.concepts, default=None)
    return next(waiting, largest.id if largest else "")


def _minutes(minutes: str) -> float | None:
    if not minutes:
        return None
    try:
        return float(minutes)
    except ValueError:
        raise BadInput("minutes") from None


def _keyed(submission: Submission, key: str) -> Submission:
    """The form's key together with what was said: the same words sent twice are one turn, others are not."""
    if not key:
        return submission
    said = f"{submission.question}\0{submission.value}\0{submission.text}"
    digest = hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()[:16]
    return Submission(submission.text, submission.question, submission.value, f"{key}-{digest}")


def _concepts(graph: GraphView) -> tuple[ConceptRow, ...]:
    topics = {n.topic.concept: n.topic for n in graph.nodes}
    return tuple(
        ConceptRow(
            n.topic,
            n.outcome,
            tuple(
                topics[e.source] for e in graph.edges if e.target == n.topic.concept and e.source in topics
            ),
        )
        for n in graph.nodes
    )
