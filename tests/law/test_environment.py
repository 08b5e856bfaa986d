"""Only the settings read the environment, and importing the package touches nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.law.sources import PACKAGE, Source, dotted, parse, sources

READERS = {
    "app/settings.py",
    "evals/bench.py",  # hands its environment on to the server it starts
}
NAMES = {"environ", "environb", "getenv", "getenvb", "putenv", "unsetenv"}

WATCH_IMPORTS = """
import importlib, os, pkgutil, sys
touched = []
TOUCHES = ("os.mkdir", "os.rename", "os.remove", "sqlite3.connect", "socket.connect", "subprocess.Popen")
def watch(event, args):
    if event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        touched.append(f"open {args[0]}")
    elif event in TOUCHES:
        touched.append(f"{event} {args}")
folder, package = sys.argv[1:]
sys.path.insert(0, folder)
sys.addaudithook(watch)
root = importlib.import_module(package)
names = [module.name for module in pkgutil.walk_packages(root.__path__, f"{package}.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
print(len(names))
sys.exit("\\n".join(touched) or 0)
"""


def readings(source: Source) -> list[int]:
    """Lines that read the environment."""
    return [
        node.lineno
        for node in ast.walk(source.tree)
        if (isinstance(node, ast.Attribute) and dotted(node).startswith("os.") and node.attr in NAMES)
        or (isinstance(node, ast.ImportFrom) and node.module == "os" and NAMES & {a.name for a in node.names})
    ]


def test_nothing_but_the_settings_reads_the_environment() -> None:
    readers = {source.name for source in sources() if readings(source)}

    assert readers <= READERS
    assert "app/settings.py" in readers


@pytest.mark.parametrize(
    "planted",
    [
        "import os\nos.environ['A']",
        "import os\nos.getenv('A')",
        "from os import path, environ",
        "from os import getenv",
    ],
)
def test_a_planted_reading_is_seen(planted: str) -> None:
    assert len(readings(parse(planted))) == 1


def import_everything(folder: Path, package: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-B", "-c", WATCH_IMPORTS, str(folder), package]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_importing_writes_nothing() -> None:
    done = import_everything(PACKAGE.parent, "diotima")

    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 50


def test_a_planted_writing_at_import_is_seen(tmp_path: Path) -> None:
    (tmp_path / "planted").mkdir()
    (tmp_path / "planted" / "__init__.py").write_text(f"open({str(tmp_path / 'log')!r}, 'w').close()")

    done = import_everything(tmp_path, "planted")

    assert done.returncode == 1
    assert "log" in done.stderr
