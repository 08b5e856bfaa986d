"""The report at the end: written from the transcript, every sentence past the guard."""

from __future__ import annotations

from dataclasses import replace

from diotima.domain.questions import Question, QuestionKind
from diotima.domain.report import write_report
from diotima.domain.transcript import Body, Entry, Report, ReportWritten, TutorSaid
from diotima.engine.voice import join
from diotima.turn.deps import Scene
from diotima.turn.guarding import leaks, watches_of
from diotima.turn.state import Reply, TurnState, session_after


def say_report(scene: Scene, state: TurnState) -> Reply:
    """The announcement, the report and its closing question."""
    decision = state["decision"]
    bodies = (*state.get("evidence", ()), *decision.bodies)
    report = _guarded(
        scene,
        bodies,
        write_report(
            (*scene.entries, *_as_entries(scene, bodies)),
            scene.course,
            scene.knowledge,
            scene.deps.catalogue,
            seconds=scene.elapsed_s,
        ),
    )
    wordings = [scene.phrases.say(lead.key, **lead.values) for lead in decision.leads]
    said = TutorSaid(join(*(w.text for w in wordings)), "report")
    return Reply(
        said=(said,) if said.text else (),
        question=Question(f"{scene.turn}:q", QuestionKind.CLOSING, report.closing),
        wordings=tuple(name for w in wordings for name in w.used),
        bodies=(ReportWritten(report),),
    )


def _guarded(scene: Scene, bodies: tuple[Body, ...], report: Report) -> Report:
    """The report without sentences that would give away what is still open for another day."""
    session = session_after(scene.before, bodies)
    watches = watches_of(scene, session, *session.items)
    say = scene.deps.catalogue
    plain = say.text("tutor.wrapup.topic")

    def clean(text: str) -> bool:
        return not leaks(scene, text, watches)

    return replace(
        report,
        topics=tuple(t if clean(t.sentence) else replace(t, sentence=plain) for t in report.topics),
        misconceptions=tuple(m for m in report.misconceptions if clean(f"{m.label} {m.quote}")),
        recommendations=tuple(r for r in report.recommendations if clean(r)),
        videos=tuple(v for v in report.videos if clean(v.query)) or report.videos[:1],
        closing=report.closing if clean(report.closing) else say.text("tutor.wrapup.closing"),
    )


def _as_entries(scene: Scene, bodies: tuple[Body, ...]) -> tuple[Entry, ...]:
    before = scene.before
    return tuple(
        Entry(before.session, before.last_seq + n, scene.now_ms, scene.turn, body)
        for n, body in enumerate(bodies, start=1)
    )
