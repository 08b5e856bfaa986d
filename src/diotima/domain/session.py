"""The state of a session: a pure fold over its transcript.

Nothing else is remembered between two turns. ``fold(entries)`` is the whole truth; ``advance`` takes one
step, so that a turn can look at the state its own entries lead to before they are written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from types import MappingProxyType
from typing import TypeVar

from diotima.domain.phases import active_seconds
from diotima.domain.questions import Question
from diotima.domain.transcript import (
    AnswerGraded,
    AnswerRevealed,
    Body,
    Entry,
    ExpectationCovered,
    ExpectationParked,
    FigureShown,
    FocusSet,
    HintGiven,
    IntegrityFlagged,
    ItemClosed,
    ItemOpened,
    ItemOutcome,
    LearnerSaid,
    MisconceptionObserved,
    MisconceptionRepaired,
    Mode,
    MoveChosen,
    Phase,
    PhaseChanged,
    QuestionAsked,
    QuizGraded,
    Report,
    ReportWritten,
    RevisitStarted,
    SessionClosed,
    SessionOpened,
    TurnEnded,
    TutorSaid,
)

IDLE_AFTER_S = 1800.0
"""A gap longer than this is a closed laptop and does not count as session time."""

HOLDS = frozenset({"redirect", "repeat", "aside"})
"""Moves after which the ladder stands still."""

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


@dataclass(frozen=True)
class ExpectationState:
    """How far the learner has come with one expectation in this session."""

    coverage: float = 0.0
    """Highest p of a contribution, 0 to 1; only ever rises."""
    rung: int = 0
    """Highest rung used: 0 none, 1 pump, 2-4 hints, 5 cloze, 6 choice, 7 stepdown."""
    attempts: int = 0
    """Contributions while it was the target."""
    genuine: int = 0
    """Attempts that said something of their own (not an echo, not empty)."""
    low_turns: int = 0
    """Turns in a row on it without an attempt."""
    clarified: bool = False
    covered: bool = False
    parked: bool = False
    revealed: bool = False
    quote: str = ""
    """The learner's words that covered it."""
    facets: tuple[int, ...] = ()
    """Indices of the facets stated so far, in whichever turns."""

    @property
    def open(self) -> bool:
        return not (self.covered or self.parked or self.revealed)


@dataclass(frozen=True)
class MisconceptionState:
    """A misconception seen in this session."""

    confidence: float = 0.0
    cycle: int = 0
    """Elenchus moves made: 0 none, 1 counterexample, 2 contrast, 3 repair."""
    repaired: bool = False
    quote: str = ""
    label: str = ""

    @property
    def active(self) -> bool:
        return not self.repaired


@dataclass(frozen=True)
class ItemState:
    """Work on one item."""

    item: str
    concept: str
    why: str = "plan"
    opener: str | None = None
    """The item to return to when this one is closed."""
    expectations: Mapping[str, ExpectationState] = field(default_factory=dict)
    misconceptions: Mapping[str, MisconceptionState] = field(default_factory=dict)
    focus: str | None = None
    """Expectation being worked on."""
    focus_turns: int = 0
    last_covered: str | None = None
    said: tuple[str, ...] = ()
    """What the tutor has said while this item was open; the leak guard judges the sum."""
    wrong_in_a_row: int = 0
    """Wrong answers in a row on this item."""
    turns: int = 0
    outcome: ItemOutcome | None = None

    def expectation(self, expectation: str) -> ExpectationState:
        return self.expectations.get(expectation, ExpectationState())

    def misconception(self, misconception: str) -> MisconceptionState:
        return self.misconceptions.get(misconception, MisconceptionState())


@dataclass(frozen=True)
class QuizResult:
    """How a four-option question was answered; ``correct`` is ``None`` for "I don't know"."""

    concept: str
    role: str
    correct: bool | None


@dataclass(frozen=True)
class SessionState:
    """Everything the next turn needs to know of the turns before."""

    session: str = ""
    course: str = ""
    course_version: str = ""
    learner: str = ""
    seed: int = 0
    length_s: float | None = None
    phase: Phase = Phase.RAPPORT
    focus: tuple[str, ...] = ()
    focus_words: str = ""
    mode: Mode = Mode.DIALOGUE
    oriented: bool = False
    """Whether the onboarding question has been answered."""
    pending: Question | None = None
    open_turn: str | None = None
    """An accepted turn that has not been answered yet."""
    open_turn_seq: int = 0
    items: Mapping[str, ItemState] = field(default_factory=dict)
    current: str | None = None
    """Item being worked on."""
    quizzes: Mapping[str, QuizResult] = field(default_factory=dict)
    heard: tuple[str, ...] = ()
    """The learner's turns, verbatim."""
    asked: tuple[str, ...] = ()
    """Texts of all questions asked."""
    wordings: tuple[str, ...] = ()
    """Ids of catalogue wordings used, oldest first."""
    wrong_in_a_row: int = 0
    right_in_a_row: int = 0
    holds: int = 0
    """Turns in a row that did not move the lesson."""
    flags: tuple[str, ...] = ()
    figures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Figures shown, each with the labels masked when it was shown last."""
    passages: tuple[str, ...] = ()
    revisit: RevisitStarted | None = None
    """A revisit whose question is pending; cleared by the next graded answer."""
    last_revisit_s: float | None = None
    last_move: str = ""
    turns: int = 0
    elapsed_s: float = 0.0
    idle_after_s: float = IDLE_AFTER_S
    """A longer gap between two entries does not count."""
    opened_ts: int = 0
    last_ts: int = 0
    last_seq: int = 0
    report: Report | None = None
    closed: bool = False

    @property
    def item(self) -> ItemState | None:
        """State of the item being worked on."""
        return self.items.get(self.current) if self.current else None

    def covered(self) -> frozenset[str]:
        """``item/expectation`` of everything the learner has stated or earned, so that it may be said."""
        return frozenset(
            f"{item.item}/{name}"
            for item in self.items.values()
            for name, state in item.expectations.items()
            if state.covered or state.revealed
        )

    def elapsed_at(self, now_ms: int) -> float:
        """Seconds of session time at ``now_ms``; long gaps do not count."""
        return self.elapsed_s + active_seconds(self.last_ts, now_ms, self.idle_after_s)


def fold(entries: Iterable[Entry], idle_after_s: float = IDLE_AFTER_S) -> SessionState:
    """The state after a whole transcript."""
    return reduce(advance, entries, SessionState(idle_after_s=idle_after_s))


def advance(state: SessionState, entry: Entry) -> SessionState:
    """The state after one more entry. Entries at or before ``state.last_seq`` change nothing."""
    if entry.seq <= state.last_seq:
        return state
    timed = replace(
        state,
        session=entry.session,
        elapsed_s=state.elapsed_at(entry.ts) if state.last_seq else 0.0,
        last_ts=entry.ts,
        last_seq=entry.seq,
        opened_ts=state.opened_ts or entry.ts,
    )
    after = apply(timed, entry.body)
    if isinstance(entry.body, LearnerSaid):
        return replace(after, open_turn=entry.turn, open_turn_seq=entry.seq)
    return after


def apply(state: SessionState, body: Body) -> SessionState:
    """The state after something was said or done, whatever its number and time."""
    match body:
        case SessionOpened():
            return replace(
                state,
                course=body.course,
                course_version=body.course_version,
                learner=body.learner,
                seed=body.seed,
                length_s=body.length_s,
            )
        case LearnerSaid():
            return replace(state, heard=(*state.heard, body.text), turns=state.turns + 1)
        case TutorSaid():
            return _say(replace(state, passages=_union(state.passages, body.sources)), body.text)
        case QuestionAsked():
            return _ask(state, body.question)
        case FocusSet():
            return replace(
                state,
                focus=body.concepts,
                mode=body.mode,
                focus_words=body.words,
                oriented=True,
                pending=None,
            )
        case PhaseChanged():
            return replace(state, phase=body.phase)
        case ItemOpened():
            return _open(state, body)
        case ItemClosed():
            return _close(state, body)
        case AnswerGraded():
            return _grade(state, body)
        case ExpectationCovered():
            covered = {"covered": True, "quote": body.quote, "low_turns": 0}
            return _on_item(
                _on_expectation(state, body.item, body.expectation, **covered),
                body.item,
                last_covered=body.expectation,
            )
        case ExpectationParked():
            return _on_expectation(state, body.item, body.expectation, parked=True)
        case AnswerRevealed():
            return _on_expectation(state, body.item, body.expectation, revealed=True)
        case MisconceptionObserved():
            return _on_misconception(
                state,
                body.item,
                body.misconception,
                confidence=body.confidence,
                quote=body.quote,
                label=body.label,
                repaired=False,
            )
        case MisconceptionRepaired():
            return _on_misconception(state, body.item, body.misconception, repaired=True)
        case QuizGraded():
            result = QuizResult(body.concept, body.role, body.correct)
            return replace(state, quizzes=_with(state.quizzes, body.quiz, result), pending=None)
        case HintGiven():
            rung = max(body.rung, _expectation(state, body.item, body.expectation).rung)
            return _on_expectation(state, body.item, body.expectation, rung=rung)
        case MoveChosen():
            return _move(state, body)
        case FigureShown():
            return replace(state, figures=_with(state.figures, body.figure, body.masked))
        case IntegrityFlagged():
            return replace(state, flags=(*state.flags, *body.categories))
        case RevisitStarted():
            return replace(state, revisit=body, last_revisit_s=state.elapsed_s)
        case TurnEnded():
            return replace(state, open_turn=None)
        case ReportWritten():
            return replace(state, report=body.report)
        case SessionClosed():
            return replace(state, closed=True, pending=None)
        case _:
            return state


def _say(state: SessionState, text: str) -> SessionState:
    item = state.item
    return _on_item(state, item.item, said=(*item.said, text)) if item else state


def _ask(state: SessionState, question: Question) -> SessionState:
    state = _say(replace(state, pending=question, asked=(*state.asked, question.text)), question.text)
    if question.item is None or question.expectation is None or question.item not in state.items:
        return state
    item = state.items[question.item]
    turns = item.focus_turns + 1 if item.focus == question.expectation else 1
    return _on_item(state, question.item, focus=question.expectation, focus_turns=turns)


def _open(state: SessionState, body: ItemOpened) -> SessionState:
    before = state.items.get(body.item, ItemState(body.item, body.concept))
    opened = replace(before, why=body.why, opener=body.opener, outcome=None, wrong_in_a_row=0)
    return replace(state, items=_with(state.items, body.item, opened), current=body.item)


def _close(state: SessionState, body: ItemClosed) -> SessionState:
    closed = _on_item(state, body.item, outcome=body.outcome, focus=None, focus_turns=0)
    item = closed.items.get(body.item)
    return replace(closed, current=item.opener if item else None, wrong_in_a_row=0)


def _grade(state: SessionState, body: AnswerGraded) -> SessionState:
    before = _expectation(state, body.item, body.expectation)
    facets = tuple(sorted({*before.facets, *body.facets}))
    changes: dict[str, object] = {"coverage": max(before.coverage, body.p), "facets": facets}
    if body.targeted:
        changes["attempts"] = before.attempts + 1
        changes["genuine"] = before.genuine + (body.zone != "echo")
        changes["low_turns"] = 0
    after = _on_expectation(state, body.item, body.expectation, **changes)
    if not body.targeted:
        return after
    right = {"accept": True, "reject": False, "contradiction": False}.get(body.zone)
    if right is None or body.item not in after.items:
        return after
    wrong = 0 if right else after.items[body.item].wrong_in_a_row + 1
    return _count(_on_item(after, body.item, wrong_in_a_row=wrong), right)


def _count(state: SessionState, right: bool) -> SessionState:
    return replace(
        state,
        wrong_in_a_row=0 if right else state.wrong_in_a_row + 1,
        right_in_a_row=state.right_in_a_row + 1 if right else 0,
    )


def _move(state: SessionState, body: MoveChosen) -> SessionState:
    moved = replace(
        state,
        last_move=body.move,
        wordings=(*state.wordings, *body.wordings),
        holds=state.holds + 1 if body.move in HOLDS else 0,
    )
    item = moved.item
    if item is None:
        return moved
    moved = _on_item(moved, item.item, turns=item.turns + 1)
    if body.move in ("counterexample", "contrast", "repair") and body.target:
        cycle = item.misconception(body.target).cycle + 1
        return _on_misconception(moved, item.item, body.target, cycle=cycle)
    if body.target is None:
        return moved
    before = item.expectation(body.target)
    if body.move == "clarify":
        return _on_expectation(moved, item.item, body.target, clarified=True)
    if body.why in ("idk", "help", "invite"):
        return _on_expectation(moved, item.item, body.target, low_turns=before.low_turns + 1)
    return moved


def _expectation(state: SessionState, item: str, expectation: str) -> ExpectationState:
    found = state.items.get(item)
    return found.expectation(expectation) if found else ExpectationState()


def _on_item(state: SessionState, item: str, **changes: object) -> SessionState:
    if item not in state.items:
        return state
    changed = replace(state.items[item], **changes)  # type: ignore[arg-type]
    return replace(state, items=_with(state.items, item, changed))


def _on_expectation(state: SessionState, item: str, expectation: str, **changes: object) -> SessionState:
    if item not in state.items:
        return state
    changed = replace(state.items[item].expectation(expectation), **changes)  # type: ignore[arg-type]
    return _on_item(state, item, expectations=_with(state.items[item].expectations, expectation, changed))


def _on_misconception(state: SessionState, item: str, misconception: str, **changes: object) -> SessionState:
    if item not in state.items:
        return state
    changed = replace(state.items[item].misconception(misconception), **changes)  # type: ignore[arg-type]
    return _on_item(
        state, item, misconceptions=_with(state.items[item].misconceptions, misconception, changed)
    )


def _with(before: Mapping[_Key, _Value], key: _Key, value: _Value) -> Mapping[_Key, _Value]:
    return MappingProxyType({**before, key: value})


def _union(before: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return (*before, *(m for m in more if m not in before))
