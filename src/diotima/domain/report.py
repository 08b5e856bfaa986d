"""The report at the end of a session: what was observed, topic by topic, weakest first.

Everything it claims is read from the evidence the session leaves in the ledger; it cannot claim more than
that shows. It names what was asked by the course's ``asks`` phrases, which give no answer away, and quotes
the learner only where they stated what was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from diotima.domain.aid import Rung, is_unaided
from diotima.domain.course import Concept, Course
from diotima.domain.evidence import Evidence, EvidenceKind
from diotima.domain.knowledge import WEAK, ConceptState, Knowledge, advance
from diotima.domain.merge import merge
from diotima.domain.messages import Catalogue, fill
from diotima.domain.plan import session_concepts
from diotima.domain.reviews import DAY_MS, utc_day
from diotima.domain.session import fold
from diotima.domain.traces import ACTIVE_MISCONCEPTION, SOLID
from diotima.domain.transcript import (
    AnswerGraded,
    Entry,
    FocusSet,
    ItemOpened,
    LearnerSaid,
    MisconceptionReport,
    Report,
    SessionClosed,
    SessionOpened,
    TopicReport,
    VideoSearch,
)

MISCONCEPTIONS = 3
RECOMMENDATIONS = (2, 3)
VIDEOS = (2, 4)
QUOTE_WORDS = 12
"""Longer quotations are left out of a sentence, not cut."""


@dataclass
class _Part:
    """One expectation in this session."""

    item: str
    expectation: str
    rung: int = 0
    stated: bool = False
    quote: str = ""
    parked: bool = False
    explained: bool = False
    facets: set[int] = field(default_factory=set)
    """Facets the learner has stated, though not all of them."""


class _Held(NamedTuple):
    """A misconception in this session; sorts the ones still held and the surest first."""

    repaired: bool
    doubt: float
    quote: str


@dataclass
class _Topic:
    """What the session's evidence says of one concept."""

    parts: dict[tuple[str, str], _Part] = field(default_factory=dict)
    diagnostics: list[bool | None] = field(default_factory=list)
    quizzes: list[bool | None] = field(default_factory=list)


def write_report(
    entries: Sequence[Entry],
    course: Course,
    knowledge: Knowledge,
    messages: Catalogue,
    *,
    seconds: float | None = None,
    may_say: Callable[[str], bool] = lambda text: True,
) -> Report:
    """The report on a session whose transcript so far is ``entries``, the open turn included.

    ``knowledge`` may or may not contain this session's evidence already. ``seconds`` of session time are
    counted from the transcript unless given. Texts that ``may_say`` forbids (the leak guard does, for what is
    still open) are left out or replaced by plainer ones.
    """
    last = entries[-1]
    ended = Entry(last.session, last.seq + 1, last.ts, None, SessionClosed("report"))
    opening = next(e.body for e in entries if isinstance(e.body, SessionOpened))
    evidence = merge((*entries, ended), course, opening.learner)
    writing = _Writing(
        course,
        advance(knowledge, *evidence),
        messages,
        opening.seed,
        _focus(entries, course),
        evidence,
        may_say,
    )
    for entry in entries:
        if isinstance(entry.body, ItemOpened) and entry.body.concept in course.concept_by_id:
            writing.topics.setdefault(entry.body.concept, _Topic())
        elif isinstance(entry.body, AnswerGraded):
            writing.note_facets(entry.body)
    return Report(
        topics=writing.report_topics(),
        misconceptions=writing.report_misconceptions(),
        recommendations=writing.recommend(),
        videos=writing.find_videos(),
        closing=writing.ask_closing(),
        turns=sum(isinstance(e.body, LearnerSaid) for e in entries),
        seconds=fold(entries).elapsed_s if seconds is None else seconds,
    )


def label_mastery(m_eff: float) -> str:
    """UnMask's label of a mastery: from .70 mastered, from .40 progressing, else needs review."""
    if m_eff >= SOLID:
        return "mastered"
    return "progressing" if m_eff >= WEAK else "needs_review"


class _Writing:
    """One report in the making."""

    def __init__(
        self,
        course: Course,
        knowledge: Knowledge,
        messages: Catalogue,
        seed: int,
        focus: tuple[str, ...],
        evidence: Sequence[Evidence],
        may_say: Callable[[str], bool],
    ) -> None:
        self.course = course
        self.knowledge = knowledge
        self.messages = messages
        self.seed = seed
        self.focus = focus
        self.evidence = evidence
        self.may_say = may_say
        self.topics = _gather(evidence, course)

    @property
    def met(self) -> list[str]:
        """Concepts met in this session, weakest first."""
        order = {c: n for n, c in enumerate(self.course.teaching_order)}
        return sorted(self.topics, key=lambda c: (self._state(c).m_eff, order[c]))

    def note_facets(self, graded: AnswerGraded) -> None:
        """Keep what was said of an expectation, so that the rest alone is still to say."""
        topic = self.topics.get(graded.concept)
        part = topic.parts.get((graded.item, graded.expectation)) if topic else None
        if part is not None:
            part.facets.update(graded.facets)

    def report_topics(self) -> tuple[TopicReport, ...]:
        missed = [c for c in self.focus if c not in self.topics]
        return (*(self._report_met(c) for c in self.met), *(self._report_missed(c) for c in missed))

    def report_misconceptions(self) -> tuple[MisconceptionReport, ...]:
        """At most three, the ones still held and the surest first, each with the words that showed it."""
        found: dict[tuple[str, str], _Held] = {}
        for event in self.evidence:
            key = (event.subject.item or "", event.subject.misconception or "")
            if event.kind == EvidenceKind.MISCONCEPTION_REPAIRED and key in found:
                found[key] = found[key]._replace(repaired=True)
            elif event.kind == EvidenceKind.MISCONCEPTION_OBSERVED and _is_sure(event):
                found[key] = _Held(repaired=False, doubt=-_confidence(event), quote=event.prov.quote)
        reports = [self._report_held(*key, found[key]) for key in sorted(found, key=lambda k: found[k][:2])]
        return tuple(r for r in reports if r and self.may_say(f"{r.label} {r.quote}"))[:MISCONCEPTIONS]

    def _report_held(self, item: str, name: str, held: _Held) -> MisconceptionReport | None:
        known = self.course.item_by_id.get(item)
        label = next((m.label for m in known.misconceptions if m.id == name), None) if known else None
        if known is None or label is None:
            return None
        return MisconceptionReport(known.concept, label, held.quote, held.repaired)

    def recommend(self) -> tuple[str, ...]:
        """Two or three things to do, the most pressing first."""
        least, most = RECOMMENDATIONS
        found = list(dict.fromkeys(r for r in self._recommendations() if self.may_say(r)))
        spare = [f for f in self._fallbacks() if f not in found and self.may_say(f)]
        return tuple([*found, *spare[: max(least - len(found), 0)]][:most])

    def find_videos(self) -> tuple[VideoSearch, ...]:
        """Two to four searches for what is not mastered among what was met, the focus, and what follows."""
        least, most = VIDEOS
        weak = [c for c in self.met if label_mastery(self._state(c).m_eff) != "mastered"]
        planned = session_concepts(self.course, self.focus, self.knowledge)
        concepts = list(dict.fromkeys((*weak, *self.focus, *self.met, *planned, *self.course.teaching_order)))
        found: dict[str, VideoSearch] = {}
        for concept in concepts:
            if len(found) >= least and concept not in weak:
                break
            for query in self._queries(self.course.concept_by_id[concept]):
                found.setdefault(query.casefold(), VideoSearch(self._title(concept), query))
        return tuple(found.values())[:most]

    def ask_closing(self) -> str:
        worked_on = [c for c in self.met if self.topics[c].parts] or self.met
        about = self._say("report.closing.met", title=self._title(worked_on[0])) if worked_on else ""
        return about if about and self.may_say(about) else self._say("report.closing.none")

    def _report_met(self, concept: str) -> TopicReport:
        m_eff = self._state(concept).m_eff
        clauses = self._clauses(self.topics[concept])
        sayable = [c for c in clauses if self.may_say(c)] or [self._clause("worked_on")]
        return TopicReport(concept, self._title(concept), m_eff, label_mastery(m_eff), _sentence(sayable))

    def _report_missed(self, concept: str) -> TopicReport:
        state = self._state(concept)
        key = "not_reached" if state.seen else "never_seen"
        status = label_mastery(state.m_eff) if state.seen else "not_seen"
        sentence = _sentence([self._clause(key)])
        return TopicReport(concept, self._title(concept), state.m_eff, status, sentence)

    def _clauses(self, topic: _Topic) -> list[str]:
        """What went best, what was hardest, what the questions at the end showed."""
        parts = list(topic.parts.values())
        clauses = [*self._say_best(parts), *self._say_hardest(parts), *self._say_quizzes(topic.quizzes)]
        if not clauses:
            clauses = self._say_diagnostics(topic.diagnostics)
        return clauses or [self._clause("opened")]

    def _say_best(self, parts: Iterable[_Part]) -> list[str]:
        own = [p for p in parts if p.stated and is_unaided(p.rung) and not p.explained]
        if not own:
            return []
        if len(own) > 1:
            pair = (self._asks(p, most=1) for p in own[:2])
            asks = self._clause("and", **dict(zip(("first", "second"), pair, strict=True)))
            return [self._clause("stated", asks=asks)]
        asks, quote = self._asks(own[0]), own[0].quote.strip(" .,;:!?")
        quoted = self._clause("stated_quote", asks=asks, quote=quote)
        quotable = quote and len(quote.split()) <= QUOTE_WORDS and '"' not in quote and self.may_say(quoted)
        return [quoted if quotable else self._clause("stated", asks=asks)]

    def _say_hardest(self, parts: Sequence[_Part]) -> list[str]:
        for key, hard in (
            ("explained", [p for p in parts if p.explained]),
            ("parked", [p for p in parts if p.parked and not p.stated]),
            ("open", [p for p in parts if not p.stated and not p.parked]),
        ):
            if hard:
                return [self._clause(key, asks=self._asks(hard[0]))]
        helped = [p for p in parts if p.stated and not is_unaided(p.rung)]
        if not helped:
            return []
        hardest = max(helped, key=lambda p: p.rung)
        aid = self.messages.text(f"report.aid.{_aid_key(hardest.rung)}")
        return [self._clause("helped", asks=self._asks(hardest), aid=aid)]

    def _say_quizzes(self, results: Sequence[bool | None]) -> list[str]:
        if len(results) > 1:
            return [self._clause("quizzes", right=results.count(True), n=len(results))]
        return [self._clause(f"quiz_{_outcome(r)}") for r in results]

    def _say_diagnostics(self, results: Sequence[bool | None]) -> list[str]:
        if len(results) > 1:
            return [self._clause("diagnostics", right=results.count(True), n=len(results))]
        return [self._clause(f"diagnostic_{_outcome(r)}") for r in results]

    def _recommendations(self) -> Iterable[str]:
        for concept in self.met:
            gap = next((p for p in self.topics[concept].parts.values() if not p.stated or p.explained), None)
            if gap is not None:
                asks = self._asks(gap, most=1)
                yield self._say("report.recommend.state", title=self._title(concept), asks=asks)
                break
        for held in self.report_misconceptions():
            if not held.repaired:
                yield self._say(
                    "report.recommend.misconception", title=self._title(held.concept), label=held.label
                )
                break
        yield from self._recommend_review()
        following = next((c for c in self.course.teaching_order if self._follows(c)), None)
        if following:
            yield self._say("report.recommend.next", title=self._title(following))

    def _recommend_review(self) -> Iterable[str]:
        """The statement of this session that will fade first."""
        today = utc_day(self.knowledge.now_ts)
        stated = [
            (due, concept, part)
            for concept in self.met
            for part in self.topics[concept].parts.values()
            if part.stated and not part.explained and (due := self._due(part)) is not None
        ]
        if stated:
            due, concept, part = min(stated, key=lambda found: found[0])
            days = max(due // DAY_MS - today, 1)
            asks, title = self._asks(part, most=1), self._title(concept)
            yield self.messages.count("report.recommend.review", days, asks=asks, title=title)

    def _fallbacks(self) -> Iterable[str]:
        for concept in reversed(self.met):
            yield self._say("report.recommend.teach", title=self._title(concept))
        planned = session_concepts(self.course, self.focus, self.knowledge) or self.course.teaching_order
        yield self._say("report.recommend.start", title=self._title(planned[0]))
        yield self._say("report.recommend.focus")

    def _follows(self, concept: str) -> bool:
        """Not met, not mastered, and resting on something met today with nothing missing below."""
        requires = [r.id for r in self.course.concept_by_id[concept].requires]
        return (
            concept not in self.topics
            and self._state(concept).m_eff < SOLID
            and any(r in self.topics for r in requires)
            and all(self._state(r).m_eff >= WEAK for r in requires)
        )

    def _due(self, part: _Part) -> int | None:
        node = self.course.item_by_id[part.item].expectation(part.expectation).node
        return self.knowledge.nodes[node].due_ts

    def _asks(self, part: _Part, most: int = 2) -> str:
        facets = self.course.item_by_id[part.item].expectation(part.expectation).facets
        said = frozenset() if part.stated else part.facets
        unsaid = [f for n, f in enumerate(facets) if n not in said] or facets
        asks = [f.asks.rstrip(" ?.") for f in unsaid[:most]]
        return self._clause("and", first=asks[0], second=asks[1]) if len(asks) > 1 else asks[0]

    def _queries(self, concept: Concept) -> tuple[str, ...]:
        """Its first two searches, or one made from its title if none of them may be shown."""
        sayable = tuple(q for q in concept.video_queries if self.may_say(q))[:2]
        return sayable or (self.messages.text("report.recommend.video", title=concept.title),)

    def _state(self, concept: str) -> ConceptState:
        return self.knowledge.concepts[concept]

    def _title(self, concept: str) -> str:
        return self.course.concept_by_id[concept].title

    def _clause(self, key: str, **values: object) -> str:
        return self.messages.text(f"report.clause.{key}", **values)

    def _say(self, key: str, **values: object) -> str:
        """One of the wordings, drawn by the session's seed."""
        wordings = self.messages.wordings(key)
        lot = int.from_bytes(sha256(f"{self.seed}|{key}".encode()).digest()[:4])
        return fill(wordings[lot % len(wordings)], **values)


def _gather(evidence: Iterable[Evidence], course: Course) -> dict[str, _Topic]:
    """The session's evidence by concept; ids the course does not have are left out."""
    topics: dict[str, _Topic] = {}
    for event in evidence:
        concept, item, expectation = event.subject.concept, event.subject.item, event.subject.expectation
        if concept is None or concept not in course.concept_by_id or event.kind == EvidenceKind.REVIEW_RATED:
            continue
        topic = topics.setdefault(concept, _Topic())
        correct = event.payload.get("correct")
        if event.kind == EvidenceKind.DIAGNOSTIC_ANSWERED:
            topic.diagnostics.append(None if correct is None else bool(correct))
        elif event.kind == EvidenceKind.QUIZ_ANSWERED:
            topic.quizzes.append(None if correct is None else bool(correct))
        elif item is not None and expectation is not None and _has(course, item, expectation):
            _note(topic, event, item, expectation)
    return topics


def _has(course: Course, item: str, expectation: str) -> bool:
    known = course.item_by_id.get(item)
    return known is not None and expectation in {e.id for e in known.expectations}


def _note(topic: _Topic, event: Evidence, item: str, expectation: str) -> None:
    part = topic.parts.setdefault((item, expectation), _Part(item, expectation))
    match event.kind:
        case EvidenceKind.EXPECTATION_COVERED:
            part.stated, part.quote = True, event.prov.quote
            part.rung = int(event.payload.get("rung") or 0)
        case EvidenceKind.ITEM_PARKED:
            part.parked = True
        case EvidenceKind.ANSWER_REVEALED:
            part.explained = True


def _focus(entries: Iterable[Entry], course: Course) -> tuple[str, ...]:
    found = [e.body.concepts for e in entries if isinstance(e.body, FocusSet)]
    return tuple(c for c in (found[-1] if found else ()) if c in course.concept_by_id)


def _is_sure(event: Evidence) -> bool:
    return _confidence(event) >= ACTIVE_MISCONCEPTION


def _confidence(event: Evidence) -> float:
    return float(event.payload.get("confidence") or 0.0)


def _outcome(correct: bool | None) -> str:
    return "unknown" if correct is None else "right" if correct else "wrong"


def _aid_key(rung: int) -> str:
    return Rung(min(rung, Rung.STEPDOWN)).name.lower()


def _sentence(clauses: Sequence[str]) -> str:
    joined = "; ".join(clauses)
    return f"{joined[:1].upper()}{joined[1:]}."
