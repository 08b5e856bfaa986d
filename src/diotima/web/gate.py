"""Everything a request passes before a route sees it, and every answer before it leaves.

host ─► origin ─► content type ─► size ─► route ─► security headers
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from diotima.domain.errors import DiotimaError
from diotima.web.problems import CrossSite, ForeignHost, NotJson, TooLarge

log = logging.getLogger(__name__)

BODY_LIMIT = 64 * 1024
"""Bytes of a request body."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

Refuse = Callable[[Request, DiotimaError, str | None], Response]
"""Says an error in a sentence; the last argument is the incident's number for an unexpected one."""


def is_api(path: str) -> bool:
    """Whether a path belongs to the HTTP API, where errors are problem details and no pages."""
    return path == "/api" or path.startswith("/api/")


class Gate:
    """The outermost middleware: refuses what must not come in, and logs what nobody expected."""

    def __init__(self, app: ASGIApp, *, refuse: Refuse, hosts: frozenset[str] | None = None) -> None:
        """``hosts`` are the names the server answers to; ``None`` for any."""
        self.app = app
        self.refuse = refuse
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = Answer(send)
        request = Request(scope)
        try:
            self.check(request)
            await self.app(scope, await read_body(request, receive), answer)
        except DiotimaError as error:
            await self.refuse(request, error, None)(scope, receive, answer)
        except Exception as error:
            incident = secrets.token_hex(4)
            log.exception("incident %s: %s %s", incident, request.method, request.url.path)
            if answer.started:
                raise
            await self.refuse(request, DiotimaError(str(error)), incident)(scope, receive, answer)

    def check(self, request: Request) -> None:
        """Raises unless the request names this server, comes from its own pages, and has a usable body."""
        if self.hosts is not None and host_of(request.headers.get("host", "")) not in self.hosts:
            raise ForeignHost()
        if request.method in SAFE:
            return
        if not same_origin(request.headers):
            raise CrossSite()
        if is_api(request.url.path) and not is_json(request.headers):
            raise NotJson()


class Answer:
    """Adds the security headers, and ``no-store`` where a route has not said what may be kept."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.started = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-store")
        await self.send(message)


async def read_body(request: Request, receive: Receive) -> Receive:
    """Read the whole body, at most ``BODY_LIMIT``, and hand it on. Raises ``TooLarge``."""
    declared = request.headers.get("content-length", "0")
    if declared.isdecimal() and int(declared) > BODY_LIMIT:
        raise TooLarge(limit_kb=BODY_LIMIT // 1024)
    if request.method in SAFE:
        return receive
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message["type"] == "http.request" and message.get("more_body", False)
        if len(body) > BODY_LIMIT:
            raise TooLarge(limit_kb=BODY_LIMIT // 1024)
    return replay(body, receive)


def replay(body: bytes, receive: Receive) -> Receive:
    """A body that has been read, then whatever else comes."""
    pending = [body]

    async def again() -> Message:
        if pending:
            return {"type": "http.request", "body": pending.pop(), "more_body": False}
        return await receive()

    return again


def same_origin(headers: Headers) -> bool:
    """Whether a browser sent this from one of our pages; programs send neither header and pass."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or _split(origin).netloc == headers.get("host")


def is_json(headers: Headers) -> bool:
    """Whether the body is declared as JSON, or there is none."""
    if "content-type" not in headers and headers.get("content-length", "0") == "0":
        return "transfer-encoding" not in headers
    return headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


def host_of(host: str) -> str:
    """The name in a Host header, without its port; empty for what is no name."""
    return _split(f"//{host}").hostname or ""


def _split(address: str) -> SplitResult:
    """The parts of an address; none for a malformed one, such as ``http://[``."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", "", "", "")
