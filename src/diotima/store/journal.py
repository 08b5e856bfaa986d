"""Transcripts and ledgers in a SQL database: the ``Journal`` every server uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Row, Select, Table, exists, func, insert, select
from sqlalchemy.exc import IntegrityError

from diotima.domain.errors import AlreadyThere, Conflict, UnknownSession
from diotima.domain.evidence import Evidence
from diotima.domain.ports import Draft, SessionRow
from diotima.domain.transcript import Entry, SessionClosed
from diotima.store import chain
from diotima.store.bodies import decode_body, decode_evidence, encode_body, encode_evidence, kind_of
from diotima.store.database import Database, open_database
from diotima.store.errors import StoreTooNew
from diotima.store.schema import ledger, sessions, transcript

_LINK = (ledger.c.n, ledger.c.body, ledger.c.prev_hash, ledger.c.hash)


class SqlJournal:
    """A ``Journal`` in SQLite or PostgreSQL, for any number of threads and processes.

    Entries of a kind only a newer version knows keep their numbers and are left out when reading.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open(cls, url: str) -> Self:
        """Open, create or migrate the database at ``url``. Raises ``StoreUnavailable``."""
        return cls(open_database(url))

    def close(self) -> None:
        """Close the database. What was acknowledged is already on the disk."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def create(self, session: str, learner: str, course: str, drafts: Sequence[Draft], ts: int) -> None:
        """See ``Journal.create``."""
        rows = _rows(_number(session, drafts, after=0, ts=ts), drafts)
        with self._database.writing() as connection:
            if connection.scalar(select(exists().where(sessions.c.id == session))):
                raise AlreadyThere(session)
            try:
                connection.execute(
                    insert(sessions).values(id=session, learner=learner, course=course, opened_ts=ts)
                )
            except IntegrityError as error:  # another process created it since the question above
                raise AlreadyThere(session) from error
            _write(connection, transcript, rows)

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
        rows = _rows(entries, drafts)
        with self._database.writing() as connection:
            learner = _learner_of(connection, session)
            if any(event.learner != learner for event in evidence):
                raise ValueError(f"evidence about somebody else than {learner}")
            self._database.hold(connection, learner)
            _refuse_taken_keys(connection, session, drafts)
            if _last_seq(connection, session) != expected_seq:
                raise Conflict(f"{session} no longer ends at {expected_seq}")
            _write(connection, transcript, rows)
            _write(connection, ledger, _links(connection, learner, evidence))
        return entries

    def entries(self, session: str, after: int = 0) -> Sequence[Entry]:
        """See ``Journal.entries``."""
        wanted = (
            select(transcript)
            .where(transcript.c.session == session, transcript.c.seq > after)
            .order_by(transcript.c.seq)
        )
        with self._database.reading() as connection:
            rows = connection.execute(wanted).all()
            if not rows:
                _learner_of(connection, session)
        return [entry for row in rows if (entry := _entry(row)) is not None]

    def find(self, session: str, idem: str) -> Entry | None:
        """See ``Journal.find``. ``StoreTooNew`` if what stands there is of a newer version's kind."""
        wanted = select(transcript).where(transcript.c.session == session, transcript.c.idem == idem)
        with self._database.reading() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            return None
        entry = _entry(row)
        if entry is None:
            raise StoreTooNew(f"{row.kind} is unknown to this version")
        return entry

    def session(self, session: str) -> SessionRow:
        """See ``Journal.session``."""
        with self._database.reading() as connection:
            row = connection.execute(_session_rows().where(sessions.c.id == session)).one_or_none()
        if row is None:
            raise UnknownSession(session)
        return SessionRow(*row)

    def sessions(self, *, learner: str | None = None, course: str | None = None) -> Sequence[SessionRow]:
        """See ``Journal.sessions``."""
        wanted = _session_rows().order_by(sessions.c.opened_ts.desc(), sessions.c.id.desc())
        if learner is not None:
            wanted = wanted.where(sessions.c.learner == learner)
        if course is not None:
            wanted = wanted.where(sessions.c.course == course)
        with self._database.reading() as connection:
            return [SessionRow(*row) for row in connection.execute(wanted)]

    def ledger(self, learner: str, *, course: str | None = None, skip: int = 0) -> Sequence[Evidence]:
        """See ``Journal.ledger``."""
        wanted = select(ledger.c.body).where(ledger.c.learner == learner).order_by(ledger.c.n)
        if course is not None:
            wanted = wanted.where(ledger.c.course == course)
        if skip:
            wanted = wanted.offset(skip)
        with self._database.reading() as connection:
            bodies = connection.scalars(wanted).all()
        return [decode_evidence(body) for body in bodies]

    def first_break(self, learner: str) -> int | None:
        """The position (from 1) where a learner's ledger is not what was written, ``None`` if it is whole.

        Checks the hash chain and that the columns repeat what the hashed text says.
        """
        wanted = select(ledger).where(ledger.c.learner == learner).order_by(ledger.c.n)
        with self._database.reading() as connection:
            rows = connection.execute(wanted).all()
        broken = chain.first_break(chain.Link(row.n, row.body, row.prev_hash, row.hash) for row in rows)
        if broken is not None:
            return broken
        return next((row.n for row in rows if not _columns_agree(row)), None)


def _number(session: str, drafts: Sequence[Draft], *, after: int, ts: int) -> list[Entry]:
    return [
        Entry(session=session, seq=seq, ts=ts, turn=draft.turn, body=draft.body)
        for seq, draft in enumerate(drafts, start=after + 1)
    ]


def _rows(entries: Sequence[Entry], drafts: Sequence[Draft]) -> list[dict[str, object]]:
    if len({draft.idem for draft in drafts}) < len(drafts):
        raise AlreadyThere("one key for two drafts")
    return [
        {
            "session": entry.session,
            "seq": entry.seq,
            "ts": entry.ts,
            "turn": entry.turn,
            "kind": kind_of(type(entry.body)),
            "body": encode_body(entry.body),
            "idem": draft.idem,
        }
        for entry, draft in zip(entries, drafts, strict=True)
    ]


def _links(connection: Connection, learner: str, evidence: Sequence[Evidence]) -> list[dict[str, object]]:
    """Rows that continue the learner's hash chain by the events that are new."""
    if not evidence:
        return []
    events = _new_events(connection, learner, evidence)
    links = chain.extend(_end_of_ledger(connection, learner), [encode_evidence(event) for event in events])
    return [
        {"learner": learner, **_columns(event), **link._asdict()}
        for event, link in zip(events, links, strict=True)
    ]


def _write(connection: Connection, table: Table, rows: Sequence[dict[str, object]]) -> None:
    if rows:
        connection.execute(insert(table), rows)


def _refuse_taken_keys(connection: Connection, session: str, drafts: Sequence[Draft]) -> None:
    keys = [draft.idem for draft in drafts]
    taken = connection.scalar(
        select(transcript.c.idem).where(transcript.c.session == session, transcript.c.idem.in_(keys))
    )
    if taken is not None:
        raise AlreadyThere(taken)


def _end_of_ledger(connection: Connection, learner: str) -> chain.Link | None:
    newest = select(*_LINK).where(ledger.c.learner == learner).order_by(ledger.c.n.desc()).limit(1)
    row = connection.execute(newest).one_or_none()
    return chain.Link(*row) if row else None


def _new_events(connection: Connection, learner: str, evidence: Iterable[Evidence]) -> list[Evidence]:
    by_idem: dict[str, Evidence] = {}
    for event in evidence:
        by_idem.setdefault(event.idem, event)
    known = connection.scalars(
        select(ledger.c.idem).where(ledger.c.learner == learner, ledger.c.idem.in_(list(by_idem)))
    ).all()
    return [event for idem, event in by_idem.items() if idem not in set(known)]


def _columns(event: Evidence) -> dict[str, object]:
    return {
        "id": event.id,
        "idem": event.idem,
        "kind": event.kind,
        "ts": event.ts,
        "course": event.subject.course,
    }


def _columns_agree(row: Row[Any]) -> bool:
    event = decode_evidence(row.body)
    return event.learner == row.learner and all(
        row._mapping[name] == value for name, value in _columns(event).items()
    )


def _learner_of(connection: Connection, session: str) -> str:
    learner: str | None = connection.scalar(select(sessions.c.learner).where(sessions.c.id == session))
    if learner is None:
        raise UnknownSession(session)
    return learner


def _last_seq(connection: Connection, session: str) -> int:
    last: int | None = connection.scalar(
        select(func.max(transcript.c.seq)).where(transcript.c.session == session)
    )
    return last or 0


def _entry(row: Row[Any]) -> Entry | None:
    body = decode_body(row.kind, row.body)
    if body is None:
        return None
    return Entry(session=row.session, seq=row.seq, ts=row.ts, turn=row.turn, body=body)


def _session_rows() -> Select[Any]:
    """Rows of ``SessionRow``'s columns; end, length and last time are read from the transcript."""
    of_session = transcript.c.session == sessions.c.id
    last_ts = (
        select(transcript.c.ts).where(of_session).order_by(transcript.c.seq.desc()).limit(1).scalar_subquery()
    )
    last_seq = select(func.max(transcript.c.seq)).where(of_session).scalar_subquery()
    closed = exists().where(of_session, transcript.c.kind == kind_of(SessionClosed))
    return select(
        sessions.c.id,
        sessions.c.course,
        sessions.c.learner,
        sessions.c.opened_ts,
        func.coalesce(last_ts, sessions.c.opened_ts),
        func.coalesce(last_seq, 0),
        closed,
    )
