"""Bringing a database's tables up to date when it is opened: backed up first, all or nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, func, inspect, select, text

from diotima.store import schema
from diotima.store.errors import StoreTooNew

if TYPE_CHECKING:
    from alembic.config import Config

_LOCK = 0x64696F74
"""Key of the advisory lock that lets one process migrate a PostgreSQL database at a time."""


class Migrations(NamedTuple):
    """A folder of Alembic migrations and the revision they lead to."""

    folder: Path
    head: str


MIGRATIONS = Migrations(Path(__file__).parent / "migrations", schema.REVISION)


def revision_of(connection: Connection) -> str | None:
    """The revision of a database's tables, ``None`` for a database without them."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


def migrate(connection: Connection, migrations: Migrations) -> None:
    """Run the pending migrations inside the connection's transaction: all of them happen or none.

    One process does it at a time. A SQLite file that holds something is first copied beside itself. Raises
    ``StoreTooNew`` for a database whose revision is not among the migrations.
    """
    from alembic import command  # a database that is up to date, the usual case, does not pay for this import

    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    revision = revision_of(connection)
    if revision == migrations.head:
        return
    config = _config(connection, migrations)
    if revision is not None:
        _refuse_unknown(revision, config)
        if connection.dialect.name == "sqlite":
            _back_up(Path(connection.engine.url.database or ""), migrations.head)
    command.upgrade(config, migrations.head)


def _config(connection: Connection, migrations: Migrations) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations.folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _refuse_unknown(revision: str, config: Config) -> None:
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    try:
        ScriptDirectory.from_config(config).get_revision(revision)
    except CommandError as error:
        raise StoreTooNew(str(error)) from error


def _back_up(file: Path, head: str) -> None:
    backup = file.with_name(f"{file.name}.before-{head}")
    unfinished = backup.with_name(f"{backup.name}.part")
    unfinished.unlink(missing_ok=True)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.backup(target)
    unfinished.replace(backup)
