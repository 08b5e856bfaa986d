"""Diotima: a Socratic tutor that asks instead of telling."""

__version__ = "0.1.0"
