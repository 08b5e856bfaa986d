"""Diotima's own commands as processes, with a data folder of their own and a deadline."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx2

DIOTIMA = (sys.executable, "-m", "diotima")
DEADLINE_S = 60
DATA_OF_NOBODY = Path(os.devnull) / "data"
"""What a command gets that needs no data folder; one that uses it fails."""


def environment(data: Path, **more: str) -> dict[str, str]:
    """This process's environment without proxies and settings, and with this data folder."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("DIOTIMA_") and "proxy" not in name.lower()
    }
    return {**kept, "DIOTIMA_DATA": str(data), **more}


def diotima(
    *arguments: str,
    data: Path = DATA_OF_NOBODY,
    typed: str | bytes = "",
    command: Sequence[str] = DIOTIMA,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end with ``typed`` in its pipe; the answer's texts are UTF-8."""
    done = subprocess.run(
        [*command, *arguments],
        input=typed.encode() if isinstance(typed, str) else typed,
        env=environment(data) if env is None else env,
        cwd=cwd,
        capture_output=True,
        timeout=DEADLINE_S,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace")
    )


@contextmanager
def served(
    data: Path,
    *,
    command: Sequence[str] = DIOTIMA,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Iterator[httpx2.Client]:
    """``diotima serve`` on a free port, and a client that calls itself Anna; stopped afterwards.

    Fails if a stack trace stands in the log.
    """
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(
            [*command, "serve", "--port", "0"],
            env=environment(data) if env is None else env,
            cwd=cwd,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        try:
            with client_of(process) as client:
                yield client
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=DEADLINE_S)
        log.seek(0)
        assert "Traceback" not in log.read()


def client_of(process: subprocess.Popen[str]) -> httpx2.Client:
    """A client for a server that is about to say where it listens."""
    assert process.stdout is not None
    ready = process.stdout.readline()
    address = re.search(r"http://127\.0\.0\.1:\d+", ready)
    assert address, ready
    return httpx2.Client(
        base_url=address[0], cookies={"learner": "anna"}, timeout=DEADLINE_S, trust_env=False
    )


def wait_for_the_answer(client: httpx2.Client, session: str) -> None:
    """Wait until the turn that was accepted has been answered."""
    for _ in range(10 * DEADLINE_S):
        if not client.get(session).json()["turn_running"]:
            return
        time.sleep(0.1)
    raise TimeoutError(session)
