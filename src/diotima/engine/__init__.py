"""The embedded tutor: reading, grading, withholding and choosing moves. Pure over an encoder port."""
