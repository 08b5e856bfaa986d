"""Measurements of the tutor's promises, one metric a file."""
