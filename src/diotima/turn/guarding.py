"""The leak guard over everything a turn is about to say."""

from __future__ import annotations

from diotima.domain.course import Item
from diotima.domain.session import ExpectationState, SessionState
from diotima.engine.leak import Watch
from diotima.turn.deps import Scene
from diotima.turn.state import Reply, TurnState, session_after


def find_leak(scene: Scene, state: TurnState) -> bool:
    """Whether any text of the reply gives away something an open item still expects."""
    decision, reply = state["decision"], state["reply"]
    session = session_after(scene.before, (*state.get("evidence", ()), *decision.bodies, *reply.bodies))
    watches = watches_of(scene, session, decision.item)
    return any(leaks(scene, text, watches) for text in texts_of(reply))


def leaks(scene: Scene, text: str, watches: tuple[Watch, ...]) -> bool:
    """Whether one text gives something away."""
    for watch in watches:
        verdict = scene.deps.guard.check(text, watch)
        if verdict.blocked or (verdict.soft and not text.rstrip().endswith("?")):
            return True
    return False


def texts_of(reply: Reply) -> tuple[str, ...]:
    """All sentences the learner would read; options are of equal form and exempt."""
    question = (reply.question.text,) if reply.question else ()
    return (*(said.text for said in reply.said), *question)


def watches_of(scene: Scene, session: SessionState, *items: str | None) -> tuple[Watch, ...]:
    """What to watch for: every item open now, those it interrupted, and the item the turn began with."""
    names: list[str] = [i for i in (*items, session.current, scene.before.current) if i]
    for name in tuple(names):
        opener = session.items[name].opener if name in session.items else None
        while opener and opener not in names:
            names.append(opener)
            opener = session.items[opener].opener if opener in session.items else None
    return tuple(_watch(scene.course.item_by_id[name], session) for name in dict.fromkeys(names))


def _watch(item: Item, session: SessionState) -> Watch:
    state = session.items.get(item.id)
    states = {e.id: state.expectation(e.id) for e in item.expectations} if state else {}
    covered = [e for e in item.expectations if e.id in states and not _withheld(states[e.id])]
    known = [text for e in covered for text in (e.proposition, *e.keys, *e.variants)]
    return Watch(
        item=item,
        uncovered=tuple(e.id for e in item.expectations if e not in covered),
        said=state.said if state else (),
        visible=(item.question, *session.heard, *known),
    )


def _withheld(state: ExpectationState) -> bool:
    return not (state.covered or state.revealed)
