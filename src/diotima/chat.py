"""The same session in a terminal or a pipe: ``diotima chat``.

Blocks of the transcript are printed as they come, answers are read line by line. Without a terminal they come
from the pipe; when it ends, the session stays open and resumes the next time.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from diotima.domain.errors import DiotimaError
from diotima.domain.messages import Catalogue
from diotima.domain.transcript import Report
from diotima.turn.sessions import Sessions, Submission
from diotima.turn.view import Block, SessionView

Write = Callable[[str], None]


@dataclass(frozen=True)
class Terminal:
    """Where a chat reads and writes."""

    write: Write
    lines: Iterator[str]
    """The learner's lines; ends with the pipe or Ctrl-D."""
    width: int = 78
    interactive: bool = True


def chat(
    sessions: Sessions,
    say: Catalogue,
    terminal: Terminal,
    *,
    course: str,
    learner: str,
    minutes: float | None,
    figures: Path,
) -> int:
    """Hold a session, a running one of this learner and course if there is one. Returns the exit code."""
    running = sessions.graph(learner, course).open_session
    session = running or sessions.open(course, learner, minutes=minutes)
    sessions.run(session)
    printer = _Printer(say, terminal, figures)
    if running:
        printer.line(say.text("chat.resumed"))
    view = printer.show(sessions.view(session))
    for raw in terminal.lines:
        if not raw.strip():
            continue
        try:
            sessions.submit(session, Submission(text=raw.strip()))
            sessions.run(session)
        except DiotimaError as error:
            printer.line(say.text(f"errors.{error.key}", **error.values))
        view = printer.show(sessions.view(session))
        if view.closed:
            return 0
    printer.line(say.text("chat.left_open"))
    return 0


class _Printer:
    """Prints blocks once, in order."""

    def __init__(self, say: Catalogue, terminal: Terminal, figures: Path) -> None:
        self._say = say
        self._terminal = terminal
        self._figures = figures
        self._seq = 0

    def show(self, view: SessionView) -> SessionView:
        """Print what is new in a view."""
        for block in view.blocks:
            if block.seq > self._seq:
                self._block(view, block)
                self._seq = block.seq
        return view

    def line(self, text: str) -> None:
        """Print a paragraph, wrapped, without control characters."""
        plain = re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "", text)
        for paragraph in plain.split("\n"):
            self._terminal.write(textwrap.fill(paragraph, self._terminal.width) + "\n")

    def _block(self, view: SessionView, block: Block) -> None:
        if block.kind == "tutor":
            label = self._say.text("chat.earned") + " " if block.earned else ""
            self.line(label + block.text)
            for source in block.sources:
                self.line(f"  [{source.title}: {source.source}]")
        elif block.kind == "question" and block.question:
            self.line(f"\n{block.question.text}")
            for option in block.question.options:
                self.line(f"  {option.id}) {option.text}")
            self._terminal.write("\n")
        elif block.kind == "figure" and block.figure:
            self.line(f"  [{block.figure.title}: {self._draw(view, block)}]")
        elif block.kind == "report" and block.report:
            self._report(block.report)
        elif block.kind == "learner" and not self._terminal.interactive:
            self.line(f"> {block.text}")

    def _draw(self, view: SessionView, block: Block) -> str:
        assert block.figure is not None
        self._figures.mkdir(parents=True, exist_ok=True)
        target = self._figures / f"{view.id}-{block.seq}.svg"
        target.write_text(block.figure.svg, encoding="utf-8")
        return target.as_uri()

    def _report(self, report: Report) -> None:
        say = self._say
        self.line("\n" + say.text("chat.report"))
        for topic in report.topics:
            status = say.text(f"chat.status.{topic.status}")
            self.line(f"  {topic.title} ({status}): {topic.sentence}")
        for found in report.misconceptions:
            self.line("  " + say.text("chat.misconception", label=found.label, quote=found.quote))
        for advice in report.recommendations:
            self.line(f"  - {advice}")
        for video in report.videos:
            self.line("  " + say.text("chat.video", query=video.query))
