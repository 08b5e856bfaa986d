"""Several processes at one session, and processes that die in the middle of it."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from diotima.store.journal import SqlJournal
from tests.store.samples import learner_said

REPOSITORY = Path(__file__).resolve().parents[2]


def start_writer(url: str, action: str, name: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.store.writer", url, action, name],
        cwd=REPOSITORY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def ask(writer: subprocess.Popen[str], line: str) -> str:
    assert writer.stdin
    assert writer.stdout
    writer.stdin.write(line + "\n")
    writer.stdin.flush()
    return writer.stdout.readline().strip()


def test_of_two_processes_appending_at_once_exactly_one_wins(url: str) -> None:
    with SqlJournal.open(url) as journal:
        journal.create("s", "ada", "nerves", [learner_said("first")], ts=1)

        with ExitStack() as stack, ThreadPoolExecutor(2) as pool:
            writers = [stack.enter_context(start_writer(url, "race", name)) for name in "xy"]
            assert [writer.stdout.readline() for writer in writers if writer.stdout] == ["ready\n"] * 2
            rounds = [
                sorted(pool.map(lambda writer, after=str(after): ask(writer, after), writers))
                for after in range(1, 31)
            ]

        assert rounds == [["conflict", "won"]] * 30
        assert [entry.seq for entry in journal.entries("s")] == list(range(1, 32))


def test_what_was_acknowledged_survives_a_killed_process(url: str) -> None:
    with SqlJournal.open(url) as journal:
        journal.create("s", "ada", "nerves", [], ts=1)

    for life in range(3):
        acknowledged = write_until_killed(url, f"life{life}:")

        with SqlJournal.open(url) as journal:
            entries = journal.entries("s")
            assert len(entries) >= acknowledged
            assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
            assert len(entries) == 3 * len(journal.ledger("ada"))
            assert journal.first_break("ada") is None


def write_until_killed(url: str, name: str) -> int:
    """Kill a process while it writes and return the last number it was promised."""
    with start_writer(url, "flood", name) as writer:
        assert writer.stdout
        assert writer.stdout.readline() == "ready\n"
        promised = [writer.stdout.readline() for _ in range(20)]
        writer.kill()
        promised += writer.stdout.readlines()
    return int([line for line in promised if line.endswith("\n")][-1])


def test_several_processes_may_open_a_new_database_at_once(url: str) -> None:
    command = "import sys; from diotima.store.journal import SqlJournal; SqlJournal.open(sys.argv[1]).close()"

    openers = [subprocess.Popen([sys.executable, "-c", command, url], cwd=REPOSITORY) for _ in range(3)]

    assert [opener.wait() for opener in openers] == [0, 0, 0]
