"""Moodle's GIFT: ``::id:: stem { =right#feedback ~wrong#feedback }``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from diotima.authoring.exchange.question import Bank, Lost, Option, Question, plain, sort_out

_SPECIAL = re.compile(r"([\\~=#{}:])")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_TITLE = re.compile(r"\s*::((?:\\.|[^\\])*?)::", re.DOTALL)
_FORMAT = re.compile(r"\s*\[(html|moodle|plain|markdown)\]")
_ANSWER = re.compile(r"\s*([=~])((?:\\.|[^\\=~])*)", re.DOTALL)
_FEEDBACK = re.compile(r"(?<!\\)#")
_WEIGHT = re.compile(r"\s*%-?\d+(?:\.\d+)?%")
_NUMBER = re.compile(r"\s*(-?\d+(?:\.\d+)?)(?:\s*:\s*(\d+(?:\.\d+)?))?\s*")
_TRUE_FALSE = re.compile(r"\s*(?:T|F|TRUE|FALSE)\s*(?:#|$)", re.IGNORECASE)


def write(bank: Bank) -> bytes:
    """A GIFT file, UTF-8. Hints have no place in it."""
    return "\n\n".join(_lines(bank.questions)).encode() + b"\n"


def lost(bank: Bank) -> tuple[Lost, ...]:
    """What ``write`` leaves out."""
    return tuple(Lost(q.id, "hints") for q in bank.questions if q.hints)


def read(data: bytes) -> Bank:
    """The questions of a GIFT file with one right option or with typed answers. Raises ``ValueError``."""
    return sort_out(_read_all(data.decode("utf-8-sig")))


def _lines(questions: tuple[Question, ...]) -> Iterator[str]:
    topic = None
    for q in questions:
        if q.topic != topic:
            topic = q.topic
            yield f"$CATEGORY: {topic}"
        yield f"::{_escape(q.id)}:: {_escape(q.stem)} {{{_answers(q)}}}"


def _answers(q: Question) -> str:
    general = f"\n####{_escape(q.feedback)}\n" if q.feedback else "\n"
    if q.number is not None:
        return f"#{q.number:.12g}:{q.tolerance:.12g}{general}"
    if not q.options:
        return "\n" + "\n".join(f"={_escape(a)}" for a in q.answers) + general
    told = (
        ("=" if o.correct else "~") + _escape(o.text) + (f" #{_escape(o.feedback)}" if o.feedback else "")
        for o in q.options
    )
    return "\n" + "\n".join(told) + general


def _blocks(text: str) -> Iterator[str]:
    """Questions are parted by empty lines outside braces; lines that begin with ``//`` are comments."""
    held: list[str] = []
    depth = 0
    for line in text.splitlines():
        if line.lstrip().startswith("//"):
            continue
        bare = _ESCAPED.sub("", line)
        if (not line.strip() and depth <= 0) or (line.startswith("$CATEGORY:") and depth <= 0):
            if held:
                yield "\n".join(held)
            held, depth = ([line] if line.strip() else []), 0
            continue
        held.append(line)
        depth += bare.count("{") - bare.count("}")
    if held:
        yield "\n".join(held)


def _read_all(text: str) -> Iterator[Question | Lost]:
    topic = ""
    for number, block in enumerate(_blocks(text), 1):
        if block.startswith("$CATEGORY:"):
            topic = block.removeprefix("$CATEGORY:").strip().rpartition("/")[2]
        else:
            yield _read(block, f"q{number}", topic)


def _read(block: str, name: str, topic: str) -> Question | Lost:
    if title := _TITLE.match(block):
        name, block = _unescape(title[1]), block[title.end() :]
    form = _FORMAT.match(block)
    block = block[form.end() :] if form else block
    opening = re.search(r"(?<!\\)\{", block)
    closing = re.search(r"(?<!\\)\}", block)
    if opening is None or closing is None or closing.start() < opening.start():
        return Lost(name, "a description without a question")
    before, inside, after = (
        block[: opening.start()],
        block[opening.end() : closing.start()],
        block[closing.end() :],
    )
    stem = _words(f"{before} _____ {after}" if after.strip() else before, form)
    body, _, general = _split_general(inside)
    blank = Question(name, stem, feedback=_words(general, form), topic=topic)
    if body.lstrip().startswith("#"):
        return _read_number(body.lstrip()[1:], blank)
    if not body.strip():
        return Lost(name, "an essay question")
    if _TRUE_FALSE.match(body):
        return Lost(name, "a true-or-false question")
    return _read_answers(body, blank, form)


def _split_general(inside: str) -> tuple[str, str, str]:
    found = re.search(r"(?<!\\)####", inside)
    return (inside[: found.start()], "####", inside[found.end() :]) if found else (inside, "", "")


def _read_number(body: str, blank: Question) -> Question | Lost:
    found = _NUMBER.fullmatch(body)
    if found is None:
        return Lost(blank.id, "a numerical question with several answers or a range")
    return blank._replace(number=float(found[1]), tolerance=float(found[2] or 0))


def _read_answers(body: str, blank: Question, form: re.Match[str] | None) -> Question | Lost:
    parts = [(sign, raw) for sign, raw in _ANSWER.findall(body)]
    if any("->" in raw for _, raw in parts):
        return Lost(blank.id, "a matching question")
    if any(_WEIGHT.match(raw) for _, raw in parts):
        return Lost(blank.id, "a question with weights")
    options = []
    for sign, raw in parts:
        text, *feedback = _FEEDBACK.split(raw, maxsplit=1)
        options.append(Option(_words(text, form), sign == "=", _words("".join(feedback), form)))
    if all(o.correct for o in options):
        return blank._replace(answers=tuple(o.text for o in options if o.text))
    if sum(o.correct for o in options) != 1:
        return Lost(blank.id, "a question with several right options")
    return blank._replace(options=tuple(options))


def _words(text: str, form: re.Match[str] | None) -> str:
    told = _unescape(text)
    return plain(told) if form is not None and form[1] in ("html", "moodle") else " ".join(told.split())


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda m: " " if m[1] == "n" else m[1], text)
