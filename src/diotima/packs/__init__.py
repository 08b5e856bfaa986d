"""Adapter for course packs: read, check and offer the courses in folders of text files."""
