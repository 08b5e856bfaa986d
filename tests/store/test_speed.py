"""A turn is written and read back in a few milliseconds of work; waiting for a busy disk is not counted."""

from __future__ import annotations

import statistics
import time

from sqlalchemy import Connection

from diotima.store.database import open_database
from diotima.store.journal import SqlJournal
from tests.store.samples import evidence, learner_said, tutor_said


def test_a_turn_of_twelve_entries_takes_less_than_five_milliseconds_of_work(sqlite_url: str) -> None:
    durations = []
    with SqlJournal.open(sqlite_url) as journal:
        journal.create("s", "ada", "nerves", [], ts=1)
        for turn in range(60):
            drafts = [learner_said(f"{turn}: I think the deltoid lifts the arm")]
            drafts += [tutor_said(f"{turn}.{n}: And where would the skin be numb?") for n in range(11)]
            events = [evidence(f"{turn}.{n}") for n in range(3)]
            start = time.thread_time()
            journal.append("s", drafts, expected_seq=12 * turn, ts=turn, evidence=events)
            assert len(journal.entries("s", after=12 * turn)) == 12
            durations.append(time.thread_time() - start)

    assert statistics.median(durations) < 0.005


def test_entries_after_a_number_are_found_by_index(sqlite_url: str) -> None:
    opened = open_database(sqlite_url)
    with opened.reading() as connection:
        assert plan(connection, "SELECT * FROM transcript WHERE session = 's' AND seq > 7 ORDER BY seq") == (
            "SEARCH transcript USING INDEX sqlite_autoindex_transcript_1 (session=? AND seq>?)"
        )
        assert plan(connection, "SELECT * FROM transcript WHERE session = 's' AND idem = 'k'") == (
            "SEARCH transcript USING INDEX sqlite_autoindex_transcript_2 (session=? AND idem=?)"
        )
    opened.close()


def plan(connection: Connection, query: str) -> str:
    return "; ".join(row.detail for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}"))
