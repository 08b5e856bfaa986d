"""Watches a process from inside: put into an environment, it writes down what the process touches.

One line each: ``reached`` for the network (and refused, except for this machine itself), ``wrote`` for a
file opened for writing or changed, ``read`` for a file of the folder ``WATCHED_SOURCES``, ``started`` for
another process. Knows what Python does and SQLite's databases; what an extension written in C does by itself
it cannot see.
"""

from __future__ import annotations

import os
import sys

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = {
    "os.link": 1,
    "os.mkdir": 0,
    "os.remove": 0,
    "os.rename": 1,
    "os.rmdir": 0,
    "os.symlink": 1,
    "os.truncate": 0,
    "sqlite3.connect": 0,
}
"""Events that change a file, and which of their arguments is the path."""
NETWORK = {
    "socket.connect": 1,
    "socket.sendto": 1,
    "socket.getaddrinfo": 0,
    "socket.gethostbyaddr": 0,
    "socket.gethostbyname": 0,
}
"""Events that reach for the network, and which of their arguments says where."""
PROCESSES = ("os.exec", "os.posix_spawn", "os.system", "subprocess.Popen")
HERE = ("127.0.0.1", "::1", "localhost", b"127.0.0.1", b"localhost", "", None)

_log = os.open(os.environ["WATCH_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
_sources = os.environ["WATCHED_SOURCES"] + os.sep


def watch(event: str, args: tuple[object, ...]) -> None:
    """An audit hook."""
    if event == "open":
        _see_file(args[0], args[2])
    elif event in CHANGES:
        _note("wrote", args[CHANGES[event]])
    elif event in NETWORK:
        place = args[NETWORK[event]]
        if (place[0] if isinstance(place, tuple) else place) not in HERE:
            _note("reached", place)
            raise ConnectionError(f"there is no network: {place}")
    elif event in PROCESSES:
        _note("started", args[0])


def _see_file(path: object, flags: object) -> None:
    if not isinstance(path, str | bytes | os.PathLike) or not isinstance(flags, int):
        return
    if flags & WRITING:
        _note("wrote", path)
    elif os.path.realpath(os.fsdecode(path)).startswith(_sources):
        _note("read", path)


def _note(what: str, where: object) -> None:
    if isinstance(where, str | bytes | os.PathLike):
        where = os.path.abspath(os.fsdecode(where))
    os.write(_log, f"{what} {where}\n".encode(errors="replace"))


sys.addaudithook(watch)
