"""Diotima as somebody has it who installed the wheel: built, installed and watched."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path
from shutil import copy

import pytest
from packaging.requirements import Requirement

REPOSITORY = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


@dataclass(frozen=True)
class Installation:
    """An environment that holds the wheel, what it requires, and nothing else; with a home of its own."""

    program: Path
    """The environment's folder, not writable."""
    place: Path
    """Home, temporary folder and working folder lie here, all of them empty."""

    @property
    def script(self) -> Path:
        return self.program / "bin/diotima"

    @property
    def python(self) -> Path:
        return self.program / "bin/python"

    @property
    def packages(self) -> Path:
        """The folder the wheel was installed into."""
        (folder,) = self.program.glob("lib/python*/site-packages")
        return folder

    def environment(self, data: Path) -> dict[str, str]:
        """All that a command is told, besides its arguments."""
        return {
            "DIOTIMA_DATA": str(data),
            "HOME": str(self.place / "home"),
            "LANG": "C.UTF-8",
            "PATH": "/usr/bin:/bin",
            "PYTHONDONTWRITEBYTECODE": "1",  # the linked packages are not this test's to write to
            "TMPDIR": str(self.place / "tmp"),
            "WATCHED_SOURCES": str(REPOSITORY / "src"),
            "WATCH_LOG": str(self.log(data)),
        }

    def log(self, data: Path) -> Path:
        """What commands with this data folder did, as ``watching`` writes it."""
        return data.with_name(f"{data.name}.log")

    def files(self) -> Mapping[str, tuple[int, int]]:
        """Size and time of every file that must stay as it is."""
        return {
            str(path): (path.lstat().st_size, path.lstat().st_mtime_ns)
            for root in (self.program, self.place)
            for path in sorted(root.rglob("*"))
        }


@pytest.fixture(scope="session")
def source_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of sources that is published."""
    folder = tmp_path_factory.mktemp("sdist")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(folder)]
    subprocess.run(build, cwd=REPOSITORY, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="session")
def wheel(source_archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the archive of sources alone."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [*PIP, "wheel", "--no-index", "--no-deps", "--no-cache-dir", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", str(folder), str(source_archive)], check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="session")
def installation(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """The wheel in an environment of its own, installed without a network."""
    installed = Installation(tmp_path_factory.mktemp("program"), tmp_path_factory.mktemp("place"))
    venv.create(installed.program, symlinks=True)
    pip = [*PIP, "--python", str(installed.python), "install", "--no-index", "--no-deps", "--no-cache-dir"]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True)
    required = installed.program / "required"
    link_requirements(installed.packages, required)
    copy(HERE / "watching.py", installed.packages)
    (installed.packages / "required.pth").write_text(f"{required}\n")
    (installed.packages / "watching.pth").write_text("import watching\n")
    for name in ("home", "tmp", "desk"):
        (installed.place / name).mkdir()
    make_writable(installed.program, False)
    yield installed
    make_writable(installed.program, True)


def link_requirements(packages: Path, folder: Path) -> None:
    """Link what the wheel says that it requires, and what that requires, from this environment."""
    folder.mkdir()
    (wanted,) = Distribution.discover(name="diotima", path=[str(packages)])
    for found in requirements_of(wanted):
        for name in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
            if not (folder / name).exists():
                (folder / name).symlink_to(found.locate_file(name))  # type: ignore[arg-type]


def requirements_of(wanted: Distribution) -> list[Distribution]:
    """Every distribution that a distribution cannot do without, here."""
    found: dict[tuple[str, str], Distribution] = {}
    open_ends = [(wanted, "")]
    while open_ends:
        asking, extra = open_ends.pop()
        for line in asking.requires or ():
            requirement = Requirement(line)
            if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
                continue
            for chosen in ("", *requirement.extras):
                if (requirement.name, chosen) not in found:
                    found[requirement.name, chosen] = distribution(requirement.name)
                    open_ends.append((found[requirement.name, chosen], chosen))
    return list(found.values())


def make_writable(folder: Path, writable: bool) -> None:
    """Give or take the right to write to a folder and everything in it."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | 0o200 if writable else path.stat().st_mode & ~0o222)


@pytest.fixture(scope="session")
def without_network() -> tuple[str, ...]:
    """What to put before a command so that it has no network at all; nothing where that is not allowed."""
    prefix = ("unshare", "--net")
    try:
        allowed = subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        allowed = False
    return prefix if allowed and os.name == "posix" else ()
