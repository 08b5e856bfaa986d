"""How a session view becomes the parts of the session page. Pure."""

from __future__ import annotations

import secrets

from diotima.domain.errors import DiotimaError
from diotima.domain.messages import Catalogue
from diotima.domain.transcript import Phase
from diotima.turn.view import SessionView
from diotima.web.contexts import Composer, PhaseStep, SessionBar
from diotima.web.problems import sentence


def fresh_key() -> str:
    """An idempotency key for one form."""
    return secrets.token_urlsafe(12)


def composer_of(
    view: SessionView,
    catalogue: Catalogue,
    *,
    refused: DiotimaError | None = None,
    trouble: DiotimaError | None = None,
    draft: str = "",
) -> Composer:
    """Where the learner answers now. ``refused`` is why the last answer was not taken."""
    error = refused or (trouble if view.turn_running else None)
    return Composer(
        kind="stuck" if view.turn_running and trouble else _kind(view),
        session=view.id,
        question=view.pending,
        key=fresh_key(),
        notice=sentence(catalogue, error) if error else "",
        draft=draft,
        report=has_report(view),
    )


def is_over(view: SessionView) -> bool:
    """Wrapping up or closed."""
    return view.closed or view.phase is Phase.WRAPUP


def has_report(view: SessionView) -> bool:
    """Whether the report has been written."""
    return any(block.report for block in view.blocks)


def _kind(view: SessionView) -> str:
    if view.closed:
        return "closed"
    if view.turn_running:
        return "thinking"
    return "options" if view.pending and view.pending.takes_option else "words"


def bar_of(view: SessionView, catalogue: Catalogue) -> SessionBar:
    """Phase and time left."""
    return SessionBar(
        session=view.id,
        course_title=view.course_title,
        steps=tuple(
            PhaseStep(catalogue.text(f"web.phase.{phase.value}"), _step(phase, view.phase)) for phase in Phase
        ),
        time_left=time_left(view, catalogue),
        over=is_over(view),
        report=has_report(view),
        key=fresh_key(),
    )


def time_left(view: SessionView, catalogue: Catalogue) -> str:
    """The time left in words, rounded up to a minute; empty once there is nothing left to do in it."""
    if is_over(view):
        return ""
    if view.length_s is None:
        return catalogue.text("web.session.no_clock")
    minutes = -(-max(0.0, view.length_s - view.elapsed_s) // 60)
    if minutes < 1:
        return catalogue.text("web.session.time_up")
    return catalogue.count("web.session.minutes_left", int(minutes))


def _step(phase: Phase, now: Phase) -> str:
    if phase is now:
        return "current"
    return "done" if phase.rank < now.rank else "ahead"
