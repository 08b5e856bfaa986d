"""What every route needs, wired once by ``server.create_app``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated

import jinja2
from fastapi import Depends, Request
from fastapi.sse import format_sse_event

from diotima.domain.errors import UnknownSession
from diotima.domain.messages import Catalogue
from diotima.turn.sessions import Sessions
from diotima.turn.view import SessionView
from diotima.web.assets import Assets
from diotima.web.contexts import BarFrame, BlockFrame, ComposerFrame, Context, PanelFrame
from diotima.web.drawing import drawing
from diotima.web.room import bar_of, composer_of
from diotima.web.streams import Batch, Streams
from diotima.web.turns import Turns
from diotima.web.typeset import typeset, typeset_line

HERE = Path(__file__).parent


class Renderer:
    """Fills templates; everything is escaped unless it comes from ``typeset`` or ``drawing``."""

    def __init__(self, catalogue: Catalogue, assets: Assets) -> None:
        self.environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        blank = catalogue.text("web.said.blank")
        self.environment.globals |= {
            "t": catalogue.text,
            "count": catalogue.count,
            "language": catalogue.language,
            "asset": assets.url,
            "drawing": drawing,
            "typeset": lambda text: typeset(text, blank),
            "typeset_line": lambda text: typeset_line(text, blank),
        }

    def html(self, context: Context) -> str:
        """The page or frame, as HTML."""
        values = {field.name: getattr(context, field.name) for field in fields(context)}
        return self.environment.get_template(context.template).render(
            values, here=getattr(context, "here", "")
        )


@dataclass(frozen=True)
class Shell:
    """The use cases, and the means to show them."""

    sessions: Sessions
    catalogue: Catalogue
    renderer: Renderer
    assets: Assets
    turns: Turns
    streams: Streams

    def owned(self, session: str, learner: str | None) -> SessionView:
        """The session as its learner sees it, its accepted turn being answered unless that has just failed.

        ``UnknownSession`` for a session of another learner; ``None`` is a program that names no learner.
        """
        view = self.sessions.view(session)
        if learner is not None and view.learner != learner:
            raise UnknownSession(session=session)
        if view.turn_running and self.turns.trouble(session) is None:
            self.turns.start(session)
        return view

    def frames(self, batch: Batch, after: int) -> Iterator[bytes]:
        """A batch as pieces of the session page; a piece replaces the one with its id.

        The last question before the batch is sent again: it may have just been answered. Only the last frame
        carries the number, so that a batch cut in the middle is sent again whole.
        """
        view = batch.view
        pending = view.pending.id if view.pending else ""
        known = [b.seq for b in view.blocks if b.seq <= after and b.kind == "question"]
        since = min(after + 1, *known[-1:], after + 1)
        contexts: list[Context] = [BlockFrame(b, view.id, pending) for b in view.blocks if since <= b.seq]
        contexts += [
            BarFrame(bar_of(view, self.catalogue)),
            PanelFrame(view),
            ComposerFrame(composer_of(view, self.catalogue, trouble=self.turns.trouble(view.id))),
        ]
        for context in contexts[:-1]:
            yield format_sse_event(data_str=self.renderer.html(context), event="frame")
        yield format_sse_event(data_str=self.renderer.html(contexts[-1]), event="frame", id=str(batch.last))


def shell_of(request: Request) -> Shell:
    """The shell the application was made with."""
    shell = request.app.state.shell
    assert isinstance(shell, Shell)
    return shell


Here = Annotated[Shell, Depends(shell_of)]
