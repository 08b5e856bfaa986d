"""The same session in a terminal or a pipe: ``diotima chat``.

Blocks of the transcript are printed as they come, answers are read line by line. Without a terminal they come
from the pipe. However a chat ends before its session does, the session stays open and resumes the next time.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from diotima.domain.errors import BadInput, Clash, DiotimaError
from diotima.domain.messages import Catalogue
from diotima.domain.transcript import Report
from diotima.turn.sessions import Sessions, Submission
from diotima.turn.view import Block, FigureView, SessionView

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
    """Hold a session, a running one of this learner and course if there is one. Returns the exit code.

    Raises ``StoreUnavailable`` when nothing can be saved any more; what was accepted before is answered first
    when the session resumes.
    """
    running = sessions.graph(learner, course).open_session
    session = running or sessions.open(course, learner, minutes=minutes)
    printer = _Printer(say, terminal, figures)
    if running:
        printer.line(say.text("chat.resumed"))
    try:
        closed = _converse(sessions, session, printer, terminal.lines)
    except KeyboardInterrupt:
        printer.line("\n" + say.text("chat.left_open"))
        raise
    if not closed:
        printer.line(say.text("chat.left_open"))
    return 0


def _converse(sessions: Sessions, session: str, printer: _Printer, lines: Iterator[str]) -> bool:
    """Answer line by line. False if the lines end before the session does."""
    sessions.run(session)
    printer.show(sessions.view(session), earlier=True)
    for line in filter(None, map(str.strip, lines)):
        try:
            sessions.submit(session, Submission(text=line))
        except (BadInput, Clash) as refusal:
            printer.refuse(refusal)
        sessions.run(session)
        if printer.show(sessions.view(session)).closed:
            return True
    return False


class _Printer:
    """Prints blocks once, in order."""

    def __init__(self, say: Catalogue, terminal: Terminal, figures: Path) -> None:
        self._say = say
        self._terminal = terminal
        self._figures = figures
        self._seq = 0

    def show(self, view: SessionView, *, earlier: bool = False) -> SessionView:
        """Print what is new in a view; what was typed ``earlier`` does not stand on the screen yet."""
        for block in view.blocks:
            if block.seq > self._seq:
                if block.kind == "learner" and (earlier or not self._terminal.interactive):
                    self.line(f"> {block.text}")
                self._block(view, block)
                self._seq = block.seq
        return view

    def refuse(self, refusal: DiotimaError) -> None:
        """Say why a line was not taken."""
        self.line(self._say.text(f"errors.{refusal.key}", **refusal.values))

    def line(self, text: str) -> None:
        """Print a paragraph, wrapped, without control characters; addresses stay whole."""
        plain = re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "", text)
        for paragraph in plain.split("\n"):
            wrapped = textwrap.fill(
                paragraph, self._terminal.width, break_long_words=False, break_on_hyphens=False
            )
            self._terminal.write(wrapped + "\n")

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
            target = self._figures / f"{view.id}-{block.seq}.svg"
            self.line(f"  [{block.figure.title}]\n{_draw(block.figure, target)}")
        elif block.kind == "report" and block.report:
            self._report(block.report)

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


def _draw(figure: FigureView, target: Path) -> str:
    """Write the figure whole or not at all. Its address, or its description if it cannot be written."""
    beside = target.with_suffix(".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(figure.svg, encoding="utf-8")
        beside.replace(target)
    except OSError:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        return figure.alt
    return target.as_uri()
