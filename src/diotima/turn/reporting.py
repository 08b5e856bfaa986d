"""The report at the end: written from the transcript, every sentence past the guard."""

from __future__ import annotations

from diotima.domain.questions import Question, QuestionKind
from diotima.domain.report import write_report
from diotima.domain.transcript import Body, Entry, ReportWritten, TutorSaid
from diotima.engine.voice import join
from diotima.turn.deps import Scene
from diotima.turn.guarding import leaks, watches_of
from diotima.turn.state import Reply, TurnState, session_after


def say_report(scene: Scene, state: TurnState) -> Reply:
    """The announcement, the report and its closing question."""
    decision = state["decision"]
    bodies = (*state.get("evidence", ()), *decision.bodies)
    session = session_after(scene.before, bodies)
    watches = watches_of(scene, session, *session.items)
    report = write_report(
        (*scene.entries, *_as_entries(scene, bodies)),
        scene.course,
        scene.knowledge,
        scene.deps.catalogue,
        seconds=scene.elapsed_s,
        may_say=lambda text: not leaks(scene, text, watches),
    )
    wordings = [scene.phrases.say(lead.key, **lead.values) for lead in decision.leads]
    said = TutorSaid(join(*(w.text for w in wordings)), "report")
    return Reply(
        said=(said,) if said.text else (),
        question=Question(f"{scene.turn}:q", QuestionKind.CLOSING, report.closing),
        wordings=tuple(name for w in wordings for name in w.used),
        bodies=(ReportWritten(report),),
    )


def _as_entries(scene: Scene, bodies: tuple[Body, ...]) -> tuple[Entry, ...]:
    before = scene.before
    return tuple(
        Entry(before.session, before.last_seq + n, scene.now_ms, scene.turn, body)
        for n, body in enumerate(bodies, start=1)
    )
