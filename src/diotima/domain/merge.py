"""The deterministic merger: what a transcript proves about its learner, as evidence for the ledger.

A projection, causal in the transcript: what an entry yields depends on it and on entries before it, so that
merging a transcript whole or piece by piece gives the same events, and merging twice gives each only once.

::

    LearnerSaid ... TurnEnded ──► one turn, audited ──► contribution_graded, quiz_answered, hint_given ...
    ReportWritten | SessionClosed ──► one review_rated for every node the session touched

The audit: words quoted must stand verbatim in the learner's turn; a turn that was no contribution, or that
was flagged, proves nothing; neither does a grade that is unsure; what follows a reveal of a node says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from diotima.domain.aid import Rung
from diotima.domain.course import Course
from diotima.domain.evidence import Evidence, EvidenceKind, Provenance, Subject
from diotima.domain.reviews import Rating
from diotima.domain.transcript import (
    ActRecognised,
    AnswerGraded,
    AnswerRevealed,
    Entry,
    ExpectationCovered,
    ExpectationParked,
    HintGiven,
    IntegrityFlagged,
    LearnerSaid,
    MisconceptionObserved,
    MisconceptionRepaired,
    QuizGraded,
    ReportWritten,
    SessionClosed,
    SessionOpened,
    TurnEnded,
)

CHOSEN_MISCONCEPTION = 0.70
"""Confidence in a misconception shown by choosing its option in a quiz: one time in four it is a guess."""
CLEAR = 0.90
"""p from which an unaided first answer counts as easy."""

Payload = Mapping[str, float | int | str | bool | None]


def merge(entries: Sequence[Entry], course: Course, learner: str, *, after: int = 0) -> tuple[Evidence, ...]:
    """Evidence drawn from entries with ``seq > after``; the entries before are read as context.

    ``merge(all)`` equals ``merge(prefix)`` followed by ``merge(all, after=len(prefix))`` for every prefix. A
    turn counts once its ``TurnEnded`` is there, or the report or the end of the session that cuts it short.
    """
    merging = _Merging(course, learner)
    found: dict[str, tuple[int, Evidence]] = {}
    for entry in entries:
        for event in merging.take(entry):
            found.setdefault(event.idem, (entry.seq, event))
    return tuple(event for seq, event in found.values() if seq > after)


class _Turn:
    """The entries of one turn and what the audit says of them."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.said = next((e for e in entries if isinstance(e.body, LearnerSaid)), None)
        bodies = [e.body for e in entries]
        acts = [b.act for b in bodies if isinstance(b, ActRecognised)]
        self.flagged = any(isinstance(b, IntegrityFlagged) and b.categories for b in bodies)
        chose = (
            isinstance(self.said, Entry) and isinstance(self.said.body, LearnerSaid) and self.said.body.option
        )
        self.contributes = not self.flagged and (bool(chose) or acts in ([], ["contribution"]))
        self.grades = [b for b in bodies if isinstance(b, AnswerGraded)]

    @property
    def text(self) -> str:
        return self.said.body.text if self.said and isinstance(self.said.body, LearnerSaid) else ""

    def words(self, quote: str) -> str | None:
        """The quote if the learner said exactly that; without one, the whole turn; otherwise ``None``."""
        return (quote or self.text) if quote in self.text else None

    def evident(self) -> list[AnswerGraded]:
        """The grades that prove something.

        What was not asked for counts only when it is right. Saying one thing of three is incomplete, not
        wrong: a rejection counts only where the turn earned nothing. One turn is at most one wrong answer.
        """
        right = [g for g in self.grades if g.zone == "accept" or (g.zone == "partial" and g.targeted)]
        wrong = [g for g in self.grades if g.zone == "contradiction" and g.targeted]
        if not right and not wrong:
            wrong = [g for g in self.grades if g.zone == "reject" and g.targeted]
        kept = [*right, *wrong[:1]]
        return [g for g in self.grades if g in kept]


class _Merging:
    """What has been read of a session so far."""

    def __init__(self, course: Course, learner: str) -> None:
        self.course = course
        self.learner = learner
        self.version = course.manifest.version
        self.open: list[Entry] = []
        self.covered: set[tuple[str, str]] = set()
        self.graded: set[tuple[str, str]] = set()
        self.confused: set[tuple[str, str]] = set()
        """Expectations a misconception seen in this session contradicts."""
        self.revealed: set[str] = set()
        self.ratings: dict[str, Rating] = {}
        self.tried: set[str] = set()
        self.subjects: dict[str, Subject] = {}

    def take(self, entry: Entry) -> Iterable[Evidence]:
        """Events drawn from one more entry."""
        match entry.body:
            case SessionOpened(course_version=version, length_s=length_s):
                self.version = version
                yield self._event(
                    EvidenceKind.SESSION_STARTED, entry, self._subject(), {"length_s": length_s}
                )
            case TurnEnded():
                yield from self._end_turn()
            case ReportWritten():
                yield from self._end_turn()
                yield from self._rate_reviews(entry)
            case SessionClosed(why=why):
                yield from self._end_turn()
                yield from self._rate_reviews(entry)
                yield self._event(EvidenceKind.SESSION_ENDED, entry, self._subject(), {"why": why})
            case _:
                self.open.append(entry)

    def _end_turn(self) -> Iterable[Evidence]:
        turn, self.open = _Turn(self.open), []
        evident = turn.evident() if turn.contributes else []
        for entry in turn.entries:
            yield from self._project(entry, turn, evident)
        self.graded |= {(g.item, g.expectation) for g in turn.grades}

    def _project(self, entry: Entry, turn: _Turn, evident: Sequence[AnswerGraded]) -> Iterable[Evidence]:
        match entry.body:
            case AnswerGraded() as graded if graded in evident:
                yield from self._grade(graded, turn)
            case QuizGraded() as quiz if not turn.flagged:
                yield from self._answer_quiz(quiz, entry, turn)
            case ExpectationCovered() as covered if turn.contributes:
                yield from self._cover(covered, turn)
            case MisconceptionObserved() | MisconceptionRepaired() as seen if turn.contributes:
                yield from self._believe(seen, turn)
            case IntegrityFlagged(categories=categories):
                payload = {"categories": ",".join(categories)}
                yield self._event(EvidenceKind.INTEGRITY_FLAGGED, entry, self._subject(), payload)
            case HintGiven(rung=rung, wording=wording) as hint:
                subject = self._about(hint.item, hint.expectation)
                yield self._event(EvidenceKind.HINT_GIVEN, entry, subject, {"rung": rung, "wording": wording})
            case ExpectationParked() as parked:
                yield from self._set_aside(
                    EvidenceKind.ITEM_PARKED, parked.item, parked.expectation, entry, {}
                )
            case AnswerRevealed() as revealed:
                payload = {"why": revealed.why}
                yield from self._set_aside(
                    EvidenceKind.ANSWER_REVEALED, revealed.item, revealed.expectation, entry, payload
                )
                self.revealed.add(self._about(revealed.item, revealed.expectation).node or "")

    def _grade(self, graded: AnswerGraded, turn: _Turn) -> Iterable[Evidence]:
        words, key = turn.words(graded.quote), (graded.item, graded.expectation)
        if turn.said is None or words is None or key in self.covered:
            return
        subject = self._about(graded.item, graded.expectation, concept=graded.concept)
        self._try(subject)
        payload: Payload = {
            "p": graded.p,
            "q": {"accept": 1.0, "partial": graded.p}.get(graded.zone, 0.0),
            "zone": graded.zone,
            "rung": graded.rung,
            "options": self._choices(graded) if graded.rung == Rung.CHOICE else 0,
            "targeted": graded.targeted,
            "grader": graded.grader,
            "revealed": subject.node in self.revealed,
        }
        idem = (turn.said.session, turn.said.seq, f"{graded.item}/{graded.expectation}", graded.grader)
        yield self._event(
            EvidenceKind.CONTRIBUTION_GRADED, turn.said, subject, payload, words=words, idem=idem
        )

    def _cover(self, covered: ExpectationCovered, turn: _Turn) -> Iterable[Evidence]:
        words, key = turn.words(covered.quote), (covered.item, covered.expectation)
        if turn.said is None or words is None or key in self.covered:
            return
        self.covered.add(key)
        subject = self._about(covered.item, covered.expectation, concept=covered.concept)
        self._note(subject, self._rating(covered, turn))
        payload: Payload = {"rung": covered.rung, "revealed": subject.node in self.revealed}
        idem = ("covered", turn.said.session, covered.item, covered.expectation)
        yield self._event(
            EvidenceKind.EXPECTATION_COVERED, turn.said, subject, payload, words=words, idem=idem
        )

    def _rating(self, covered: ExpectationCovered, turn: _Turn) -> Rating:
        """How well an expectation was stated, for spaced review (pedagogy 3.3)."""
        key = (covered.item, covered.expectation)
        if covered.rung >= Rung.CLOZE or key in self.confused:
            return Rating.HARD
        p = max((g.p for g in turn.grades if (g.item, g.expectation) == key), default=0.0)
        first = covered.rung == Rung.NONE and key not in self.graded
        return Rating.EASY if first and p >= CLEAR else Rating.GOOD

    def _answer_quiz(self, graded: QuizGraded, entry: Entry, turn: _Turn) -> Iterable[Evidence]:
        said, words = turn.said or entry, turn.words(graded.quote)
        if words is None:
            return
        quiz = self.course.quiz_by_id.get(graded.quiz)
        node = quiz.node if quiz else None
        subject = self._subject(concept=graded.concept, quiz=graded.quiz, node=node)
        diagnostic = graded.role == "diagnostic"
        if not diagnostic:
            self._note(subject, Rating.GOOD if graded.correct else Rating.AGAIN)
        payload: Payload = {
            "role": graded.role,
            "correct": graded.correct,
            "option": graded.option,
            "options": len(quiz.options) if quiz else 4,
            "revealed": node in self.revealed,
        }
        kind = EvidenceKind.DIAGNOSTIC_ANSWERED if diagnostic else EvidenceKind.QUIZ_ANSWERED
        idem = ("quiz", said.session, said.seq, graded.quiz)
        yield self._event(kind, said, subject, payload, words=words, idem=idem)
        item, _, misconception = (graded.misconception or "").partition("/")
        known = self.course.item_by_id.get(item)
        if known and misconception in {m.id for m in known.misconceptions}:
            label = known.misconception(misconception).label
            yield from self._believe(
                MisconceptionObserved(item, known.concept, misconception, label, words, CHOSEN_MISCONCEPTION),
                turn,
            )

    def _believe(
        self, seen: MisconceptionObserved | MisconceptionRepaired, turn: _Turn
    ) -> Iterable[Evidence]:
        words = turn.words(seen.quote)
        if turn.said is None or words is None:
            return
        subject = self._subject(concept=seen.concept, item=seen.item, misconception=seen.misconception)
        if isinstance(seen, MisconceptionObserved):
            self.confused |= {(seen.item, e) for e in self._contrasts(seen.item, seen.misconception)}
            kind, payload = EvidenceKind.MISCONCEPTION_OBSERVED, {"confidence": seen.confidence}
        else:
            kind, payload = EvidenceKind.MISCONCEPTION_REPAIRED, {}
        idem = (kind, turn.said.session, turn.said.seq, seen.item, seen.misconception)
        yield self._event(kind, turn.said, subject, payload, words=words, idem=idem)

    def _set_aside(
        self, kind: EvidenceKind, item: str, expectation: str, entry: Entry, payload: Payload
    ) -> Iterable[Evidence]:
        subject = self._about(item, expectation)
        self._note(subject, Rating.AGAIN)
        yield self._event(kind, entry, subject, payload, idem=(kind, entry.session, item, expectation))

    def _rate_reviews(self, entry: Entry) -> Iterable[Evidence]:
        """The worst that happened to a node counts; what was tried and never stated was failed."""
        for node, subject in self.subjects.items():
            failed = Rating.AGAIN if node in self.tried else None
            rating = self.ratings.get(node, failed)
            if rating is not None:
                payload: Payload = {"rating": int(rating)}
                idem = ("review", entry.session, node)
                yield self._event(EvidenceKind.REVIEW_RATED, entry, subject, payload, idem=idem)

    def _try(self, subject: Subject) -> None:
        if subject.node:
            self.subjects.setdefault(subject.node, subject)
            self.tried.add(subject.node)

    def _note(self, subject: Subject, rating: Rating) -> None:
        if subject.node:
            self.subjects.setdefault(subject.node, subject)
            self.ratings[subject.node] = min(rating, self.ratings.get(subject.node, rating))

    def _about(self, item: str, expectation: str, *, concept: str | None = None) -> Subject:
        known = self.course.item_by_id.get(item)
        node = next((e.node for e in known.expectations if e.id == expectation), None) if known else None
        concept = concept or (known.concept if known else None)
        return self._subject(concept=concept, item=item, expectation=expectation, node=node)

    def _choices(self, graded: AnswerGraded) -> int:
        known = self.course.item_by_id.get(graded.item)
        ladders = [e.ladder for e in known.expectations if e.id == graded.expectation] if known else []
        return len(ladders[0].choice.options) if ladders else 0

    def _contrasts(self, item: str, misconception: str) -> tuple[str, ...]:
        known = self.course.item_by_id.get(item)
        found = [m.contrasts for m in known.misconceptions if m.id == misconception] if known else []
        return found[0] if found else ()

    def _subject(self, **about: str | None) -> Subject:
        return Subject(self.course.id, self.version, **about)

    def _event(
        self,
        kind: EvidenceKind,
        entry: Entry,
        subject: Subject,
        payload: Payload,
        *,
        words: str = "",
        idem: tuple[object, ...] | None = None,
    ) -> Evidence:
        key = _digest(*(idem or (kind, entry.session, entry.seq)))
        quoted = sha256(words.encode()).hexdigest() if words else ""
        return Evidence(
            id=_digest(key, kind)[:32],
            idem=key,
            kind=kind.value,
            learner=self.learner,
            ts=entry.ts,
            subject=subject,
            payload=payload,
            prov=Provenance(entry.session, entry.seq, words, quoted),
        )


def _digest(*parts: object) -> str:
    return sha256("|".join(str(p) for p in parts).encode()).hexdigest()
