"""Diotima: a Socratic tutor that asks instead of telling."""

from __future__ import annotations

__version__ = "0.1.0"
