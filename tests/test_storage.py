"""Disks that are full or read-only and databases that cannot be used, met by the real commands.

Whatever happens is said in a sentence, nothing is half written, and once there is room again the session goes
on where it was.
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from diotima.cli import main
from tests.running import diotima, environment, served, wait_for_the_answer

CHAT = ("chat", "--course", "simple-circuits", "--learner", "anna")
FULL = "There is no room left on the disk, so this could not be saved. Free some space, then send it again."
READ_ONLY = "Diotima may not write to its data folder, so nothing can be saved."
DAMAGED = "The database cannot be read; the file may be damaged or not be Diotima's."
UNREACHABLE = "The database cannot be opened. Check that its folder exists"
TOO_NEW = "A newer version of Diotima has written to this database. Please update this one."


class Disk:
    """A disk of one megabyte, mounted for one test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ballast = folder / "ballast"

    def mount(self, *options: str) -> None:
        command = ["mount", "-t", "tmpfs", "-o", ",".join(("size=1m", *options)), "diotima", str(self.folder)]
        subprocess.run(command, check=True, capture_output=True, text=True)

    def fill(self) -> None:
        """Write until nothing goes any more."""
        with self.ballast.open("ab", buffering=0) as file:
            try:
                while file.write(b"x" * 512):
                    pass
            except OSError:
                return

    def free(self) -> None:
        self.ballast.unlink()

    def protect(self) -> None:
        """Let nobody write any more."""
        self.mount("remount", "ro")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    disk = Disk(folder)
    try:
        disk.mount()
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        reason = getattr(error, "stderr", "").strip() or error
        pytest.skip(f"a disk of its own needs the right to mount a tmpfs (run as root): {reason}")
    yield disk
    subprocess.run(["umount", str(folder)], check=True)


def contents(folder: Path) -> Mapping[str, bytes | None]:
    """Everything in a folder; a folder in it has no content."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def test_a_read_only_folder_is_said_and_left_alone(disk: Disk) -> None:
    disk.protect()

    chat, serve = diotima(*CHAT, data=disk.folder / "data"), diotima("serve", data=disk.folder / "data")

    for done in (chat, serve):
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(READ_ONLY)
        assert done.stderr.count("\n") == 1
    assert contents(disk.folder) == {}


def test_a_session_on_a_disk_that_became_read_only_is_kept(disk: Disk) -> None:
    diotima(*CHAT, data=disk.folder, typed="current please\n")
    disk.protect()
    before = contents(disk.folder)

    done = diotima(*CHAT, data=disk.folder, typed="I do not know\n")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(READ_ONLY)
    assert contents(disk.folder) == before
    disk.mount("remount", "rw")
    assert diotima(*CHAT, data=disk.folder).stdout.startswith("(Going on where we stopped.)\n")


def test_a_disk_that_is_full_from_the_start_is_said(disk: Disk) -> None:
    disk.fill()

    done = diotima(*CHAT, data=disk.folder, typed="current please\n")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(FULL)
    assert done.stderr.count("\n") == 1
    disk.free()
    assert diotima(*CHAT, data=disk.folder, typed="current please\n").returncode == 0


def test_a_chat_on_a_full_disk_ends_and_goes_on_where_it_was(disk: Disk) -> None:
    first = diotima(*CHAT, data=disk.folder, typed="current please\n")
    entries = entries_in(disk.folder)
    disk.fill()

    full = diotima(*CHAT, data=disk.folder, typed="I do not know\nnever read\n")

    assert full.returncode == 2
    assert full.stderr.startswith(FULL)
    assert full.stderr.count("\n") == 1
    assert "never read" not in full.stdout
    disk.free()
    assert entries_in(disk.folder) == entries
    again = diotima(*CHAT, data=disk.folder, typed="I do not know\n")
    assert last_question(again.stdout.split("> I do not know")[0]) == last_question(first.stdout)
    assert entries_in(disk.folder) > entries


def entries_in(data: Path) -> int:
    with closing(sqlite3.connect(data / "diotima.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        (number,) = connection.execute("SELECT count(*) FROM transcript").fetchone()
    return int(number)


def last_question(printed: str) -> list[str]:
    """The options that were printed last."""
    return [line for line in printed.splitlines() if line.startswith("  ") and line[3:4] == ")"][-4:]


def test_a_server_on_a_full_disk_refuses_the_turn_and_takes_it_again_later(
    disk: Disk, data_folder: Path
) -> None:
    env = environment(data_folder, DIOTIMA_DATABASE=f"sqlite:///{disk.folder}/diotima.db")
    with served(data_folder, env=env) as client:
        session = open_session(client)
        before = client.get(session).json()
        disk.fill()

        refused = client.post(f"{session}/turns", json={"text": "current please", "key": "one"})
        page = client.post(
            session.removeprefix("/api") + "/turns", data={"words": "current please", "key": "one"}
        )

        assert_problem(refused, FULL)
        assert page.status_code == 503
        assert FULL in page.text
        assert client.get(session).json()["blocks"] == before["blocks"]
        assert_problem(
            client.post("/api/sessions", json={"course": "simple-circuits", "learner": "bert"}), FULL
        )
        disk.free()
        taken = client.post(f"{session}/turns", json={"text": "current please", "key": "one"})
        assert (taken.status_code, taken.json()["duplicate"]) == (202, False)
        wait_for_the_answer(client, session)
        after = client.get(session).json()
        assert [block["text"] for block in after["blocks"] if block["kind"] == "learner"] == [
            "current please"
        ]
        assert after["pending"]["kind"] == "quiz"


def open_session(client: httpx2.Client) -> str:
    opened = client.post("/api/sessions", json={"course": "simple-circuits", "learner": "anna"})
    return f"/api/sessions/{opened.json()['id']}"


def assert_problem(response: httpx2.Response, sentence: str) -> None:
    assert response.status_code == 503
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["detail"].startswith(sentence)
    assert response.json()["title"]


def a_folder_in_its_place(file: Path) -> None:
    file.unlink()
    file.mkdir()


def something_else(file: Path) -> None:
    file.write_bytes(b"Dear diary, " * 1000)


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])


def of_a_newer_version(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999_from_the_future'")
        connection.commit()


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a session in it."""
    data = tmp_path_factory.mktemp("sound")
    diotima(*CHAT, data=data, typed="current please\n")
    return data


@pytest.fixture
def data(sound: Path, data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the folder with a session, set as the data folder."""
    shutil.copytree(sound, data_folder, dirs_exist_ok=True)
    monkeypatch.setenv("DIOTIMA_DATA", str(data_folder))
    return data_folder


@pytest.mark.parametrize("command", [CHAT, ("serve", "--port", "0")], ids=["chat", "serve"])
@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (a_folder_in_its_place, UNREACHABLE),
        (something_else, DAMAGED),
        (cut_short, DAMAGED),
        (of_a_newer_version, TOO_NEW),
    ],
)
def test_a_database_that_cannot_be_used_is_said_and_left_alone(
    command: tuple[str, ...],
    spoil: Callable[[Path], None],
    sentence: str,
    data: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    spoil(data / "diotima.db")
    before = contents(data)

    assert main(command) == 2

    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(sentence)
    assert told.err.count("\n") == 1
    assert contents(data) == before


def test_a_data_folder_that_is_a_file_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("mine")
    monkeypatch.setenv("DIOTIMA_DATA", str(tmp_path / "file"))

    assert main(CHAT) == 2

    assert capsys.readouterr().err.startswith(UNREACHABLE)
    assert (tmp_path / "file").read_text() == "mine"


def test_a_server_on_a_damaged_database_answers_in_sentences(data: Path) -> None:
    with closing(sqlite3.connect(data / "diotima.db")) as connection:
        connection.execute("DROP TABLE ledger")

    with served(data) as client:
        page = client.get("/")
        graph = client.get("/api/graph", params={"learner": "anna", "course": "simple-circuits"})

        assert page.status_code == 503
        assert DAMAGED.replace("'", "&#39;") in page.text
        assert_problem(graph, DAMAGED)
