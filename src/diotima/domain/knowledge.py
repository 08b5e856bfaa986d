"""What a learner knows: a pure fold over the ledger, read at a moment.

::

    ledger ──fold──► traces (per concept, per proposition node) ──read at now_ts──► states

Prerequisites and forgetting come in when the traces are read; the same ledger can be read again tomorrow.
Laws: the same ledger gives the same knowledge; an event twice counts once; ``fold(a + b)`` equals
``fold(b, since=fold(a))``; unknown kinds are skipped.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from diotima.domain.course import Course
from diotima.domain.evidence import Evidence, EvidenceKind
from diotima.domain.mastery import LearnerModel, Observation, Support
from diotima.domain.reviews import DAY_MS, Memory, is_due, retrievability, utc_day
from diotima.domain.traces import NO_TRACES, SOLID, SOLID_UNAIDED, Held, Trace, Traces, trace

WEAK = 0.40
"""Effective mastery below which a concept is weak, and a prerequisite missing."""
FADING = 0.80
"""Retrievability below which what was once solid is fading."""
DAILY_REVIEWS = 20
"""Most reviews a day, so that who comes back after a month is not buried."""


class Status(StrEnum):
    """Where a concept or a node stands.

    The first that fits of misconceived, parked and fading; otherwise by effective mastery.
    """

    UNSEEN = "unseen"
    EXPOSED = "exposed"
    """Met, but nothing is known about it yet."""
    FRAGILE = "fragile"
    DEVELOPING = "developing"
    SOLID = "solid"
    FADING = "fading"
    MISCONCEIVED = "misconceived"
    PARKED = "parked"


@dataclass(frozen=True)
class ConceptState:
    """A concept as the learner stands with it at one moment."""

    mastery: float
    """0 to 1; missing prerequisites lower it."""
    m_eff: float
    """Mastery times what is still remembered."""
    own: float
    """Mastery by its own evidence alone, whatever its prerequisites."""
    confidence: float
    """1 - exp(-n_eff / 3)."""
    n_eff: float
    """Sum of the weights of all evidence."""
    n_unaided: float
    """Unaided right answers, guessing deducted."""
    streak_bad: int
    """Wrong answers in a row."""
    status: Status
    retrievability: float
    """Mean over the reviewed nodes of the concept; 1 if there are none."""
    due: bool
    due_ts: int | None
    """When the first of its nodes falls due, UTC milliseconds; ``None`` if none was ever rated."""
    misconceptions: Mapping[str, Held]
    """``item/misconception`` to its status, words and time."""
    last_ts: int | None
    seen: bool
    """Whether anything was ever answered about it."""

    @property
    def consecutive_incorrect(self) -> int:
        return self.streak_bad

    @property
    def is_weak(self) -> bool:
        """Seen, and weak by its own evidence, not only for want of prerequisites."""
        return self.seen and self.m_eff < WEAK and self.own < WEAK


@dataclass(frozen=True)
class NodeState:
    """A proposition as the learner stands with it at one moment (pedagogy 3.4)."""

    concept: str
    exposed: bool
    theta: float
    """On the scale of the learner model."""
    mastery: float
    m_eff: float
    retrievability: float
    stability: float | None
    """Days until recall falls to .9."""
    due: bool
    due_ts: int | None
    n_eff: float
    streak_ok: int
    streak_bad: int
    aided_max: int
    misconceptions: Mapping[str, Held]
    covered: bool
    revealed: bool
    first_ts: int | None
    last_ts: int | None
    status: Status


@dataclass(frozen=True)
class Knowledge:
    """What a ledger says about a learner of one course, read at ``now_ts`` (UTC milliseconds)."""

    course: Course = field(repr=False, compare=False)
    model: LearnerModel
    now_ts: int
    ledger: tuple[Evidence, ...] = field(default=(), repr=False)
    """The events it was folded from: every claim leads back to the words that support it."""
    traces: Traces = NO_TRACES

    def at(self, now_ts: int) -> Knowledge:
        """The same knowledge read at another moment."""
        return replace(self, now_ts=now_ts)

    @cached_property
    def concepts(self) -> Mapping[str, ConceptState]:
        """The state of every concept of the course."""
        return {c.id: self._read_concept(c.id) for c in self.course.concepts}

    @cached_property
    def nodes(self) -> Mapping[str, NodeState]:
        """The state of every proposition node of the course, in the course's order."""
        return {node: self._read_node(node, concept) for node, concept in self._places.items()}

    def supports(self, concept: str) -> tuple[Support, ...]:
        """The direct prerequisites of a concept, as a learner model sees them."""
        requires = self.course.concept_by_id[concept].requires
        return tuple(Support(r.strength, self._concept_trace(r.id).latent) for r in requires)

    def predict(self, concept: str, *, guess: float = 0.0, difficulty: float = 0.0) -> float:
        """Probability that the learner's next unaided answer about a concept is right."""
        asked = Observation(q=1.0, guess=guess, difficulty=difficulty)
        return self.model.predict(self._concept_trace(concept).latent, asked, self.supports(concept))

    def _concept_trace(self, concept: str) -> Trace:
        return self.traces.concepts.get(concept) or Trace(self.model.prior)

    @cached_property
    def _places(self) -> Mapping[str, str]:
        return places(self.course)

    @cached_property
    def _traces_of(self) -> Mapping[str, Sequence[Trace]]:
        grouped: dict[str, list[Trace]] = {}
        for node, concept in self._places.items():
            if node in self.traces.nodes:
                grouped.setdefault(concept, []).append(self.traces.nodes[node])
        return grouped

    def _read_concept(self, concept: str) -> ConceptState:
        found, nodes = self._concept_trace(concept), self._traces_of.get(concept, ())
        memories = [t.memory for t in nodes if t.memory]
        recall = _mean_recall(memories, self.now_ts)
        mastery = self.model.mastery(found.latent, self.supports(concept))
        m_eff = self.model.effective(mastery, recall)
        return ConceptState(
            mastery=mastery,
            m_eff=m_eff,
            own=self.model.mastery(found.latent),
            confidence=1 - math.exp(-found.n_eff / 3),
            n_eff=found.n_eff,
            n_unaided=found.n_unaided,
            streak_bad=found.streak_bad,
            status=_status(found, m_eff, recall, parked=any(t.parked for t in nodes)),
            retrievability=recall,
            due=any(is_due(m, self.now_ts) for m in memories),
            due_ts=min((m.due_day * DAY_MS for m in memories), default=None),
            misconceptions=found.misconceptions,
            last_ts=found.last_ts,
            seen=found.answers > 0,
        )

    def _read_node(self, node: str, concept: str) -> NodeState:
        found = self.traces.nodes.get(node) or Trace(self.model.prior)
        recall = retrievability(found.memory, self.now_ts)
        mastery = self.model.mastery(found.latent, self.supports(concept))
        m_eff = self.model.effective(mastery, recall)
        return NodeState(
            concept=concept,
            exposed=found.exposed,
            theta=found.latent,
            mastery=mastery,
            m_eff=m_eff,
            retrievability=recall,
            stability=found.memory.stability if found.memory else None,
            due=is_due(found.memory, self.now_ts),
            due_ts=found.memory.due_day * DAY_MS if found.memory else None,
            n_eff=found.n_eff,
            streak_ok=found.streak_ok,
            streak_bad=found.streak_bad,
            aided_max=found.aided_max,
            misconceptions=found.misconceptions,
            covered=found.covered,
            revealed=found.revealed,
            first_ts=found.first_ts,
            last_ts=found.last_ts,
            status=_status(found, m_eff, recall, parked=found.parked),
        )


def fold(
    evidence: Iterable[Evidence],
    course: Course,
    model: LearnerModel,
    now_ts: int,
    *,
    since: Knowledge | None = None,
) -> Knowledge:
    """What the evidence says on top of ``since``; evidence of other courses and repeated events are skipped.

    A correction voids its event wherever that stands in the ledger, as if it had never been; corrections
    themselves cannot be voided. After a correction, or under another course version or learner model, the
    whole ledger is read again; otherwise the fold goes on from ``since``.
    """
    before = since.ledger if since else ()
    fresh = _fresh(evidence, before, course.id)
    ledger = (*before, *fresh)
    voided = {e.payload.get("voids") for e in ledger if e.kind == EvidenceKind.CORRECTION}
    corrected = any(e.kind == EvidenceKind.CORRECTION for e in fresh)
    known = (
        since.traces if since and since.course is course and since.model == model and not corrected else None
    )
    unread = ledger if known is None else fresh
    valid = (e for e in unread if e.id not in voided)
    return Knowledge(course, model, now_ts, ledger, trace(valid, course, model, known or NO_TRACES))


def advance(knowledge: Knowledge, *events: Evidence) -> Knowledge:
    """The knowledge after further events."""
    return fold(events, knowledge.course, knowledge.model, knowledge.now_ts, since=knowledge)


def weakest_ancestor(
    course: Course, knowledge: Knowledge, concept: str, *, exclude: frozenset[str] = frozenset()
) -> str | None:
    """The prerequisite, direct or not, to step down to: the one with the lowest effective mastery.

    Mastered ones are no help, and those about which next to nothing is known (0 < n_eff < 1) are left out;
    ties go to the one that comes first in teaching order. ``None`` if nothing is left.
    """
    states = knowledge.concepts
    candidates = [
        c
        for c in course.teaching_order
        if c in course.ancestors[concept] - exclude
        and states[c].m_eff < course.policy.full_at
        and not 0 < states[c].n_eff < 1
    ]
    return min(candidates, key=lambda c: states[c].m_eff, default=None)


def due_nodes(knowledge: Knowledge, cap: int = DAILY_REVIEWS) -> tuple[str, ...]:
    """Nodes due for review at ``knowledge.now_ts``, the most faded first, ties in the course's order.

    At most ``cap`` a day: what was already rated that day counts against it.
    """
    today = utc_day(knowledge.now_ts)
    rated = sum(1 for t in knowledge.traces.nodes.values() if t.memory and t.memory.last_day == today)
    due = [n for n, state in knowledge.nodes.items() if state.due]
    return tuple(sorted(due, key=lambda n: knowledge.nodes[n].retrievability)[: max(cap - rated, 0)])


def places(course: Course) -> Mapping[str, str]:
    """The concept every proposition node of the course belongs to, in the course's order."""
    found: dict[str, str] = {}
    for item in course.items:
        for expectation in item.expectations:
            found.setdefault(expectation.node, item.concept)
    for quiz in course.quizzes:
        if quiz.node:
            found.setdefault(quiz.node, quiz.concept)
    return found


def _fresh(evidence: Iterable[Evidence], before: Sequence[Evidence], course: str) -> tuple[Evidence, ...]:
    seen, fresh = {e.id for e in before}, []
    for event in evidence:
        if event.subject.course == course and event.id not in seen:
            seen.add(event.id)
            fresh.append(event)
    return tuple(fresh)


def _mean_recall(memories: Sequence[Memory], now_ts: int) -> float:
    return sum(retrievability(m, now_ts) for m in memories) / len(memories) if memories else 1.0


def _status(found: Trace, m_eff: float, recall: float, *, parked: bool) -> Status:
    if any(h.status == "active" for h in found.misconceptions.values()):
        return Status.MISCONCEIVED
    if parked:
        return Status.PARKED
    if found.was_solid and recall < FADING:
        return Status.FADING
    if found.answers == 0:
        return Status.EXPOSED if found.exposed else Status.UNSEEN
    if m_eff < WEAK:
        return Status.FRAGILE
    return Status.SOLID if m_eff >= SOLID and found.n_unaided >= SOLID_UNAIDED else Status.DEVELOPING
