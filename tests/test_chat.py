"""The session in a terminal: what is printed, what is drawn, and how a chat ends and goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from diotima.app.clock import FixedClock
from diotima.app.wiring import Tutor, trial_tutor
from diotima.chat import Terminal, chat
from diotima.domain.messages import Catalogue
from diotima.turn.sessions import Submission

LEFT_OPEN = "(The session stays open. Start again to go on.)"
FIRST_QUIZ = re.compile(r"^> current please\n(?!>)\w[^>]+^  a\) ", re.MULTILINE)
TO_A_FIGURE = ("drawings please", *["I do not know"] * 3, "Can you show me a drawing?")


@pytest.fixture
def tutor(clock: FixedClock) -> Tutor:
    return trial_tutor(clock)


def hold(
    tutor: Tutor,
    figures: Path,
    *lines: str,
    interactive: bool = False,
    say: Catalogue | None = None,
    interrupted: bool = False,
) -> str:
    """What a chat prints when these lines are typed."""
    printed: list[str] = []

    def typed() -> Iterator[str]:
        yield from lines
        if interrupted:
            raise KeyboardInterrupt

    try:
        code = chat(
            tutor.sessions,
            say or tutor.catalogue,
            Terminal(printed.append, typed(), interactive=interactive),
            course="simple-circuits",
            learner="anna",
            minutes=None,
            figures=figures,
        )
    except KeyboardInterrupt:
        assert interrupted
    else:
        assert code == 0
    return "".join(printed)


def test_a_session_ends_with_its_report(tutor: Tutor, tmp_path: Path) -> None:
    printed = hold(tutor, tmp_path, "current please", "end session", "nothing", "never read")

    assert "\nWhere you stand\n  " in printed
    assert LEFT_OPEN not in printed
    assert "never read" not in printed
    assert [row.closed for row in tutor.journal.sessions()] == [True]


def test_a_session_whose_lines_end_stays_open_and_goes_on_at_its_question(
    tutor: Tutor, tmp_path: Path
) -> None:
    first = hold(tutor, tmp_path, "current please")
    (question,) = first.splitlines()[-7:-6]

    second = hold(tutor, tmp_path)

    assert first.endswith(f"{LEFT_OPEN}\n")
    assert second.startswith("(Going on where we stopped.)\n")
    assert question in second
    assert len(tutor.journal.sessions()) == 1


def test_a_session_that_goes_on_shows_what_was_typed_before(tutor: Tutor, tmp_path: Path) -> None:
    first = hold(tutor, tmp_path, "current please", interactive=True)

    second = hold(tutor, tmp_path, "I do not know", interactive=True)

    assert "> current please" not in first
    assert "> current please" in second
    assert "> I do not know" not in second


def test_an_interrupted_chat_says_that_the_session_stays_open(tutor: Tutor, tmp_path: Path) -> None:
    printed = hold(tutor, tmp_path, "current please", interrupted=True)

    assert printed.endswith(f"\n{LEFT_OPEN}\n")
    assert [row.closed for row in tutor.journal.sessions()] == [False]


def test_a_line_that_is_not_taken_is_explained_and_the_session_goes_on(tutor: Tutor, tmp_path: Path) -> None:
    printed = hold(tutor, tmp_path, "\udce9", "x" * 2001, "  ", "current please")

    assert "Some characters in that text could not be read. Please type it again.\n" in printed
    assert "That is longer than a tutor can take in at once." in printed
    assert FIRST_QUIZ.search(printed)


def test_a_figure_is_drawn_into_a_file_and_its_address_stands_on_one_line(
    tutor: Tutor, tmp_path: Path
) -> None:
    folder = tmp_path / "a folder with a name that is much longer than a line of the terminal" / "figures"

    printed = hold(tutor, folder, *TO_A_FIGURE)

    (drawn, *_) = sorted(folder.iterdir())
    assert re.search(rf"^  \[.+\]\n{re.escape(drawn.as_uri())}$", printed, re.MULTILINE)
    assert ElementTree.fromstring(drawn.read_text("utf-8")).tag == "{http://www.w3.org/2000/svg}svg"


def test_a_figure_that_cannot_be_drawn_is_described(tutor: Tutor, tmp_path: Path) -> None:
    (tmp_path / "figures").write_text("a file where the folder should be")

    printed = hold(tutor, tmp_path / "figures", *TO_A_FIGURE)

    assert re.search(r"^  \[.+\]\n\w+ ", printed, re.MULTILINE)
    assert "file:" not in printed
    assert printed.endswith(f"{LEFT_OPEN}\n")


def test_control_characters_never_reach_the_terminal(tutor: Tutor, tmp_path: Path) -> None:
    planted = replace(
        tutor.catalogue,
        texts={**tutor.catalogue.texts, "chat.left_open": "\x1b[31mred\x07 \x9b2Jgone\x7f\r over\n there"},
    )

    printed = hold(tutor, tmp_path, say=planted)

    assert printed.endswith("[31mred 2Jgone over\n there\n")


def test_a_turn_that_somebody_else_left_behind_is_answered_first(tutor: Tutor, tmp_path: Path) -> None:
    hold(tutor, tmp_path)
    (row,) = tutor.journal.sessions()
    tutor.sessions.submit(row.id, Submission(text="current please"))

    printed = hold(tutor, tmp_path, "I do not know")

    assert FIRST_QUIZ.search(printed)
    assert "> I do not know\n" in printed
