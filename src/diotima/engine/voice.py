"""How a chosen move is put into words: the learner's own words said back, then one question.

A move is decided elsewhere and cannot be changed here. Authored texts of the course come first; where they
are used up, questions are made from a facet's ``asks``; a question is never asked twice in the same words.
Feedback follows the run of wrong answers (UnMask's encouragement rules): praise is specific and only for what
this turn covered; one wrong answer is acknowledged and redirected; from the second on the tutor is direct.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from diotima.domain.course import Expectation, Facet
from diotima.domain.messages import Catalogue, fill

QUOTE_WORDS = 16
"""A quotation of the learner is cut to this many words."""
_HEDGES = re.compile(
    r"^(?:(?:u+m+|u+h+|hm+|so|well|ok|okay|and|but|like|maybe|perhaps|probably|i think|i guess|i believe"
    r"|i would say|i'd say|not sure but|it's|because)\b[ ,]*)+",
    re.IGNORECASE,
)
TURN_WORDS = 60
"""What the tutor says in one turn, at most, about."""


@dataclass(frozen=True)
class Wording:
    """A text and the catalogue wordings it used."""

    text: str
    used: tuple[str, ...] = ()


@dataclass(frozen=True)
class Phrasebook:
    """Chooses among wordings: the least recently used first, ties by the session's seed and turn."""

    catalogue: Catalogue
    used: tuple[str, ...] = ()
    salt: str = ""

    def say(self, key: str, /, **values: object) -> Wording:
        """One wording of a message, filled in."""
        return next(iter(self.alternatives(key, **values)))

    def alternatives(self, key: str, /, **values: object) -> list[Wording]:
        """All wordings of a message, the one to prefer first."""
        wordings = self.catalogue.wordings(key)
        last_use = {name: turn for turn, name in enumerate(self.used, start=1)}
        order = sorted(
            range(len(wordings)),
            key=lambda n: (last_use.get(f"{key}#{n}", 0), _hash(self.salt, key, str(n))),
        )
        return [Wording(fill(wordings[n], **values), (f"{key}#{n}",)) for n in order]


def ask(expectation: Expectation, facets: Iterable[int], phrases: Phrasebook) -> list[Wording]:
    """Questions after the missing facets of an expectation, none of which states it."""
    missing = [expectation.facets[n] for n in facets if n < len(expectation.facets)] or list(
        expectation.facets
    )
    return [w for facet in missing for w in phrases.alternatives("tutor.ask.asks", asks=_asks(facet))]


def first_unasked(candidates: Sequence[Wording], asked: Sequence[str]) -> Wording | None:
    """The first wording not asked yet in this session, compared without case and punctuation."""
    seen = {_plain(text) for text in asked}
    return next((c for c in candidates if c.text and _plain(c.text) not in seen), None)


def quote(words: str) -> str:
    """The learner's words as a short quotation: one line, cut at a word, without "um" or "I think"."""
    flat = re.sub(r"\s+", " ", words).replace('"', "'").strip(" \t.,;:!?'-")
    flat = _HEDGES.sub("", flat) or flat
    parts = flat.split(" ")
    return flat if len(parts) <= QUOTE_WORDS else " ".join(parts[:QUOTE_WORDS]).rstrip(" ,;:") + " ..."


def excerpt(text: str, words: int) -> str:
    """Whole sentences from the start of a passage, up to about ``words`` words; at least one sentence."""
    sentences = re.split(r"(?<=[.?!])\s+", " ".join(text.split()))
    taken: list[str] = []
    for sentence in sentences:
        if taken and sum(len(s.split()) for s in (*taken, sentence)) > words:
            break
        taken.append(sentence)
    return " ".join(taken)


def join(*parts: str) -> str:
    """Sentences one after the other, empty ones left out."""
    return " ".join(p.strip() for p in parts if p and p.strip())


def _asks(facet: Facet) -> str:
    return facet.asks.rstrip(" ?.")


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text.casefold()).strip()


def _hash(*parts: str) -> str:
    return hashlib.sha256("|".join(parts).encode()).hexdigest()
