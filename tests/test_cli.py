"""The commands as a person starts them: as processes, with pipes, signals and exit codes."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from diotima.cli import main
from tests.running import DATA_OF_NOBODY, DEADLINE_S, DIOTIMA, client_of, diotima, environment

COURSES = Path(__file__).parents[1] / "src/diotima/courses"
CHAT = ("chat", "--course", "simple-circuits")
LEFT_OPEN = "(The session stays open. Start again to go on.)\n"


def test_help_answers_at_once() -> None:
    def seconds() -> float:
        started = time.perf_counter()
        assert diotima("--help").stdout.startswith("usage: diotima ")
        return time.perf_counter() - started

    assert min(seconds() for _ in range(5)) < 0.3


def test_help_loads_nothing_that_it_does_not_need() -> None:
    script = "import sys\nfrom diotima.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
    script += "print(*sorted({name.split('.')[0] for name in sys.modules} - sys.stdlib_module_names))"

    loaded = diotima("-c", script, command=(sys.executable,)).stdout.splitlines()[-1].split()

    assert "diotima" in loaded
    assert {"alembic", "fastapi", "langgraph", "numpy", "pydantic", "sqlalchemy", "yaml"} & set(
        loaded
    ) == set()


def test_the_version_is_told() -> None:
    assert diotima("--version").stdout == "diotima 0.1.0\n"


@pytest.mark.parametrize(
    "arguments", [(), ("course",), ("serve", "--port", "65536"), ("serve", "--port", "-1")]
)
def test_what_cannot_be_meant_is_explained(arguments: tuple[str, ...]) -> None:
    done = diotima(*arguments)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: diotima")
    assert "Traceback" not in done.stderr


def test_the_courses_there_are_are_listed_with_their_titles(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["course", "list"]) == 0

    listed = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0] for line in listed] == ["simple-circuits", "upper-limb-neuroanatomy"]
    assert listed[0] == "simple-circuits: Simple circuits"


def test_a_broken_course_is_listed_with_its_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "half").mkdir()
    (tmp_path / "half/pack.yaml").write_text("id: half\n")
    monkeypatch.setenv("DIOTIMA_COURSES", str(tmp_path))

    assert main(["course", "list"]) == 0

    assert capsys.readouterr().out.splitlines()[-1].startswith("half: This course cannot be read just now.")


def test_a_sound_course_is_checked_without_a_word_of_blame() -> None:
    done = diotima("course", "check", str(COURSES / "simple-circuits"))

    assert (done.returncode, done.stdout, done.stderr) == (0, "0 errors, 0 warnings\n", "")


def test_a_folder_without_a_course_has_a_problem(tmp_path: Path) -> None:
    done = diotima("course", "check", str(tmp_path))

    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("pack.yaml: error: there is no pack.yaml in this folder.")


def test_a_pipe_is_a_session_and_the_next_pipe_goes_on(data_folder: Path) -> None:
    first = diotima(*CHAT, data=data_folder, typed="current please\n")
    second = diotima(*CHAT, data=data_folder, typed="end session\nnothing\n")

    assert (first.returncode, first.stderr) == (second.returncode, second.stderr) == (0, "")
    assert first.stdout.endswith(LEFT_OPEN)
    assert second.stdout.startswith("(Going on where we stopped.)\n")
    assert "\nWhere you stand\n" in second.stdout
    assert LEFT_OPEN not in second.stdout
    assert {path.name for path in data_folder.iterdir()} == {"diotima.db"}


def test_the_module_is_the_command(data_folder: Path) -> None:
    script = Path(sys.executable).parent / "diotima"

    assert diotima("--help").stdout == diotima("--help", command=(str(script),)).stdout


def test_a_pipe_may_hold_anything(data_folder: Path) -> None:
    done = diotima(*CHAT, data=data_folder, typed=b"caf\xe9\n\x00\x1b[2J\n\n" + b"x" * 300_000 + b"\ncurrent")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Some characters in that text could not be read. Please type it again.") == 2
    assert done.stdout.count("That is longer than a tutor can take in at once.") == 1
    assert "\n> current\n" in done.stdout
    assert "\x1b" not in done.stdout


def test_a_terminal_that_knows_ascii_only_gets_question_marks(data_folder: Path) -> None:
    env = environment(data_folder, PYTHONIOENCODING="ascii", PYTHONUTF8="0")

    done = diotima(*CHAT, env=env, typed="current, café")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(LEFT_OPEN)


def test_a_reader_that_stops_reading_ends_the_chat_quietly(data_folder: Path) -> None:
    process = subprocess.Popen(
        [*DIOTIMA, *CHAT],
        env=environment(data_folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    assert process.stdout.readline().startswith("Hello")

    process.stdout.close()
    process.stdin.write("current please\n")
    process.stdin.close()

    assert process.wait(DEADLINE_S) == 141
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.stderr.close()


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Processes started now can be interrupted, even where this one was started in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_says_goodbye_and_keeps_the_session(data_folder: Path) -> None:
    answered, printed = interrupt_at_the_prompt(data_folder)
    again = diotima(*CHAT, data=data_folder)

    assert answered == 130
    assert printed.replace("\r\n", "\n").endswith(f"\n{LEFT_OPEN}")
    assert "Traceback" not in printed
    assert again.stdout.startswith("(Going on where we stopped.)\n")


def interrupt_at_the_prompt(data: Path) -> tuple[int, str]:
    """Press Ctrl-C in a real terminal once the chat waits for words. Its exit code and what stood there."""
    pty = pytest.importorskip("pty", reason="no terminals to open on this system")
    deadline = time.monotonic() + DEADLINE_S
    process, terminal = pty.fork()
    if process == 0:
        os.execve(sys.executable, [*DIOTIMA, *CHAT], environment(data))
    printed = b""
    while time.monotonic() < deadline:
        piece = overheard(terminal)
        if piece is None:
            break
        printed += piece
        if not piece and printed.endswith(b"> "):  # it waits, and overhears no interrupt any more
            os.write(terminal, b"\x03")
    else:
        os.kill(process, signal.SIGKILL)
    os.close(terminal)
    _, status = os.waitpid(process, 0)
    return os.waitstatus_to_exitcode(status), printed.decode()


def overheard(terminal: int) -> bytes | None:
    """What comes within half a second; ``None`` once nobody has the terminal open any more."""
    if not select.select([terminal], [], [], 0.5)[0]:
        return b""
    try:
        return os.read(terminal, 65_536) or None
    except OSError:  # how Linux says it
        return None


@pytest.mark.usefixtures("interruptible")
def test_serving_ends_with_an_interrupt(data_folder: Path) -> None:
    process = subprocess.Popen(
        [*DIOTIMA, "serve", "--port", "0"],
        env=environment(data_folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with client_of(process) as client:
        assert client.get("/").status_code == 200

    process.send_signal(signal.SIGINT)
    _, complaints = process.communicate(timeout=DEADLINE_S)

    assert (process.returncode, complaints) == (130, "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chat", "--course", "alchemy"), "There is no course of that name."),
        (("chat", "--learner", "../x"), "A name has 1 to 64 letters"),
        (("chat", "--minutes", "nan"), "The length has to be a number of minutes"),
        (("serve", "--host", "192.0.2.1", "--port", "0"), "Diotima cannot listen on 192.0.2.1, port 0."),
    ],
)
def test_what_is_not_possible_is_said_in_a_sentence(
    arguments: tuple[str, ...],
    sentence: str,
    data_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DIOTIMA_DATA", str(data_folder))

    assert main(arguments) == 2

    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(sentence)
    assert told.err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("DIOTIMA_MINUTES", "soon", 'DIOTIMA_MINUTES cannot be "soon". It sets: Length of a session'),
        ("DIOTIMA_MODEL", "x", "There is no setting DIOTIMA_MODEL."),
        ("DIOTIMA_LANGUAGE", "tlh", 'There are no texts in the language "tlh". There are: en.'),
    ],
)
def test_a_setting_that_cannot_be_used_is_said_in_a_sentence(
    name: str,
    value: str,
    sentence: str,
    data_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DIOTIMA_DATA", str(data_folder))
    monkeypatch.setenv(name, value)

    assert main(["chat"]) == 2

    assert capsys.readouterr().err.startswith(sentence)


def test_listing_courses_needs_no_data_folder(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DIOTIMA_DATA", str(DATA_OF_NOBODY))

        assert [main(["course", "list"]), main(["chat"])] == [0, 2]


def test_a_course_is_begun_checked_tried_and_compared(tmp_path: Path) -> None:
    old, new = tmp_path / "seasons", tmp_path / "next"
    assert diotima("course", "new", str(old), "--title", "The seasons").returncode == 0
    assert diotima("course", "check", str(old)).stdout == "0 errors, 0 warnings\n"

    tried = diotima(
        "course", "preview", str(old), "seasons.summer", typed="the days are longer\n> They are long.\n"
    )
    assert "length: accepted" in tried.stdout
    assert "length: held back: " in tried.stdout

    shutil.copytree(old, new)
    (new / "quizzes" / "tilt.yaml").unlink()
    compared = diotima("course", "diff", str(old), str(new), data=tmp_path / "data")
    assert compared.stdout == "quiz tilt.q1 is gone: nobody has evidence on it.\n"


def test_an_item_that_is_not_there_is_told_with_those_that_are(tmp_path: Path) -> None:
    done = diotima("course", "preview", str(COURSES / "simple-circuits"), "nope")

    assert (done.returncode, done.stdout) == (2, "")
    assert "current.loop" in done.stderr
