"""Authored phrasings and hearing them in what somebody says.

A phrasing is heard when all its content words stand in one sentence (a cue: in one clause), in any order,
typos of one letter forgiven, and what the sentence says of them (``polarity.Stance``) is what the author
meant. Written with an arrow ("deltoid > starts"), its words count only one after the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from diotima.engine.polarity import Stance, stances
from diotima.engine.words import TYPO_LENGTH, Reading, Token, read, same_word

ORDER = " > "
"""Stands between the words of a phrasing that must follow each other."""
_PARTICLES = frozenset({"on", "in", "into", "off", "by", "to"})

_NEVER = 10_000

ANY_STANCE = frozenset(Stance)
NOT_DENIED = frozenset({Stance.STATED, Stance.LOST, Stance.INTACT})
AS_DENIED = frozenset({Stance.DENIED, Stance.ABSENT, Stance.LOST, Stance.REFUTED})


@dataclass(frozen=True)
class Phrase:
    """One authored phrasing."""

    text: str
    words: tuple[tuple[str, str], ...]
    """Its content words as (word, stem), in order."""
    own: frozenset[str]
    """Stems that do not stand in the question; without any, the phrase proves nothing."""
    denied: bool
    """It carries its own negation ("not used up")."""
    in_order: bool
    """Its words count only one after the other: a calculation ("4/12"), or "deltoid > starts"."""

    @property
    def stems(self) -> tuple[str, ...]:
        return tuple(s for _, s in self.words)


class Hit(NamedTuple):
    """Where a phrase was heard."""

    places: tuple[int, ...]
    """Positions of its words among ``Reading.tokens``."""
    granted: bool
    """False when the words are there but the sentence says the opposite of them."""
    in_order: bool = False
    """Whether they stand one after the other as the phrase demands."""


class Vocabulary:
    """The words of an item's phrasings; tells which of them a learner's word is, misspelt or not.

    An unforgiving one takes words only as they are spelt.
    """

    def __init__(self, phrases: Iterable[Phrase], *, forgiving: bool = True) -> None:
        self._stem_of = {word: stem for p in phrases for word, stem in p.words}
        self._shortest = TYPO_LENGTH if forgiving else _NEVER
        self._stems = frozenset(self._stem_of.values())
        self._known: dict[str, frozenset[str]] = {}

    def match(self, token: Token) -> frozenset[str]:
        """Stems of the vocabulary that this word stands for."""
        if token.stem in self._stems:
            return frozenset({token.stem})
        if len(token.text) < self._shortest:
            return frozenset()
        found = self._known.get(token.text)
        if found is None:
            found = frozenset(stem for word, stem in self._stem_of.items() if same_word(token.text, word))
            if len(self._known) < 20_000:
                self._known[token.text] = found
        return found


@dataclass(frozen=True)
class Heard:
    """A text as heard with an item's vocabulary."""

    reading: Reading
    vocabulary: Vocabulary

    @cached_property
    def stances(self) -> tuple[Stance, ...]:
        return stances(self.reading.source)

    @cached_property
    def places(self) -> dict[str, tuple[int, ...]]:
        """Positions of every vocabulary stem in the text."""
        found: dict[str, list[int]] = {}
        for place, token in enumerate(self.reading.tokens):
            for stem in self.vocabulary.match(token):
                found.setdefault(stem, []).append(place)
        return {stem: tuple(places) for stem, places in found.items()}

    def hits(self, phrase: Phrase, *, accept: frozenset[Stance], within: str = "sentence") -> Iterator[Hit]:
        """Every sentence (or clause) in which the phrase stands, granted or not; a wordless one, nowhere."""
        if not phrase.stems or not all(stem in self.places for stem in phrase.stems):
            return
        for places in self._together(phrase.stems, within):
            if phrase.in_order:
                in_order = self._in_order(phrase.stems, places)
                if in_order:
                    yield Hit(in_order, True, True)
            else:
                yield self._hit(phrase, places, accept)

    def _together(self, stems: Sequence[str], within: str) -> Iterator[dict[str, tuple[int, ...]]]:
        """The positions of the stems, for every unit of the text that has them all."""
        tokens = self.reading.tokens
        units = {getattr(tokens[n], within) for n in self.places[stems[0]]}
        for unit in sorted(units):
            here = {
                s: tuple(n for n in self.places[s] if getattr(tokens[n], within) == unit) for s in set(stems)
            }
            if all(here.values()):
                yield here

    def _hit(self, phrase: Phrase, places: dict[str, tuple[int, ...]], accept: frozenset[Stance]) -> Hit:
        if phrase.denied:
            chosen = {s: self._prefer(places[s], AS_DENIED) for s in places}
            granted = any(self._denies(n, chosen.values()) for n in chosen.values())
        else:
            chosen = {s: self._prefer(places[s], accept) for s in places}
            granted = all(self.stances[chosen[s]] in accept for s in places if s in phrase.own)
        return Hit(tuple(sorted(chosen.values())), granted)

    def _denies(self, place: int, places: Iterable[int]) -> bool:
        """Whether a word is denied; a whole sentence called untrue denies what stands in one clause of it."""
        if self.stances[place] is not Stance.REFUTED:
            return self.stances[place] in AS_DENIED
        return len({self.reading.tokens[n].clause for n in places}) == 1

    def _prefer(self, places: Sequence[int], accept: frozenset[Stance]) -> int:
        return next((n for n in places if self.stances[n] in accept), places[0])

    def _in_order(self, stems: Sequence[str], places: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
        """Positions of the words when they follow each other with nothing of content between; else none."""
        tokens = self.reading.tokens
        for start in places[stems[0]]:
            run = [start]
            for stem in stems[1:]:
                following = [n for n in range(run[-1] + 1, len(tokens)) if not tokens[n].stop][:1]
                if not following or following[0] not in places[stem]:
                    break
                run.append(following[0])
            if len(run) == len(stems) and not any(tokens[n].negated for n in run):
                return tuple(run)
        return ()


def compile_phrase(text: str, question: Collection[str] = ()) -> Phrase:
    """Understand an authored phrasing. ``question`` are the stems that prove nothing by themselves."""
    reading = read(text)
    tokens = [t for n, t in enumerate(reading.tokens) if _counts(reading.tokens, n)]
    tokens = tokens or list(reading.tokens)
    numbers = sum(t.text[0].isdigit() for t in tokens)
    in_order = numbers >= 2 or ORDER in text
    stems = tuple(dict.fromkeys(t.stem for t in tokens))
    own = frozenset(stems) if in_order else frozenset(stems) - frozenset(question)
    words = tuple((t.text, t.stem) for t in tokens) if in_order else _distinct(tokens)
    return Phrase(text, words, own, any(t.negated for t in tokens), in_order)


def compile_phrases(texts: Iterable[str], question: Collection[str] = ()) -> tuple[Phrase, ...]:
    """The phrasings that prove something."""
    compiled = (compile_phrase(t, question) for t in texts)
    return tuple(p for p in compiled if p.words and p.own)


def _counts(tokens: Sequence[Token], n: int) -> bool:
    """Content words; a letter after a number is a unit ("3 A"), a last particle belongs to its verb."""
    token = tokens[n]
    if not token.stop:
        return True
    if n == 0:
        return False
    if len(token.text) == 1 and tokens[n - 1].text[0].isdigit():
        return True
    lone = sum(not t.stop for t in tokens) == 1
    return lone and token.text in _PARTICLES and n == len(tokens) - 1 and not tokens[n - 1].stop


def _distinct(tokens: Sequence[Token]) -> tuple[tuple[str, str], ...]:
    return tuple({t.stem: (t.text, t.stem) for t in tokens}.values())
