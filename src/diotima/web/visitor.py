"""Who is looking: a learner's name in a cookie. No passwords; it keeps learners apart, not out."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote

from starlette.requests import Request
from starlette.responses import Response

from diotima.domain.errors import BadInput
from diotima.turn.sessions import check_learner

LEARNER = "learner"
COURSE = "course"
THEME = "theme"
THEMES = ("auto", "light", "dark")
_YEAR_S = 365 * 24 * 3600


@dataclass(frozen=True)
class Visitor:
    """What the cookies say."""

    learner: str = "me"
    theme: str = "auto"
    """``auto | light | dark``"""
    course: str = ""
    """Course looked at last."""


def named_learner(request: Request) -> str | None:
    """The learner the request's cookie names; ``None`` without a usable one."""
    try:
        return check_learner(unquote(request.cookies.get(LEARNER, "")))
    except BadInput:
        return None


def visitor_of(request: Request) -> Visitor:
    """The visitor, with defaults for missing or damaged cookies."""
    theme = request.cookies.get(THEME, "auto")
    return Visitor(
        learner=named_learner(request) or Visitor.learner,
        theme=theme if theme in THEMES else "auto",
        course=unquote(request.cookies.get(COURSE, "")),
    )


def remember(response: Response, name: str, value: str) -> None:
    """Set one of the cookies above for a year."""
    response.set_cookie(name, quote(value), max_age=_YEAR_S, httponly=True, samesite="lax")
