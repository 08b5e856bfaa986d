"""The scheduler: what to ask about next. Pure; the same ledger, session and seed give the same choice.

::

    U = 1.0 plan + .9 due + .8 misconception + .7 weak + .5 frontier + .3 coherence − .6 recency − .2 switch

over the concepts that pass the *gate* and have an item left (pedagogy 8). The gate: a concept is taught when
each direct prerequisite has effective mastery of .40 or more or was stated earlier in this session; otherwise
its weakest missing prerequisite is taught first.

The gate has three widths (``Gate``). A declared focus has the widest, so that who wants an advanced topic is
not dragged through everything below it: for the focus, and for what is taught on its behalf, a prerequisite
is missing only when evidence says so. One never asked about is taken as known: the diagnostics ask the direct
ones first, and two wrong answers step down to the weakest anyway. Where nothing passes the narrow gate, what
had its turn today is enough for today: a session does not end because a root was parked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from hashlib import sha256
from typing import NamedTuple

from diotima.domain.course import Course, Item, Quiz, Role
from diotima.domain.knowledge import WEAK, Knowledge, due_nodes, weakest_ancestor
from diotima.domain.reviews import RETENTION

LEAST_PLANNED = 3
"""Concepts on the plan of a session, where the course has them."""
LAG = 3
"""Concepts worked on in between before a parked one is tried again."""
REVIEWS_IN_A_ROW = 2
LAST_TURNS = 6
"""With fewer turns left no new concept is begun."""
ASSESSMENTS = 4
"""Quizzes in the assessment; one transfer item may follow."""
WARM_UP = 3
"""Due concepts asked about at the start of a session, at most."""


class Gate(IntEnum):
    """What a direct prerequisite needs so that a concept may be taught; each width lets more pass."""

    NARROW = 0
    """Effective mastery of .40, or an item of it stated earlier in this session."""
    HAD_ITS_TURN = 1
    """Or worked on earlier in this session, or not weak by its own evidence."""
    FOCUS = 2
    """Or never asked about."""


class Pick(NamedTuple):
    """What to work on next, and why: ``plan`` or ``review``, as in ``ItemOpened``."""

    concept: str
    item: str
    why: str


@dataclass(frozen=True)
class SessionFacts:
    """What the scheduler wants to know of the session."""

    focus: tuple[str, ...] = ()
    """Declared study focus, weakest first."""
    covered: frozenset[str] = frozenset()
    """``item/expectation`` of everything stated or revealed in this session."""
    done_items: frozenset[str] = frozenset()
    """Items closed in this session, whatever the outcome."""
    parked: frozenset[str] = frozenset()
    """Concepts set aside in this session."""
    quizzes: frozenset[str] = frozenset()
    """Quizzes asked in this session."""
    touched: tuple[str, ...] = ()
    """Concepts worked on in this session, in order."""
    current: str | None = None
    """Concept being worked on."""
    turns_left: int | None = None
    """Turns before the assessment; ``None`` without a clock."""
    seed: int = 0
    now_ms: int = 0
    reviews_in_row: int = 0
    """Review items one after the other up to now."""


def choose_concept(course: Course, knowledge: Knowledge, facts: SessionFacts) -> Pick | None:
    """The concept and item to open next; ``None`` when nothing sensible is left.

    To finish an open item first is the caller's rule. Ties go to the one that comes first in teaching order.
    """
    scheduling = _Scheduling(course, knowledge, facts)
    for width in (Gate.NARROW, Gate.HAD_ITS_TURN):
        bids = [bid for c in scheduling.candidates() if (bid := scheduling.bid(c, width)) is not None]
        if bids:
            return max(bids).pick
    return None


def session_concepts(course: Course, focus: Sequence[str], knowledge: Knowledge) -> tuple[str, ...]:
    """The plan of a session: the focus, what it rests on and is known to be weak, then its neighbours.

    Neighbours (unmastered prerequisites, then dependents) fill the plan up to three concepts. Without a focus
    the plan is everything not yet mastered, in the author's order.
    """
    states, order = knowledge.concepts, course.teaching_order
    if not any(c in states for c in focus):
        return tuple(c.id for c in course.concepts if states[c.id].m_eff < course.policy.full_at)
    unmastered = [c for c in order if states[c].m_eff < course.policy.full_at]
    wanted = tuple(dict.fromkeys(c for c in focus if c in states))
    below = frozenset().union(*(course.ancestors[c] for c in wanted))
    weak = [c for c in order if c in below and states[c].is_weak]
    plan = dict.fromkeys((*wanted, *weak))
    above = [c for c in order if course.ancestors[c] & set(wanted)]
    nearest = sorted((c for c in unmastered if c in below), key=lambda c: -len(course.ancestors[c]))
    neighbours = [c for c in (*nearest, *above) if c in unmastered and c not in plan]
    return (*plan, *neighbours[: max(0, LEAST_PLANNED - len(plan))])


def missing_prerequisites(
    course: Course, knowledge: Knowledge, concept: str, facts: SessionFacts, gate: Gate = Gate.NARROW
) -> tuple[str, ...]:
    """Direct prerequisites that have to be taught before a concept, the weakest first (the gate)."""
    stated, states = _stated_today(course, facts), knowledge.concepts

    def passes(prerequisite: str) -> bool:
        state = states[prerequisite]
        if state.m_eff >= WEAK or prerequisite in stated:
            return True
        if gate >= Gate.HAD_ITS_TURN and (
            prerequisite in facts.touched or (state.seen and not state.is_weak)
        ):
            return True
        return gate >= Gate.FOCUS and not state.seen

    missing = [r.id for r in course.concept_by_id[concept].requires if not passes(r.id)]
    return tuple(sorted(missing, key=lambda c: states[c].m_eff))


def order_diagnostics(
    course: Course, focus: Sequence[str], knowledge: Knowledge, seed: int, n: int = 4
) -> tuple[Quiz, ...]:
    """At most ``n`` diagnostic quizzes, one a concept, on what is not known about the learner yet.

    First the declared focus, then what is due for review (a warm-up for who comes back), then the direct
    prerequisites of the focus, then greedily the concept whose answer says something about most others.
    """
    quizzes = {c.id: _diagnostic(course, c.id, seed) for c in course.concepts}
    states = knowledge.concepts
    due = _due_concepts(knowledge)
    unknown = [c.id for c in course.concepts if quizzes[c.id] and (not states[c.id].seen or c.id in due)]
    below = [r.id for c in focus if c in states for r in course.concept_by_id[c].requires]
    chosen = list(dict.fromkeys(c for c in (*focus, *due[:WARM_UP], *below) if c in unknown))
    while len(chosen) < n and len(chosen) < len(unknown):
        probed = [*chosen, *(c for c, state in states.items() if state.seen)]
        chosen.append(_most_telling(course, [c for c in unknown if c not in chosen], probed, seed))
    found = (quizzes[c] for c in chosen[:n])
    return tuple(q for q in found if q is not None)


def choose_assessment(course: Course, knowledge: Knowledge, facts: SessionFacts) -> str | None:
    """Id of the next assessment question: a quiz on what was worked on, at the end one transfer item.

    The quiz is the one whose outcome is most open (largest P(1 - P)) among the concepts asked about least.
    ``None`` once everything has been asked.
    """
    asked = [q for q in course.quizzes if q.id in facts.quizzes and Role.ASSESSMENT in q.roles]
    quizzes = [
        q for c in facts.touched for q in course.quizzes_of(c, Role.ASSESSMENT) if q.id not in facts.quizzes
    ]
    if quizzes and len(asked) < ASSESSMENTS:
        times = {c: sum(q.concept == c for q in asked) for c in facts.touched}
        return min(quizzes, key=lambda q: (times[q.concept], -_openness(knowledge, q))).id
    transfers = [i for c in facts.touched for i in course.items_of(c, Role.ASSESSMENT)]
    if any(i.id in facts.done_items for i in transfers):
        return None
    return max(transfers, key=lambda i: _openness(knowledge, i)).id if transfers else None


def choose_revisit(course: Course, knowledge: Knowledge, facts: SessionFacts) -> str | None:
    """The weakest concept of the focus to come back to; if none is weak, of what was worked on today.

    What is being worked on is left out, and what waits for it: an item a step-down will return to.
    """
    closed = {i.concept for i in course.items if i.id in facts.done_items}
    waiting = {facts.current, *(c for c in facts.touched if c not in closed)}

    def weak(pool: Iterable[str]) -> list[str]:
        known = (c for c in pool if c in knowledge.concepts and c not in waiting)
        return [c for c in known if knowledge.concepts[c].is_weak and course.items_of(c, Role.TUTOR)]

    candidates = weak(facts.focus) or weak(facts.touched)
    return min(candidates, key=lambda c: knowledge.concepts[c].m_eff, default=None)


def revisit_item(course: Course, facts: SessionFacts, concept: str) -> Item | None:
    """A fresh angle on a concept: an item not used in this session, an isomorph of a used one first."""
    items = course.items_of(concept, Role.TUTOR)
    return min(
        items,
        key=lambda i: (
            i.id in facts.done_items,
            i.isomorph_of not in facts.done_items,
            _is_covered(i, facts),
        ),
        default=None,
    )


def weakest_prerequisite(
    course: Course, knowledge: Knowledge, concept: str, *, exclude: frozenset[str] = frozenset()
) -> str | None:
    """The weakest ancestor of a concept that has an item to step down to."""
    barren = frozenset(c.id for c in course.concepts if not course.items_of(c.id, Role.TUTOR))
    return weakest_ancestor(course, knowledge, concept, exclude=exclude | barren)


class _Bid(NamedTuple):
    """A pick and what it is worth; the largest wins."""

    utility: float
    earliness: int
    pick: Pick


class _Scheduling:
    """One choice of ``choose_concept``."""

    def __init__(self, course: Course, knowledge: Knowledge, facts: SessionFacts) -> None:
        self.course = course
        self.states = knowledge.concepts
        self.knowledge = knowledge
        self.facts = facts
        self.order = {c: n for n, c in enumerate(course.teaching_order)}
        self.due = _due_concepts(knowledge)
        self.due_nodes = set(due_nodes(knowledge))
        self.stated = _stated_today(course, facts)
        self.plan = [c for c in session_concepts(course, facts.focus, knowledge) if self._is_unfinished(c)]
        self.last = facts.current or (facts.touched[-1] if facts.touched else None)
        self.pursued = {
            *facts.focus,
            *(a for c in facts.focus if c in self.order for a in course.ancestors[c]),
        }

    def candidates(self) -> Iterable[str]:
        """Planned, due and parked concepts, and with no focus or a finished one the frontier."""
        wanted = {*self.plan, *self.due, *self.facts.parked}
        if not any(c in self.plan for c in self.facts.focus):
            wanted |= {c for c in self.order if self._on_frontier(c)}
        return [c for c in self.order if c in wanted]

    def bid(self, concept: str, width: Gate) -> _Bid | None:
        """What working towards a concept means now: itself, or the prerequisite that is missing most."""
        towards = self._behind_gate(concept, Gate.FOCUS if concept in self.pursued else width)
        item = self._item(towards) if towards else None
        if towards is None or item is None or self._too_soon(towards) or self._too_late(towards):
            return None
        why = "review" if towards in self.due else "plan"
        if why == "review" and self.facts.reviews_in_row >= REVIEWS_IN_A_ROW:
            return None
        worth = round(self._utility(towards, on_behalf_of=concept), 9)
        return _Bid(worth, -self.order[towards], Pick(towards, item.id, why))

    def _utility(self, concept: str, *, on_behalf_of: str) -> float:
        state = self.states[concept]
        held = [h.confidence for h in state.misconceptions.values() if h.status == "active"]
        weak = (1 - state.m_eff) if state.m_eff < WEAK and state.n_eff >= 1 else 0.0
        return (
            1.0 * max(self._planned(concept), self._planned(on_behalf_of))
            + 0.9 * self._due(concept)
            + 0.8 * max(held, default=0.0)
            + 0.7 * weak
            + 0.5 * self._on_frontier(concept)
            + 0.3 * self._coherence(concept)
            - 0.6 * self._recency(concept)
            - 0.2 * (self.last is not None and concept != self.last)
        )

    def _behind_gate(self, concept: str, gate: Gate) -> str | None:
        """The concept itself if its gate is open, else the weakest missing prerequisite whose gate is."""
        missing = missing_prerequisites(self.course, self.knowledge, concept, self.facts, gate)
        if not missing:
            return concept
        below = (self._behind_gate(c, gate) for c in missing)
        return next((c for c in below if c is not None and self._item(c) is not None), None)

    def _item(self, concept: str) -> Item | None:
        """An item not used yet: due nodes first, then something never stated, in the author's order."""
        due = self.due_nodes
        nodes = self.knowledge.nodes
        left = [i for i in self.course.items_of(concept, Role.TUTOR) if i.id not in self.facts.done_items]
        return min(
            left,
            key=lambda i: (
                not any(e.node in due for e in i.expectations),
                all(nodes[e.node].covered for e in i.expectations),
            ),
            default=None,
        )

    def _is_unfinished(self, concept: str) -> bool:
        """Something is left of it: it is not mastered, or it was asked for and not stated today."""
        asked_for = concept in self.facts.focus and concept not in self.stated
        unmastered = self.states[concept].m_eff < self.course.policy.full_at
        return self._item(concept) is not None and (unmastered or asked_for)

    def _too_soon(self, concept: str) -> bool:
        if concept not in self.facts.parked or concept not in self.facts.touched:
            return False
        return len(self.facts.touched) - 1 - self.facts.touched.index(concept) < LAG

    def _too_late(self, concept: str) -> bool:
        left, new = self.facts.turns_left, not self.states[concept].seen and concept not in self.facts.touched
        return left is not None and left < LAST_TURNS and new and bool(self.facts.touched)

    def _planned(self, concept: str) -> float:
        if concept not in self.plan:
            return 0.0
        return {0: 1.0, 1: 0.5}.get(self.plan.index(concept), 0.2)

    def _due(self, concept: str) -> float:
        if concept not in self.due:
            return 0.0
        recall = self.states[concept].retrievability
        return min(max((RETENTION - recall) / RETENTION * 4, 0.0), 1.0)

    def _on_frontier(self, concept: str) -> bool:
        """Not mastered, while everything it directly rests on is (SHAPE's frontier)."""
        full = self.course.policy.full_at
        requires = self.course.concept_by_id[concept].requires
        return self.states[concept].m_eff < full and all(self.states[r.id].m_eff >= full for r in requires)

    def _coherence(self, concept: str) -> float:
        """Closeness in the graph to what was worked on last: 1 for an edge, .5 for a shared prerequisite."""
        if self.last is None or concept == self.last:
            return 0.0
        here = {r.id for r in self.course.concept_by_id[concept].requires}
        there = {r.id for r in self.course.concept_by_id[self.last].requires}
        return 1.0 if self.last in here or concept in there else 0.5 if here & there else 0.0

    def _recency(self, concept: str) -> float:
        """1 for the concept worked on last, half as much for each before it."""
        recent = self.facts.touched[::-1]
        return 0.5 ** recent.index(concept) if concept in recent[:LAG] else 0.0


def _stated_today(course: Course, facts: SessionFacts) -> frozenset[str]:
    """Concepts of which an item was stated completely in this session."""
    return frozenset(i.concept for i in course.items if i.id in facts.done_items and _is_covered(i, facts))


def _is_covered(item: Item, facts: SessionFacts) -> bool:
    return all(f"{item.id}/{e.id}" in facts.covered for e in item.expectations if e.required)


def _due_concepts(knowledge: Knowledge) -> list[str]:
    """Concepts with a due node within the day's cap, the most faded first."""
    return list(dict.fromkeys(knowledge.nodes[n].concept for n in due_nodes(knowledge)))


def _diagnostic(course: Course, concept: str, seed: int) -> Quiz | None:
    return min(course.quizzes_of(concept, Role.DIAGNOSTIC), key=lambda q: _lot(seed, q.id), default=None)


def _most_telling(course: Course, candidates: Sequence[str], probed: Sequence[str], seed: int) -> str:
    """The concept whose answer adds most: what is close to it in the graph and not yet close to a probe."""
    close = course.closeness
    told = {c: max((close[p].get(c, 0.0) for p in probed), default=0.0) for c in close}

    def worth(concept: str) -> tuple[float, str]:
        added = sum(max(near - told[c], 0.0) for c, near in close[concept].items())
        return round(added, 9), _lot(seed, concept)

    return max(candidates, key=worth)


def _openness(knowledge: Knowledge, asked: Quiz | Item) -> float:
    guess = 1 / len(asked.options) if isinstance(asked, Quiz) else 0.0
    right = knowledge.predict(asked.concept, guess=guess, difficulty=asked.difficulty)
    return right * (1 - right)


def _lot(seed: int, name: str) -> str:
    """A lot drawn by the session's seed."""
    return sha256(f"{seed}|{name}".encode()).hexdigest()
