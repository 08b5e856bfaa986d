"""What happens next in a session: which phase, which item, which move. Pure decisions.

The order of questions a good tutor asks themself: Is it time for something else? Is this item finished, or
does it need its prerequisite first? Then: what is the next small step on it?
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from diotima.domain.course import Course, Expectation, Item, Role
from diotima.domain.knowledge import Knowledge
from diotima.domain.phases import COVERAGE, next_phase, revisit_due
from diotima.domain.plan import (
    SessionFacts,
    choose_assessment,
    choose_concept,
    choose_revisit,
    order_diagnostics,
    revisit_item,
    session_concepts,
    weakest_prerequisite,
)
from diotima.domain.reveal import DEMAND, EXPLAIN, Effort, may_reveal
from diotima.domain.session import ItemState, SessionState, apply
from diotima.domain.transcript import (
    AnswerRevealed,
    Body,
    ExpectationParked,
    ItemClosed,
    ItemOpened,
    ItemOutcome,
    Phase,
    PhaseChanged,
    RevisitStarted,
)
from diotima.engine.dialogue import (
    PARK,
    Move,
    Reading,
    Similarity,
    choose_move,
    choose_target,
    open_expectations,
)
from diotima.engine.voice import excerpt

DIAGNOSTICS = 4
"""Diagnostic questions at most."""
DEPTH = 2
"""Step-downs below one another at most."""
STUDY_WORDS = 22
"""Words of a passage quoted when something is set aside."""
TURN_S = 45.0
"""Seconds a turn takes, for what still fits into the time left."""


@dataclass(frozen=True)
class Lead:
    """A sentence said before the question: a catalogue key and what fills it."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    item: str | None = None
    """The item it is about, for an explanation or a passage."""
    earned: str | None = None
    """The expectation it explains, once that has been earned."""
    passage: str | None = None
    """The passage it quotes."""


@dataclass(frozen=True)
class Decision:
    """What the tutor does now: ``bodies`` are its traces in the transcript, ``leads`` what is said first."""

    move: Move
    item: str | None = None
    quiz: str | None = None
    bodies: tuple[Body, ...] = ()
    leads: tuple[Lead, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """All a decision rests on, with this turn's evidence already applied to the session."""

    course: Course
    session: SessionState
    knowledge: Knowledge
    reading: Reading
    elapsed_s: float
    now_ms: int
    similar: Similarity

    def after(self, *bodies: Body) -> Lesson:
        """The lesson once something more has happened."""
        session = self.session
        for body in bodies:
            session = apply(session, body)
        return replace(self, session=session)

    def open_item(self) -> Item | None:
        """The item being worked on."""
        return self.course.item_by_id.get(self.session.current) if self.session.current else None


def decide(lesson: Lesson) -> Decision:
    """The next move, after any change of phase that is due."""
    settled = _settle(lesson)
    lesson = lesson.after(*settled)
    entered = enter_phase(lesson)
    lesson = lesson.after(*entered.bodies)
    chosen = _PHASES[lesson.session.phase](lesson)
    return replace(
        chosen,
        bodies=(*settled, *entered.bodies, *chosen.bodies),
        leads=(*entered.leads, *chosen.leads),
    )


def enter_phase(lesson: Lesson, *, timed: bool = True) -> Decision:
    """The change of phase that is due, announced before the first reply of the new phase.

    What is covered counts between items only: nobody is examined in the middle of a question. A phase that
    the clock has begun is not ended by the clock in the same turn (``timed``).
    """
    session = lesson.session
    change = next_phase(
        session.phase,
        lesson.elapsed_s,
        diagnostics_done=session.oriented and next_diagnostic(lesson) is None,
        coverage=coverage(lesson) if session.item is None else 0.0,
        all_assessed=session.phase is Phase.ASSESSMENT and not next_assessment(lesson),
        length_s=session.length_s if timed else None,
        timing=lesson.course.policy.timing,
        leave="quit" if lesson.reading.act == "quit" else None,
    )
    if change is None:
        return Decision(Move("stay"))
    phase, why = change
    bodies: list[Body] = [PhaseChanged(phase, why)]
    if phase is not Phase.TUTORING:
        bodies = [*_close_all(session), *bodies]
    leads = [Lead("tutor.wrapup.quit")] if why == "quit" else [Lead(f"tutor.announce.{phase.value}")]
    if phase is Phase.TUTORING and not session.quizzes:
        leads = []
    further = enter_phase(lesson.after(*bodies), timed=False)
    if further.bodies:
        leads = list(further.leads)
    return Decision(Move("stay"), bodies=(*bodies, *further.bodies), leads=tuple(leads))


def coverage(lesson: Lesson) -> float:
    """Share of this session's concepts that are done: every item covered, or mastered before."""
    planned = session_concepts(lesson.course, lesson.session.focus, lesson.knowledge)
    done = [c for c in planned if _is_done(lesson, c)]
    return len(done) / len(planned) if planned else 1.0


def next_diagnostic(lesson: Lesson) -> str | None:
    """Id of the diagnostic question to ask next."""
    asked = {q for q, result in lesson.session.quizzes.items() if result.role == "diagnostic"}
    if len(asked) >= DIAGNOSTICS:
        return None
    order = order_diagnostics(
        lesson.course, lesson.session.focus, lesson.knowledge, lesson.session.seed, DIAGNOSTICS + len(asked)
    )
    concepts = {lesson.session.quizzes[q].concept for q in asked}
    return next((q.id for q in order if q.id not in asked and q.concept not in concepts), None)


def next_assessment(lesson: Lesson) -> str | None:
    """Id of the quiz or transfer item to ask next."""
    return choose_assessment(lesson.course, lesson.knowledge, facts(lesson))


def facts(lesson: Lesson) -> SessionFacts:
    """What the scheduler wants to know of the session."""
    session = lesson.session
    left = None
    if session.length_s is not None:
        left = lesson.course.policy.timing.assess * session.length_s - lesson.elapsed_s
    return SessionFacts(
        focus=session.focus,
        covered=session.covered(),
        done_items=frozenset(i.item for i in session.items.values() if i.outcome is not None),
        parked=frozenset(i.concept for i in session.items.values() if i.outcome is ItemOutcome.PARKED),
        quizzes=frozenset(session.quizzes),
        touched=tuple(dict.fromkeys(i.concept for i in session.items.values())),
        current=session.item.concept if session.item else None,
        turns_left=None if left is None else max(0, int(left // TURN_S)),
        seed=session.seed,
        now_ms=lesson.now_ms,
    )


def rapport(lesson: Lesson) -> Decision:
    """Onboarding, then the diagnostics."""
    if not lesson.session.oriented:
        return Decision(Move("wait" if lesson.session.pending else "focus"))
    if lesson.session.pending is not None:
        return Decision(Move("wait", why=lesson.reading.act))
    quiz = next_diagnostic(lesson)
    return Decision(Move("quiz", quiz, why="diagnostic"), quiz=quiz)


def assess(lesson: Lesson) -> Decision:
    """Questions without hints: quizzes on what was worked on, then at most one item in a new setting."""
    pending = lesson.session.pending
    if pending is not None and (pending.quiz is not None or lesson.session.item is not None):
        return Decision(Move("wait", why="no_help"))
    chosen = next_assessment(lesson)
    if chosen in lesson.course.quiz_by_id:
        return Decision(Move("quiz", chosen, why="assessment"), quiz=chosen)
    item = lesson.course.item_by_id[str(chosen)]
    opened = ItemOpened(item.id, item.concept, "assessment")
    return Decision(Move("open", why="assessment"), item=item.id, bodies=(opened,))


def wrap_up(lesson: Lesson) -> Decision:
    """The report, or goodbye once it has been written."""
    return Decision(Move("close" if lesson.session.report else "report"))


def tutor(lesson: Lesson) -> Decision:
    """The next step of the tutoring dialogue."""
    revisit = _revisit(lesson)
    if revisit is not None:
        return revisit
    item = lesson.open_item()
    if item is None or lesson.session.item is None:
        return _open_next(lesson)
    if lesson.session.item.why == "revisit" and lesson.reading.grade is not None:
        return _leave(lesson, item, ItemOutcome.INTERRUPTED)
    revealed = _reveal(lesson, item, lesson.session.item)
    if revealed is not None:
        return revealed
    move = choose_move(
        item,
        lesson.session.item,
        lesson.reading,
        similar=lesson.similar,
        can_step_down=_prerequisite_item(lesson, item) is not None,
    )
    return _FOLLOW.get(move.name, _stay)(lesson, item, move)


def _stay(lesson: Lesson, item: Item, move: Move) -> Decision:
    return Decision(move, item=item.id)


def _finish(lesson: Lesson, item: Item, move: Move) -> Decision:
    parked = any(e.parked for e in lesson.session.items[item.id].expectations.values())
    return _leave(lesson, item, ItemOutcome.PARKED if parked else ItemOutcome.COVERED)


def _park(lesson: Lesson, item: Item, move: Move) -> Decision:
    """Set an expectation aside and go on: with the rest of the item, or away from it."""
    targets = (move.target,) if move.why != "max_turns" else tuple(e.id for e in _open(lesson, item))
    parked = tuple(ExpectationParked(item.id, item.concept, t) for t in targets if t)
    study = _study(lesson, item, move.target)
    following = _after(lesson.after(*parked), item, "parked")
    return replace(
        following,
        bodies=(*parked, *following.bodies),
        leads=(Lead("tutor.park.lead"), *study, *following.leads),
    )


def _reveal(lesson: Lesson, item: Item, state: ItemState) -> Decision | None:
    """The explanation of what is being worked on, if one was asked for and the policy grants it."""
    if lesson.reading.act not in (EXPLAIN, DEMAND):
        return None
    target = choose_target(item, state, lesson.similar)
    if target is None:
        return None
    now = state.expectation(target)
    grounds = may_reveal(
        lesson.course,
        item,
        phase=lesson.session.phase,
        act=lesson.reading.act,
        effort=Effort(now.attempts, now.genuine, now.rung),
        knowledge=lesson.knowledge,
        flagged=bool(lesson.session.flags),
        assessing=state.why == "assessment",
    )
    if grounds is None:
        return None
    revealed = AnswerRevealed(item.id, item.concept, target, grounds.value)
    lead = Lead(
        "tutor.explain.reveal",
        {"assertion": item.expectation(target).assertion},
        item=item.id,
        earned=target,
    )
    following = _after(lesson.after(revealed), item, "revealed")
    return replace(following, bodies=(revealed, *following.bodies), leads=(lead, *following.leads))


def _after(lesson: Lesson, item: Item, why: str) -> Decision:
    """Go on once an expectation is settled unstated: with the rest of the item, or away from it."""
    remaining = _open(lesson, item)
    if remaining:
        return Decision(Move("turn_to", remaining[0].id, why=why), item=item.id)
    return _leave(lesson, item, ItemOutcome.PARKED)


def _study(lesson: Lesson, item: Item, target: str | None) -> tuple[Lead, ...]:
    """Something to read about what was set aside, none of it an answer."""
    if target is None:
        return ()
    study = item.expectation(target).ladder.study
    passage = next((lesson.course.passage_by_id[p] for p in study if p in lesson.course.passage_by_id), None)
    if passage is None or passage.reveals:
        return ()
    text = excerpt(passage.text, STUDY_WORDS)
    return (Lead("tutor.park.study", {"passage": text}, item=item.id, passage=passage.id),)


def _step_down(lesson: Lesson, item: Item, move: Move) -> Decision:
    below = _prerequisite_item(lesson, item)
    if below is None:
        return _park(lesson, item, replace(move, name="park", rung=PARK))
    opened = ItemOpened(below.id, below.concept, "stepdown", opener=item.id)
    lead = Lead("tutor.transition.stepdown", {"title": lesson.course.concept_by_id[below.concept].title})
    return Decision(Move("open", move.target, why="stepdown"), item=below.id, bodies=(opened,), leads=(lead,))


_FOLLOW: Mapping[str, Callable[[Lesson, Item, Move], Decision]] = {
    "done": _finish,
    "park": _park,
    "stepdown": _step_down,
}


def _leave(lesson: Lesson, item: Item, outcome: ItemOutcome) -> Decision:
    """Close an item and go back to the one it interrupted, or on to the next."""
    closed = ItemClosed(item.id, outcome)
    lesson = lesson.after(closed)
    opener = lesson.open_item()
    if opener is None or lesson.session.item is None:
        following = _open_next(lesson)
    elif not _open(lesson, opener):
        following = _finish(lesson, opener, Move("done"))
    else:
        resumed = ItemOpened(opener.id, opener.concept, "resume", lesson.session.item.opener)
        target = lesson.session.item.focus or _open(lesson, opener)[0].id
        move = Move("turn_to", target, why="resume")
        following = Decision(move, opener.id, bodies=(resumed,), leads=(Lead("tutor.transition.back"),))
    return replace(following, bodies=(closed, *following.bodies))


def _open_next(lesson: Lesson) -> Decision:
    """The next item by the plan; when there is none, what was learned is looked at."""
    choice = choose_concept(lesson.course, lesson.knowledge, facts(lesson))
    if choice is None or coverage(lesson) >= COVERAGE:
        changed = PhaseChanged(Phase.ASSESSMENT, "covered")
        lead = Lead("tutor.announce.assessment")
        lesson = lesson.after(changed)
        if next_assessment(lesson) is None:
            changed, lead = PhaseChanged(Phase.WRAPUP, "all_asked"), Lead("tutor.announce.wrapup")
            lesson = lesson.after(changed)
        following = _PHASES[lesson.session.phase](lesson)
        return replace(following, bodies=(changed, *following.bodies), leads=(lead, *following.leads))
    key = "tutor.transition.review" if choice.why == "review" else "tutor.transition.next"
    lead = Lead(key, {"title": lesson.course.concept_by_id[choice.concept].title})
    item = lesson.course.item_by_id[choice.item]
    opened = ItemOpened(item.id, item.concept, choice.why)
    if not lesson.session.items and choice.why != "review":
        known = not lesson.session.focus or choice.concept in lesson.session.focus
        leads = () if known else (replace(lead, key="tutor.transition.ground"),)
    else:
        leads = (lead,)
    return Decision(Move("open", why=choice.why), item=item.id, bodies=(opened,), leads=leads)


def _revisit(lesson: Lesson) -> Decision | None:
    """A proactive return to the weakest topic of the focus, once its time has come."""
    session = lesson.session
    if session.item is not None and (session.item.why == "revisit" or session.last_move in _MID_THOUGHT):
        return None
    if not revisit_due(
        session.phase,
        lesson.elapsed_s,
        last_revisit_s=session.last_revisit_s,
        length_s=session.length_s,
        timing=lesson.course.policy.timing,
    ):
        return None
    concept = choose_revisit(lesson.course, lesson.knowledge, facts(lesson))
    if concept is None:
        return None
    item = revisit_item(lesson.course, facts(lesson), concept)
    if item is None or item.id in _open_chain(session):
        return None
    before = session.items.get(item.id, ItemState(item.id, concept))
    carried = next((m for m in before.misconceptions.values() if m.active and m.quote), None)
    name = next((k for k, m in before.misconceptions.items() if m is carried), None)
    title = lesson.course.concept_by_id[concept].title
    lead = (
        Lead("tutor.transition.revisit_quote", {"title": title, "quote": carried.quote})
        if carried
        else Lead("tutor.transition.revisit", {"title": title})
    )
    bodies = (RevisitStarted(concept, name), ItemOpened(item.id, concept, "revisit", session.current))
    target = next(
        (e.id for e in item.expectations if not before.expectation(e.id).covered), item.expectations[0].id
    )
    move = Move("turn_to", target, why="revisit")
    return Decision(move, item=item.id, bodies=bodies, leads=(lead,))


_ANSWERS = frozenset({"contribution", "idk", "skip"})
"""Acts that answer an assessment question, rightly or not."""
_MID_THOUGHT = frozenset({"counterexample", "contrast", "repair", "prompt", "choice", "clarify", "probe"})
"""Moves a learner should be allowed to answer before the topic changes."""


def _prerequisite_item(lesson: Lesson, item: Item) -> Item | None:
    """An item on the weakest prerequisite, not worked on yet, unless that would lead too far down."""
    depth, opener = 0, lesson.session.items.get(item.id)
    while opener is not None and opener.opener is not None and depth < DEPTH:
        depth, opener = depth + 1, lesson.session.items.get(opener.opener)
    if depth >= DEPTH or any(
        i.opener == item.id and i.why == "stepdown" for i in lesson.session.items.values()
    ):
        return None
    concept = weakest_prerequisite(lesson.course, lesson.knowledge, item.concept, exclude=_worked_on(lesson))
    found = lesson.course.items_of(concept) if concept else ()
    return found[0] if found else None


def _open_chain(session: SessionState) -> frozenset[str]:
    """The open item and those it interrupted."""
    chain: list[str] = []
    name = session.current
    while name is not None and name not in chain:
        chain.append(name)
        name = session.items[name].opener if name in session.items else None
    return frozenset(chain)


def _worked_on(lesson: Lesson) -> frozenset[str]:
    return frozenset(i.concept for i in lesson.session.items.values())


def _open(lesson: Lesson, item: Item) -> tuple[Expectation, ...]:
    return open_expectations(item, lesson.session.items.get(item.id, ItemState(item.id, item.concept)))


def _settle(lesson: Lesson) -> tuple[Body, ...]:
    """An assessment item takes one answer, "I don't know" included; then it is closed."""
    assessing = lesson.session.phase is Phase.ASSESSMENT
    return _close_all(lesson.session) if assessing and lesson.reading.act in _ANSWERS else ()


def _is_done(lesson: Lesson, concept: str) -> bool:
    """Stated today, or mastered before and not what the learner came for."""
    mastered = lesson.knowledge.concepts[concept].m_eff >= lesson.course.policy.full_at
    if mastered and concept not in lesson.session.focus:
        return True
    items = lesson.course.items_of(concept, Role.TUTOR)
    states = [lesson.session.items.get(i.id) for i in items]
    return any(s is not None and s.outcome is ItemOutcome.COVERED for s in states)


def _close_all(session: SessionState) -> tuple[Body, ...]:
    """Close the open item and those it interrupted."""
    bodies: list[Body] = []
    while session.item is not None:
        closed = ItemClosed(session.item.item, ItemOutcome.INTERRUPTED)
        bodies.append(closed)
        session = apply(session, closed)
    return tuple(bodies)


_PHASES: Mapping[Phase, Callable[[Lesson], Decision]] = {
    Phase.RAPPORT: rapport,
    Phase.TUTORING: tutor,
    Phase.ASSESSMENT: assess,
    Phase.WRAPUP: wrap_up,
}
