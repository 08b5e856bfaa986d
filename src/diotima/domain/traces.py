"""What the ledger says of every concept and proposition node, event by event.

A trace holds nothing that depends on the moment it is read: prerequisites and forgetting come in when
``knowledge.py`` reads it. Answers move the latent of their concept and of their node; less so those of the
other concepts their item exercises and, when they were right and unaided, of the prerequisites they needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from diotima.domain.aid import REVEALED, Rung, aid_of, is_unaided
from diotima.domain.course import Bloom, Course, Item
from diotima.domain.evidence import Evidence, EvidenceKind, Subject
from diotima.domain.mastery import Diagnosis, LearnerModel, Observation, Support
from diotima.domain.reviews import Memory, Rating, review

ALSO_WEIGHT = 0.3
"""Weight of an answer for the other concepts its item exercises."""
UPWARD_WEIGHT = 0.15
"""Weight, times the strength of the edge, of an unaided right answer for the direct prerequisites."""
UPWARD_BLOOM = frozenset({Bloom.APPLY, Bloom.ANALYZE, Bloom.EVALUATE, Bloom.CREATE})
"""Levels that cannot be reached without the prerequisites."""
GRADER_WEIGHTS = MappingProxyType({"embedded": 1.0, "choice": 1.0, "model": 0.8, "judge": 0.3, "self": 0.3})
"""How far a grader is trusted, by the part of its name before the slash; unknown ones like a model."""
ACTIVE_MISCONCEPTION = 0.65
"""Confidence from which a misconception counts as held."""
SOLID = 0.70
"""Mastery of what is mastered."""
SOLID_UNAIDED = 2.0
"""Unaided right answers, guessing deducted, that being solid must rest on."""


class Held(NamedTuple):
    """A misconception and the words that showed it."""

    status: str
    """``active | repaired | suspected``"""
    quote: str
    ts: int
    confidence: float


class Trace(NamedTuple):
    """What the ledger says of one concept or node."""

    latent: float
    """On the scale of the learner model."""
    n_eff: float = 0.0
    """Sum of the weights of all evidence."""
    n_unaided: float = 0.0
    """Unaided right answers, each times one minus its chance of being guessed."""
    answers: int = 0
    """Answers about it, not counting what spread from other concepts."""
    streak_ok: int = 0
    streak_bad: int = 0
    aided_max: int = 0
    """Highest rung used."""
    exposed: bool = False
    covered: bool = False
    parked: bool = False
    """Nodes only: set aside and not stated since."""
    revealed: bool = False
    was_solid: bool = False
    misconceptions: Mapping[str, Held] = MappingProxyType({})
    """``item/misconception`` to what is known of it."""
    memory: Memory | None = None
    """Nodes only."""
    first_ts: int | None = None
    last_ts: int | None = None


class Traces(NamedTuple):
    """All traces of one ledger."""

    concepts: Mapping[str, Trace] = MappingProxyType({})
    nodes: Mapping[str, Trace] = MappingProxyType({})


NO_TRACES = Traces()


def trace(events: Iterable[Evidence], course: Course, model: LearnerModel, since: Traces) -> Traces:
    """The traces after further events; kinds that say nothing about concepts are skipped."""
    tracing = _Tracing(course, model, since)
    for event in events:
        tracing.apply(event)
    return Traces(MappingProxyType(tracing.concepts), MappingProxyType(tracing.nodes))


def rename(subject: Subject, renames: Mapping[str, str]) -> Subject:
    """The subject under the course's present ids; chains of renames are followed."""
    if not renames:
        return subject
    return replace(
        subject,
        concept=_renamed(subject.concept, renames),
        item=_renamed(subject.item, renames),
        expectation=_renamed(subject.expectation, renames),
        node=_renamed(subject.node, renames),
        misconception=_renamed(subject.misconception, renames),
        quiz=_renamed(subject.quiz, renames),
    )


class _Tracing:
    """The traces so far and what each kind of event does to them."""

    def __init__(self, course: Course, model: LearnerModel, since: Traces) -> None:
        self.course = course
        self.model = model
        self.concepts = dict(since.concepts)
        self.nodes = dict(since.nodes)

    def apply(self, event: Evidence) -> None:
        subject = rename(event.subject, self.course.manifest.renames)
        match event.kind:
            case EvidenceKind.DIAGNOSTIC_ANSWERED:
                self._diagnose(subject, event)
            case EvidenceKind.QUIZ_ANSWERED:
                self._answer_quiz(subject, event)
            case EvidenceKind.CONTRIBUTION_GRADED:
                self._grade(subject, event)
            case EvidenceKind.EXPECTATION_COVERED:
                self._mark(subject, event, covered=True, parked=False)
            case EvidenceKind.ITEM_PARKED:
                self._mark(subject, event, parked=True)
            case EvidenceKind.HINT_GIVEN:
                self._mark(subject, event)
            case EvidenceKind.ANSWER_REVEALED:
                self._reveal(subject, event)
            case EvidenceKind.MISCONCEPTION_OBSERVED | EvidenceKind.MISCONCEPTION_REPAIRED:
                self._believe(subject, event)
            case EvidenceKind.REVIEW_RATED:
                self._rate(subject, event)

    def _diagnose(self, subject: Subject, event: Evidence) -> None:
        """A first diagnostic answer places its concept; a later one is evidence like that of any quiz."""
        correct = event.payload.get("correct")
        if subject.concept is None:
            return
        before = self._concept(subject.concept)
        if before.answers:
            self._answer_quiz(subject, event)
            return
        self._mark(subject, event)
        placed = self.model.diagnose(_diagnosis(correct))
        self.concepts[subject.concept] = self._concept(subject.concept)._replace(
            latent=max(before.latent, placed) if correct else min(before.latent, placed),
            n_eff=before.n_eff + 1.0,
            n_unaided=before.n_unaided + (1 - _guess(event) if correct else 0.0),
            answers=1,
        )

    def _answer_quiz(self, subject: Subject, event: Evidence) -> None:
        """A right answer after the tutor stated it proves nothing; neither does "I don't know"."""
        correct = event.payload.get("correct")
        self._mark(subject, event)
        if correct is None or (correct and event.payload.get("revealed")):
            return
        quiz = self.course.quiz_by_id.get(subject.quiz or "")
        difficulty = quiz.difficulty if quiz else 0.0
        seen = Observation(q=1.0 if correct else 0.0, guess=_guess(event), difficulty=difficulty)
        self._observe(subject, seen, unaided=True)

    def _grade(self, subject: Subject, event: Evidence) -> None:
        payload, item = event.payload, self.course.item_by_id.get(subject.item or "")
        q, rung, revealed = float(payload.get("q") or 0.0), _rung(event), bool(payload.get("revealed"))
        self._mark(subject, event)
        if revealed and q > 0:
            return
        aid = REVEALED if revealed else aid_of(rung)
        seen = Observation(
            q=q,
            w=aid.weight * _trust(event),
            guess=_guess(event) if rung == Rung.CHOICE else 0.0,
            difficulty=item.difficulty if item else 0.0,
            aid=aid.steps,
        )
        unaided = is_unaided(rung) and not revealed
        self._observe(subject, seen, unaided=unaided)
        if item is not None and self.model.spreads:
            self._spread(item, seen, event.ts, unaided=unaided)

    def _spread(self, item: Item, seen: Observation, ts: int, *, unaided: bool) -> None:
        """Prerequisites are credited for answers in words only: lucky guesses would raise them for good."""
        for other in item.also:
            self._lend(other, replace(seen, w=seen.w * ALSO_WEIGHT), ts)
        concept = self.course.concept_by_id.get(item.concept)
        if concept is None or not unaided or seen.q < 1 or item.bloom not in UPWARD_BLOOM:
            return
        for requirement in concept.requires:
            self._lend(requirement.id, Observation(q=1.0, w=UPWARD_WEIGHT * requirement.strength), ts)

    def _lend(self, concept: str, seen: Observation, ts: int) -> None:
        """Evidence from an answer about another concept; it is no answer and touches no streak."""
        if concept in self.course.concept_by_id:
            before = self._concept(concept)
            latent = self.model.update(before.latent, seen, self._supports(concept))
            self.concepts[concept] = before._replace(latent=latent, n_eff=before.n_eff + seen.w, last_ts=ts)

    def _reveal(self, subject: Subject, event: Evidence) -> None:
        """A revealed answer weakens node and concept, but nobody answered wrongly."""
        self._mark(subject, event, revealed=True)
        self._observe(subject, Observation(q=0.0, w=REVEALED.weight), answered=False)

    def _observe(
        self, subject: Subject, seen: Observation, *, unaided: bool = False, answered: bool = True
    ) -> None:
        """Evidence on a node and its concept; what is known of the concept is where a new node starts."""
        if subject.concept is None:
            return
        concept, supports = self._concept(subject.concept), self._supports(subject.concept)
        self.concepts[subject.concept] = self._learn(concept, seen, supports, unaided, answered)
        if subject.node:
            node = self._node(subject.node)
            start = node if node.n_eff else node._replace(latent=concept.latent)
            self.nodes[subject.node] = self._learn(start, seen, supports, unaided, answered)

    def _learn(
        self, before: Trace, seen: Observation, supports: Sequence[Support], unaided: bool, answered: bool
    ) -> Trace:
        latent = self.model.update(before.latent, seen, supports)
        learnt = before._replace(latent=latent, n_eff=before.n_eff + seen.w)
        if answered:
            learnt = _count(learnt, seen, unaided=unaided)
        solid = learnt.n_unaided >= SOLID_UNAIDED and self.model.mastery(latent, supports) >= SOLID
        return learnt._replace(was_solid=before.was_solid or solid)

    def _believe(self, subject: Subject, event: Evidence) -> None:
        """A misconception belongs to its concept and to the nodes that cannot be held together with it."""
        if subject.item is None or subject.misconception is None:
            return
        name = f"{subject.item}/{subject.misconception}"
        if subject.concept:
            before = self._concept(subject.concept)
            self.concepts[subject.concept] = _touch(_hold(before, name, event), event.ts)
        for node in _contrasted(self.course.item_by_id.get(subject.item), subject.misconception):
            self.nodes[node] = _touch(_hold(self._node(node), name, event), event.ts)

    def _rate(self, subject: Subject, event: Evidence) -> None:
        if subject.node:
            before, rating = (
                self._node(subject.node),
                Rating(int(event.payload.get("rating") or Rating.AGAIN)),
            )
            self.nodes[subject.node] = before._replace(
                memory=review(subject.node, before.memory, rating, event.ts)
            )

    def _mark(
        self,
        subject: Subject,
        event: Evidence,
        *,
        covered: bool = False,
        parked: bool | None = None,
        revealed: bool = False,
    ) -> None:
        """Note that a node and its concept were met, and how."""
        rung = _rung(event)
        if subject.concept:
            concept = self._concept(subject.concept)
            met = concept._replace(aided_max=max(concept.aided_max, rung))
            self.concepts[subject.concept] = _touch(met, event.ts)
        if subject.node:
            node = self._node(subject.node)
            met = node._replace(
                covered=node.covered or covered,
                parked=node.parked if parked is None else parked,
                revealed=node.revealed or revealed,
                aided_max=max(node.aided_max, rung),
            )
            self.nodes[subject.node] = _touch(met, event.ts)

    def _concept(self, concept: str) -> Trace:
        return self.concepts.get(concept) or Trace(self.model.prior)

    def _node(self, node: str) -> Trace:
        return self.nodes.get(node) or Trace(self.model.prior)

    def _supports(self, concept: str) -> tuple[Support, ...]:
        known = self.course.concept_by_id.get(concept)
        return tuple(Support(r.strength, self._concept(r.id).latent) for r in known.requires) if known else ()


def _count(before: Trace, seen: Observation, *, unaided: bool) -> Trace:
    """Right and wrong break each other's streak; half right leaves both alone."""
    counted = before._replace(answers=before.answers + 1)
    if seen.q == 1.0:
        worth = 1 - seen.guess if unaided else 0.0
        return counted._replace(
            streak_ok=before.streak_ok + 1, streak_bad=0, n_unaided=before.n_unaided + worth
        )
    if seen.q == 0.0:
        return counted._replace(streak_ok=0, streak_bad=before.streak_bad + 1)
    return counted


def _hold(before: Trace, name: str, event: Evidence) -> Trace:
    """A repaired belief that shows again is active again; a mere suspicion takes nothing back."""
    held = before.misconceptions.get(name)
    if event.kind == EvidenceKind.MISCONCEPTION_REPAIRED:
        found = held._replace(status="repaired") if held else None
    else:
        confidence = float(event.payload.get("confidence") or 0.0)
        status = "active" if confidence >= ACTIVE_MISCONCEPTION else "suspected"
        found = Held(status, event.prov.quote, event.ts, confidence)
        if held and status == "suspected":
            found = held
    return before._replace(misconceptions={**before.misconceptions, name: found}) if found else before


def _contrasted(item: Item | None, misconception: str) -> tuple[str, ...]:
    if item is None:
        return ()
    contrasts = {e for m in item.misconceptions if m.id == misconception for e in m.contrasts}
    return tuple(e.node for e in item.expectations if e.id in contrasts)


def _touch(before: Trace, ts: int) -> Trace:
    first = ts if before.first_ts is None else before.first_ts
    return before._replace(exposed=True, first_ts=first, last_ts=ts)


def _diagnosis(correct: object) -> Diagnosis:
    if correct is None:
        return Diagnosis.UNKNOWN
    return Diagnosis.CORRECT if correct else Diagnosis.WRONG


def _rung(event: Evidence) -> int:
    return int(event.payload.get("rung") or 0)


def _guess(event: Evidence) -> float:
    options = int(event.payload.get("options") or 0)
    return 1 / options if options else 0.0


def _trust(event: Evidence) -> float:
    family = str(event.payload.get("grader") or "embedded").partition("/")[0]
    return GRADER_WEIGHTS.get(family, GRADER_WEIGHTS["model"])


def _renamed(name: str | None, renames: Mapping[str, str]) -> str | None:
    passed: set[str] = set()
    while name is not None and name in renames and name not in passed:
        passed.add(name)
        name = renames[name]
    return name
