"""Cards as CSV: a front, a back, and an explanation."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping

from diotima.authoring.exchange.question import Bank, Lost, Option, Question, plain, sort_out

_LETTERS = "ABCDEFGHIJ"


def write(bank: Bank) -> bytes:
    """Rows of id, front, back, topic and explanation under a heading, as Anki and spreadsheets read them."""
    sink = io.StringIO()
    rows = csv.writer(sink, lineterminator="\n")
    rows.writerow(("id", "front", "back", "topic", "explanation"))
    rows.writerows((q.id, front(q), back(q), q.topic, q.feedback) for q in bank.questions)
    return sink.getvalue().encode()


def lost(bank: Bank) -> tuple[Lost, ...]:
    """What a card has no place for."""
    hints = [Lost(q.id, "hints") for q in bank.questions if q.hints]
    more = [Lost(q.id, "all wordings but the first") for q in bank.questions if len(q.answers) > 1]
    said = [
        Lost(q.id, "feedback on each option") for q in bank.questions if any(o.feedback for o in q.options)
    ]
    return (*hints, *more, *said, *(Lost(q.id, "tolerance") for q in bank.questions if q.tolerance))


def read(data: bytes) -> Bank:
    """Questions of a table with columns ``front`` and ``back``, or of two columns without a heading.

    Raises ``ValueError`` if it is no table.
    """
    text = re.sub(r"\A(?:#[^\n]*\n)+", "", data.decode("utf-8-sig"))  # what Anki writes on top
    first = text.partition("\n")[0]
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter="\t" if "\t" in first else ","))
    if not rows:
        return Bank(())
    heading = [cell.strip().lower() for cell in rows[0]]
    columns = heading if {"front", "back"} <= set(heading) else ["front", "back", "topic"]
    body = rows[1:] if columns is heading else rows
    return sort_out(_read_row(dict(zip(columns, row, strict=False)), n) for n, row in enumerate(body, 1))


def front(q: Question) -> str:
    """The question with its options."""
    return "\n".join(
        (q.stem, *(f"{_LETTERS[n]}) {o.text}" for n, o in enumerate(q.options[: len(_LETTERS)])))
    )


def back(q: Question) -> str:
    """The right option or the answer."""
    if q.options:
        return next(f"{_LETTERS[n]}) {o.text}" for n, o in enumerate(q.options) if o.correct)
    return f"{q.number:.12g}" if q.number is not None else q.answers[0]


def read_card(name: str, asked: str, answer: str) -> Question | Lost:
    """A card as a question: with options if its front lists them by letter."""
    told = [plain(line) for line in asked.replace("<br>", "\n").splitlines() if plain(line)]
    said = plain(answer)
    if not told or not said:
        return Lost(name, "a card with an empty side")
    first = next((n for n, line in enumerate(told) if line.startswith("A) ")), len(told))
    stem, listed = " ".join(told[:first]), told[first:]
    if (
        len(listed) > 1
        and all(o.startswith(f"{_LETTERS[n]}) ") for n, o in enumerate(listed))
        and said in listed
    ):
        return Question(name, stem, tuple(Option(o[3:], o == said) for o in listed))
    try:
        return Question(name, " ".join(told), number=float(said))
    except ValueError:
        return Question(name, " ".join(told), answers=(said,))


def _read_row(cells: Mapping[str, str], n: int) -> Question | Lost:
    card = read_card(cells.get("id") or f"card-{n}", cells.get("front", ""), cells.get("back", ""))
    if isinstance(card, Lost):
        return card
    return card._replace(topic=cells.get("topic", ""), feedback=plain(cells.get("explanation", "")))
