"""The tables, as the newest migration leaves them.

Append-only is a promise of the database, not of this code: triggers (``migrations/``) refuse UPDATE and
DELETE on every table and every entry or event that is not the next one. A session's last number and its end
are read from the transcript and stored nowhere else.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)

REVISION = "0001"
"""The migration these tables belong to."""

metadata = MetaData()

sessions = Table(
    "sessions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("learner", Text, nullable=False),
    Column("course", Text, nullable=False),
    Column("opened_ts", BigInteger, nullable=False),
    Index("sessions_by_learner", "learner", "opened_ts"),
)

transcript = Table(
    "transcript",
    metadata,
    Column("session", Text, ForeignKey("sessions.id"), nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("ts", BigInteger, nullable=False),
    Column("turn", Text),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("idem", Text, nullable=False),
    PrimaryKeyConstraint("session", "seq", name="transcript_pk"),
    UniqueConstraint("session", "idem", name="transcript_idem"),
)

CLOSING = text("kind = 'session_closed'")
Index("transcript_closed", transcript.c.session, sqlite_where=CLOSING, postgresql_where=CLOSING)

ledger = Table(
    "ledger",
    metadata,
    Column("learner", Text, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("id", Text, nullable=False),
    Column("idem", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("ts", BigInteger, nullable=False),
    Column("course", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("prev_hash", Text, nullable=False),
    Column("hash", Text, nullable=False),
    PrimaryKeyConstraint("learner", "n", name="ledger_pk"),
    UniqueConstraint("learner", "idem", name="ledger_idem"),
)
