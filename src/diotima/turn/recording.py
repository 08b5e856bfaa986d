"""Writing a turn: its entries and the evidence merged from them, in one transaction."""

from __future__ import annotations

from diotima.domain.merge import merge
from diotima.domain.ports import Draft
from diotima.domain.transcript import (
    ActRecognised,
    Body,
    Entry,
    HintGiven,
    MoveChosen,
    QuestionAsked,
    SessionClosed,
    TurnEnded,
)
from diotima.engine.lesson import Decision
from diotima.turn.deps import Scene
from diotima.turn.state import Reply, TurnState


def record_turn(scene: Scene, state: TurnState) -> None:
    """Append what the turn did. Raises ``Conflict`` if somebody else has answered it meanwhile."""
    bodies = turn_bodies(state)
    drafts = [Draft(body, scene.turn, f"{scene.turn}:{n}") for n, body in enumerate(bodies, start=1)]
    ts = max(scene.now_ms, scene.before.last_ts)
    first = scene.before.last_seq + 1
    written = [Entry(scene.before.session, first + n, ts, scene.turn, d.body) for n, d in enumerate(drafts)]
    merged = max((e.seq for e in scene.entries if isinstance(e.body, TurnEnded)), default=0)
    evidence = merge((*scene.entries, *written), scene.course, scene.before.learner, after=merged)
    scene.deps.journal.append(
        scene.before.session, drafts, expected_seq=scene.before.last_seq, ts=ts, evidence=evidence
    )


def turn_bodies(state: TurnState) -> tuple[Body, ...]:
    """The turn's entries in the order they happened: heard, decided, said, asked."""
    decision, reply = state["decision"], state["reply"]
    move = decision.move
    chosen = MoveChosen(move.name, move.target, move.why, reply.wordings)
    asked = (QuestionAsked(reply.question),) if reply.question else ()
    figure = (reply.figure,) if reply.figure else ()
    end: tuple[Body, ...] = (SessionClosed("closing"),) if move.name == "close" else ()
    return (
        ActRecognised(state["analysis"].act),
        *state.get("evidence", ()),
        *decision.bodies,
        chosen,
        *_hint(decision, reply),
        *reply.said,
        *reply.bodies,
        *figure,
        *asked,
        *end,
        TurnEnded(),
    )


def _hint(decision: Decision, reply: Reply) -> tuple[Body, ...]:
    move = decision.move
    if not move.rung or decision.item is None or move.target is None or reply.question is None:
        return ()
    return (HintGiven(decision.item, move.target, move.rung, f"{decision.item}/{move.target}#{move.rung}"),)
