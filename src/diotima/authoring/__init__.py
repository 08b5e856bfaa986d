"""Writing a course: beginning one, trying it out, seeing what a new version changes."""
