"""What the core needs from outside, as protocols. Adapters implement them; ``app`` wires them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

from diotima.domain.course import Course
from diotima.domain.evidence import Evidence
from diotima.domain.transcript import Body, Entry


class Encoder(Protocol):
    """Turns sentences into unit vectors whose dot product is their similarity (-1 to 1)."""

    @property
    def id(self) -> str:
        """Names weights and arithmetic; vectors of different ids are not comparable."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, in order; shape (len(texts), dimension)."""


class Clock(Protocol):
    """The one source of time."""

    def now_ms(self) -> int:
        """UTC milliseconds."""


class Courses(Protocol):
    """The courses that can be studied."""

    def ids(self) -> Sequence[str]:
        """Ids of all courses, broken ones included."""

    def get(self, course: str) -> Course:
        """The course. Raises ``UnknownCourse`` or ``BrokenCourse`` (``domain.errors``)."""


class SessionRow(NamedTuple):
    """One line of the list of sessions."""

    id: str
    course: str
    learner: str
    opened_ts: int
    last_ts: int
    last_seq: int
    closed: bool


class Draft(NamedTuple):
    """An entry to be appended; the journal gives it its number."""

    body: Body
    turn: str | None
    idem: str
    """Unique within the session."""


class Journal(Protocol):
    """Transcripts and ledgers. Both append-only; the database itself refuses UPDATE and DELETE.

    Every call is atomic: a transcript and the evidence merged from it are written together or not at all.
    Raises ``StoreUnavailable`` (disk full, read-only, corrupt) with a sentence for the person.
    """

    def create(self, session: str, learner: str, course: str, drafts: Sequence[Draft], ts: int) -> None:
        """Begin a transcript with its first entries. The same session id twice is an ``AlreadyThere``."""

    def append(
        self,
        session: str,
        drafts: Sequence[Draft],
        *,
        expected_seq: int,
        ts: int,
        evidence: Sequence[Evidence] = (),
    ) -> Sequence[Entry]:
        """Append entries numbered from ``expected_seq + 1`` and the evidence merged from them.

        Raises ``Conflict`` if the transcript no longer ends at ``expected_seq`` (somebody else appended) and
        ``AlreadyThere`` if a draft's ``idem`` is taken. Evidence whose ``idem`` exists is skipped.
        """

    def entries(self, session: str, after: int = 0) -> Sequence[Entry]:
        """Entries with ``seq > after`` in order. ``UnknownSession`` if there is no such session."""

    def find(self, session: str, idem: str) -> Entry | None:
        """The entry appended under that key."""

    def session(self, session: str) -> SessionRow:
        """The session's row. ``UnknownSession`` if there is none."""

    def sessions(self, *, learner: str | None = None, course: str | None = None) -> Sequence[SessionRow]:
        """Sessions, newest first."""

    def ledger(self, learner: str, *, course: str | None = None, skip: int = 0) -> Sequence[Evidence]:
        """A learner's evidence in ledger order, without the first ``skip`` events of it."""
