"""An item prepared for grading: every phrasing understood once, with the stances its author used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from diotima.domain.course import Expectation, Item, Misconception
from diotima.engine.phrases import (
    ANY_STANCE,
    AS_DENIED,
    NOT_DENIED,
    Heard,
    Hit,
    Phrase,
    Vocabulary,
    compile_phrases,
)
from diotima.engine.polarity import Stance
from diotima.engine.words import Reading, Token, read

_STRONGEST = (Stance.DENIED, Stance.ABSENT, Stance.INTACT, Stance.LOST)
_SOMETIMES, _MOSTLY = 0.2, 0.5
"""Shares of authored texts from which a stance is the author's way of saying it."""


Claim = tuple[str, bool]
"""The stem of a word of content, and whether it is denied."""


@dataclass(frozen=True)
class FacetScheme:
    """A facet's phrasings and what may be said of them."""

    phrases: tuple[tuple[Phrase, frozenset[Stance]], ...]
    """Each phrasing with the stances in which it counts."""

    def hits(self, heard: Heard, *, doubted: bool = False) -> Iterator[tuple[Phrase, Hit]]:
        """Where its phrasings stand. When ``doubted``, what is denied or absent does not count."""
        for phrase, accept in self.phrases:
            for hit in heard.hits(phrase, accept=accept & NOT_DENIED if doubted else accept):
                yield phrase, hit


@dataclass(frozen=True)
class ExpectationScheme:
    """One expectation, ready to be looked for."""

    source: Expectation
    facets: tuple[FacetScheme, ...]
    anti: tuple[Phrase, ...]
    members: tuple[tuple[Phrase, ...], ...]
    """Set members, each with its names."""
    distractors: tuple[Phrase, ...]
    references: tuple[Reading, ...]
    """Proposition and variants: full statements of it."""
    wordings: tuple[Reading, ...]
    """References and facet phrasings: all words it may be told in."""
    secret: tuple[frozenset[str], ...]
    """Stems of each reference that the question does not give."""
    rivals: tuple[frozenset[Claim], ...]
    """Claims that set each wrong option apart from the question and from all that is right."""
    unrivalled: frozenset[Claim]
    """Claims that set what is right apart from the question and from every wrong option."""


@dataclass(frozen=True)
class MisconceptionScheme:
    """One misconception, ready to be recognised."""

    source: Misconception
    cues: tuple[Phrase, ...]
    repairs: tuple[FacetScheme, ...]


@dataclass(frozen=True)
class Scheme:
    """A whole item, ready."""

    item: Item
    question: frozenset[str]
    """Stems of the question; they prove nothing."""
    given: frozenset[str]
    """Stems of the question, its rephrasings and its context; repeating them is an echo."""
    taught: frozenset[str]
    """Stems of the question and of everything expected: saying one contradicts nothing."""
    expectations: tuple[ExpectationScheme, ...]
    misconceptions: tuple[MisconceptionScheme, ...]
    vocabulary: Vocabulary

    @cached_property
    def expected(self) -> frozenset[str]:
        """Stems of the question and of every wording of everything expected."""
        return self.taught.union(*(w.stems for e in self.expectations for w in e.wordings))

    @cached_property
    def by_id(self) -> dict[str, ExpectationScheme]:
        return {e.source.id: e for e in self.expectations}

    def hear(self, text: str) -> Heard:
        """A text as heard with this item's vocabulary."""
        return Heard(read(text), self.vocabulary)


def prepare(item: Item) -> Scheme:
    """Understand all phrasings of an item. Costs some milliseconds; the grader remembers it."""
    asked = read(item.question)
    question = asked.stems
    given = frozenset().union(question, *(read(t).stems for t in (*item.rephrasings, item.context)))
    expectations = tuple(_prepare_expectation(item, e, asked) for e in item.expectations)
    taught = question.union(*(r.stems for e in expectations for r in e.references))
    misconceptions = tuple(_prepare_misconception(m, asked) for m in item.misconceptions)
    phrases = [*_phrases(expectations), *(p for m in misconceptions for p in _cues_and_repairs(m))]
    return Scheme(item, question, given, taught, expectations, misconceptions, Vocabulary(phrases))


def claims_of(tokens: Iterable[Token]) -> frozenset[Claim]:
    """What the words of content are used to say."""
    return frozenset((t.stem, t.negated != t.refuted) for t in tokens if not t.stop)


def _prepare_expectation(item: Item, source: Expectation, asked: Reading) -> ExpectationScheme:
    authored = _authored(item, source)
    answer, question = source.answer, asked.stems
    references = tuple(read(t) for t in (source.proposition, *source.variants))
    options = source.ladder.choice.options
    wrong = [claims_of(read(o.text).tokens) for o in options if not o.correct]
    chosen = [read(o.text) for o in options if o.correct]
    given = claims_of(asked.tokens)
    right = frozenset().union(*(claims_of(r.tokens) for r in (*references, *chosen)))
    return ExpectationScheme(
        source=source,
        facets=tuple(_prepare_facet(f.any, authored, question) for f in source.facets),
        anti=_not_asked(source.anti, asked),
        members=tuple(compile_phrases(names, question) for names in answer.members) if answer else (),
        distractors=compile_phrases(answer.distractors) if answer else (),
        references=references,
        wordings=(*references, *(read(text) for f in source.facets for text in f.any)),
        secret=tuple(r.stems - question for r in references),
        rivals=tuple(dict.fromkeys(own for w in wrong if (own := w - right - given))),
        unrivalled=right - given.union(*wrong),
    )


def _authored(item: Item, source: Expectation) -> tuple[str, ...]:
    """Everything an author wrote that states the expectation rightly."""
    good = (g.text for g in item.graded_answers if g.labels.get(source.id) == "good")
    return (source.proposition, *source.variants, item.ideal, source.assertion, *good)


def _prepare_facet(texts: Iterable[str], authored: Iterable[str], question: Collection[str]) -> FacetScheme:
    phrases = compile_phrases(texts, question)
    vocabulary = Vocabulary(phrases)
    heard = [Heard(read(text), vocabulary) for text in authored]
    used = [Counter(s for h in heard for s in _stances_of(h, p)) for p in phrases]
    together: Counter[Stance] = sum(
        (u for u, p in zip(used, phrases, strict=True) if not p.denied), Counter()
    )
    return FacetScheme(tuple((p, _acceptable(u or together)) for p, u in zip(phrases, used, strict=True)))


def _stances_of(heard: Heard, phrase: Phrase) -> Iterator[Stance]:
    """What one authored text says of a phrase's own words, the strongest stance first."""
    for hit in heard.hits(phrase, accept=ANY_STANCE):
        stances = {
            heard.stances[place]
            for place in hit.places
            if heard.vocabulary.match(heard.reading.tokens[place]) & phrase.own
        }
        yield next((s for s in _STRONGEST if s in stances), Stance.STATED)


def _acceptable(used: Counter[Stance]) -> frozenset[Stance]:
    """What may be said of a phrase: it may be denied or absent only where its author says so too.

    "No abduction" meets a facet of "the deltoid is weak, abduction suffers", "not weak" does not.
    """
    total = max(1, sum(used.values()))
    away = sum(used[s] for s in AS_DENIED) / total
    accept = {Stance.STATED, Stance.LOST}
    if away >= _SOMETIMES:
        accept.add(Stance.ABSENT)
    if away >= _MOSTLY:
        accept.add(Stance.DENIED)
    if used[Stance.INTACT] or away < _SOMETIMES:
        accept.add(Stance.INTACT)
    return frozenset(accept)


def _prepare_misconception(source: Misconception, asked: Reading) -> MisconceptionScheme:
    return MisconceptionScheme(
        source,
        _not_asked(source.cues, asked),
        tuple(_prepare_facet(f.any, (), asked.stems) for f in source.repair_accept),
    )


def _not_asked(texts: Iterable[str], asked: Reading) -> tuple[Phrase, ...]:
    """Phrases that the question does not itself say: repeating it shows nothing."""
    phrases = compile_phrases(texts)
    heard = Heard(asked, Vocabulary(phrases))
    return tuple(p for p in phrases if not any(heard.hits(p, accept=ANY_STANCE, within="clause")))


def _phrases(expectations: Iterable[ExpectationScheme]) -> Iterable[Phrase]:
    for e in expectations:
        for facet in e.facets:
            yield from (p for p, _ in facet.phrases)
        for names in e.members:
            yield from names
        yield from (*e.anti, *e.distractors)


def _cues_and_repairs(m: MisconceptionScheme) -> Iterable[Phrase]:
    return (*m.cues, *(p for f in m.repairs for p, _ in f.phrases))
