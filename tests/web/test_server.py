"""Listening."""

from __future__ import annotations

import socket

import pytest

from diotima.domain.messages import Catalogue
from diotima.web.problems import sentence
from diotima.web.server import CannotListen, PortTaken, create_app, listen, serve
from tests.web.rehearsal import Rehearsal


def test_serve_says_that_a_port_is_taken(rehearsal: Rehearsal, catalogue: Catalogue) -> None:
    announced: list[str] = []
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        with pytest.raises(PortTaken) as raised:
            serve(create_app(rehearsal, catalogue), "127.0.0.1", port, announce=announced.append)

    assert announced == []
    assert sentence(catalogue, raised.value) == (
        f"Port {port} on 127.0.0.1 is already in use, perhaps by another Diotima. "
        "Stop that one, or choose another port."
    )


@pytest.mark.parametrize("host", ["192.0.2.1", "x" * 70 + ".example"])
def test_an_address_of_another_machine_is_not_called_taken(host: str, catalogue: Catalogue) -> None:
    with pytest.raises(CannotListen) as raised:
        listen(host, 0)

    assert sentence(catalogue, raised.value) == (
        f"Diotima cannot listen on {host}, port 0. Check the address and choose a port above 1023."
    )


def test_answers_do_not_wait_for_nagle() -> None:
    """asyncio sets TCP_NODELAY only on sockets of a named protocol; without it answers take 40 ms longer."""
    with listen("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP
