"""Databases are brought up to date when opened: backed up first, all or nothing, never from the future."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from diotima.domain.errors import StoreUnavailable
from diotima.store import schema
from diotima.store.database import open_database
from diotima.store.errors import StoreTooNew
from diotima.store.journal import SqlJournal
from diotima.store.migration import MIGRATIONS, Migrations
from tests.store.samples import learner_said

ADDS_A_TABLE = """
import sqlalchemy as sa
from alembic import op
revision = "0002"
down_revision = "0001"
def upgrade():
    op.create_table("notes", sa.Column("id", sa.Text, primary_key=True))
"""
FAILS_HALFWAY = ADDS_A_TABLE + '    op.execute("INSERT INTO nowhere VALUES (1)")\n'


def planted(folder: Path, migration: str) -> Migrations:
    """The real migrations and one more."""
    shutil.copytree(MIGRATIONS.folder, folder)
    (folder / "versions" / "0002_planted.py").write_text(migration)
    return Migrations(folder, "0002")


def tables(url: str) -> set[str]:
    opened = open_database(url)
    with opened.reading() as connection:
        names = set(connection.dialect.get_table_names(connection))
    opened.close()
    return names


def test_the_tables_are_what_the_newest_migration_leaves(url: str) -> None:
    opened = open_database(url)

    with opened.reading() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), schema.metadata)

    assert differences == []
    opened.close()


def test_the_revision_is_the_newest_migration() -> None:
    assert ScriptDirectory(str(MIGRATIONS.folder)).get_heads() == [schema.REVISION]


def test_opening_again_changes_nothing(url: str) -> None:
    with SqlJournal.open(url) as journal:
        journal.create("s", "ada", "nerves", [learner_said("first")], ts=1)

    with SqlJournal.open(url) as journal:
        assert len(journal.entries("s")) == 1


def test_a_migration_keeps_what_was_written(url: str, tmp_path: Path) -> None:
    with SqlJournal.open(url) as journal:
        journal.create("s", "ada", "nerves", [learner_said("first")], ts=1)

    with SqlJournal(open_database(url, migrations=planted(tmp_path / "m", ADDS_A_TABLE))) as journal:
        assert len(journal.entries("s")) == 1


def test_a_sqlite_file_is_backed_up_before_it_is_migrated(data_folder: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{data_folder}/diotima.db"
    with SqlJournal.open(url) as journal:
        journal.create("s", "ada", "nerves", [learner_said("first")], ts=1)
    assert not list(data_folder.glob("*.before-*"))

    open_database(url, migrations=planted(tmp_path / "m", ADDS_A_TABLE)).close()

    backup = data_folder / "diotima.db.before-0002"
    assert [path.name for path in data_folder.glob("*.before-*")] == [backup.name]
    with SqlJournal.open(f"sqlite:///{backup}") as journal:
        assert len(journal.entries("s")) == 1
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master WHERE name = 'notes'").fetchall() == []


def test_a_migration_that_fails_leaves_everything_as_it_was(url: str, tmp_path: Path) -> None:
    with SqlJournal.open(url) as journal:
        journal.create("s", "ada", "nerves", [learner_said("first")], ts=1)
    before = tables(url)

    with pytest.raises(StoreUnavailable):
        open_database(url, migrations=planted(tmp_path / "m", FAILS_HALFWAY))

    assert tables(url) == before
    with SqlJournal.open(url) as journal:
        assert len(journal.entries("s")) == 1


def test_a_database_of_a_newer_version_is_left_alone(url: str, tmp_path: Path, data_folder: Path) -> None:
    open_database(url, migrations=planted(tmp_path / "m", ADDS_A_TABLE)).close()

    with pytest.raises(StoreTooNew):
        SqlJournal.open(url)

    assert not list(data_folder.glob("*.before-*"))
