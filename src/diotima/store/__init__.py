"""Adapter of transcripts and ledgers: SQLite by default, PostgreSQL by address, memory for tests."""
