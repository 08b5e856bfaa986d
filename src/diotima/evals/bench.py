"""Speed and size of the tutor on this machine: ``make bench``.

Starts the real server on a fresh data folder and talks to it over HTTP. Every figure is measured in this run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

ANSWERS = (
    "the roots join into trunks",
    "I don't know",
    "it is weak when the arm goes out to the side",
    "can you explain this to me?",
    "the posterior cord gives it off",
    "it does not reach the hand",
)
LOCAL = "127.0.0.1"
HEAD = """# Speed and size

Written by `make bench`, on one machine in one run; a turn's time is its client's.
"""


@dataclass(frozen=True)
class Server:
    """A running tutor."""

    address: str
    process: subprocess.Popen[bytes]
    started_s: float
    """Seconds from the start of the process to the first page."""

    def memory_mb(self) -> float:
        """Resident memory in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024

    def rest(self, seconds: float = 60) -> None:
        """Wait until the server has nothing left to do: under a tenth of a processor for a second."""
        deadline = time.perf_counter() + seconds
        while time.perf_counter() < deadline:
            before = self._processor_s()
            time.sleep(1)
            if self._processor_s() - before < 0.1:
                return

    def _processor_s(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running_server(data: Path) -> Iterator[Server]:
    """Start ``diotima serve`` on a free port and stop it afterwards."""
    port = _free_port()
    began = time.perf_counter()
    environment = {**os.environ, "DIOTIMA_DATA": str(data)}
    command = [sys.executable, "-m", "diotima.cli", "serve", "--port", str(port)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://{LOCAL}:{port}"
    try:
        _wait_for(address, process)
        yield Server(address, process, time.perf_counter() - began)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=20)


def measure_turns(address: str, learners: int, turns: int) -> tuple[list[float], float]:
    """Milliseconds of each turn as a client sees it, and turns a second, with learners at once."""

    async def learn(client: httpx.AsyncClient, n: int) -> list[float]:
        opened = await client.post("/api/sessions", json=_session(f"bench {n}"))
        session = opened.raise_for_status().json()["id"]
        took = []
        for turn in range(turns):
            text = "everything, by question and answer" if turn == 0 else ANSWERS[(n + turn) % len(ANSWERS)]
            began = time.perf_counter()
            sent = await client.post(f"/api/sessions/{session}/turns", json={"text": text})
            took.append((time.perf_counter() - began) * 1000)
            await _answered(client, session, sent.raise_for_status().json()["seq"])
        return took

    async def all_learners() -> tuple[list[float], float]:
        limits = httpx.Limits(max_connections=learners, keepalive_expiry=1)
        async with httpx.AsyncClient(base_url=address, timeout=120, limits=limits, trust_env=False) as client:
            began = time.perf_counter()
            each = await asyncio.gather(*(learn(client, n) for n in range(learners)))
            return [t for took in each for t in took], learners * turns / (time.perf_counter() - began)

    return asyncio.run(all_learners())


def measure_page(address: str) -> tuple[int, int]:
    """Bytes over the wire and requests of the first page with everything it links to."""
    with httpx.Client(base_url=address, trust_env=False, headers={"accept-encoding": "gzip"}) as client:
        page = client.get("/")
        linked = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text))
        sizes = [page.num_bytes_downloaded, *(_wire_size(client, path) for path in linked)]
    return sum(sizes), len(sizes)


def fill_store(address: str, sessions: int) -> None:
    """Put sessions with one turn each into the store."""
    with httpx.Client(base_url=address, timeout=60, trust_env=False) as client:
        for n in range(sessions):
            opened = client.post("/api/sessions", json=_session(f"crowd {n}"))
            client.post(
                f"/api/sessions/{opened.json()['id']}/turns", json={"text": "the roots, with drawings"}
            )


def measure(crowd: int, learners: int) -> list[tuple[str, str, str]]:
    """All figures as (what, measured, aim)."""
    with tempfile.TemporaryDirectory() as data:
        with running_server(Path(data)) as server:
            size, requests = measure_page(server.address)
            idle = server.memory_mb()
            early, _ = measure_turns(server.address, 1, 40)
            server.rest()
            alone, _ = measure_turns(server.address, 1, 40)
            _, rate = measure_turns(server.address, learners, 5)
            fill_store(server.address, crowd)
            full = server.memory_mb()
        with running_server(Path(data)) as again:
            restarted = again.started_s
    return [
        ("start-up to first page", f"{server.started_s:.2f} s", "< 3 s"),
        (f"start-up with {crowd} sessions stored", f"{restarted:.2f} s", "< 3 s"),
        ("embedded turn, p50", f"{_quantile(alone, 0.5):.0f} ms", "< 50 ms"),
        ("embedded turn, p95", f"{_quantile(alone, 0.95):.0f} ms", "< 150 ms"),
        ("the first turns, while the encoder warms up, p50", f"{_quantile(early, 0.5):.0f} ms", ""),
        ("the first turns, while the encoder warms up, p95", f"{_quantile(early, 0.95):.0f} ms", ""),
        (f"turns a second, {learners} learners at once", f"{rate:.0f}", ""),
        ("memory idle", f"{idle:.0f} MB", "< 300 MB"),
        (f"memory with {crowd} sessions", f"{full:.0f} MB", "< 300 MB"),
        ("first page", f"{size / 1024:.1f} KB in {requests} requests", "< 60 KB"),
    ]


def main() -> None:
    """Measure and print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crowd", type=int, default=1000, help="sessions in the store for the memory figure")
    parser.add_argument("--learners", type=int, default=100, help="learners at once")
    parser.add_argument("--out", type=Path, help="write the table there as well")
    asked = parser.parse_args()
    rows = measure(asked.crowd, asked.learners)
    table = "\n".join(
        ["| what | measured | aim |", "|---|---|---|", *(f"| {a} | {b} | {c} |" for a, b, c in rows)]
    )
    print(table)
    if asked.out:
        asked.out.write_text(f"{HEAD}\n{table}\n")


def _session(learner: str) -> dict[str, object]:
    return {"course": "upper-limb-neuroanatomy", "learner": learner, "minutes": 0}


async def _answered(client: httpx.AsyncClient, session: str, seq: int) -> None:
    """Wait until the turn accepted as entry ``seq`` has been answered; mostly it has been already."""
    while True:
        asked = await client.get(
            f"/api/sessions/{session}/events", params={"after": seq}, headers={"accept": "application/json"}
        )
        if any(event["kind"] == "turn_ended" for event in asked.raise_for_status().json()["events"]):
            return
        await asyncio.sleep(0.05)


def _quantile(values: Sequence[float], q: float) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[round(q * 100) - 1]


def _wire_size(client: httpx.Client, path: str) -> int:
    with client.stream("GET", path) as answer:
        for _ in answer.iter_raw():
            pass
        return answer.num_bytes_downloaded


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOCAL, 0))
        return int(probe.getsockname()[1])


def _wait_for(address: str, process: subprocess.Popen[bytes], seconds: float = 60) -> None:
    deadline = time.perf_counter() + seconds
    while time.perf_counter() < deadline:
        if process.poll() is not None:
            raise SystemExit("the server did not start")
        try:
            httpx.get(f"{address}/", timeout=5, trust_env=False).raise_for_status()
            return
        except httpx.TransportError:
            time.sleep(0.02)
    raise SystemExit("the server did not answer in time")


if __name__ == "__main__":
    main()
