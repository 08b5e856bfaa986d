"""The ledger's events: what is known about a learner, each with the words that support it.

Append-only, one chain per learner. Only the deterministic merger (``merge.py``) makes them, from transcripts;
mastery, due reviews, misconceptions, the knowledge graph and reports are folds over them (``knowledge.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class EvidenceKind(StrEnum):
    """Kinds used by the embedded tutor; readers skip kinds they do not know."""

    SESSION_STARTED = "session_started"
    SESSION_ENDED = "session_ended"
    DIAGNOSTIC_ANSWERED = "diagnostic_answered"
    QUIZ_ANSWERED = "quiz_answered"
    CONTRIBUTION_GRADED = "contribution_graded"
    EXPECTATION_COVERED = "expectation_covered"
    ITEM_PARKED = "item_parked"
    MISCONCEPTION_OBSERVED = "misconception_observed"
    MISCONCEPTION_REPAIRED = "misconception_repaired"
    HINT_GIVEN = "hint_given"
    ANSWER_REVEALED = "answer_revealed"
    REVIEW_RATED = "review_rated"
    INTEGRITY_FLAGGED = "integrity_flagged"
    CHECKPOINT = "checkpoint"
    CORRECTION = "correction"
    """Voids the event named in ``payload["voids"]``."""


@dataclass(frozen=True)
class Subject:
    """What an event is about; ids of the course, never of the learner."""

    course: str
    course_version: str
    concept: str | None = None
    item: str | None = None
    expectation: str | None = None
    node: str | None = None
    misconception: str | None = None
    quiz: str | None = None


@dataclass(frozen=True)
class Provenance:
    """Where it was said: the session, the transcript entry and the sha-256 of the quoted words."""

    session: str
    seq: int
    quote: str = ""
    """Verbatim, a substring of a learner's turn; empty where no words are involved."""
    sha256: str = ""


@dataclass(frozen=True)
class Evidence:
    """One event of a learner's ledger."""

    id: str
    """First 16 bytes of sha-256(idem | kind), hex."""
    idem: str
    """Idempotency key: the same fact merged twice is one event."""
    kind: str
    learner: str
    ts: int
    """UTC milliseconds, taken from the transcript."""
    subject: Subject
    payload: Mapping[str, float | int | str | bool | None]
    prov: Provenance
