"""Grading free text without a language model (pedagogy 2.2).

structured answer ─► facets ─► polarity ─► anti phrases ─► echo ─► likeness of meaning
 decides by itself    AND of ORs  vetoes      vetoes         vetoes   only when nothing else spoke

What would be accepted is unsure if the answer says everything else as well (``commitment``).

Authored facets, structure and misconceptions grade. Likeness of meaning cannot: a misconception in the
reference's words is nearer to it than a correct paraphrase, so likeness alone never gets past "unsure", and
the encoder is asked only for answers in which nothing else was heard.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from diotima.domain.course import Item
from diotima.domain.grades import ExpectationGrade, Grade, MisconceptionFinding, Span, Zone
from diotima.domain.ports import Encoder
from diotima.engine.commitment import says_everything, speaks_elsewhere
from diotima.engine.likeness import Likeness, measure
from diotima.engine.phrases import NOT_DENIED, Heard, Hit
from diotima.engine.polarity import find_swap
from diotima.engine.scheme import ExpectationScheme, FacetScheme, MisconceptionScheme, Scheme, prepare
from diotima.engine.structured import Verdict, check_structured

ACCEPT, REJECT, CONTRADICTED, VETOED, ECHO = 0.80, 0.25, 0.35, 0.20, 0.10
"""Probabilities that separate the zones, and the caps of the vetoes."""

_ALL_MET = 0.95
_CUE = 0.90
_OUTWEIGHED = 0.45
_UNCOMMITTED = 0.50
_MAX_SCHEMES = 512


class _Facets(NamedTuple):
    """What was heard of an expectation's facets."""

    met: dict[int, Hit]
    refused: dict[int, Hit]
    """The words are there, the sentence says the opposite."""


class Grader:
    """Grades answers. Pure apart from remembering prepared items and counting.

    ``graded`` counts answers, ``encoded`` those for which the encoder had to be asked.
    """

    def __init__(self, encoder: Encoder | None = None) -> None:
        self._encoder = encoder
        self._schemes: OrderedDict[int, Scheme] = OrderedDict()
        self.graded = 0
        self.encoded = 0

    def grade(self, item: Item, answer: str, *, expectations: Collection[str] | None = None) -> Grade:
        """One answer against an item, or against the named expectations of it."""
        scheme = self.scheme(item)
        heard = scheme.hear(answer)
        wanted = [e for e in scheme.expectations if expectations is None or e.source.id in expectations]
        self.graded += 1
        cues = _hear_cues(scheme, heard)
        findings = tuple(MisconceptionFinding(m, _CUE, _quote(heard, [hit])) for m, hit in cues.items())
        held: dict[str, list[Hit]] = {}
        for name, hit in cues.items():
            for contrast in item.misconception(name).contrasts:
                held.setdefault(contrast, []).append(hit)
        heard_of = {e.source.id: _grade_expectation(e, scheme, heard, held) for e in wanted}
        if _is_silent(heard_of.values()) and not findings and heard.reading.stems - scheme.given:
            heard_of, findings = self._grade_by_likeness(scheme, heard, wanted)
        grades = tuple(heard_of.values())
        return Grade(item.id, grades, _weigh_findings(scheme, findings, grades))

    def repaired(self, item: Item, answer: str) -> tuple[str, ...]:
        """Ids of misconceptions whose ``repair_accept`` facets the answer states."""
        scheme = self.scheme(item)
        heard = scheme.hear(answer)
        return tuple(
            m.source.id
            for m in scheme.misconceptions
            if m.repairs and len(_hear_facets(m.repairs, heard).met) == len(m.repairs)
        )

    def scheme(self, item: Item) -> Scheme:
        """The item prepared, remembered by identity."""
        known = self._schemes.get(id(item))
        if known is None or known.item is not item:
            known = self._schemes[id(item)] = prepare(item)
            if len(self._schemes) > _MAX_SCHEMES:
                self._schemes.popitem(last=False)
        return known

    def _grade_by_likeness(
        self, scheme: Scheme, heard: Heard, wanted: Sequence[ExpectationScheme]
    ) -> tuple[dict[str, ExpectationGrade], tuple[MisconceptionFinding, ...]]:
        if self._encoder is not None:
            self.encoded += 1
        likeness = measure(self._encoder, scheme, heard.reading)
        grades = {e.source.id: _grade_likeness(e, likeness, heard) for e in wanted}
        return grades, likeness.misconceptions(scheme)


def _is_silent(grades: Iterable[ExpectationGrade]) -> bool:
    return all(g.layer == "semantic" for g in grades)


def _grade_expectation(
    e: ExpectationScheme, scheme: Scheme, heard: Heard, held: Mapping[str, Sequence[Hit]]
) -> ExpectationGrade:
    """What structure, facets and vetoes say; layer ``semantic`` when they are silent.

    ``held`` are the cues in the same answer of misconceptions that stand against an expectation.
    """
    cues = held.get(e.source.id, ())
    grade = _grade_by_layers(e, scheme, heard, cues)
    if grade.zone is Zone.ACCEPT and says_everything(e, scheme, heard):
        return replace(grade, p=_UNCOMMITTED, zone=Zone.UNSURE, layer="uncommitted")
    if not cues or grade.layer in ("structured", "unit", "uncommitted") or grade.p >= ACCEPT:
        return grade
    return replace(grade, p=min(grade.p, REJECT if grade.zone is Zone.PARTIAL else VETOED))


def _grade_by_layers(
    e: ExpectationScheme, scheme: Scheme, heard: Heard, cues: Sequence[Hit]
) -> ExpectationGrade:
    if anti := _first_hit(e, heard):
        return _verdict(e, VETOED, Zone.CONTRADICTION, "anti", _quote(heard, [anti]))
    facets = _hear_facets(e.facets, heard, doubted=bool(cues))
    verdict = check_structured(e, scheme, heard)
    if verdict is not None:
        return _grade_structured(e, verdict, facets)
    if not heard.reading.content and not facets.met:
        return _verdict(e, 0.0, Zone.REJECT, "empty")
    grade = _grade_facets(e, scheme, heard, facets)
    if grade.zone is Zone.ACCEPT and (
        _is_gainsaid(e, facets, cues, heard) or speaks_elsewhere(scheme, heard)
    ):
        return replace(grade, p=_UNCOMMITTED, zone=Zone.UNSURE, layer="uncommitted")
    return grade


def _is_gainsaid(e: ExpectationScheme, facets: _Facets, cues: Sequence[Hit], heard: Heard) -> bool:
    """Whether a misconception stands in the sentence that states a facet, in words of its own or in order.

    Words that the author uses to state the expectation ("the Moon, more than the Sun") are not its own.
    """
    tokens = heard.reading.tokens
    places = {n for hit in facets.met.values() for n in hit.places}
    sentences = {tokens[n].sentence for n in places}

    def stands_apart(cue: Hit) -> bool:
        stems = {tokens[n].stem for n in cue.places}
        return places.isdisjoint(cue.places) and not any(stems <= r.stems for r in e.references)

    return any(
        tokens[cue.places[0]].sentence in sentences and (cue.in_order or stands_apart(cue)) for cue in cues
    )


def _grade_structured(e: ExpectationScheme, verdict: Verdict, facets: _Facets) -> ExpectationGrade:
    everything = bool(e.facets) and len(facets.met) == len(e.facets)
    if verdict.p >= ACCEPT:
        met: tuple[int, ...] = tuple(range(len(e.facets)))
        return _verdict(e, verdict.p, Zone.ACCEPT, "structured", verdict.evidence, met)
    if verdict.p <= REJECT:
        if everything and verdict.words_may_save:
            return _verdict(e, 0.5, Zone.UNSURE, "structured", verdict.evidence, tuple(facets.met))
        return _verdict(e, verdict.p, Zone.REJECT, "structured", verdict.evidence)
    met = () if everything else tuple(facets.met)
    layer = "unit" if verdict.unit_missing else "structured"
    return _verdict(e, verdict.p, Zone.PARTIAL, layer, verdict.evidence, met)


def _grade_facets(e: ExpectationScheme, scheme: Scheme, heard: Heard, facets: _Facets) -> ExpectationGrade:
    met = tuple(sorted(facets.met))
    evidence = _quote(heard, facets.met.values())
    if facets.refused:
        return _verdict(
            e, CONTRADICTED, Zone.CONTRADICTION, "polarity", _quote(heard, facets.refused.values()), met
        )
    complete = bool(e.facets) and len(met) == len(e.facets)
    # Phrasings of facets hold many words beside the point: they convict only an answer that lacks something.
    if swap := find_swap(heard.reading, e.references if complete else e.wordings, scheme.taught):
        span = heard.reading.span([swap.said])
        return _verdict(e, CONTRADICTED, Zone.CONTRADICTION, "polarity", span, met)
    if complete:
        return _verdict(e, _ALL_MET, Zone.ACCEPT, "facets", evidence, met)
    if met:
        return _verdict(e, 0.25 + 0.5 * len(met) / len(e.facets), Zone.PARTIAL, "facets", evidence, met)
    if not heard.reading.stems - scheme.given:
        return _verdict(e, ECHO, Zone.REJECT, "echo")
    return _grade_likeness(e, measure(None, scheme, heard.reading), heard)


def _grade_likeness(e: ExpectationScheme, likeness: Likeness, heard: Heard) -> ExpectationGrade:
    p, span = likeness.of(e, heard)
    zone = Zone.ACCEPT if p >= ACCEPT else Zone.UNSURE if p > REJECT else Zone.REJECT
    return _verdict(e, p, zone, "semantic", span if p > REJECT else None)


def _hear_facets(facets: Sequence[FacetScheme], heard: Heard, *, doubted: bool = False) -> _Facets:
    met: dict[int, Hit] = {}
    refused: dict[int, Hit] = {}
    for n, facet in enumerate(facets):
        hits = list(facet.hits(heard, doubted=doubted))
        granted = [hit for _, hit in hits if hit.granted]
        if granted:
            met[n] = min(granted, key=lambda h: (h.places[-1] - h.places[0], h.places))
        elif denied := [hit for phrase, hit in hits if not phrase.denied]:
            refused[n] = denied[0]
    return _Facets(met, refused)


def _first_hit(e: ExpectationScheme, heard: Heard) -> Hit | None:
    hits = (h for p in e.anti for h in heard.hits(p, accept=NOT_DENIED, within="clause"))
    return next((h for h in hits if h.granted), None)


def _quote(heard: Heard, hits: Iterable[Hit]) -> Span | None:
    """The verbatim words of the sentence in which most was heard."""
    tokens = heard.reading.tokens
    by_sentence: dict[int, list[int]] = {}
    for hit in hits:
        by_sentence.setdefault(tokens[hit.places[0]].sentence, []).extend(hit.places)
    if not by_sentence:
        return None
    best = max(by_sentence.values(), key=lambda places: (len(set(places)), -min(places)))
    return heard.reading.span(tokens[n] for n in best)


def _verdict(
    e: ExpectationScheme,
    p: float,
    zone: Zone,
    layer: str,
    evidence: Span | None = None,
    met: Iterable[int] = (),
) -> ExpectationGrade:
    known = tuple(met)
    missing = tuple(n for n in range(len(e.facets)) if n not in known)
    return ExpectationGrade(e.source.id, round(p, 4), zone, known, missing, evidence, layer)


def _hear_cues(scheme: Scheme, heard: Heard) -> dict[str, Hit]:
    """The first cue heard of each misconception."""
    found = ((m.source.id, _hear_cue(m, heard)) for m in scheme.misconceptions)
    return {name: hit for name, hit in found if hit}


def _hear_cue(m: MisconceptionScheme, heard: Heard) -> Hit | None:
    hits = (h for p in m.cues for h in heard.hits(p, accept=NOT_DENIED, within="clause"))
    return next((h for h in hits if h.granted), None)


def _weigh_findings(
    scheme: Scheme, findings: Iterable[MisconceptionFinding], grades: Sequence[ExpectationGrade]
) -> tuple[MisconceptionFinding, ...]:
    """A misconception is not held by somebody who states everything that contradicts it."""
    accepted = {g.expectation for g in grades if g.zone is Zone.ACCEPT}
    weighed = []
    for finding in findings:
        contrasts = set(scheme.item.misconception(finding.misconception).contrasts)
        outweighed = bool(contrasts) and contrasts <= accepted
        weighed.append(replace(finding, confidence=_OUTWEIGHED) if outweighed else finding)
    return tuple(weighed)
