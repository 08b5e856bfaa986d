"""A course: what is taught, what counts as knowing it, and how the tutor asks for it.

These values are the pack format ``socratic-pack/1`` itself: the reader validates YAML straight
into them and the published JSON Schema is generated from them. Nothing here does I/O.

Vocabulary, after AutoTutor's expectation-and-misconception-tailored dialogue (Graesser et al.):
an *item* is one open question; its *expectations* are the propositions a complete answer states;
a *ladder* is the authored sequence of moves that help a learner state one expectation without
stating it for them; a *misconception* is a known wrong belief with the questions that undo it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

_STRICT = {"extra": "forbid", "use_attribute_docstrings": True}


class Bloom(StrEnum):
    """Level of Bloom's revised taxonomy an item asks for."""

    REMEMBER = "remember"
    UNDERSTAND = "understand"
    APPLY = "apply"
    ANALYZE = "analyze"
    EVALUATE = "evaluate"
    CREATE = "create"


class Role(StrEnum):
    """Where in a session an item or quiz may be used."""

    TUTOR = "tutor"
    DIAGNOSTIC = "diagnostic"
    ASSESSMENT = "assessment"
    REVIEW = "review"
    EVAL = "eval"


class PassageKind(StrEnum):
    """Context and prerequisite passages are always shown; answer passages only once earned."""

    CONTEXT = "context"
    PREREQUISITE = "prerequisite"
    ANSWER = "answer"
    FIGURE = "figure"


class RevealPolicy(StrEnum):
    """When the tutor may state an answer itself: never, once earned, or when asked."""

    NEVER = "never"
    EARNED = "earned"
    ON_REQUEST = "on_request"


@dataclass(frozen=True)
class Requirement:
    """A prerequisite edge of the concept graph."""

    __pydantic_config__ = _STRICT
    id: str
    """Id of the concept that has to come first."""
    strength: float = 1.0
    """How much of it carries over, 0 to 1."""


@dataclass(frozen=True)
class Concept:
    """One node of the prerequisite graph."""

    __pydantic_config__ = _STRICT
    id: str
    title: str
    outcome: str
    """What a learner who masters it can do, one sentence that gives no answer away."""
    requires: tuple[Requirement, ...] = ()
    tags: tuple[str, ...] = ()
    """Words a learner may use for it when naming a study focus ("wrist drop", "cuff")."""
    video_queries: tuple[str, ...] = ()
    """Search words for explanatory videos, used in the report."""


@dataclass(frozen=True)
class Facet:
    """One necessary part of an expectation: met when any of its phrasings occurs un-negated."""

    __pydantic_config__ = _STRICT
    asks: str
    """The part as an indirect question that does not answer itself ("which roots it comes from")."""
    any: tuple[str, ...]
    """Alternative phrasings; all content words of one must occur close together, in any order, or where
    written with an arrow ("deltoid > starts") one after the other."""


@dataclass(frozen=True)
class ChoiceOption:
    """One option of a contrast choice."""

    __pydantic_config__ = _STRICT
    text: str
    correct: bool = False
    misconception: str | None = None
    """Id of the misconception that choosing it shows."""


@dataclass(frozen=True)
class Choice:
    """A forced contrast, the last rung before stepping down: three or four options alike in form."""

    __pydantic_config__ = _STRICT
    stem: str
    options: tuple[ChoiceOption, ...]


@dataclass(frozen=True)
class Ladder:
    """The bridge from a vague question to a nearly complete sentence, never to the answer itself."""

    __pydantic_config__ = _STRICT
    pump: str
    """Asks for more without adding anything ("What else happens at the elbow?")."""
    hints: tuple[str, ...]
    """Three hints of three kinds: locate or recall, relation or analogy, contrast case."""
    prompt: str
    """A cloze: a sentence with ``____`` where the key word belongs."""
    choice: Choice
    stepdown: str | None = None
    """Concept to step down to; by default the weakest prerequisite."""
    study: tuple[str, ...] = ()
    """Passages, none of them an answer, to read when the expectation is parked."""


class AnswerType(StrEnum):
    """Structured answers are graded exactly, before any wording is compared."""

    NUMBER = "number"
    SET = "set"
    FORMULA = "formula"


@dataclass(frozen=True)
class StructuredAnswer:
    """An answer that can be checked exactly."""

    __pydantic_config__ = _STRICT
    type: AnswerType
    number: str | None = None
    """A decimal or a fraction ("0.5", "1/2")."""
    unit: str | None = None
    tolerance: float = 0.01
    """Relative tolerance."""
    members: tuple[tuple[str, ...], ...] = ()
    """Set members, each with its alternative names."""
    distractors: tuple[str, ...] = ()
    """Names that do not belong to the set; each one given costs a quarter."""
    ordered: bool = False
    formula: str | None = None
    """An expression or equation in the symbols below ("V = I * R")."""
    symbols: tuple[str, ...] = ()


@dataclass(frozen=True)
class Expectation:
    """A proposition a complete answer states."""

    __pydantic_config__ = _STRICT
    id: str
    node: str
    """Id of the objective proposition in the knowledge graph (``n.`` prefix)."""
    proposition: str
    """The proposition itself: an answer, never shown before it is earned."""
    variants: tuple[str, ...]
    """Correct answers in other words, three at least, as learners would say them."""
    keys: tuple[str, ...]
    """Reveal terms: words or phrases any of which, said by the tutor, would give it away."""
    facets: tuple[Facet, ...]
    ladder: Ladder
    assertion: str
    """The explanation shown once a reveal has been earned."""
    required: bool = True
    weight: float = 1.0
    anti: tuple[str, ...] = ()
    """Phrases that make an answer wrong whatever else it says."""
    answer: StructuredAnswer | None = None


@dataclass(frozen=True)
class Misconception:
    """A known wrong belief and the questions (elenchus) that let the learner undo it."""

    __pydantic_config__ = _STRICT
    id: str
    statement: str
    """The belief as a learner would say it."""
    label: str
    """What it confuses, without saying what is right ("mixing up radial and axillary loss")."""
    cues: tuple[str, ...]
    """Phrases that show it; all content words of one occur in one clause, un-negated."""
    contrasts: tuple[str, ...]
    """Expectations that cannot be held together with it."""
    counterexample: str
    contrast: str
    repair: str
    repair_accept: tuple[Facet, ...] = ()


@dataclass(frozen=True)
class GradedAnswer:
    """A sample answer with its human label, for calibration and for tests."""

    __pydantic_config__ = _STRICT
    text: str
    labels: Mapping[str, str]
    """Expectation id to ``good``, ``partial`` or ``bad``."""
    misconception: str | None = None


@dataclass(frozen=True)
class Item:
    """One open question with everything the tutor needs to lead a learner through it."""

    __pydantic_config__ = _STRICT
    id: str
    concept: str
    question: str
    rephrasings: tuple[str, ...]
    """The same question in other words, two at least, so that it is never repeated word for word."""
    ideal: str
    """A complete answer; grades at least .9 on every required expectation."""
    expectations: tuple[Expectation, ...]
    misconceptions: tuple[Misconception, ...] = ()
    graded_answers: tuple[GradedAnswer, ...] = ()
    also: tuple[str, ...] = ()
    """Other concepts it exercises."""
    bloom: Bloom = Bloom.UNDERSTAND
    difficulty: float = 0.0
    """Logits."""
    roles: tuple[Role, ...] = (Role.TUTOR,)
    context: str = ""
    isomorph_of: str | None = None
    reveal: RevealPolicy | None = None

    def expectation(self, expectation_id: str) -> Expectation:
        """The expectation of that id; ``KeyError`` if the item has none."""
        return {e.id: e for e in self.expectations}[expectation_id]

    def misconception(self, misconception_id: str) -> Misconception:
        """The misconception of that id; ``KeyError`` if the item has none."""
        return {m.id: m for m in self.misconceptions}[misconception_id]


@dataclass(frozen=True)
class QuizOption:
    """An option of a four-option question; its rationale is for after the answer."""

    __pydantic_config__ = _STRICT
    id: str
    text: str
    rationale: str
    """Why it is right or wrong; for a distractor, without naming the right option."""
    correct: bool = False
    misconception: str | None = None
    """``item-id/misconception-id`` that choosing it shows."""


@dataclass(frozen=True)
class Quiz:
    """A four-option question with exactly one correct option."""

    __pydantic_config__ = _STRICT
    id: str
    concept: str
    stem: str
    options: tuple[QuizOption, ...]
    roles: tuple[Role, ...] = (Role.DIAGNOSTIC,)
    bloom: Bloom = Bloom.REMEMBER
    difficulty: float = 0.0
    node: str | None = None
    """Proposition it tests, where it is one of an item's."""


@dataclass(frozen=True)
class Passage:
    """A piece of course text. It is an answer passage exactly when it reveals an expectation."""

    __pydantic_config__ = _STRICT
    id: str
    concept: str
    kind: PassageKind
    text: str
    source: str
    """Open textbook section the facts can be checked against."""
    title: str = ""
    reveals: tuple[str, ...] = ()
    """``item-id/expectation-id`` of every expectation it answers."""


@dataclass(frozen=True)
class Label:
    """A text label in a figure: masked until the expectations it reveals are earned."""

    __pydantic_config__ = _STRICT
    id: str
    """Id of the SVG ``<text>`` element."""
    text: str
    reveals: tuple[str, ...] = ()
    """``item-id/expectation-id``; empty for a label that gives nothing away."""


@dataclass(frozen=True)
class Figure:
    """An original drawing with maskable labels."""

    __pydantic_config__ = _STRICT
    id: str
    title: str
    alt: str
    """What the drawing shows, in words that give no masked label away."""
    concepts: tuple[str, ...]
    labels: tuple[Label, ...]
    svg: str = ""
    """The drawing; read from the ``.svg`` file beside the ``.yaml``."""


@dataclass(frozen=True)
class Timing:
    """Phases of a session, fractions of its length (UnMask's 120/720/840 of 900 s)."""

    __pydantic_config__ = _STRICT
    length_s: float = 900.0
    rapport: float = 2 / 15
    assess: float = 0.8
    wrapup: float = 14 / 15
    revisit_after_s: float = 480.0
    revisit_cooldown_s: float = 180.0


@dataclass(frozen=True)
class Policy:
    """What the course's author decides about withholding and time."""

    __pydantic_config__ = _STRICT
    reveal: RevealPolicy = RevealPolicy.EARNED
    context_below: float = 0.40
    """Below this mastery a learner gets no answer passage of an open item."""
    full_at: float = 0.70
    """From this mastery on a learner gets everything."""
    timing: Timing = Timing()


@dataclass(frozen=True)
class Manifest:
    """``pack.yaml``: identity, policy and the concept graph."""

    __pydantic_config__ = _STRICT
    schema: str
    id: str
    version: str
    """Semantic version: major when ids go, minor when they are added, patch for wording."""
    title: str
    language: str
    license: str
    description: str
    audience: str
    sources: tuple[str, ...]
    concepts: tuple[Concept, ...]
    policy: Policy = Policy()
    renames: Mapping[str, str] = field(default_factory=dict)
    """Old id to new id, so that ledgers keep folding after a refactoring."""
    vocabulary: tuple[str, ...] = ()
    """Further domain words, never off topic and never profane."""
    draft: bool = False
    """Made by a program and not yet looked over: faults of form are warnings, leaks stay errors."""


@dataclass(frozen=True, eq=False)
class Course:
    """A whole course in memory, in the order of its files, with look-ups by id. Equal only to itself."""

    manifest: Manifest
    items: tuple[Item, ...]
    quizzes: tuple[Quiz, ...]
    passages: tuple[Passage, ...]
    figures: tuple[Figure, ...]

    @property
    def id(self) -> str:
        return self.manifest.id

    @property
    def title(self) -> str:
        return self.manifest.title

    @property
    def policy(self) -> Policy:
        return self.manifest.policy

    @property
    def concepts(self) -> tuple[Concept, ...]:
        return self.manifest.concepts

    @cached_property
    def concept_by_id(self) -> Mapping[str, Concept]:
        return {c.id: c for c in self.concepts}

    @cached_property
    def item_by_id(self) -> Mapping[str, Item]:
        return {i.id: i for i in self.items}

    @cached_property
    def quiz_by_id(self) -> Mapping[str, Quiz]:
        return {q.id: q for q in self.quizzes}

    @cached_property
    def passage_by_id(self) -> Mapping[str, Passage]:
        return {p.id: p for p in self.passages}

    @cached_property
    def figure_by_id(self) -> Mapping[str, Figure]:
        return {f.id: f for f in self.figures}

    @cached_property
    def ancestors(self) -> Mapping[str, frozenset[str]]:
        """Every concept's transitive prerequisites. ``ValueError`` on a cycle or unknown id."""
        from graphlib import CycleError, TopologicalSorter

        direct = {c.id: [r.id for r in c.requires] for c in self.concepts}
        try:
            order = list(TopologicalSorter(direct).static_order())
        except CycleError as cycle:
            raise ValueError(f"concepts require each other in a circle: {cycle.args[1]}") from cycle
        found: dict[str, frozenset[str]] = {}
        for concept in order:
            parents = direct.get(concept, [])
            found[concept] = frozenset(parents).union(*(found[p] for p in parents))
        return found

    @cached_property
    def closeness(self) -> Mapping[str, Mapping[str, float]]:
        """How much an answer on a concept says of others: half for every edge up or down, nothing aside."""
        below = {c.id: frozenset(r.id for r in c.requires) for c in self.concepts}
        above = {c: frozenset(d for d in below if c in below[d]) for c in below}
        return {c: _fade(c, below) | _fade(c, above) for c in below}

    @cached_property
    def teaching_order(self) -> tuple[str, ...]:
        """Concept ids so that prerequisites come first, ties in the author's order."""
        rank = {c.id: n for n, c in enumerate(self.concepts)}
        return tuple(sorted(rank, key=lambda c: (len(self.ancestors[c]), rank[c])))

    def items_of(self, concept: str, role: Role = Role.TUTOR) -> tuple[Item, ...]:
        return tuple(i for i in self.items if i.concept == concept and role in i.roles)

    def quizzes_of(self, concept: str, role: Role) -> tuple[Quiz, ...]:
        return tuple(q for q in self.quizzes if q.concept == concept and role in q.roles)

    def figures_of(self, concept: str) -> tuple[Figure, ...]:
        return tuple(f for f in self.figures if concept in f.concepts)

    def passages_of(self, concept: str) -> tuple[Passage, ...]:
        return tuple(p for p in self.passages if p.concept == concept)


def _fade(start: str, edges: Mapping[str, frozenset[str]]) -> dict[str, float]:
    """1 at the start, half as much for each edge from it."""
    found, ring, near = {start: 1.0}, {start}, 1.0
    while ring:
        near /= 2
        ring = {n for c in ring for n in edges[c]} - found.keys()
        found.update(dict.fromkeys(ring, near))
    return found
