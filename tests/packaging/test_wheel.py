"""The built wheel alone, the network cut: a session runs, nothing is looked up or written outside."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
WATCH = """
import os, sys
log = os.open(os.environ["WATCH_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
def watch(event, args):
    if event == "socket.getaddrinfo" or (event == "socket.connect" and isinstance(args[1], tuple)):
        os.write(log, f"net {event} {args!r}\\n".encode())
        raise OSError("the network is cut")
    if event == "open" and isinstance(args[2], int) and args[2] & WRITING and isinstance(args[0], str):
        os.write(log, f"write {os.path.realpath(args[0])}\\n".encode())
    if event == "sqlite3.connect":
        os.write(log, f"write {os.path.realpath(os.fsdecode(args[0]))}\\n".encode())
sys.addaudithook(watch)
"""
LINES = ("the radial nerve, by question and answer\\n" + "I don't know\\n" * 4).replace(
    "\\n", "\n"
) + "the hand drops because the extensors of the wrist fail\nend session\nthank you\n"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the wheel's files and nothing of the checkout."""
    room = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(room / "dist")]
    subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, timeout=120)
    (wheel,) = (room / "dist").glob("*.whl")
    target = room / "site"
    command = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--no-compile"]
    subprocess.run([*command, "--target", target, wheel], check=True, capture_output=True, timeout=120)
    (target / "sitecustomize.py").write_text(WATCH, encoding="utf-8")
    return target


def environment(installed: Path, room: Path) -> dict[str, str]:
    """Dependencies come from here, Diotima from the wheel; home is an empty folder."""
    (room / "home").mkdir()
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(room / "home"),
        "DIOTIMA_DATA": str(room / "data"),
        "PYTHONPATH": str(installed),
        "PYTHONDONTWRITEBYTECODE": "1",
        "WATCH_LOG": str(room / "watch.log"),
    }


def test_a_session_runs_from_the_wheel_alone_without_a_network(installed: Path, tmp_path: Path) -> None:
    env = environment(installed, tmp_path)
    program = "import diotima, sys; from diotima.cli import main; print(diotima.__file__); main(sys.argv[1:])"
    before = sorted(p for p in installed.rglob("*"))

    held = subprocess.run(
        [sys.executable, "-c", program, "chat", "--minutes", "0"],
        input=LINES,
        env=env,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )

    assert held.returncode == 0, held.stderr
    assert held.stdout.splitlines()[0] == str(installed / "diotima" / "__init__.py")
    assert "Radial nerve" in held.stdout
    seen = Path(env["WATCH_LOG"]).read_text(encoding="utf-8").splitlines()
    assert [line for line in seen if line.startswith("net ")] == []
    written = {Path(line.removeprefix("write ")) for line in seen if line.startswith("write ")}
    outside = {p for p in written if not p.is_relative_to(tmp_path / "data") and p.parts[1] != "dev"}
    assert outside == set()
    assert any(p.is_relative_to(tmp_path / "data") for p in written)
    assert list((tmp_path / "home").iterdir()) == []
    assert sorted(p for p in installed.rglob("*")) == before


def test_the_watch_sees_a_look_up_and_a_write(installed: Path, tmp_path: Path) -> None:
    env = environment(installed, tmp_path)
    planted = "import socket, contextlib\nopen('outside.txt', 'w').close()\n"
    planted += "with contextlib.suppress(OSError): socket.getaddrinfo('example.org', 80)\n"

    subprocess.run([sys.executable, "-c", planted], env=env, cwd=tmp_path, check=True, timeout=60)

    seen = Path(env["WATCH_LOG"]).read_text(encoding="utf-8")
    assert "outside.txt" in seen
    assert "net socket.getaddrinfo" in seen
