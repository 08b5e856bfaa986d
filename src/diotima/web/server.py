"""The web server: puts the shell together and serves it."""

from __future__ import annotations

import errno
import logging
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from diotima import __version__
from diotima.domain.errors import BadInput, DiotimaError
from diotima.domain.messages import Catalogue
from diotima.domain.ports import Journal
from diotima.domain.transcript import LearnerSaid
from diotima.turn.sessions import Sessions
from diotima.web import api, pages
from diotima.web.assets import Assets
from diotima.web.contexts import ErrorPage
from diotima.web.gate import Gate, is_api
from diotima.web.problems import PROBLEM_JSON, NoPage, WrongMethod, field_problems, heading, problem, sentence
from diotima.web.shell import HERE, Renderer, Shell
from diotima.web.streams import Streams
from diotima.web.turns import Bell, Turns
from diotima.web.visitor import visitor_of
from diotima.web.wire import FieldProblem, Problem

log = logging.getLogger(__name__)
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
FINISH_WITHIN_S = 5.0
"""A stopping server gives running turns so long; the next one finishes the rest."""


def create_app(
    sessions: Sessions,
    catalogue: Catalogue,
    *,
    unfinished: Callable[[], Iterable[str]] = tuple,
    hosts: frozenset[str] | None = LOOPBACK,
) -> FastAPI:
    """The application.

    ``unfinished`` gives the sessions whose accepted turn nobody has answered; the start answers them.
    ``hosts`` are the names it answers to, so that no other site can reach it by its own; ``None`` is any.
    """
    shell = build_shell(sessions, catalogue)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        # Beside the first page: among many stored sessions, finding what a killed server left takes seconds.
        search = threading.Thread(target=_start_unfinished, args=(shell, unfinished), daemon=True)
        search.start()
        yield
        shell.streams.close()
        search.join(FINISH_WITHIN_S)
        shell.turns.close(FINISH_WITHIN_S)

    app = FastAPI(
        title="Diotima",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.shell = shell
    app.include_router(api.router)
    app.include_router(pages.router)
    _describe_problems(app)
    answer = Answers(shell)
    app.add_exception_handler(DiotimaError, answer.known)
    app.add_exception_handler(RequestValidationError, answer.invalid)
    app.add_exception_handler(HTTPException, answer.http)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(Gate, refuse=answer, hosts=hosts)
    return app


def _start_unfinished(shell: Shell, unfinished: Callable[[], Iterable[str]]) -> None:
    try:
        for session in unfinished():
            shell.turns.start(session)
    except DiotimaError as error:
        log.warning("turns left by an earlier server could not be looked for: %s", error)


def unfinished_turns(journal: Journal) -> Iterator[str]:
    """Sessions with an accepted turn that nobody has answered: what a killed server leaves."""
    for row in journal.sessions():
        if row.closed:
            continue
        last = journal.entries(row.id, after=row.last_seq - 1)
        if last and isinstance(last[-1].body, LearnerSaid):
            yield row.id


def build_shell(sessions: Sessions, catalogue: Catalogue) -> Shell:
    """The shell over the use cases of one server."""
    bell = Bell()
    turns = Turns(sessions, bell)
    assets = Assets(HERE / "static")
    return Shell(
        sessions=sessions,
        catalogue=catalogue,
        renderer=Renderer(catalogue, assets),
        assets=assets,
        turns=turns,
        streams=Streams(sessions, turns, bell),
    )


class Answers:
    """Says what went wrong: problem details to programs, a page to people."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    def __call__(
        self,
        request: Request,
        error: DiotimaError,
        incident: str | None = None,
        *,
        fields: Iterable[FieldProblem] = (),
    ) -> Response:
        """The error as a response; ``incident`` is its number in the log if nobody expected it."""
        catalogue = self.shell.catalogue
        if is_api(request.url.path):
            body = problem(catalogue, error, fields=tuple(fields), incident=incident)
            content = body.model_dump(mode="json", exclude_none=True)
            return JSONResponse(content, error.status, media_type=PROBLEM_JSON)
        page = ErrorPage(
            visitor=visitor_of(request),
            title=heading(catalogue, error.status),
            sentence=sentence(catalogue, error),
            incident=incident or "",
        )
        return HTMLResponse(self.shell.renderer.html(page), error.status)

    def known(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, DiotimaError)
        return self(request, error)

    def invalid(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return self(request, BadInput("fields"), fields=field_problems(error.errors()))

    def http(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        known: DiotimaError = (
            WrongMethod() if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED else NoPage()
        )
        if error.status_code not in (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED):
            known = BadInput("bad_input")
        response = self(request, known)
        response.headers.update(error.headers or {})
        return response


def _describe_problems(app: FastAPI) -> None:
    """Put the schema of problem details beside the others."""
    made = app.openapi

    def described() -> dict[str, Any]:
        schema = made()
        schemas = schema.setdefault("components", {}).setdefault("schemas", {})
        template = "#/components/schemas/{model}"
        own = Problem.model_json_schema(ref_template=template)
        schemas.update(own.pop("$defs", {}))
        schemas["Problem"] = own
        return schema

    app.openapi = described  # type: ignore[method-assign]


class PortTaken(DiotimaError):
    """Another program listens there."""

    key = "port_taken"
    status = 503


class CannotListen(DiotimaError):
    """The address is not this machine's, or the port is not for everybody."""

    key = "cannot_listen"
    status = 503


class GracefulServer(uvicorn.Server):
    """Ends open streams before it waits for connections to close."""

    def __init__(self, config: uvicorn.Config, streams: Streams) -> None:
        super().__init__(config)
        self._streams = streams

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._streams.close()
        await super().shutdown(sockets)


def serve(app: FastAPI, host: str, port: int, *, announce: Callable[[str], None] = print) -> None:
    """Serve until a signal ends it. Raises ``PortTaken`` or ``CannotListen``; tries no other port.

    Port 0 takes a free one. ``announce`` is told the address once connections are accepted.
    """
    shell: Shell = app.state.shell
    listener = listen(host, port)
    address = f"http://{_named(host)}:{listener.getsockname()[1]}/"
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=int(FINISH_WITHIN_S),
    )
    announce(shell.catalogue.text("web.server.ready", address=address))
    sys.stdout.flush()
    GracefulServer(config, shell.streams).run(sockets=[listener])


def hosts_for(host: str) -> frozenset[str] | None:
    """Names to answer to when listening on ``host``: only this machine's own on a loopback address."""
    return LOOPBACK if host in LOOPBACK or host.startswith("127.") else None


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises ``PortTaken`` or ``CannotListen``."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns off Nagle's delay (40 ms an answer) only for sockets that name their protocol
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except (OSError, UnicodeError) as error:
        listener.close()
        taken = getattr(error, "errno", None) == errno.EADDRINUSE
        raise (PortTaken if taken else CannotListen)(str(error), host=host, port=port) from error
    return listener


def _named(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host
