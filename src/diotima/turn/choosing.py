"""Choosing what comes next: gathers the facts, the decision itself is ``engine.lesson``."""

from __future__ import annotations

from diotima.domain.transcript import ExpectationCovered
from diotima.engine.dialogue import Reading
from diotima.engine.lesson import Decision, Lesson, decide
from diotima.turn.deps import Scene
from diotima.turn.state import TurnState, session_after


def choose_next(scene: Scene, state: TurnState) -> Decision:
    """Phase, item and move after what the learner's words showed."""
    evidence = state.get("evidence", ())
    session = session_after(scene.before, evidence)
    reading = Reading(
        act=state["analysis"].act,
        grade=state["analysis"].grade,
        covered=tuple(b.expectation for b in evidence if isinstance(b, ExpectationCovered)),
        holds=scene.before.holds,
    )
    return decide(
        Lesson(scene.course, session, scene.knowledge, reading, scene.elapsed_s, scene.now_ms, scene.similar)
    )
