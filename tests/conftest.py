"""What every test gets: no network, no writes outside the temporary folder, a clock that stands still."""

from __future__ import annotations

import ipaddress
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import configuration, settings

from diotima.app.clock import FixedClock

REPOSITORY = Path(__file__).resolve().parent.parent
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_WRITABLE = (Path(tempfile.gettempdir()).resolve(), Path("/dev"), Path("/proc"))

_trespasses: list[str] = []
_in_a_test = False


class Trespass(RuntimeError):
    """A test reached for the network or wrote outside its temporary folder."""


def _is_loopback(host: object) -> bool:
    if host in (None, "", "localhost", b"localhost"):
        return True
    try:
        return ipaddress.ip_address(host.decode() if isinstance(host, bytes) else str(host)).is_loopback
    except ValueError:
        return False


def _reaches_out(event: str, args: tuple[object, ...]) -> bool:
    if event == "socket.getaddrinfo":
        return not _is_loopback(args[0])
    address = args[1]
    return isinstance(address, tuple) and not _is_loopback(address[0])


def _writes_outside(path: object, flags: object) -> bool:
    if not isinstance(path, str | bytes | os.PathLike) or not isinstance(flags, int) or not flags & _WRITING:
        return False
    target = Path(os.path.realpath(os.fsdecode(path)))
    if "__pycache__" in target.parts:
        return False
    return target.is_relative_to(REPOSITORY) or not any(target.is_relative_to(root) for root in _WRITABLE)


def _watch(event: str, args: tuple[object, ...]) -> None:
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo"):
        trespass = _reaches_out(event, args)
    elif event == "open" and _in_a_test:
        trespass = _writes_outside(args[0], args[2])
    else:
        return
    if trespass:
        _trespasses.append(f"{event}: {args[0] if event != 'socket.connect' else args[1]}")
        raise Trespass(_trespasses[-1])


sys.addaudithook(_watch)
configuration.set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "diotima-hypothesis")
settings.register_profile("diotima", deadline=None, database=None, derandomize=True, print_blob=False)
settings.load_profile("diotima")


@pytest.fixture(autouse=True)
def trespasses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """Fails a test that reached out even where its code swallowed the error; homes are temporary."""
    global _in_a_test
    home = tmp_path_factory.getbasetemp() / "home"
    home.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("DIOTIMA_")]:
            patch.delenv(name)
        for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            patch.setenv(name, str(home))
        _trespasses.clear()
        _in_a_test = True
        yield _trespasses
        _in_a_test = False
    assert not _trespasses


@pytest.fixture
def clock() -> FixedClock:
    """2026-01-05 09:00 UTC, a Monday."""
    return FixedClock(1_767_603_600_000)


@pytest.fixture
def data_folder(tmp_path: Path) -> Path:
    """An empty data folder."""
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)
