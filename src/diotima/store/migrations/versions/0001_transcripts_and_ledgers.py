"""Sessions, transcripts and ledgers, with the triggers that keep them append-only and in order."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

APPEND_ONLY = ("sessions", "transcript", "ledger")

TRANSCRIPT_OUT_OF_ORDER = """
    NEW.seq <> 1 + (SELECT COALESCE(MAX(seq), 0) FROM transcript WHERE session = NEW.session)
    OR EXISTS (SELECT 1 FROM transcript WHERE session = NEW.session AND idem = NEW.idem)
"""
LEDGER_OUT_OF_ORDER = """
    NEW.n <> 1 + (SELECT COALESCE(MAX(n), 0) FROM ledger WHERE learner = NEW.learner)
    OR NEW.prev_hash <> COALESCE((SELECT hash FROM ledger WHERE learner = NEW.learner AND n = NEW.n - 1), '')
    OR EXISTS (SELECT 1 FROM ledger WHERE learner = NEW.learner AND idem = NEW.idem)
"""
SESSION_TAKEN = "EXISTS (SELECT 1 FROM sessions WHERE id = NEW.id)"
REFUSED = {
    "sessions": SESSION_TAKEN,
    "transcript": TRANSCRIPT_OUT_OF_ORDER,
    "ledger": LEDGER_OUT_OF_ORDER,
}
"""What must not be inserted. It also keeps SQLite's INSERT OR REPLACE from deleting what it replaces."""


def upgrade() -> None:
    """Create the tables, then the triggers in the dialect's own words."""
    _create_sessions()
    _create_transcript()
    _create_ledger()
    if op.get_bind().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        _guard_postgres()


def _create_sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("learner", sa.Text, nullable=False),
        sa.Column("course", sa.Text, nullable=False),
        sa.Column("opened_ts", sa.BigInteger, nullable=False),
    )
    op.create_index("sessions_by_learner", "sessions", ["learner", "opened_ts"])


def _create_transcript() -> None:
    op.create_table(
        "transcript",
        sa.Column("session", sa.Text, sa.ForeignKey("sessions.id"), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("ts", sa.BigInteger, nullable=False),
        sa.Column("turn", sa.Text),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("idem", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("session", "seq", name="transcript_pk"),
        sa.UniqueConstraint("session", "idem", name="transcript_idem"),
    )
    closing = sa.text("kind = 'session_closed'")
    op.create_index(
        "transcript_closed", "transcript", ["session"], sqlite_where=closing, postgresql_where=closing
    )


def _create_ledger() -> None:
    op.create_table(
        "ledger",
        sa.Column("learner", sa.Text, nullable=False),
        sa.Column("n", sa.BigInteger, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("idem", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("ts", sa.BigInteger, nullable=False),
        sa.Column("course", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("prev_hash", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("learner", "n", name="ledger_pk"),
        sa.UniqueConstraint("learner", "idem", name="ledger_idem"),
    )


def _guard_sqlite() -> None:
    for table in APPEND_ONLY:
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        op.execute(
            f"CREATE TRIGGER {table}_in_order BEFORE INSERT ON {table} WHEN {REFUSED[table]} "
            f"BEGIN SELECT RAISE(ABORT, '{table} takes only what comes next'); END"
        )


def _guard_postgres() -> None:
    op.execute(
        "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$"
    )
    for table in APPEND_ONLY:
        op.execute(
            f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
    for table in ("transcript", "ledger"):
        op.execute(
            f"CREATE FUNCTION {table}_in_order() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF {REFUSED[table]} THEN RAISE EXCEPTION '{table} takes only what comes next'; END IF; "
            "RETURN NEW; END $$"
        )
        op.execute(
            f"CREATE TRIGGER {table}_in_order BEFORE INSERT ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION {table}_in_order()"
        )
