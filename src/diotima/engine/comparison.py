"""What an answer and the references of a question have in common, as numbers.

Used where nobody has authored facets: the features go to a model fitted on graded answers. Words of the
question count for nothing ("question demotion", Mohler, Bunescu & Mihalcea 2011), words that stand under a
negation on one side only are told apart from shared ones, and opposites are looked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from diotima.engine.opposites import are_opposed
from diotima.engine.polarity import Stance, find_swap, stances
from diotima.engine.quantities import agree, find_quantities
from diotima.engine.words import Reading, Token, read, same_word

_UNTRUE = frozenset({Stance.DENIED, Stance.ABSENT, Stance.REFUTED})


@dataclass(frozen=True)
class Text:
    """A text prepared for comparison. ``given`` are stems of the question, which earn nothing."""

    source: str
    given: frozenset[str] = frozenset()

    @cached_property
    def reading(self) -> Reading:
        return read(self.source)

    @cached_property
    def words(self) -> tuple[Token, ...]:
        """Content words, each stem once."""
        return tuple({t.stem: t for t in self.reading.content}.values())

    @cached_property
    def own(self) -> tuple[Token, ...]:
        """Content words the question does not hold."""
        return tuple(t for t in self.words if t.stem not in self.given)

    @cached_property
    def untrue(self) -> frozenset[str]:
        """Stems said only under a negation."""
        marked = [
            (t.stem, s in _UNTRUE) for t, s in zip(self.reading.tokens, stances(self.source), strict=True)
        ]
        return frozenset(s for s, denied in marked if denied) - frozenset(s for s, d in marked if not d)

    @cached_property
    def negations(self) -> int:
        """How many words stand under a negation."""
        return len(self.untrue)

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """Content words next to each other."""
        return frozenset(pairwise(t.stem for t in self.reading.content))

    @cached_property
    def trigrams(self) -> Counter[str]:
        """Runs of three letters of the content words."""
        padded = (f" {t.text} " for t in self.reading.content)
        return Counter(word[n : n + 3] for word in padded for n in range(len(word) - 2))

    @cached_property
    def own_trigrams(self) -> Counter[str]:
        """Runs of three letters of the words that are not the question's."""
        padded = (f" {t.text} " for t in self.own)
        return Counter(word[n : n + 3] for word in padded for n in range(len(word) - 2))


def compare(question: str, references: Sequence[str], answer: str) -> dict[str, float]:
    """Features of an answer against the reference it is nearest to, and against all of them together."""
    asked = Text(question)
    given = frozenset(t.stem for t in asked.words)
    said = Text(answer, given)
    wanted = [_prepared(r, given) for r in references]
    nearest = wanted[nearest_reference(references, answer)]
    features = _alignment(said, nearest)
    recalls = [_recall(said.words, r.words) for r in wanted]
    everything = {t.stem for r in wanted for t in r.own}
    features |= {
        "references": float(len(wanted)),
        "recall_most": max(recalls),
        "recall_mean": sum(recalls) / len(recalls),
        "own_of_any": _share(sum(t.stem in everything for t in said.own), len(said.own)),
        "trigrams_most": max(_cosine(said.trigrams, r.trigrams) for r in wanted),
        "echo": _share(sum(t.stem in given for t in said.words), len(said.words)),
        "asked_covered": _recall(said.words, asked.words),
        "words": float(len(said.words)),
        "own_words": float(len(said.own)),
        "length": float(len(said.reading.tokens)),
        "sentences": float(len(said.reading.sentences)),
        "wanted_words": float(len(nearest.words)),
        "asked_words": float(len(asked.words)),
        "length_ratio": len(said.words) / max(1, len(nearest.words)),
        "swap": float(find_swap(said.reading, [r.reading for r in wanted], given) is not None),
    }
    return features


def nearest_reference(references: Sequence[str], answer: str) -> int:
    """Place of the reference that shares most words with the answer; the first of equals."""
    said = read(answer).stems

    def shared(n: int) -> float:
        own = read(references[n]).stems
        return 2 * len(own & said) / max(1, len(own) + len(said))

    return max(range(len(references)), key=shared)


def _alignment(said: Text, wanted: Text) -> dict[str, float]:
    shared = {t.stem for t in said.words} & {t.stem for t in wanted.words}
    turned = len(shared & (said.untrue ^ wanted.untrue))
    extra = [t for t in said.own if t.stem not in {w.stem for w in wanted.words}]
    missing = [t for t in wanted.own if t.stem not in {w.stem for w in said.words}]
    own = len(wanted.own)
    return {
        "recall": _recall(said.words, wanted.words),
        "precision": _recall(wanted.words, said.words),
        "own_recall": _recall(said.own, wanted.own) if own else 1.0,
        "own_precision": _recall(wanted.own, said.own),
        "own_wanted": float(own),
        "pairs": _share(len(said.pairs & wanted.pairs), len(wanted.pairs)),
        "trigrams": _cosine(said.trigrams, wanted.trigrams),
        "own_trigrams": _cosine(said.own_trigrams, wanted.own_trigrams),
        "in_order": _share(_longest_common(said, wanted), len(wanted.words)),
        "turned": float(turned),
        "turned_share": _share(turned, len(shared)),
        "negations": float(said.negations),
        "negations_wanted": float(wanted.negations),
        "more_negations": float(said.negations - wanted.negations),
        "opposed": float(sum(are_opposed(a.text, b.text) for a in extra for b in missing)),
        **_numbers(said, wanted),
    }


def _numbers(said: Text, wanted: Text) -> Mapping[str, float]:
    here, there = find_quantities(said.source), find_quantities(wanted.source)
    met = sum(any(q.dimension == w.dimension and agree(q.si, w.si) for q in here) for w in there)
    foreign = sum(not any(q.dimension == w.dimension and agree(q.si, w.si) for w in there) for q in here)
    return {
        "numbers_met": _share(met, len(there)),
        "numbers_wanted": float(len(there)),
        "numbers_other": float(foreign),
    }


def _recall(said: Sequence[Token], wanted: Sequence[Token]) -> float:
    """Share of the wanted words that are said, a slip of spelling forgiven."""
    stems = {t.stem for t in said}
    hit = sum(w.stem in stems or any(same_word(s.text, w.text) for s in said) for w in wanted)
    return _share(hit, len(wanted))


def _longest_common(said: Text, wanted: Text) -> int:
    one, other = [t.stem for t in said.words], [t.stem for t in wanted.words]
    row = [0] * (len(other) + 1)
    for a in one:
        before = row
        row = [0]
        for n, b in enumerate(other):
            row.append(before[n] + 1 if a == b else max(before[n + 1], row[n]))
    return row[-1]


def _cosine(one: Counter[str], other: Counter[str]) -> float:
    dot = sum(n * other[gram] for gram, n in one.items())
    size = sum(n * n for n in one.values()) * sum(n * n for n in other.values())
    return float(dot / size**0.5) if size else 0.0


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


@lru_cache(maxsize=4096)
def _prepared(source: str, given: frozenset[str]) -> Text:
    return Text(source, given)
