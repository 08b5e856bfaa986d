"""Which expectation to work on next, and with which move: AutoTutor's planner without its assertion.

Pure decisions over the state of an item (pedagogy 1.3). The tutor never states an answer to get on; in place
of the assertion stands a bridge ladder: pump, three hints, cloze, contrast choice, step-down, park.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from diotima.domain.course import Expectation, Item
from diotima.domain.grades import ExpectationGrade, Grade, Zone
from diotima.domain.session import ExpectationState, ItemState

COVERED = 0.80
"""p from which an expectation counts as stated; covered is covered for good."""
NEAR = 0.55
"""Coverage from which the cloze is the next useful rung."""
ACTIVE = 0.65
"""Confidence from which a misconception is worked on before anything else."""
FOCUS_TURNS = 6
"""Turns on one expectation before another may take over."""
HOLD_CAP = 4
"""Turns in a row that may pass without work before the expectation is parked."""
LOW_TURNS = 5
"""Turns without an attempt before the effort gate parks the expectation."""
ITEM_TURNS = 40
"""Turns on one item before whatever is left of it is parked."""
WRONG_TURNS = 2
"""Wrong answers in a row that send the learner to the weakest prerequisite."""

PUMP, HINT_1, HINT_2, HINT_3, CLOZE, CHOICE, STEPDOWN, PARK = range(1, 9)
ELENCHUS = ("counterexample", "contrast", "repair")
"""The misconception sub-ladder; none of its moves states the correction."""

Similarity = Callable[[str, str], float]
"""How close two propositions are, 0 to 1."""


@dataclass(frozen=True)
class Reading:
    """What the learner's turn was, as far as choosing a move is concerned."""

    act: str
    """``contribution`` or one of the other speech acts."""
    grade: Grade | None = None
    covered: tuple[str, ...] = ()
    """Expectations this turn covered."""
    holds: int = 0
    """Turns in a row, before this one, that did not move the lesson."""


@dataclass(frozen=True)
class Move:
    """What the tutor does next. A wording may phrase it but never change it."""

    name: str
    """``open | pump | hint | prompt | choice | stepdown | park | invite | clarify | probe | redirect |
    repeat | aside | counterexample | contrast | repair | done``"""
    target: str | None = None
    """Expectation, or misconception for an elenchus move."""
    rung: int = 0
    """Rung of the ladder it uses, 0 for moves off the ladder."""
    why: str = ""


HOLDING_ACTS = frozenset(
    {"reveal_request", "off_topic", "social", "gibberish", "repeat", "meta", "objection", "integrity"}
)
"""Acts that leave the ladder where it is."""
HELP_ACTS = frozenset({"idk", "help_request", "frustration"})
"""Acts that ask for the next rung."""
ASIDE_ACTS = frozenset({"question", "explain_request", "diagram_request"})
"""Acts that are answered, after which the lesson goes on where it stood."""


def open_expectations(item: Item, state: ItemState) -> tuple[Expectation, ...]:
    """Required expectations that are neither covered nor set aside, in the author's order."""
    return tuple(e for e in item.expectations if e.required and state.expectation(e.id).open)


def active_misconception(item: Item, state: ItemState) -> str | None:
    """The misconception to work on: seen, not repaired, its sub-ladder not used up."""
    for misconception in item.misconceptions:
        seen = state.misconceptions.get(misconception.id)
        if seen and seen.active and seen.confidence >= ACTIVE and seen.cycle < len(ELENCHUS):
            return misconception.id
    return None


def choose_target(item: Item, state: ItemState, similar: Similarity) -> str | None:
    """The expectation to work on: the one in focus while it has turns left, else the best next step.

    Priority is the classical one: half how much is already there (frontier), .3 closeness to what was last
    covered (coherence), .2 mean closeness to all that is still open (centrality); ties go by the course.
    """
    candidates = open_expectations(item, state)
    if not candidates:
        return None
    if state.focus in {e.id for e in candidates} and state.focus_turns < FOCUS_TURNS:
        return state.focus
    last = state.last_covered or state.focus
    anchor = (
        item.expectation(last).proposition if last in {e.id for e in item.expectations} and last else None
    )

    def priority(candidate: Expectation) -> float:
        others = [e for e in candidates if e is not candidate]
        coherence = similar(candidate.proposition, anchor) if anchor else 0.0
        centrality = sum(similar(candidate.proposition, o.proposition) for o in others) / max(len(others), 1)
        return 0.5 * state.expectation(candidate.id).coverage + 0.3 * coherence + 0.2 * centrality

    return max(candidates, key=priority).id


def choose_move(
    item: Item, state: ItemState, reading: Reading, *, similar: Similarity, can_step_down: bool
) -> Move:
    """The next move on an open item (pedagogy 1.3, first rule that applies)."""
    exhausted = state.turns >= ITEM_TURNS
    if not open_expectations(item, state) and (exhausted or active_misconception(item, state) is None):
        return Move("done", why="covered")
    if exhausted:
        return Move("park", choose_target(item, state, similar), PARK, why="max_turns")
    target = choose_target(item, state, similar)
    if reading.act == "skip":
        return Move("park", target, PARK, why="skip")
    if reading.act in HOLDING_ACTS:
        return _hold(target, reading)
    if reading.act in ASIDE_ACTS:
        return Move("aside", target, why=reading.act)
    misconception = active_misconception(item, state)
    if misconception and reading.act not in HELP_ACTS:
        return Move(ELENCHUS[state.misconception(misconception).cycle], misconception, why="misconception")
    if target is None:
        return Move("done", why="covered")
    now = state.expectation(target)
    if reading.act in HELP_ACTS:
        return _climb(target, now, why="idk", can_step_down=can_step_down)
    if reading.covered:
        return Move("pump", target, PUMP, why="next") if now.rung == 0 else _climb(target, now, why="next")
    answered = _answered(reading, target)
    if answered and not now.clarified and (answered.zone is Zone.UNSURE or _is_half_there(answered)):
        return Move("clarify", target, why=answered.zone.value)
    if state.wrong_in_a_row >= WRONG_TURNS and can_step_down:
        return Move("stepdown", target, why="wrong_in_a_row")
    if answered and answered.zone is Zone.CONTRADICTION and now.attempts <= 1:
        return Move("probe", target, why="contradiction")
    return _climb(target, now, why="wrong", can_step_down=can_step_down)


def _hold(target: str | None, reading: Reading) -> Move:
    if reading.holds >= HOLD_CAP and reading.act != "repeat":
        return Move("park", target, PARK, why="holds")
    return Move("repeat" if reading.act == "repeat" else "redirect", target, why=reading.act)


def _climb(target: str, now: ExpectationState, *, why: str, can_step_down: bool = False) -> Move:
    rung = now.rung + 1
    if why == "idk" and rung == PUMP:
        rung = HINT_1
    if now.coverage >= NEAR and rung < CLOZE:
        rung = CLOZE
    if rung >= CLOZE and now.genuine == 0:
        return _invite(target, now)
    if rung == STEPDOWN and not can_step_down:
        rung = PARK
    return Move(_RUNG_NAMES[min(rung, PARK)], target, min(rung, PARK), why=why)


def _invite(target: str, now: ExpectationState) -> Move:
    if now.low_turns >= LOW_TURNS:
        return Move("park", target, PARK, why="effort_gate")
    return Move("invite", target, why="invite")


_RUNG_NAMES = {
    PUMP: "pump",
    HINT_1: "hint",
    HINT_2: "hint",
    HINT_3: "hint",
    CLOZE: "prompt",
    CHOICE: "choice",
    STEPDOWN: "stepdown",
    PARK: "park",
}


def _answered(reading: Reading, target: str) -> ExpectationGrade | None:
    if reading.grade is None:
        return None
    return next((g for g in reading.grade.expectations if g.expectation == target), None)


def _is_half_there(grade: ExpectationGrade) -> bool:
    some = bool(grade.facets_met) and bool(grade.facets_missing)
    return grade.zone is Zone.PARTIAL and (grade.wants_unit or some)
