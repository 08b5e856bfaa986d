"""Answers accepted turns beside the requests, one thread a session, and rings when something has changed."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from diotima.domain.errors import DiotimaError
from diotima.turn.sessions import Sessions

log = logging.getLogger(__name__)


class Bell:
    """Wakes the streams of a session from any thread."""

    def __init__(self) -> None:
        self._listening: dict[str, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = defaultdict(set)
        self._lock = threading.Lock()

    @contextmanager
    def listening(self, session: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the session's bell rings; clear it before looking."""
        ear = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._listening[session].add(ear)
        try:
            yield ear[1]
        finally:
            with self._lock:
                self._listening[session].discard(ear)
                if not self._listening[session]:
                    del self._listening[session]

    def listeners(self, session: str) -> int:
        """How many streams listen to a session."""
        with self._lock:
            return len(self._listening.get(session, ()))

    def ring(self, session: str | None = None) -> None:
        """Wake the streams of one session, or all."""
        with self._lock:
            names = [session] if session is not None else list(self._listening)
            ears = [ear for name in names for ear in self._listening.get(name, ())]
        for loop, event in ears:
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)


class Turns:
    """Runs ``Sessions.run`` for a session at most once at a time in this process.

    The transcript decides whether there is anything to answer, so ``start`` may be called at any time; a turn
    this process does not live to finish is finished by whoever starts it next.
    """

    def __init__(self, sessions: Sessions, bell: Bell) -> None:
        self._sessions = sessions
        self._bell = bell
        self._running: dict[str, threading.Event] = {}
        self._troubles: dict[str, DiotimaError] = {}
        self._lock = threading.Lock()

    def start(self, session: str) -> threading.Event:
        """Answer the session's accepted turn in the background. The event is set when that is done."""
        with self._lock:
            if session in self._running:
                return self._running[session]
            done = self._running[session] = threading.Event()
        threading.Thread(target=self._run, args=(session, done), daemon=True, name=f"turn {session}").start()
        return done

    def settle(self, session: str, seconds: float) -> bool:
        """Answer the accepted turn and wait for it at most so long. False if it is still going on."""
        return self.start(session).wait(seconds)

    def trouble(self, session: str) -> DiotimaError | None:
        """Why the last attempt to answer failed, unless another is under way."""
        with self._lock:
            return None if session in self._running else self._troubles.get(session)

    def running(self, session: str) -> bool:
        with self._lock:
            return session in self._running

    def close(self, seconds: float) -> None:
        """Give running turns so long to finish; the transcript keeps what they leave."""
        with self._lock:
            unfinished = list(self._running.values())
        for done in unfinished:
            done.wait(seconds)

    def _run(self, session: str, done: threading.Event) -> None:
        trouble: DiotimaError | None = None
        try:
            self._sessions.run(session)
        except DiotimaError as error:
            trouble = error
            log.warning("session %s: a turn could not be answered: %s", session, error)
        except Exception as error:
            trouble = DiotimaError(str(error))
            log.exception("session %s: a turn could not be answered", session)
        finally:
            with self._lock:
                del self._running[session]
                self._troubles.pop(session, None)
                if trouble is not None:
                    self._troubles[session] = trouble
            done.set()
            self._bell.ring(session)
