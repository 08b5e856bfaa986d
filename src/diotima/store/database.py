"""Opening a database: folder, durability, migrations, and one writer at a time.

SQLite runs with a write-ahead log and ``synchronous=FULL``: a commit returns once the log is on the disk, so
that an acknowledged turn survives a killed process and a power cut. It costs one flush a turn; ``NORMAL``
would save that and lose the last turns with the power.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from threading import Lock

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    create_engine,
    event,
    func,
    make_url,
    select,
)

from diotima.store.errors import StoreReadOnly, StoreUnreachable, translated
from diotima.store.migration import MIGRATIONS, Migrations, migrate, revision_of

_FILE = "sqlite:///"
"""What comes after it is a path as it stands; ``make_url`` would cut it at a question mark."""
PATIENCE_S = 5.0
"""How long a writer waits for another one before it gives up."""


class Database:
    """An open, migrated database. Thread-safe; other processes may have it open too."""

    def __init__(self, engine: Engine) -> None:
        self._readers = engine
        self._writers = engine.execution_options(writes=True)
        # SQLite lets waiting writers sleep and poll; a crowd of threads would starve some of them.
        self._queue: AbstractContextManager[object] = Lock() if self.dialect == "sqlite" else nullcontext()

    @property
    def dialect(self) -> str:
        """``sqlite`` or ``postgresql``."""
        return self._readers.dialect.name

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that reads one state of the database. Raises ``StoreUnavailable`` only."""
        with translated(), self._readers.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is committed, durably, when the block ends and undone when it raises.

        SQLite lets one writer in at a time from the start, so what is read inside stays true; on PostgreSQL
        that needs ``hold``. Raises ``StoreUnavailable`` only.
        """
        with translated(), self._queue, self._writers.begin() as connection:
            yield connection

    def hold(self, connection: Connection, learner: str) -> None:
        """Wait until no other transaction writes for this learner."""
        if self.dialect == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(learner, 0))))

    def close(self) -> None:
        """Close all connections."""
        self._readers.dispose()


def open_database(
    url: str, *, migrations: Migrations = MIGRATIONS, patience_s: float = PATIENCE_S
) -> Database:
    """Open ``sqlite:///path`` or ``postgresql://...``, creating or migrating what is there.

    A SQLite file is copied beside itself (``<name>.before-<revision>``) before it is migrated; ``patience_s``
    is how long to wait for its other writers. Raises ``StoreUnavailable``.
    """
    with translated():
        address = _address(url)
        if address.get_backend_name() == "sqlite":
            engine = _sqlite_engine(address, patience_s)
        else:
            engine = create_engine(address, pool_pre_ping=True)
        database = Database(engine)
        try:
            _bring_up_to_date(database, migrations)
        except BaseException:
            database.close()
            raise
    return database


def _address(url: str) -> URL:
    if url.startswith(_FILE):
        return URL.create("sqlite", database=url.removeprefix(_FILE))
    try:
        address = make_url(url)
        if address.drivername in ("postgres", "postgresql"):
            address = address.set(drivername="postgresql+psycopg")
        address.get_dialect().import_dbapi()
    except ImportError as error:
        raise StoreUnreachable(f"{error}; install diotima[postgres] to use PostgreSQL") from error
    if address.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreUnreachable(f"neither SQLite nor PostgreSQL: {address.drivername}")
    return address


def _sqlite_engine(address: URL, patience_s: float) -> Engine:
    file = _file(address)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _refuse_read_only(file.parent)
    _write_ahead(file, patience_s)
    engine = create_engine(address, connect_args={"timeout": patience_s})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _file(address: URL) -> Path:
    if not address.database or address.database == ":memory:":
        raise StoreUnreachable("a SQLite address needs a file: sqlite:////absolute/path.db")
    return Path(address.database)


def _refuse_read_only(folder: Path) -> None:
    """SQLite only says that it cannot open the file when it may not put its log beside it."""
    if not os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        raise StoreReadOnly(str(folder))


def _write_ahead(file: Path, patience_s: float) -> None:
    """Switch the file to a write-ahead log, for good; unlike other statements this one does not wait."""
    deadline = time.monotonic() + patience_s
    with closing(sqlite3.connect(file, timeout=patience_s)) as connection:
        while True:
            try:
                connection.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # the driver begins nothing by itself: ``_begin_sqlite`` does
    for pragma in (
        "foreign_keys=ON",
        "synchronous=FULL",
        "fullfsync=ON",
        "recursive_triggers=ON",
        "trusted_schema=OFF",
        "journal_size_limit=67108864",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later could not be repeated when another writer got between.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _bring_up_to_date(database: Database, migrations: Migrations) -> None:
    with database.reading() as connection:
        if revision_of(connection) == migrations.head:
            return
    with database.writing() as connection:
        migrate(connection, migrations)
