"""The database itself refuses to change, drop, replace or reorder what was written."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import DBAPIError

from diotima.store.database import open_database
from diotima.store.journal import SqlJournal
from tests.store.samples import evidence, learner_said


def connect(url: str) -> Iterator[Connection]:
    """A connection of somebody who goes around the journal."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        yield connection
    engine.dispose()


@pytest.fixture
def outsider(url: str) -> Iterator[Connection]:
    with SqlJournal.open(url) as journal:
        journal.create("s", "ada", "nerves", [learner_said("one"), learner_said("two")], ts=1)
        journal.append("s", [], expected_seq=2, ts=1, evidence=[evidence("a"), evidence("b")])
    yield from connect(url)


TRANSCRIPT = "INSERT INTO transcript (session, seq, ts, kind, body, idem) VALUES "
LEDGER = "INSERT INTO ledger (learner, n, id, idem, kind, ts, course, body, prev_hash, hash) VALUES "


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE transcript SET body = '{}' WHERE seq = 2",
        "UPDATE ledger SET ts = 0 WHERE n = 1",
        "UPDATE sessions SET learner = 'eve'",
        "DELETE FROM transcript WHERE seq = 2",
        "DELETE FROM ledger WHERE n = 2",
        "DELETE FROM sessions",
    ],
)
def test_changes_are_refused(outsider: Connection, statement: str) -> None:
    with pytest.raises(DBAPIError, match="is append-only"):
        outsider.execute(text(statement))


@pytest.mark.parametrize(
    "statement",
    [
        TRANSCRIPT + "('s', 4, 1, 'learner_said', '{}', 'gap')",
        TRANSCRIPT + "('s', 2, 1, 'learner_said', '{}', 'again')",
        TRANSCRIPT + "('s', 0, 1, 'learner_said', '{}', 'before')",
        TRANSCRIPT + "('s', 3, 1, 'learner_said', '{}', 'said:one')",
        LEDGER + "('ada', 4, 'i', 'gap', 'k', 1, 'c', '{}', '', '')",
        LEDGER + "('ada', 3, 'i', 'c', 'k', 1, 'c', '{}', 'not the hash before', '')",
        LEDGER + "('eve', 1, 'i', 'c', 'k', 1, 'c', '{}', 'nothing is before the first', '')",
    ],
)
def test_only_what_comes_next_is_taken(outsider: Connection, statement: str) -> None:
    with pytest.raises(DBAPIError, match="takes only what comes next"):
        outsider.execute(text(statement))


def test_truncating_is_refused_on_postgres(postgres_url: str) -> None:
    open_database(postgres_url).close()

    for connection in connect(postgres_url):
        with pytest.raises(DBAPIError, match="is append-only"):
            connection.execute(text("TRUNCATE transcript"))


@pytest.mark.parametrize(
    "statement",
    [
        TRANSCRIPT.replace("INSERT", "INSERT OR REPLACE") + "('s', 2, 1, 'learner_said', '{}', 'other')",
        TRANSCRIPT.replace("INSERT", "INSERT OR REPLACE") + "('s', 3, 1, 'learner_said', '{}', 'said:two')",
        "INSERT OR REPLACE INTO sessions (id, learner, course, opened_ts) VALUES ('s', 'eve', 'c', 1)",
    ],
)
def test_replacing_is_refused_on_sqlite(sqlite_url: str, statement: str) -> None:
    with SqlJournal.open(sqlite_url) as journal:
        journal.create("s", "ada", "nerves", [learner_said("one"), learner_said("two")], ts=1)

        for connection in connect(sqlite_url):
            with pytest.raises(DBAPIError, match="takes only what comes next"):
                connection.execute(text(statement))

        assert journal.session("s").learner == "ada"


def test_a_whole_ledger_has_no_break(sql_journal: SqlJournal) -> None:
    sql_journal.create("s", "ada", "nerves", [], ts=1)
    for n in range(3):
        sql_journal.append("s", [], expected_seq=0, ts=1, evidence=[evidence(f"{n}a"), evidence(f"{n}b")])

    assert sql_journal.first_break("ada") is None
    assert sql_journal.first_break("nobody") is None


@pytest.mark.parametrize(
    ("tampering", "broken"),
    [
        ("UPDATE ledger SET body = replace(body, 'axillary', 'radial') WHERE n = 2", 2),
        ("UPDATE ledger SET ts = ts + 1 WHERE n = 3", 3),
        ("UPDATE ledger SET course = 'bones' WHERE n = 1", 1),
        ("DELETE FROM ledger WHERE n = 2", 2),
    ],
)
def test_what_was_changed_behind_the_triggers_is_found(sqlite_url: str, tampering: str, broken: int) -> None:
    with SqlJournal.open(sqlite_url) as journal:
        journal.create("s", "ada", "nerves", [], ts=1)
        journal.append("s", [], expected_seq=0, ts=1, evidence=[evidence(idem) for idem in "abcd"])
        for connection in connect(sqlite_url):
            connection.execute(text("DROP TRIGGER ledger_no_update"))
            connection.execute(text("DROP TRIGGER ledger_no_delete"))
            connection.execute(text(tampering))
            connection.commit()

        assert journal.first_break("ada") == broken
