"""Small courses, transcripts and ledgers for tests, as values.

``course("a", "b<a")`` is a course of two concepts, the second resting on the first, each with an item of two
expectations, a diagnostic and two assessment quizzes. ``Script`` writes transcripts turn by turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from hashlib import sha256

from diotima.domain.course import (
    Choice,
    ChoiceOption,
    Concept,
    Course,
    Expectation,
    Facet,
    Item,
    Ladder,
    Manifest,
    Misconception,
    Quiz,
    QuizOption,
    Requirement,
    Role,
)
from diotima.domain.evidence import Evidence, EvidenceKind, Provenance, Subject
from diotima.domain.transcript import (
    ActRecognised,
    Body,
    Entry,
    LearnerSaid,
    SessionClosed,
    SessionOpened,
    TurnEnded,
)

MORNING = 1_767_603_600_000
"""2026-01-05 09:00 UTC, a Monday; UTC milliseconds."""
DAY = 86_400_000


def concept(spec: str) -> Concept:
    """``"c<a,b*.5"`` is concept c resting on a and, half as much, on b."""
    name, _, below = spec.partition("<")
    requires = []
    for edge in filter(None, below.split(",")):
        prerequisite, _, strength = edge.partition("*")
        requires.append(Requirement(prerequisite, float(strength or 1)))
    return Concept(
        name, f"Topic {name}", f"Can explain {name}.", tuple(requires), (name,), (f"{name} explained",)
    )


def expectation(name: str, item: str) -> Expectation:
    """An expectation of four rungs whose node is ``n.<item>.<name>``."""
    options = (ChoiceOption(f"{name} it is", correct=True), ChoiceOption("not so"), ChoiceOption("none"))
    ladder = Ladder(
        pump="What else?",
        hints=("Where is it?", "What is it like?", "What is it not?"),
        prompt="It is ____.",
        choice=Choice("Which fits?", options),
    )
    return Expectation(
        id=name,
        node=f"n.{item}.{name}",
        proposition=f"The {name} of {item} holds.",
        variants=(f"{name} holds", f"it is {name}", f"{name}, clearly"),
        keys=(name,),
        facets=(Facet(f"what the {name} of {item} is", (name,)),),
        ladder=ladder,
        assertion=f"The {name} of {item} holds. That is all.",
    )


def item(name: str, concept: str, *expectations: str, **changes: object) -> Item:
    """An item with a misconception ``<name>/swap`` that contradicts its first expectation."""
    built = tuple(expectation(e, name) for e in expectations or ("first", "second"))
    swap = Misconception(
        id="swap",
        statement="It is the other way round.",
        label=f"turning {concept} around",
        cues=("other way round",),
        contrasts=(built[0].id,),
        counterexample="Does that fit?",
        contrast="Which of the two?",
        repair="So what now?",
    )
    plain = Item(
        id=name,
        concept=concept,
        question=f"What about {concept}?",
        rephrasings=(f"And {concept}?", f"Tell me of {concept}?"),
        ideal="first and second",
        expectations=built,
        misconceptions=(swap,),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def quiz(name: str, concept: str, role: Role, **changes: object) -> Quiz:
    """A quiz whose option a is right and whose option b shows the misconception of ``<concept>.1``."""
    options = (
        QuizOption("a", "right", "It fits.", correct=True),
        QuizOption("b", "turned", "It does not fit.", misconception=f"{concept}.1/swap"),
        QuizOption("c", "odd", "It does not fit either."),
        QuizOption("d", "far", "Nor does it."),
    )
    return replace(Quiz(name, concept, f"Which {concept}?", options, roles=(role,)), **changes)  # type: ignore[arg-type]


def course(
    *specs: str, items: Iterable[Item] = (), quizzes: Iterable[Quiz] = (), **changes: object
) -> Course:
    """A course of these concepts; ``changes`` are fields of its manifest."""
    concepts = tuple(concept(s) for s in specs)
    manifest = Manifest(
        schema="socratic-pack/1",
        id="test",
        version="1.0.0",
        title="Test course",
        language="en",
        license="CC0-1.0",
        description="For tests.",
        audience="Tests.",
        sources=(),
        concepts=concepts,
    )
    own_items = tuple(item(f"{c.id}.1", c.id) for c in concepts)
    own_quizzes = tuple(
        quiz(f"{c.id}.{tag}", c.id, role, node=node)
        for c in concepts
        for tag, role, node in (
            ("d", Role.DIAGNOSTIC, None),
            ("q1", Role.ASSESSMENT, f"n.{c.id}.1.first"),
            ("q2", Role.ASSESSMENT, None),
        )
    )
    return Course(
        manifest=replace(manifest, **changes),  # type: ignore[arg-type]
        items=(*own_items, *items),
        quizzes=(*own_quizzes, *quizzes),
        passages=(),
        figures=(),
    )


def evidence(
    kind: EvidenceKind | str,
    concept: str | None = "a",
    *,
    ts: int = MORNING,
    n: int = 0,
    quote: str = "",
    item: str | None = None,
    expectation: str | None = None,
    node: str | None = None,
    misconception: str | None = None,
    quiz: str | None = None,
    course: str = "test",
    **payload: float | int | str | bool | None,
) -> Evidence:
    """A ledger event; ``n`` tells events of the same content apart."""
    subject = Subject(course, "1.0.0", concept, item, expectation, node, misconception, quiz)
    idem = sha256(repr((str(kind), subject, ts, n, sorted(payload.items()))).encode()).hexdigest()
    identity = sha256(f"{idem}|{kind}".encode()).hexdigest()[:32]
    return Evidence(identity, idem, str(kind), "ada", ts, subject, payload, Provenance("s", 1, quote))


def answer(
    concept: str = "a", q: float = 1.0, *, rung: int = 0, expectation: str = "first", **more: object
) -> Evidence:
    """A graded contribution to item ``<concept>.1``."""
    zone = {1.0: "accept", 0.0: "reject"}.get(q, "partial")
    return evidence(
        EvidenceKind.CONTRIBUTION_GRADED,
        concept,
        item=f"{concept}.1",
        expectation=expectation,
        node=f"n.{concept}.1.{expectation}",
        q=q,
        p=q,
        zone=zone,
        rung=rung,
        options=3 if rung == 6 else 0,
        grader="embedded/1",
        revealed=False,
        **more,  # type: ignore[arg-type]
    )


def quizzed(concept: str = "a", correct: bool | None = True, *, options: int = 4, **more: object) -> Evidence:
    """An answered assessment quiz."""
    return evidence(
        EvidenceKind.QUIZ_ANSWERED,
        concept,
        quiz=f"{concept}.q2",
        correct=correct,
        options=options,
        role="assessment",
        **more,  # type: ignore[arg-type]
    )


def diagnosed(concept: str = "a", correct: bool | None = True, **more: object) -> Evidence:
    """An answered diagnostic quiz."""
    return evidence(
        EvidenceKind.DIAGNOSTIC_ANSWERED,
        concept,
        quiz=f"{concept}.d",
        correct=correct,
        options=4,
        role="diagnostic",
        **more,  # type: ignore[arg-type]
    )


def rated(node: str, rating: int, ts: int, concept: str = "a") -> Evidence:
    """A review rating of a node."""
    return evidence(EvidenceKind.REVIEW_RATED, concept, node=node, ts=ts, rating=rating)


@dataclass
class Script:
    """A transcript in the making; a call of ``turn`` is one whole turn, ``step_ms`` after the last."""

    session: str = "s1"
    start: int = MORNING
    step_ms: int = 30_000
    entries: list[Entry] = field(default_factory=list)
    turns: int = 0

    def __post_init__(self) -> None:
        if not self.entries:
            self.add(SessionOpened("test", "1.0.0", "ada", 900.0, 7))

    def add(self, *bodies: Body, turn: str | None = None) -> Script:
        """Append entries as they are."""
        for body in bodies:
            ts = self.start + self.turns * self.step_ms
            self.entries.append(Entry(self.session, len(self.entries) + 1, ts, turn, body))
        return self

    def turn(
        self, text: str, *bodies: Body, act: str | None = "contribution", option: str | None = None
    ) -> Script:
        """What the learner said, the act, everything the turn did, its end."""
        self.turns += 1
        acts = (ActRecognised(act),) if act else ()
        said = LearnerSaid(text, option=option)
        return self.add(said, *acts, *bodies, TurnEnded(), turn=f"t{self.turns}")

    def close(self, why: str = "quit") -> Script:
        self.turns += 1
        return self.add(SessionClosed(why))
