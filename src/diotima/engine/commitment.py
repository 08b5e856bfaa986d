"""Whether an answer commits itself. Who says everything says nothing: such an answer is unsure, not right.

- It offers the right option and a wrong one as alternatives ("the anterior or the posterior root",
  "the anterior root, or maybe not").
- It names two wrong options beside the right one.
- It is a list of words of the field, many of which have no place in the answer.
- It speaks at length of something else and happens to hold a word that is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, pairwise

from diotima.engine.opposites import are_opposed
from diotima.engine.phrases import Heard
from diotima.engine.scheme import ExpectationScheme, Scheme, claims_of
from diotima.engine.words import Token

_LISTED, _FOREIGN = 8, 4
"""Words in a row that make no statement, and how many of them beside the point show that it is no answer."""
_AT_LENGTH, _TO_THE_POINT = 6, 0.4
"""Words of content from which an answer has a subject, and the share of them that must be the item's.

No answer labelled good has less; most ideal answers to another item that hold a facet by accident do.
"""
_NOT = frozenset({"not", "no", "isn't", "doesn't", "isnt", "doesnt"})
_JOINING_ITEMS = frozenset({"and", "or", "nor", "plus", "with"})


def says_everything(e: ExpectationScheme, scheme: Scheme, heard: Heard) -> bool:
    """Whether an answer that states ``e`` states so much else that it does not choose."""
    return (
        _lists_options(e, heard)
        or _leaves_open(e, heard)
        or _offers_the_opposite(e, heard)
        or _lists_words(scheme, heard)
    )


def speaks_elsewhere(scheme: Scheme, heard: Heard) -> bool:
    """Whether an answer is about something else than its item: most of its words have no place there."""
    words = [t for t in heard.reading.tokens if not t.stop and len(t.text) > 1]
    own = scheme.expected | scheme.given
    return len(words) >= _AT_LENGTH and sum(t.stem in own for t in words) <= _TO_THE_POINT * len(words)


def _lists_options(e: ExpectationScheme, heard: Heard) -> bool:
    said = claims_of(heard.reading.tokens)
    return sum(rival <= said for rival in e.rivals) >= 2


def _leaves_open(e: ExpectationScheme, heard: Heard) -> bool:
    for sentence in heard.reading.by_sentence:
        parts = [claims_of(part) for part in _alternatives(sentence)]
        right = [part & e.unrivalled for part in parts]
        for n, part in enumerate(parts):
            if not right[n] and any(right) and any(rival <= part for rival in e.rivals):
                return True
    return False


def _offers_the_opposite(e: ExpectationScheme, heard: Heard) -> bool:
    own = frozenset().union(*(w.stems for w in e.wordings))
    for sentence in heard.reading.by_sentence:
        for before, after in pairwise(_alternatives(sentence)):
            here, there = ([t for t in part if not t.stop] for part in (before, after))
            if here and not there and any(t.text in _NOT for t in after):
                return True
            if any(_are_rivals(one, other, own) for one in here[-2:] for other in there[:2]):
                return True
    return False


def _are_rivals(one: Token, other: Token, own: Collection[str]) -> bool:
    """Whether two words are opposites of which only one belongs to the expectation."""
    return (one.stem in own) != (other.stem in own) and are_opposed(one.text, other.text)


def _lists_words(scheme: Scheme, heard: Heard) -> bool:
    runs = list(_runs(heard.reading.tokens))
    return any(len(run) >= _LISTED and len(set(run) - scheme.expected) >= _FOREIGN for run in runs)


def _alternatives(sentence: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """What stands before, between and after each "or"."""
    for is_or, part in groupby(sentence, key=lambda t: t.text == "or"):
        if not is_or:
            yield tuple(part)


def _runs(tokens: Sequence[Token]) -> Iterator[list[str]]:
    """Stems of words in a row in one sentence that nothing joins but "and", "or" and commas."""
    words = [t for t in tokens if t.text not in _JOINING_ITEMS]
    for (_, stop), run in groupby(words, key=lambda t: (t.sentence, t.stop)):
        if not stop:
            yield [t.stem for t in run if len(t.text) > 1]
