"""A real server in a process of its own, with a data folder of its own, and a real Chromium."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LOST = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_FAILED")
HERE = Path(__file__).parent


class Tutor:
    """``diotima serve`` on a port of its own, which it keeps when it is started again."""

    def __init__(self, data: Path, *, slow_s: float = 0.0) -> None:
        self.data = data
        self.slow_s = slow_s
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start, and wait until it says where it listens."""
        kept = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
        quiet = {"PYTHONWARNINGS": "ignore:SOCKS support"}
        environment = kept | quiet | {"DIOTIMA_DATA": str(self.data), "SLOW_S": str(self.slow_s)}
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "serving.py"), str(self.port)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, f"{line}{self.process.stderr.read() if self.process.stderr else ''}"
        self.port = int(found[1])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> str:
        """Stop by a signal. Returns what it had written to its log."""
        self.process.send_signal(how)
        _, log = self.process.communicate(timeout=20)
        return log

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def tutor(data_folder: Path) -> Iterator[Tutor]:
    tutor = Tutor(data_folder)
    yield tutor
    assert tutor.stop() == ""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
    context.set_default_timeout(15_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page on which nothing may go wrong unseen."""
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    unexpected = [c for c in complaints if not any(name in c for name in (*LOST, "409 (Conflict)"))]
    assert unexpected == []
