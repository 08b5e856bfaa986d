"""Why a store cannot be used, and the translation of foreign errors into it.

StoreUnavailable        (domain.errors; each of these has its own sentence in the catalogue)
├── StoreFull           no room left on the disk
├── StoreReadOnly       the file, folder or server may not be written
├── StoreBusy           somebody else holds it for longer than we wait
├── StoreDamaged        not a database, or one whose content cannot be read
├── StoreTooNew         written by a newer version of Diotima
└── StoreUnreachable    no such folder or server, or it does not answer
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import exc

from diotima.domain.errors import BadInput, DiotimaError, StoreUnavailable


class StoreFull(StoreUnavailable):
    key = "store_full"


class StoreReadOnly(StoreUnavailable):
    key = "store_read_only"


class StoreBusy(StoreUnavailable):
    key = "store_busy"


class StoreDamaged(StoreUnavailable):
    key = "store_damaged"


class StoreTooNew(StoreUnavailable):
    key = "store_too_new"


class StoreUnreachable(StoreUnavailable):
    key = "store_unreachable"


_SQLITE: dict[int, type[StoreUnavailable]] = {
    sqlite3.SQLITE_BUSY: StoreBusy,
    sqlite3.SQLITE_LOCKED: StoreBusy,
    sqlite3.SQLITE_FULL: StoreFull,
    sqlite3.SQLITE_IOERR_SHMSIZE: StoreFull,
    sqlite3.SQLITE_READONLY: StoreReadOnly,
    sqlite3.SQLITE_PERM: StoreReadOnly,
    sqlite3.SQLITE_CORRUPT: StoreDamaged,
    sqlite3.SQLITE_NOTADB: StoreDamaged,
    sqlite3.SQLITE_ERROR: StoreDamaged,
    sqlite3.SQLITE_CANTOPEN: StoreUnreachable,
}
_POSTGRES = {
    "25006": StoreReadOnly,
    "40001": StoreBusy,
    "40P01": StoreBusy,
    "42501": StoreReadOnly,
    "42P01": StoreDamaged,
    "42703": StoreDamaged,
    "53100": StoreFull,
    "55P03": StoreBusy,
}
_SYSTEM = {
    errno.EACCES: StoreReadOnly,
    errno.EPERM: StoreReadOnly,
    errno.EROFS: StoreReadOnly,
    errno.ENOSPC: StoreFull,
    errno.EDQUOT: StoreFull,
}


@contextmanager
def translated() -> Iterator[None]:
    """Let no foreign error out: a database's or the system's becomes the ``DiotimaError`` it means."""
    try:
        yield
    except (exc.SQLAlchemyError, sqlite3.Error, OSError, UnicodeEncodeError) as error:
        raise meaning(error) from error


def meaning(error: Exception) -> DiotimaError:
    """What a foreign error means for the person."""
    if isinstance(error, UnicodeEncodeError | exc.DataError):
        return BadInput("unreadable", str(error))
    original = error.orig if isinstance(error, exc.DBAPIError) and error.orig is not None else error
    if isinstance(error, exc.TimeoutError):
        return StoreBusy(str(error))
    return _kind_of(original)(str(original).strip())


def _kind_of(error: BaseException) -> type[StoreUnavailable]:
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        return _SQLITE.get(code) or _SQLITE.get(code & 0xFF, StoreUnavailable)
    if isinstance(error, OSError):
        return _SYSTEM.get(error.errno or 0, StoreUnreachable)
    return _POSTGRES.get(getattr(error, "sqlstate", None) or "", StoreUnreachable)
