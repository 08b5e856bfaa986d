"""The first look at a message: is somebody in need, is the tone bearable, is it a way round the work?

Order of pedagogy 6: personal data is found and redacted, never blocked; then crisis; abuse, hate and sexual
talk; attempts to talk the tutor out of its part; and the ways of getting an answer without working for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from diotima.domain.grades import Screening
from diotima.engine import redlines, utterances
from diotima.engine.idioms import Phrases, spoken
from diotima.engine.personal import find_personal
from diotima.engine.words import stem, stems

BLOCKED = ("crisis", "hate", "abuse", "sexual")
"""Categories after which the message is not read any further."""

FISHING_STREAK = 2
"""Requests for the answer in a row that make it fishing."""
HASTY_S = 4.0
"""Seconds between requests for help below which a hint cannot have been read."""
HASTY_STREAK = 3
"""Hasty requests in a row that count."""
PROBING = 3
"""Alternatives named without a reason that count as trying them out."""
DUMP_CHARACTERS = 200
"""Length from which a message with several questions is a sheet and not a thought."""


def screen(
    text: str,
    *,
    vocabulary: frozenset[str] = frozenset(),
    heard: Sequence[str] = (),
    pauses_s: Sequence[float] = (),
    guesses: int = 0,
) -> Screening:
    """What moderation and integrity say of a message.

    ``vocabulary`` are the course's stems: never held against anybody. ``heard`` are the learner's earlier
    messages in this session, oldest first; ``pauses_s`` the seconds the learner took before each of the last
    ones, this one included; ``guesses`` the bare guesses at the pending question so far, this one included.
    The verdict is ``block`` for the categories of ``BLOCKED``, ``flag`` for integrity, else ``pass``.
    """
    said = spoken(_unmask(text))
    personal = tuple((p.type, p.start, p.end) for p in find_personal(text))
    grave = _grave(said, vocabulary)
    categories = grave or _integrity(text, said, heard, pauses_s, guesses)
    verdict = "block" if grave else "flag" if categories else "pass"
    return Screening(verdict, categories, personal)


def screen_document(text: str) -> Screening:
    """What moderation says of a passage of a document.

    It is looked at for personal data and for attempts to talk the tutor out of its part, and flagged, never
    blocked: a textbook may speak of suicide, abuse and tests, and nobody who reads it has asked for anything.
    """
    personal = tuple((p.type, p.start, p.end) for p in find_personal(text))
    talks_over = redlines.ROLE_ESCAPE.within(spoken(_unmask(text)))
    return Screening("flag", ("role_escape",), personal) if talks_over else Screening("pass", (), personal)


_GRAVE: tuple[tuple[str, Phrases], ...] = (
    ("crisis", redlines.CRISIS),
    ("hate", redlines.HATE),
    ("abuse", redlines.ABUSE),
    ("sexual", redlines.SEXUAL),
)
_REQUESTS: tuple[tuple[str, Phrases], ...] = (
    ("role_escape", redlines.ROLE_ESCAPE),
    ("contract", redlines.CONTRACT),
    ("graded_context", redlines.GRADED),
    ("prof_authority", redlines.AUTHORITY),
)
_DISGUISED = ((r"\bf[*#@._-]+c?k", "fuck"), (r"\bs+h[*#@!1]+t", "shit"), (r"\bb[*#@!1]+tch", "bitch"))
_NUMBERED = re.compile(r"(?:^|\s)(?:\(?\d{1,2}[.)]|\(?[a-h]\)|q\d|question \d)(?!\d)", re.IGNORECASE)
_REASON = re.compile(r"\b(?:because|since|as|so|due|therefore|if|when|which|that|while)\b")


def _unmask(text: str) -> str:
    """Swear words with letters starred out, written out."""
    for disguise, word in _DISGUISED:
        text = re.sub(disguise, word, text, flags=re.IGNORECASE)
    return text


def _grave(said: str, vocabulary: frozenset[str]) -> tuple[str, ...]:
    """Categories that end the turn. Words of the course count only in a crisis."""
    foreign = " ".join(word for word in said.split() if stem(word) not in vocabulary)
    return tuple(
        name
        for name, phrases in _GRAVE
        if phrases.within(said) and (name == "crisis" or phrases.within(foreign))
    )


def _integrity(
    text: str, said: str, heard: Sequence[str], pauses_s: Sequence[float], guesses: int
) -> tuple[str, ...]:
    found = [name for name, phrases in _REQUESTS if phrases.within(said)]
    if _is_sheet(text, said):
        found.append("homework_dump")
    if _streak(utterances.REVEAL, [*heard, text]) >= FISHING_STREAK:
        found.append("answer_fishing")
    if guesses >= PROBING or _names_alternatives(text, said):
        found.append("option_probing")
    if _is_hasty([*heard, text], pauses_s):
        found.append("rapid_hinting")
    return tuple(found)


def _is_sheet(text: str, said: str) -> bool:
    questions, numbers = text.count("?"), len(_NUMBERED.findall(text))
    if redlines.DUMP.within(said) and (questions >= 2 or numbers >= 2 or len(text) >= DUMP_CHARACTERS):
        return True
    sentences = len(re.findall(r"[.?!](?=\s|$)", text))
    return len(text) >= DUMP_CHARACTERS and questions >= 3 and 2 * questions >= sentences


def _streak(phrases: Phrases, messages: Sequence[str]) -> int:
    """How many messages at the end hold one of the phrases."""
    count = 0
    for message in reversed(messages):
        if not phrases.within(spoken(message)):
            break
        count += 1
    return count


def _names_alternatives(text: str, said: str) -> bool:
    """ "Is it C5 or C6 or C7?", "deltoid? biceps? triceps?": trying out, not thinking."""
    if _REASON.search(said):
        return False
    marked = [part for part in text.split("?")[:-1] if 0 < len(stems(part)) <= 3]
    either = [part for part in re.split(r"\bor\b|,", said if "?" in text else "") if stems(part)]
    return len(marked) >= PROBING or (said.count(" or ") >= 2 and len(either) >= PROBING)


def _is_hasty(messages: Sequence[str], pauses_s: Sequence[float]) -> bool:
    if len(pauses_s) < HASTY_STREAK or max(pauses_s[-HASTY_STREAK:]) >= HASTY_S:
        return False
    return _streak(utterances.HELP, messages) >= HASTY_STREAK
