"""P1-P8 of pedagogy 10: the planner and the fold, under any sequence of turns a learner could take."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from diotima.domain.course import Choice, ChoiceOption, Expectation, Facet, Item, Ladder, Misconception
from diotima.domain.grades import ExpectationGrade, Grade, Zone
from diotima.domain.questions import Question, QuestionKind
from diotima.domain.session import SessionState, apply
from diotima.domain.transcript import (
    ExpectationCovered,
    ExpectationParked,
    HintGiven,
    ItemOpened,
    LearnerSaid,
    MisconceptionObserved,
    MoveChosen,
    QuestionAsked,
)
from diotima.engine.dialogue import (
    ASIDE_ACTS,
    HELP_ACTS,
    HOLDING_ACTS,
    PARK,
    Move,
    Reading,
    choose_move,
    open_expectations,
)
from diotima.engine.reading import read_answer

LADDER = Ladder(
    pump="What else?",
    hints=("Where is it?", "What is it like?", "What if it were gone?"),
    prompt="It is the ____.",
    choice=Choice("Which one fits?", (ChoiceOption("this", correct=True), ChoiceOption("that"))),
)


def expectation(name: str) -> Expectation:
    return Expectation(
        id=name,
        node=f"n.{name}",
        proposition=f"The {name} holds.",
        variants=(name,) * 3,
        keys=(name,),
        facets=(Facet("what holds", (name,)), Facet("why", (f"because {name}",))),
        ladder=LADDER,
        assertion=f"The {name} holds.",
    )


ITEM = Item(
    id="item",
    concept="concept",
    question="What holds?",
    rephrasings=("What is it that holds?", "Say what holds?"),
    ideal="alpha beta",
    expectations=(expectation("alpha"), expectation("beta"), expectation("gamma")),
    misconceptions=(
        Misconception("mix", "it is reversed", "mixing them up", ("reversed",), ("alpha",), "A?", "B?", "C?"),
    ),
)
NAMES = tuple(e.id for e in ITEM.expectations)
MOVES = {
    "pump", "hint", "prompt", "choice", "stepdown", "park", "invite", "clarify", "probe", "redirect",
    "repeat", "aside", "counterexample", "contrast", "repair", "done",
}  # fmt: skip

grades = st.tuples(st.sampled_from(NAMES), st.floats(0, 1), st.sampled_from(list(Zone)), st.booleans())
turns = st.one_of(
    st.sampled_from(sorted(HOLDING_ACTS | HELP_ACTS | ASIDE_ACTS)).map(lambda act: (act, None)),
    st.lists(grades, min_size=0, max_size=3, unique_by=lambda g: g[0]).map(lambda g: ("contribution", g)),
)


def similar(one: str, other: str) -> float:
    return 0.5 if one != other else 1.0


def begin() -> SessionState:
    opened = apply(SessionState(), ItemOpened("item", "concept"))
    return apply(opened, QuestionAsked(Question("q0", QuestionKind.OPEN, ITEM.question, item="item")))


def take_turn(
    session: SessionState, act: str, found: list[tuple[str, float, Zone, bool]] | None
) -> tuple[SessionState, Move]:
    """One turn through reading and choosing, as the turn graph does it, without words."""
    question = session.pending
    holds = session.holds
    session = apply(session, LearnerSaid("words", question.id if question else None))
    grade = None
    covered: tuple[str, ...] = ()
    if found is not None and session.item is not None:
        grade = Grade(
            "item",
            tuple(
                ExpectationGrade(n, p, z if p < 0.8 else Zone.ACCEPT, (0,), (1,), None, "facets")
                for n, p, z, _ in found
            ),
        )
        bodies = read_answer(ITEM, session.item, question, grade)
        covered = tuple(b.expectation for b in bodies if isinstance(b, ExpectationCovered))
        for body in bodies:
            session = apply(session, body)
        if any(confused for *_, confused in found):
            session = apply(session, MisconceptionObserved("item", "concept", "mix", "mix", "words", 0.9))
    assert session.item is not None
    reading = Reading(act, grade, covered, holds)
    move = choose_move(ITEM, session.item, reading, similar=similar, can_step_down=False)
    session = apply(session, MoveChosen(move.name, move.target, move.why))
    if move.rung and move.name != "park" and move.target:
        session = apply(session, HintGiven("item", move.target, move.rung, "w"))
    assert session.item is not None
    if move.name == "park":
        everything = [e.id for e in open_expectations(ITEM, session.item)]
        for name in everything if move.why == "max_turns" else [str(move.target)]:
            session = apply(session, ExpectationParked("item", "concept", name))
    if move.name != "done":
        target = move.target if move.target in NAMES else None
        asked = Question(f"q{session.turns}", QuestionKind.OPEN, "?", item="item", expectation=target)
        session = apply(session, QuestionAsked(asked))
    return session, move


@given(st.lists(turns, max_size=60))
def test_planner_keeps_the_dialogue_laws(
    history: list[tuple[str, list[tuple[str, float, Zone, bool]] | None]],
) -> None:
    session = begin()

    for act, found in history:
        before = session
        session, move = take_turn(session, act, found)

        assert move.name in MOVES  # P3: there is no assertion
        assert before.item
        assert session.item
        for name in NAMES:
            was, now = before.item.expectation(name), session.item.expectation(name)
            assert now.coverage >= was.coverage  # P1
            assert now.rung >= was.rung  # P5
            assert now.covered >= was.covered
            if act != "contribution":
                assert now.coverage == was.coverage  # P2
                assert now.covered == was.covered
        if act != "contribution":
            assert session.wrong_in_a_row == before.wrong_in_a_row  # P9
        if act in HOLDING_ACTS and move.name in ("redirect", "repeat"):
            assert session.item.expectations == before.item.expectations
        if move.name == "done":
            assert not open_expectations(ITEM, session.item)  # P6: nothing is left, and the item is closed
            break


@given(st.lists(turns, max_size=30), turns)
def test_choosing_is_a_pure_function(
    history: list[tuple[str, list[tuple[str, float, Zone, bool]] | None]],
    last: tuple[str, list[tuple[str, float, Zone, bool]] | None],
) -> None:
    session = begin()
    for act, found in history:
        session, _ = take_turn(session, act, found)

    assert take_turn(session, *last) == take_turn(replace(session), *last)  # P7


@settings(max_examples=20)
@given(st.lists(turns, min_size=120, max_size=120))
def test_every_item_comes_to_an_end(
    history: list[tuple[str, list[tuple[str, float, Zone, bool]] | None]],
) -> None:
    session = begin()

    names = []
    for act, found in history:
        session, move = take_turn(session, act, found)
        names.append(move.name)
        if move.name == "done":
            break

    assert (
        "done" in names
    )  # P8: with the hold cap, the effort gate and the turn limit nothing goes on for ever


def test_ladder_is_climbed_rung_by_rung_and_ends_in_parking() -> None:
    session = begin()

    wrong = [("alpha", 0.1, Zone.REJECT, False)]
    moves = []
    for _ in range(7):
        session, move = take_turn(session, "contribution", wrong)
        moves.append(move.name)

    assert moves == ["pump", "hint", "hint", "hint", "prompt", "choice", "park"]
    assert moves.index("park") == 6
    assert PARK == 8


def test_not_knowing_climbs_to_the_effort_gate_and_no_further() -> None:
    session = begin()

    moves = []
    for _ in range(7):
        session, move = take_turn(session, "idk", None)
        moves.append(move.name)

    assert moves == ["hint", "hint", "hint", "invite", "invite", "park", "hint"]


def test_a_misconception_comes_before_the_expectation() -> None:
    session, first = take_turn(begin(), "contribution", [("alpha", 0.1, Zone.REJECT, True)])

    session, second = take_turn(session, "contribution", [("alpha", 0.1, Zone.REJECT, False)])
    session, third = take_turn(session, "contribution", [("alpha", 0.1, Zone.REJECT, False)])
    _, fourth = take_turn(session, "contribution", [("alpha", 0.1, Zone.REJECT, False)])

    assert [m.name for m in (first, second, third)] == ["counterexample", "contrast", "repair"]
    assert fourth.name not in ("counterexample", "contrast", "repair")
