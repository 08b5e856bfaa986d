"""The tests' own walls stand: what reaches out or writes outside is stopped and remembered."""

from __future__ import annotations

import contextlib
import socket
from datetime import UTC, datetime
from pathlib import Path

import pytest

from diotima.app.clock import FixedClock

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1"])
def test_connecting_to_another_machine_is_refused(host: str, trespasses: list[str]) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET

    with socket.socket(family) as client, pytest.raises(RuntimeError, match="connect"):
        client.connect((host, 80))

    assert len(trespasses) == 1
    trespasses.clear()


def test_looking_up_a_name_is_refused(trespasses: list[str]) -> None:
    with pytest.raises(RuntimeError, match="example"):
        socket.getaddrinfo("example.org", 443)

    trespasses.clear()


def test_a_swallowed_attempt_is_remembered(trespasses: list[str]) -> None:
    with contextlib.suppress(Exception):
        socket.create_connection(("example.org", 443), timeout=1)

    assert trespasses == ["socket.getaddrinfo: example.org"]
    trespasses.clear()


def test_loopback_is_open() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
        server.accept()[0] as served,
    ):
        served.sendall(b"hello")

        assert client.recv(5) == b"hello"


def test_writing_into_the_checkout_is_refused(trespasses: list[str]) -> None:
    planted = REPOSITORY / "planted.txt"

    with pytest.raises(RuntimeError, match=r"planted\.txt"):
        planted.write_text("x")

    assert not planted.exists()
    trespasses.clear()


def test_writing_into_the_temporary_folder_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("x")

    assert (tmp_path / "note.txt").read_text() == "x"


def test_the_clock_stands_still_until_it_is_moved(clock: FixedClock) -> None:
    start = clock.now_ms()

    clock.advance(seconds=1.5, days=1)

    assert datetime.fromtimestamp(start / 1000, UTC).isoformat() == "2026-01-05T09:00:00+00:00"
    assert clock.now_ms() - start == 86_401_500
