"""Reveal terms: what an author declared to be the answer, and finding it in a text, openly or in disguise."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from diotima.domain.course import Expectation
from diotima.engine.disguises import decoded, glued, initials, mirrored, spelled_out, unglued
from diotima.engine.phrases import ANY_STANCE, Heard, Phrase, Vocabulary, compile_phrase
from diotima.engine.words import STOP_WORDS, fold, read

_WINDOW = 4
"""Words a key of several words may be spread over, beyond twice its own length."""
_GLUED, _RUN, _STUB_OF, _WORD_INITIALS, _SENTENCE_INITIALS, _CLAUSE_INITIALS = 5, 4, 5, 5, 4, 4
"""Shortest keys that are looked for in each disguise; shorter ones would be found by chance."""

_FORMULA = re.compile(r"[*/=^+]")
_SAME_SIGNS = str.maketrans({"×": "*", "·": "*", "⋅": "*", "÷": "/"})
_STUB = re.compile(r"\b([a-z]{3,})(?:_+|\.{2,}|-+(?![a-z]))")
_BEGINNING = re.compile(
    r"\b(?:(?:start|begin)(?:s|ning)? with|first (?:letters|syllable)(?: is| are)?)\W+([a-z]{3,})"
)
_GAPPED = re.compile(r"(?=[a-z_*]*[_*])(?=[a-z_*]*[a-z])[a-z_*]{4,}")
_CAPITALS = re.compile(r"\b[A-Z]{3,}\b")


@dataclass(frozen=True)
class Key:
    """A word or phrase that gives an expectation away."""

    text: str
    phrase: Phrase
    rule: str
    """``key`` or ``member``."""
    expectation: str

    @cached_property
    def squashed(self) -> str:
        """Its letters and digits alone."""
        return re.sub(r"[\W_]", "", fold(self.text))

    @cached_property
    def words(self) -> str:
        """Its folded words as they are written."""
        return " ".join(token.text for token in read(self.text).tokens)

    @cached_property
    def formula(self) -> re.Pattern[str] | None:
        """For a key with operators: how it may be written. Single letters elsewhere mean nothing."""
        if not _FORMULA.search(self.text):
            return None
        signs = re.sub(r"\s", "", fold(self.text))
        return re.compile(r"(?<!\w)" + r"\s*".join(map(re.escape, signs)) + r"(?!\w)")

    def stands_in(self, heard: Heard) -> bool:
        """Whether a text names it: its words close together in one sentence, or the formula as written."""
        if self.formula:
            return bool(self.formula.search(fold(heard.reading.source).translate(_SAME_SIGNS)))
        reach = 2 * len(self.phrase.stems) + _WINDOW
        hits = heard.hits(self.phrase, accept=ANY_STANCE)
        return any(h.granted and h.places[-1] - h.places[0] < reach for h in hits)


def keys_of(e: Expectation) -> tuple[Key, ...]:
    """All keys of an expectation, set members included."""
    members = (name for names in e.answer.members for name in names) if e.answer else ()
    named = [(text, "key") for text in e.keys] + [(text, "member") for text in members]
    return tuple(Key(text, compile_phrase(text), rule, e.id) for text, rule in named)


class Keys:
    """A set of keys, prepared for looking them up in many texts."""

    def __init__(self, keys: Iterable[Key]) -> None:
        self.all = tuple(keys)
        self._vocabulary = Vocabulary(k.phrase for k in self.all)
        self._exact = Vocabulary((k.phrase for k in self.all), forgiving=False)
        words = {w for k in self.all if not k.formula for w, _ in k.phrase.words}
        self._long_words = frozenset(w for w in words if len(w) >= _STUB_OF and w.isalpha())

    def named(self, text: str) -> Iterator[Key]:
        """Keys that a text says openly, misspelt ones included."""
        heard = Heard(read(text), self._vocabulary)
        return (k for k in self.all if k.stands_in(heard))

    def disguised(self, text: str) -> Iterator[Key]:
        """Keys that are spelled out, split, glued, encoded or reversed in a text."""
        runs, joined = spelled_out(text), glued(text) | unglued(text)
        hidden = [Heard(read(t), self._exact) for t in decoded(text)]
        mirrors = [f" {m} " for m in mirrored(text)]
        for key in self.all:
            word = key.squashed
            in_runs = any(word == run or (len(word) >= _RUN and word in run) for run in runs)
            in_words = len(word) >= _GLUED and word in joined
            in_code = len(word) >= _RUN and any(key.stands_in(h) for h in hidden)
            in_mirror = len(word) >= _RUN and any(f" {key.words} " in m for m in mirrors)
            if in_runs or in_words or in_code or in_mirror:
                yield key

    def begun(self, text: str) -> bool:
        """Whether a text gives the first half of a key ("axil..."), says how it begins ("starts with del") or
        gives its letters with gaps ("d_lt__d")."""
        plain = fold(text)
        stubs, beginnings = _STUB.findall(plain), set(_BEGINNING.findall(plain)) - STOP_WORDS
        for word in self._long_words:
            if any(word.startswith(s) and s != word and 2 * len(s) >= len(word) for s in stubs):
                return True
            if any(word.startswith(b) for b in beginnings):
                return True
        return any(_fits(gapped, w) for gapped in _GAPPED.findall(plain) for w in self._long_words)

    def acrostic(self, text: str) -> bool:
        """Whether the first letters of a text's sentences or words, or of one whole clause, spell a key."""
        of_sentences, of_words, of_clauses = initials(text)
        for key in self.all:
            word = key.squashed
            if word.isalpha() and (
                (len(word) >= _SENTENCE_INITIALS and word in of_sentences)
                or (len(word) >= _WORD_INITIALS and word in of_words)
                or (len(word) >= _CLAUSE_INITIALS and word in of_clauses)
            ):
                return True
        return False


def names_initials(text: str, members: Sequence[Sequence[str]], known: Collection[str]) -> bool:
    """Whether a word in capitals consists of the first letters of all set members ("SITS")."""
    wanted = sorted(fold(names[0])[:1] for names in members if names)
    if len(wanted) < 3:
        return False
    return any(sorted(word.lower()) == wanted for word in _CAPITALS.findall(text) if fold(word) not in known)


def _fits(gapped: str, word: str) -> bool:
    if len(gapped) != len(word):
        return False
    letters = [(g, w) for g, w in zip(gapped, word, strict=True) if g not in "_*"]
    return len(letters) >= max(2, 0.4 * len(word)) and all(g == w for g, w in letters)
