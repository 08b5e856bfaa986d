"""Server-sent events over a real connection."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice

import httpx2
import pytest
import uvicorn

from diotima.domain.messages import Catalogue
from diotima.domain.transcript import TutorSaid
from diotima.web import streams
from diotima.web.server import GracefulServer, create_app
from tests.web.rehearsal import Rehearsal

Serve = Callable[[], "Served"]


class Served:
    """A server in a thread."""

    def __init__(self, rehearsal: Rehearsal, catalogue: Catalogue) -> None:
        self.app = create_app(rehearsal, catalogue)
        config = uvicorn.Config(self.app, port=0, log_level="error", timeout_graceful_shutdown=5)
        self.server = GracefulServer(config, self.app.state.shell.streams)
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        until(lambda: self.server.started)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.client = httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=10)

    def stop(self) -> float:
        """Seconds it took to stop."""
        began = time.monotonic()
        self.server.should_exit = True
        self.thread.join(10)
        assert not self.thread.is_alive()
        return time.monotonic() - began


@pytest.fixture
def served(rehearsal: Rehearsal, catalogue: Catalogue) -> Iterator[Served]:
    served = Served(rehearsal, catalogue)
    yield served
    served.client.close()
    served.stop()


@pytest.fixture
def session(rehearsal: Rehearsal) -> str:
    return rehearsal.open("simple-circuits", "me")


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 5
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.01)


@contextmanager
def listening(served: Served, path: str, **headers: str) -> Iterator[Iterator[dict[str, str]]]:
    accept = {"Accept": "text/event-stream"}
    with served.client.stream("GET", path, headers=accept | headers) as response:
        assert response.status_code == 200
        assert response.headers["x-accel-buffering"] == "no"
        assert response.headers["cache-control"] == "no-store"
        yield frames(response.iter_lines())


def frames(lines: Iterator[str]) -> Iterator[dict[str, str]]:
    frame: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        if line:
            name = name or "comment"
            frame[name] = f"{frame[name]}\n{value}" if name in frame else value
        elif frame:
            yield frame
            frame = {}


def take(count: int, from_: Iterator[dict[str, str]]) -> list[str]:
    return [f"{frame['event']} {frame['id']}" for frame in islice(from_, count)]


def test_stream_sends_what_there_is_then_what_comes(served: Served, session: str) -> None:
    with listening(served, f"/api/sessions/{session}/events") as coming:
        assert next(coming) == {"retry": "1000"}
        assert take(2, coming) == ["tutor 2", "question 3"]

        served.client.post(f"/api/sessions/{session}/turns", json={"text": "hello"})

        assert take(5, coming) == ["learner 4", "phase 10", "tutor 11", "question 12", "turn_ended 13"]


def test_stream_goes_on_after_the_last_id(served: Served, session: str) -> None:
    path = f"/api/sessions/{session}/events"

    with listening(served, f"{path}?after=1", **{"Last-Event-ID": "2"}) as coming:
        next(coming)
        assert take(1, coming) == ["question 3"]


def test_stream_sees_what_another_process_writes(served: Served, session: str, rehearsal: Rehearsal) -> None:
    with listening(served, f"/api/sessions/{session}/events?after=3") as coming:
        next(coming)

        rehearsal._say(session, None, TutorSaid("From elsewhere.", "announce"))

        assert take(1, coming) == ["tutor 4"]


def test_page_stream_replaces_pieces_and_numbers_the_last(served: Served, session: str) -> None:
    with listening(served, f"/sessions/{session}/stream?after=3") as coming:
        next(coming)
        served.client.post(f"/api/sessions/{session}/turns", json={"text": "hello"})

        sent: list[dict[str, str]] = []
        while not any('id="b12"' in frame["data"] for frame in sent) or "id" not in sent[-1]:
            sent.append(next(coming))

    assert all(frame["event"] == "frame" for frame in sent)
    assert 'id="b3"' in sent[0]["data"]
    assert [frame["id"] for frame in sent if "id" in frame][-1] == "13"
    assert 'id="answer"' in sent[-1]["data"]


def test_stream_beats_while_nothing_happens(
    served: Served, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_S", 0.0)

    with listening(served, f"/api/sessions/{session}/events?after=3") as coming:
        next(coming)
        assert next(coming) == {"comment": "still here"}


def test_streams_of_one_session_are_limited(
    served: Served, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "STREAM_LIMIT", 1)
    path = f"/api/sessions/{session}/events"

    with listening(served, path) as coming:
        next(coming), next(coming)
        refused = served.client.get(path, headers={"Accept": "text/event-stream"})

    assert refused.status_code == 429
    assert "too many windows" in refused.json()["detail"]
    until(lambda: not served.app.state.shell.streams._open)


def test_a_stream_nobody_listens_to_ends(served: Served, session: str) -> None:
    bell = served.app.state.shell.turns._bell

    with listening(served, f"/api/sessions/{session}/events") as coming:
        next(coming), next(coming)
        assert bell.listeners(session) == 1

    until(lambda: bell.listeners(session) == 0)


def test_the_server_stops_under_open_streams(
    rehearsal: Rehearsal, catalogue: Catalogue, session: str
) -> None:
    served = Served(rehearsal, catalogue)

    with listening(served, f"/api/sessions/{session}/events") as coming:
        next(coming)
        took = served.stop()
        assert [frame["event"] for frame in coming] == ["tutor", "question"]

    served.client.close()
    assert took < 2


def test_a_stream_of_no_session_is_a_problem(served: Served) -> None:
    response = served.client.get("/api/sessions/nope/events", headers={"Accept": "text/event-stream"})

    assert response.status_code == 404
