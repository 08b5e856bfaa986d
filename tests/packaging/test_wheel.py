"""The wheel is enough: with what it requires it teaches, reaches for nothing and writes to its data only."""

from __future__ import annotations

import re
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.packaging.conftest import REPOSITORY, Installation
from tests.running import diotima, served, wait_for_the_answer

PACKAGE = REPOSITORY / "src/diotima"
SESSION = ("everything, please", *["I do not know"] * 4, "I have no idea", "hint", "end session", "nothing")


def names_below(folder: Path) -> set[str]:
    """Files of a folder, bytecode apart, as paths from the folder above it."""
    return {
        path.relative_to(folder.parent).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def touched(installation: Installation, data: Path) -> dict[str, set[str]]:
    """What the commands with a data folder did, by kind; devices apart."""
    found: dict[str, set[str]] = {"reached": set(), "read": set(), "started": set(), "wrote": set()}
    for line in installation.log(data).read_text().splitlines():
        what, where = line.split(" ", 1)
        if not where.startswith("/dev/"):
            found[what].add(where)
    return found


def test_the_wheel_holds_the_package_and_its_licences_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())

    assert {name for name in names if name.startswith("diotima/")} == names_below(PACKAGE)
    assert {re.sub(r".*\.dist-info/", "", name) for name in names if not name.startswith("diotima/")} == {
        "METADATA",
        "RECORD",
        "WHEEL",
        "entry_points.txt",
        "licenses/LICENSE",
        "licenses/NOTICE",
    }
    for kind in (
        "*.toml",
        "courses/**/*.yaml",
        "models/data/*.gz",
        "web/templates/*.html",
        "web/static/*.js",
    ):
        assert {path.relative_to(PACKAGE.parent).as_posix() for path in PACKAGE.rglob(kind)} & names


def test_the_archive_of_sources_holds_what_tests_and_developers_need(source_archive: Path) -> None:
    with tarfile.open(source_archive) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames()}

    needed = {"Makefile", "pyproject.toml", "requirements.lock", "requirements-dev.lock", "tests/conftest.py"}
    assert needed <= names
    assert not {name for name in names if name.startswith(".venv") or name.endswith(".pyc")}


def test_the_installed_package_is_the_one_that_runs(installation: Installation, tmp_path: Path) -> None:
    script = "import diotima.cli, sys; print(diotima.cli.__file__)"

    done = diotima(
        "-c",
        script,
        command=(str(installation.python),),
        env=installation.environment(tmp_path / "data"),
        cwd=installation.place / "desk",
    )

    assert done.stderr == ""
    assert Path(done.stdout.strip()) == installation.packages / "diotima/cli.py"


@pytest.mark.parametrize(
    ("planted", "what"),
    [
        ("import socket; socket.getaddrinfo('example.org', 443)", "reached"),
        ("import socket; socket.socket().connect(('192.0.2.1', 80))", "reached"),
        ("import pathlib, sys; pathlib.Path(sys.argv[1]).write_text('x')", "wrote"),
        ("import sqlite3, sys; sqlite3.connect(sys.argv[1])", "wrote"),
        ("import os, sys; os.mkdir(sys.argv[1])", "wrote"),
        ("import os; os.system('true')", "started"),
        (f"open({str(PACKAGE / '__init__.py')!r})", "read"),
    ],
)
def test_what_is_planted_is_seen(installation: Installation, tmp_path: Path, planted: str, what: str) -> None:
    diotima(
        "-c",
        planted,
        str(tmp_path / "elsewhere"),
        command=(str(installation.python),),
        env=installation.environment(tmp_path / "data"),
    )

    seen = touched(installation, tmp_path / "data")
    assert {kind for kind, places in seen.items() if places} == {what}


def test_a_whole_session_in_a_pipe(
    installation: Installation, without_network: tuple[str, ...], tmp_path: Path
) -> None:
    before = installation.files()

    done = diotima(
        "chat",
        typed="\n".join(SESSION),
        command=(*without_network, str(installation.script)),
        env=installation.environment(tmp_path / "data"),
        cwd=installation.place / "desk",
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "\nWhere you stand\n" in done.stdout
    assert_only_data_was_touched(installation, tmp_path / "data")
    assert installation.files() == before


def test_a_whole_session_over_http(installation: Installation, tmp_path: Path) -> None:
    before = installation.files()

    with served(
        tmp_path / "data",
        command=(str(installation.script),),
        env=installation.environment(tmp_path / "data"),
        cwd=installation.place / "desk",
    ) as client:
        page = client.get("/")
        assert page.status_code == 200
        for address in set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)):
            assert client.get(address).status_code == 200
        opened = client.post("/api/sessions", json={"course": "upper-limb-neuroanatomy", "learner": "anna"})
        session = f"/api/sessions/{opened.json()['id']}"
        for words in SESSION:
            assert client.post(f"{session}/turns", json={"text": words}).status_code == 202
            wait_for_the_answer(client, session)
        report = client.get(f"{session}/report").json()
        assert client.get(session.removeprefix("/api") + "/report").status_code == 200

    assert report["topics"]
    assert_only_data_was_touched(installation, tmp_path / "data")
    assert installation.files() == before


def assert_only_data_was_touched(installation: Installation, data: Path) -> None:
    seen = touched(installation, data)
    assert seen["reached"] | seen["read"] | seen["started"] == set()
    assert {path for path in seen["wrote"] if not Path(path).is_relative_to(data)} == set()
    assert str(data / "diotima.db") in seen["wrote"]
