"""One turn, from the learner's words to the entries it leaves. Reads top to bottom like its drawing.

::

    screen ──► route ──► orient | mark | read ──► choose ──► recall ──► say ⇄ guard ──► record
       └──────────┴──────────────────────────────►   └─────► report ───────────┘

The embedded tutor and the model tutor run this same graph; only the injected ports differ. No checkpointer: a
turn that dies is run again from the transcript.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command

from diotima.turn.choosing import choose_next
from diotima.turn.deps import Scene
from diotima.turn.guarding import find_leak
from diotima.turn.reading import mark_option, read_contribution, read_orientation
from diotima.turn.recalling import recall_passages
from diotima.turn.recording import record_turn
from diotima.turn.reporting import say_report
from diotima.turn.saying import RETRIES, say_move
from diotima.turn.screening import recognise_act, screen_words
from diotima.turn.state import TurnState


def screen(state: TurnState, runtime: Runtime[Scene]) -> Command[Literal["route", "choose"]]:
    """Moderation and integrity, before anything else is made of the words."""
    flagged = screen_words(runtime.context)
    return Command(goto="choose" if flagged else "route", update=flagged or {})


def route(state: TurnState, runtime: Runtime[Scene]) -> Command[Literal["orient", "mark", "read", "choose"]]:
    """What kind of turn it is, and who makes sense of it."""
    analysis, reader = recognise_act(runtime.context)
    return Command(goto=reader, update={"analysis": analysis})


def orient(state: TurnState, runtime: Runtime[Scene]) -> TurnState:
    """Onboarding: what to study and how."""
    return {"evidence": read_orientation(runtime.context)}


def mark(state: TurnState, runtime: Runtime[Scene]) -> TurnState:
    """An option was chosen."""
    return mark_option(runtime.context, state["analysis"])


def read(state: TurnState, runtime: Runtime[Scene]) -> TurnState:
    """Words to be graded against what the item expects."""
    return read_contribution(runtime.context, state["analysis"])


def choose(state: TurnState, runtime: Runtime[Scene]) -> Command[Literal["recall", "report"]]:
    """Phase, item and move: decided in pure code."""
    decision = choose_next(runtime.context, state)
    return Command(
        goto="report" if decision.move.name == "report" else "recall", update={"decision": decision}
    )


def recall(state: TurnState, runtime: Runtime[Scene]) -> TurnState:
    """Course passages the learner may see now."""
    return {"passages": recall_passages(runtime.context, state)}


def say(state: TurnState, runtime: Runtime[Scene]) -> TurnState:
    """The move in words."""
    return {"reply": say_move(runtime.context, state)}


def report(state: TurnState, runtime: Runtime[Scene]) -> Command[Literal["guard"]]:
    """The honest report at the end."""
    return Command(goto="guard", update={"reply": say_report(runtime.context, state)})


def guard(state: TurnState, runtime: Runtime[Scene]) -> Command[Literal["say", "record"]]:
    """No sentence leaves that gives away what is not covered."""
    attempt = state.get("attempt", 0)
    if find_leak(runtime.context, state) and attempt < RETRIES:
        return Command(goto="say", update={"attempt": attempt + 1})
    return Command(goto="record")


def record(state: TurnState, runtime: Runtime[Scene]) -> TurnState:
    """Everything the turn did, written at once: transcript and the evidence merged from it."""
    record_turn(runtime.context, state)
    return {}


@cache
def turn_graph() -> CompiledStateGraph[TurnState, Scene, TurnState, TurnState]:
    """The compiled graph; made once."""
    graph: Any = StateGraph(TurnState, context_schema=Scene)
    for step in (screen, route, orient, mark, read, choose, recall, say, report, guard, record):
        graph.add_node(step.__name__, step)
    graph.add_edge(START, "screen")
    graph.add_edge("orient", "choose")
    graph.add_edge("mark", "choose")
    graph.add_edge("read", "choose")
    graph.add_edge("recall", "say")
    graph.add_edge("say", "guard")
    graph.add_edge("record", END)
    compiled: CompiledStateGraph[TurnState, Scene, TurnState, TurnState] = graph.compile()
    return compiled


def run_turn(scene: Scene) -> None:
    """Answer one accepted turn and write what came of it."""
    turn_graph().invoke({}, context=scene)
