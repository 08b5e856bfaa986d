"""Passages for this turn, filtered by what the learner has earned before anything is compared."""

from __future__ import annotations

from collections.abc import Sequence

from diotima.domain.course import Passage
from diotima.engine.recall import MATCH, allowed_passages, find_passage, next_context, withheld_from
from diotima.turn.deps import Scene
from diotima.turn.state import TurnState, session_after


def recall_passages(scene: Scene, state: TurnState) -> tuple[str, ...]:
    """Ids of the passages to draw on, best first; only an aside says any."""
    decision = state["decision"]
    item = scene.item
    if item is None or decision.move.name != "aside":
        return ()
    session = session_after(scene.before, (*state.get("evidence", ()), *decision.bodies))
    withheld = withheld_from(scene.course, session, scene.knowledge)
    concepts = {item.concept, *scene.course.ancestors[item.concept]}
    mastery = scene.knowledge.concepts[item.concept].m_eff
    if decision.move.why == "question":
        wide = allowed_passages(scene.course, concepts, mastery=mastery, withheld=withheld)
        return _answering(wide, scene.said.text, session.passages)
    own = allowed_passages(scene.course, {item.concept}, mastery=mastery, withheld=withheld)
    ground = next_context(own, shown=session.passages)
    return tuple(dict.fromkeys([*([ground.id] if ground else []), *(p.id for p in own)]))


def _answering(passages: Sequence[Passage], question: str, shown: Sequence[str]) -> tuple[str, ...]:
    """The passage that answers a question, if one shares enough of its words; else none."""
    found = find_passage(passages, question, shown=shown)
    return (found.passage.id,) if found and found.score >= MATCH else ()
