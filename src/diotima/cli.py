"""The command line: ``diotima serve | chat | course | batch``.

Sub-commands import what they need when they run, so that ``diotima --help`` answers at once.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from diotima import __version__

if TYPE_CHECKING:
    from diotima.app.settings import Settings
    from diotima.authoring.exchange.question import Lost

BATCHES = {
    "grade": "grade answers against references",
    "leak": "say whether a tutor's reply gives the solution away",
    "move": "say whether a tutor's reply tells instead of asking",
    "screen": "screen texts for personal data, abuse, injection and integrity",
    "trace": "predict each answer of learners in time order",
}
"""Parts that answer JSON lines, ``diotima.batch``."""

EXCHANGE = ("gift", "olx", "qti", "qti3", "oatutor", "anki", "csv")
"""Formats of questions, ``diotima.authoring.exchange.formats``."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns the exit code: 0 done, 1 problems found, 2 not possible, with a sentence why;
    130 interrupted, 141 nobody reads what is printed."""
    from diotima.domain.errors import DiotimaError

    asked = _parser().parse_args(arguments)
    try:
        code: int = asked.run(asked)
    except DiotimaError as error:
        print(_sentence(error), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # nobody reads on, as in ``diotima chat | head``
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    return code


def run() -> None:
    """Entry point of the console script."""
    raise SystemExit(main())


def serve(asked: argparse.Namespace) -> int:
    """Serve the pages until interrupted."""
    from diotima.app.wiring import open_tutor
    from diotima.web.server import create_app, hosts_for, unfinished_turns
    from diotima.web.server import serve as serve_app

    settings = _settings()
    host = asked.host or settings.host
    number = settings.port if asked.port is None else asked.port
    with open_tutor(settings) as tutor:
        app = create_app(
            tutor.sessions,
            tutor.catalogue,
            unfinished=lambda: unfinished_turns(tutor.journal),
            hosts=hosts_for(host),
        )
        threading.Thread(target=tutor.warm_up, name="warm-up", daemon=True).start()
        serve_app(app, host, number)
    return 0


def chat(asked: argparse.Namespace) -> int:
    """Hold a session in the terminal, or with answers from a pipe."""
    from diotima.app.wiring import open_tutor
    from diotima.chat import Terminal
    from diotima.chat import chat as hold

    settings = _settings()
    _take_any_text()
    interactive = sys.stdin.isatty()
    terminal = Terminal(_write, _lines(interactive), interactive=interactive)
    with open_tutor(settings) as tutor:
        return hold(
            tutor.sessions,
            tutor.catalogue,
            terminal,
            course=asked.course,
            learner=asked.learner,
            minutes=asked.minutes,
            figures=settings.data / "figures",
        )


def list_courses(asked: argparse.Namespace) -> int:
    """Print the ids and titles of the courses there are."""
    from diotima.domain.errors import BrokenCourse
    from diotima.packs.shelf import Shelf

    shelf = Shelf(*_settings().courses)
    for name in shelf.ids():
        try:
            print(f"{name}: {shelf.get(name).manifest.title}")
        except BrokenCourse as error:
            print(f"{name}: {_sentence(error)}")
    return 0


def check(asked: argparse.Namespace) -> int:
    """Check a course folder and print what has to be mended."""
    from diotima.packs.check import main as check_course

    return check_course([str(asked.path)])


def new_course(asked: argparse.Namespace) -> int:
    """Begin a course."""
    from diotima.authoring.beginning import begin_course

    folder = begin_course(asked.path, asked.title)
    print(f"{folder} is a small whole course with comments. Overwrite it piece by piece, and now and then:")
    print(f"  diotima course check {folder}")
    print(f"  diotima course preview {folder} tilt.axis")
    return 0


def preview(asked: argparse.Namespace) -> int:
    """Try out an item: what it hears in answers, and what of the tutor's sentences it would hold back."""
    from diotima.authoring.preview import Preview
    from diotima.domain.errors import BadInput
    from diotima.engine.grading import Grader
    from diotima.models.minilm import MiniLM
    from diotima.packs.reader import read_course

    course = read_course(asked.path)
    if asked.item not in course.item_by_id:
        raise BadInput("unknown_item", item=asked.item, items=", ".join(course.item_by_id))
    item = Preview(course, asked.item, Grader(MiniLM()))
    _take_any_text()
    interactive = sys.stdin.isatty()
    if interactive:
        print("\n".join(item.ladder()))
        print("\nType an answer, or > and a sentence of the tutor.")
    for line in _lines(interactive):
        words = line.strip()
        told = item.judge(words[1:].strip()) if words.startswith(">") else item.hear(words)
        print("\n".join(told), end="\n\n", flush=True)
    return 0


def diff(asked: argparse.Namespace) -> int:
    """Say what a new version of a course does to what is known of its learners."""
    from diotima.authoring.difference import compare, count_evidence, tell
    from diotima.packs.reader import read_course
    from diotima.store.journal import SqlJournal

    before, after = read_course(asked.old), read_course(asked.new)
    with SqlJournal.open(_settings().database_url) as journal:
        learners = {row.learner for row in journal.sessions(course=before.id)}
        held = count_evidence(e.subject for name in learners for e in journal.ledger(name, course=before.id))
    lines = list(tell(compare(before, after), held))
    print("\n".join(lines or ["Every id is still there."]))
    return 0


def export(asked: argparse.Namespace) -> int:
    """Write a course's questions for another tool."""
    from diotima.authoring.exchange.formats import FORMATS
    from diotima.authoring.exchange.question import questions_of
    from diotima.domain.errors import BadInput
    from diotima.packs.reader import read_course

    form = FORMATS[asked.format]
    course = read_course(asked.path)
    bank = questions_of(course)
    target = asked.to or Path(f"{course.id}{form.suffix}")
    try:
        with target.open("xb") as file:
            file.write(form.write(bank))
    except FileExistsError as taken:
        raise BadInput("file_exists", name=str(target)) from taken
    except OSError as refused:
        raise BadInput("unwritable", str(refused.strerror), name=str(target)) from refused
    print(f"{target}: {len(bank.questions)} questions. It holds the answers.")
    _report_lost((*bank.lost, *form.lost(bank)))
    return 0


def import_questions(asked: argparse.Namespace) -> int:
    """Draft a course from another tool's questions."""
    from diotima.authoring.drafting import write_draft
    from diotima.authoring.exchange.formats import FORMATS
    from diotima.domain.errors import BadInput

    form = FORMATS[asked.format]
    try:
        bank = form.read(asked.file.read_bytes())
    except OSError as refused:
        raise BadInput("unreadable_file", str(refused.strerror), name=str(asked.file)) from refused
    except ValueError as broken:
        raise BadInput("unreadable_file", str(broken), name=str(asked.file)) from broken
    title = asked.title or asked.to.name.replace("-", " ").capitalize()
    lost = write_draft(bank, asked.to, title, f"{form.about}: {asked.file.name}")
    print(f"{asked.to} is a draft from {len(bank.questions)} questions. See what is left to do:")
    print(f"  diotima course check {asked.to}")
    _report_lost(lost)
    return 0


def _report_lost(lost: Sequence[Lost]) -> None:
    kinds: dict[str, list[str]] = {}
    for name, what in lost:
        kinds.setdefault(what, []).append(name)
    for what, names in kinds.items():
        more = f" and {len(names) - 5} more" if len(names) > 5 else ""
        print(f"lost: {what} ({', '.join(names[:5])}{more})")


def batch(asked: argparse.Namespace) -> int:
    """Answer JSON lines from standard input, one line each."""
    from diotima.batch.lines import run as answer

    _take_any_text()
    options = {"fit": asked.fit} if asked.command == "trace" else {}
    failed = answer(asked.command, sys.stdin, sys.stdout, jobs=asked.jobs, **options)
    if failed:
        print(f"{failed} lines failed; each says why", file=sys.stderr)
    return 1 if failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="diotima", description="A Socratic tutor you run yourself.")
    parser.add_argument("--version", action="version", version=f"diotima {__version__}")
    commands = parser.add_subparsers(metavar="command", required=True)

    served = commands.add_parser("serve", help="start the tutor in the browser")
    served.add_argument("--host", help="address to listen on (default 127.0.0.1)")
    served.add_argument("--port", type=port, help="port to listen on (default 8321; 0 takes a free one)")
    served.set_defaults(run=serve)

    chatted = commands.add_parser("chat", help="hold a session in the terminal")
    chatted.add_argument("--course", default="upper-limb-neuroanatomy", help="id in `diotima course list`")
    chatted.add_argument("--learner", default="me", help="your name")
    chatted.add_argument("--minutes", type=float, help="length of the session; 0 for no clock")
    chatted.set_defaults(run=chat)

    _add_course_commands(commands.add_parser("course", help="work on courses"))

    batched = commands.add_parser("batch", help="answer JSON lines: grade, leak, move, screen, trace")
    parts = batched.add_subparsers(metavar="part", required=True, dest="command")
    for name, about in BATCHES.items():
        part = parts.add_parser(name, help=about, description=f"{about}; one JSON line out for each line in")
        part.add_argument("--jobs", type=positive, default=1, help="processes to share the lines among")
        part.set_defaults(run=batch)
        if name == "trace":
            part.add_argument(
                "--fit", type=Path, metavar="TRAIN", help="learn items and concepts from it first"
            )
    return parser


def _add_course_commands(course: argparse.ArgumentParser) -> None:
    actions = course.add_subparsers(metavar="action", required=True)
    listed = actions.add_parser("list", help="list the courses there are")
    listed.set_defaults(run=list_courses)
    checked = actions.add_parser("check", help="check a course folder")
    checked.add_argument("path", type=Path, help="the course's folder")
    checked.set_defaults(run=check)
    begun = actions.add_parser("new", help="begin a course from a small whole one")
    begun.add_argument("path", type=Path, help="the folder to write; its name becomes the course's id")
    begun.add_argument("--title", help="what learners see")
    begun.set_defaults(run=new_course)
    previewed = actions.add_parser("preview", help="try out an item; shows its answer key")
    previewed.add_argument("path", type=Path, help="the course's folder")
    previewed.add_argument("item", help="the item's id")
    previewed.set_defaults(run=preview)
    compared = actions.add_parser("diff", help="what a new version does to what is known of learners")
    compared.add_argument("old", type=Path, help="the folder of the version learners have studied")
    compared.add_argument("new", type=Path, help="the folder of the new version")
    compared.set_defaults(run=diff)

    exported = actions.add_parser("export", help="write a course's questions for another tool")
    exported.add_argument("path", type=Path, help="the course's folder")
    exported.add_argument("--format", choices=EXCHANGE, required=True)
    exported.add_argument("--to", type=Path, help="the file to write")
    exported.set_defaults(run=export)
    imported = actions.add_parser("import", help="draft a course from another tool's questions")
    imported.add_argument("file", type=Path, help="the other tool's file")
    imported.add_argument("--format", choices=EXCHANGE, required=True)
    imported.add_argument("--to", type=Path, required=True, help="the course folder to write")
    imported.add_argument("--title", help="what learners see")
    imported.set_defaults(run=import_questions)


def positive(text: str) -> int:
    """A number of at least one. ``ValueError`` for anything else."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def port(text: str) -> int:
    """A port number. ``ValueError`` for what is none."""
    number = int(text)
    if not 0 <= number <= 65_535:
        raise ValueError(text)
    return number


def _settings() -> Settings:
    from diotima.app.settings import Settings

    return Settings.from_environment()


def _sentence(error: Exception) -> str:
    from diotima.app.catalogue import load_catalogue
    from diotima.domain.errors import DiotimaError

    assert isinstance(error, DiotimaError)
    told = load_catalogue("en").text(f"errors.{error.key}", **error.values)
    return f"{told} ({error.detail})" if error.detail and error.detail != error.key else told


def _take_any_text() -> None:
    """Let the intake refuse what cannot be read, and print ``?`` for what the terminal does not know."""
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _lines(interactive: bool) -> Iterator[str]:
    while True:
        try:
            yield input("> ") if interactive else _piped()
        except EOFError:
            return


def _piped() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


if __name__ == "__main__":
    run()
