"""A process that appends: ``python -m tests.store.writer URL race|flood NAME``."""

from __future__ import annotations

import sys

from diotima.domain.errors import Conflict
from diotima.store.journal import SqlJournal
from tests.store.samples import evidence, learner_said


def race(journal: SqlJournal, name: str) -> None:
    """For every number on standard input try to append after it; print whether that was done."""
    for line in sys.stdin:
        after = int(line)
        try:
            journal.append("s", [learner_said(f"{name}{after}")], expected_seq=after, ts=1)
        except Conflict:
            print("conflict", flush=True)
        else:
            print("won", flush=True)


def flood(journal: SqlJournal, name: str) -> None:
    """Append three entries and an event at a time for ever; print the last number once it is acknowledged."""
    after = journal.session("s").last_seq
    while True:
        drafts = [learner_said(f"{name}{after}.{n}") for n in range(3)]
        event = evidence(f"{name}{after}")
        written = journal.append("s", drafts, expected_seq=after, ts=1, evidence=[event])
        after = written[-1].seq
        print(after, flush=True)


if __name__ == "__main__":
    _, url, action, name = sys.argv
    with SqlJournal.open(url) as journal:
        print("ready", flush=True)
        {"race": race, "flood": flood}[action](journal, name)
