"""A store that cannot be used says why in Diotima's own words; no foreign error gets out."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import event

from diotima.domain.errors import BadInput, StoreUnavailable, UnknownSession
from diotima.store.database import open_database
from diotima.store.errors import (
    StoreBusy,
    StoreDamaged,
    StoreFull,
    StoreReadOnly,
    StoreTooNew,
    StoreUnreachable,
)
from diotima.store.journal import SqlJournal
from tests.store.samples import evidence, learner_said


@pytest.fixture
def file(data_folder: Path) -> Path:
    """A database file with one session of one entry."""
    file = data_folder / "diotima.db"
    with SqlJournal.open(f"sqlite:///{file}") as journal:
        journal.create("s", "ada", "nerves", [learner_said("first")], ts=1)
    return file


@contextmanager
def as_somebody_without_rights() -> Iterator[None]:
    """Root may write anywhere; for a while be somebody who may not."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def read_only_folder() -> Iterator[Path]:
    """A folder that everybody can read and nobody without special rights can write."""
    folder = Path(tempfile.mkdtemp(prefix="diotima-read-only-"))
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_full_disk_refuses_the_turn_and_keeps_what_was_there(file: Path) -> None:
    opened = open_database(f"sqlite:///{file}")
    with opened.reading() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        engine = connection.engine
    event.listen(engine, "begin", lambda c: c.exec_driver_sql(f"PRAGMA max_page_count={pages + 2}"))

    with SqlJournal(opened) as journal:
        with pytest.raises(StoreFull):
            journal.append("s", [learner_said("x" * 50_000)], expected_seq=1, ts=2, evidence=[evidence("a")])

        assert [entry.seq for entry in journal.entries("s")] == [1]
        assert journal.ledger("ada") == []
        journal.append("s", [learner_said("short")], expected_seq=1, ts=2)


def test_a_disk_error_refuses_the_turn(file: Path) -> None:
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    with SqlJournal.open(f"sqlite:///{file}") as journal:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
        try:
            with pytest.raises(StoreUnavailable):
                journal.append("s", [learner_said("x" * 50_000)], expected_seq=1, ts=2)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)

        assert [entry.seq for entry in journal.entries("s")] == [1]


def test_a_new_store_in_a_read_only_folder_is_unavailable(read_only_folder: Path) -> None:
    with as_somebody_without_rights():
        with pytest.raises(StoreReadOnly):
            SqlJournal.open(f"sqlite:///{read_only_folder}/below/diotima.db")
        with pytest.raises(StoreUnavailable):
            SqlJournal.open(f"sqlite:///{read_only_folder}/diotima.db")


def test_an_existing_store_in_a_read_only_folder_is_unavailable(read_only_folder: Path, file: Path) -> None:
    read_only_folder.chmod(0o755)
    shutil.copy(file, read_only_folder / "diotima.db")
    (read_only_folder / "diotima.db").chmod(0o444)
    read_only_folder.chmod(0o555)

    with as_somebody_without_rights(), pytest.raises(StoreUnavailable):
        SqlJournal.open(f"sqlite:///{read_only_folder}/diotima.db")


def test_a_file_that_became_read_only_refuses_to_be_written(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    opened = open_database(f"sqlite:///{file}")
    with opened.reading() as connection_:
        engine = connection_.engine
    event.listen(engine, "begin", lambda c: c.exec_driver_sql("PRAGMA query_only=ON"))

    with SqlJournal(opened) as journal, pytest.raises(StoreReadOnly):
        journal.append("s", [learner_said("more")], expected_seq=1, ts=2)


def test_a_file_that_is_no_database_is_damaged(data_folder: Path) -> None:
    file = data_folder / "diotima.db"
    file.write_bytes(b"Dear diary, " * 1000)

    with pytest.raises(StoreDamaged):
        SqlJournal.open(f"sqlite:///{file}")

    assert file.read_bytes() == b"Dear diary, " * 1000


def test_overwritten_pages_are_damage(file: Path) -> None:
    with SqlJournal.open(f"sqlite:///{file}") as journal:
        for seq in range(1, 200):
            journal.append("s", [learner_said(f"{seq} " + "x" * 500)], expected_seq=seq, ts=2)
    content = bytearray(file.read_bytes())
    content[8 * 4096 : -4096] = b"\xff" * (len(content) - 9 * 4096)
    file.write_bytes(content)

    with SqlJournal.open(f"sqlite:///{file}") as journal, pytest.raises(StoreDamaged):
        journal.entries("s")


def test_lost_tables_are_damage(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TABLE ledger")

    with SqlJournal.open(f"sqlite:///{file}") as journal:
        with pytest.raises(StoreDamaged):
            journal.ledger("ada")
        with pytest.raises(UnknownSession):
            journal.session("nowhere")


def test_an_unreadable_body_is_damage(file: Path) -> None:
    plant_entry(file, kind="learner_said", body="{")

    with SqlJournal.open(f"sqlite:///{file}") as journal, pytest.raises(StoreDamaged):
        journal.entries("s")


def test_an_entry_of_a_newer_version_keeps_its_number_and_is_left_out(file: Path) -> None:
    plant_entry(file, kind="dream_told", body="{}")

    with SqlJournal.open(f"sqlite:///{file}") as journal:
        journal.append("s", [learner_said("third")], expected_seq=2, ts=3)

        assert [entry.seq for entry in journal.entries("s")] == [1, 3]
        assert journal.session("s").last_seq == 3
        with pytest.raises(StoreTooNew):
            journal.find("s", "planted")


def plant_entry(file: Path, *, kind: str, body: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(
            "INSERT INTO transcript (session, seq, ts, kind, body, idem) VALUES ('s', 2, 1, ?, ?, 'planted')",
            (kind, body),
        )
        connection.commit()


def test_a_writer_that_will_not_let_go_makes_others_give_up(file: Path) -> None:
    with (
        SqlJournal(open_database(f"sqlite:///{file}", patience_s=0.05)) as journal,
        closing(sqlite3.connect(file, isolation_level=None)) as hog,
    ):
        hog.execute("BEGIN IMMEDIATE")

        with pytest.raises(StoreBusy):
            journal.append("s", [learner_said("more")], expected_seq=1, ts=2)

        assert [entry.seq for entry in journal.entries("s")] == [1]
        hog.execute("ROLLBACK")
        journal.append("s", [learner_said("more")], expected_seq=1, ts=2)


@pytest.mark.parametrize(
    "url",
    [
        "sqlite://",
        "sqlite:///:memory:",
        "mysql://localhost/diotima",
        "nonsense",
        "postgresql://127.0.0.1:1/none",
    ],
)
def test_an_address_that_leads_nowhere_is_unreachable(url: str) -> None:
    with pytest.raises(StoreUnreachable):
        SqlJournal.open(url)


def test_a_file_may_have_any_name(data_folder: Path) -> None:
    file = data_folder / "what? 100%20 #1 ü" / "diotima.db"

    with SqlJournal.open(f"sqlite:///{file}") as journal:
        journal.create("s", "ada", "nerves", [], ts=1)

    assert file.is_file()
    assert [path.name for path in data_folder.iterdir()] == [file.parent.name]


def test_a_lost_connection_is_made_again(postgres_url: str) -> None:
    with SqlJournal.open(postgres_url) as journal, closing(psycopg.connect(postgres_url)) as operator:
        journal.create("s", "ada", "nerves", [], ts=1)
        operator.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )

        journal.append("s", [learner_said("still here")], expected_seq=0, ts=2)


def test_a_connection_lost_in_a_turn_undoes_the_turn(postgres_url: str) -> None:
    opened = open_database(postgres_url)
    with SqlJournal(opened) as journal:
        journal.create("s", "ada", "nerves", [], ts=1)

        with pytest.raises(StoreUnavailable), opened.writing() as connection:
            connection.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")

        assert journal.entries("s") == []


def test_an_id_postgres_cannot_write_is_bad_input(postgres_url: str) -> None:
    with SqlJournal.open(postgres_url) as journal, pytest.raises(BadInput):
        journal.create("s\x00", "ada", "nerves", [], ts=1)
