"""Alembic's entry: run the migrations on the connection, and in the transaction, of who opens the store."""

from __future__ import annotations

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=context.config.attributes.get("metadata"),
)
context.run_migrations()
