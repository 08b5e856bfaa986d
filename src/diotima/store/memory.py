"""Transcripts and ledgers in memory: the ``Journal`` of tests, simulations and trial runs."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from diotima.domain.errors import AlreadyThere, Conflict, UnknownSession
from diotima.domain.evidence import Evidence
from diotima.domain.ports import Draft, SessionRow
from diotima.domain.transcript import Entry, SessionClosed
from diotima.store.bodies import encode_body, encode_evidence


@dataclass
class _Session:
    learner: str
    course: str
    opened_ts: int
    entries: list[Entry] = field(default_factory=list)
    keys: dict[str, Entry] = field(default_factory=dict)

    def write(self, entries: Sequence[Entry], drafts: Sequence[Draft]) -> None:
        self.entries += entries
        self.keys.update({draft.idem: entry for draft, entry in zip(drafts, entries, strict=True)})

    def row(self, session: str) -> SessionRow:
        return SessionRow(
            id=session,
            course=self.course,
            learner=self.learner,
            opened_ts=self.opened_ts,
            last_ts=self.entries[-1].ts if self.entries else self.opened_ts,
            last_seq=len(self.entries),
            closed=any(isinstance(entry.body, SessionClosed) for entry in self.entries),
        )


class MemoryJournal:
    """A ``Journal`` that is gone with the process. Thread-safe; keeps every promise but durability."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sessions: dict[str, _Session] = {}
        self._ledgers: dict[str, dict[str, Evidence]] = {}

    def create(self, session: str, learner: str, course: str, drafts: Sequence[Draft], ts: int) -> None:
        """See ``Journal.create``."""
        entries = _number(session, drafts, after=0, ts=ts)
        with self._lock:
            if session in self._sessions:
                raise AlreadyThere(session)
            _refuse_taken_keys((), drafts)
            begun = _Session(learner, course, ts)
            begun.write(entries, drafts)
            self._sessions[session] = begun

    def append(
        self,
        session: str,
        drafts: Sequence[Draft],
        *,
        expected_seq: int,
        ts: int,
        evidence: Sequence[Evidence] = (),
    ) -> Sequence[Entry]:
        """See ``Journal.append``. A taken key is reported before a moved end."""
        entries = _number(session, drafts, after=expected_seq, ts=ts)
        for event in evidence:
            encode_evidence(event)
        with self._lock:
            found = self._found(session)
            if any(event.learner != found.learner for event in evidence):
                raise ValueError(f"evidence about somebody else than {found.learner}")
            _refuse_taken_keys(found.keys, drafts)
            if len(found.entries) != expected_seq:
                raise Conflict(f"{session} no longer ends at {expected_seq}")
            found.write(entries, drafts)
            ledger = self._ledgers.setdefault(found.learner, {})
            for event in evidence:
                ledger.setdefault(event.idem, event)
        return entries

    def entries(self, session: str, after: int = 0) -> Sequence[Entry]:
        """See ``Journal.entries``."""
        with self._lock:
            return self._found(session).entries[max(after, 0) :]

    def find(self, session: str, idem: str) -> Entry | None:
        """See ``Journal.find``."""
        with self._lock:
            found = self._sessions.get(session)
            return found.keys.get(idem) if found else None

    def session(self, session: str) -> SessionRow:
        """See ``Journal.session``."""
        with self._lock:
            return self._found(session).row(session)

    def sessions(self, *, learner: str | None = None, course: str | None = None) -> Sequence[SessionRow]:
        """See ``Journal.sessions``."""
        with self._lock:
            rows = [found.row(session) for session, found in self._sessions.items()]
        wanted = [row for row in rows if learner in (None, row.learner) and course in (None, row.course)]
        return sorted(wanted, key=lambda row: (row.opened_ts, row.id), reverse=True)

    def ledger(self, learner: str, *, course: str | None = None, skip: int = 0) -> Sequence[Evidence]:
        """See ``Journal.ledger``."""
        with self._lock:
            events = list(self._ledgers.get(learner, {}).values())
        return [event for event in events if course in (None, event.subject.course)][skip:]

    def _found(self, session: str) -> _Session:
        if session not in self._sessions:
            raise UnknownSession(session)
        return self._sessions[session]


def _number(session: str, drafts: Sequence[Draft], *, after: int, ts: int) -> list[Entry]:
    for draft in drafts:
        encode_body(draft.body)  # what a database could not write is refused here too
    return [
        Entry(session=session, seq=seq, ts=ts, turn=draft.turn, body=draft.body)
        for seq, draft in enumerate(drafts, start=after + 1)
    ]


def _refuse_taken_keys(taken: dict[str, Entry] | tuple[()], drafts: Sequence[Draft]) -> None:
    keys = [draft.idem for draft in drafts]
    for key in keys:
        if key in taken or keys.count(key) > 1:
            raise AlreadyThere(key)
