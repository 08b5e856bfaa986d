"""The visible events of a session, as they come: for the API as JSON, for the page as rendered frames.

    entries seq > last ──► batch ──► event frames "id: seq" ──► browser sends the id back when it reconnects

A stream looks again when the bell rings, and every ``POLL_S`` because another process may have written. It
ends when the client goes or the server closes; what was missed is asked for by number.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from anyio.to_thread import run_sync
from fastapi.sse import format_sse_event
from starlette.responses import StreamingResponse

from diotima.domain.transcript import TurnEnded
from diotima.turn.sessions import Sessions
from diotima.turn.view import SessionView
from diotima.web.problems import TooManyStreams
from diotima.web.turns import Bell, Turns
from diotima.web.wire import EventOut, event_of

POLL_S = 0.5
HEARTBEAT_S = 15.0
RETRY_MS = 1000
STREAM_LIMIT = 16
"""Streams of one session at a time."""


@dataclass(frozen=True)
class Batch:
    """What has become visible since a number; ``events`` may be empty when only the state has changed."""

    view: SessionView
    events: tuple[EventOut, ...]
    last: int


Render = Callable[[Batch, int], Iterator[bytes]]
"""Turns a batch and the number before it into frames of the stream."""


def read_batch(sessions: Sessions, session: str, after: int) -> Batch | None:
    """Everything visible after a number, ``None`` if the transcript has not grown. Never writes."""
    entries = sessions.entries(session, after)
    if not entries:
        return None
    view = sessions.view(session)
    last = entries[-1].seq
    ended = [
        EventOut(seq=e.seq, ts=e.ts, kind="turn_ended") for e in entries if isinstance(e.body, TurnEnded)
    ]
    blocks = [event_of(b) for b in view.blocks if after < b.seq <= last]
    return Batch(view, tuple(sorted([*blocks, *ended], key=lambda e: e.seq)), last)


def event_frames(batch: Batch, after: int) -> Iterator[bytes]:
    """A batch as events of the public API, one frame each."""
    for event in batch.events:
        data = event.model_dump_json(exclude_none=True)
        yield format_sse_event(data_str=data, event=event.kind, id=str(event.seq))


class Streams:
    """Open streams of this process."""

    def __init__(self, sessions: Sessions, turns: Turns, bell: Bell) -> None:
        self._sessions = sessions
        self._turns = turns
        self._bell = bell
        self._open: dict[str, int] = {}
        self._closing = False

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self._closing = True
        self._bell.ring()

    def response(self, session: str, after: int, render: Render) -> StreamingResponse:
        """The session's events after a number, as server-sent events. Raises ``TooManyStreams``."""
        if self._open.get(session, 0) >= STREAM_LIMIT:
            raise TooManyStreams()
        return StreamingResponse(
            self._frames(session, after, render),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    async def _frames(self, session: str, after: int, render: Render) -> AsyncIterator[bytes]:
        yield format_sse_event(retry=RETRY_MS)
        with self._counted(session), self._bell.listening(session) as rung:
            beat = time.monotonic()
            while not self._closing:
                due = time.monotonic() - beat >= HEARTBEAT_S
                changed = rung.is_set() or due
                rung.clear()
                batch = await run_sync(self._look, session, after, changed)
                for frame in render(batch, after) if batch else ():
                    yield frame
                after = batch.last if batch else after
                if due:
                    beat = time.monotonic()
                    yield format_sse_event(comment="still here")
                await _wait(rung, POLL_S)

    def _look(self, session: str, after: int, changed: bool) -> Batch | None:
        """What is new, or the state alone if something else has changed (a turn failed, time has passed)."""
        batch = read_batch(self._sessions, session, after)
        if batch is not None or not changed:
            return batch
        view = self._sessions.view(session)
        if view.turn_running and self._turns.trouble(session) is None:
            self._turns.start(session)
        return Batch(view, (), after)

    @contextmanager
    def _counted(self, session: str) -> Iterator[None]:
        self._open[session] = self._open.get(session, 0) + 1
        try:
            yield
        finally:
            self._open[session] -= 1
            if not self._open[session]:
                del self._open[session]


async def _wait(rung: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(rung.wait(), seconds)
    except TimeoutError:
        return
