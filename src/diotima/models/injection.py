"""Notices texts that try to talk a model out of its part: a linear model beside the rules of ``redlines``.

The rules are exact and few; the model was fitted on attempts people made and on harmless texts that use the
same words (``training/injection.py``). Neither is a security boundary: what is flagged is held and shown, and
what passes still meets a tutor that holds no answer it could be talked out of.
"""

from __future__ import annotations

import math

from diotima.models.wordings import Wordings, load_wordings

RULE = 2.0
"""What a rule's finding adds to the log odds of the model."""
CUT = 0.5
"""Log odds from which a text is flagged, chosen out of fold."""


class InjectionJudge:
    """Scores texts of learners and documents."""

    def __init__(self, wordings: Wordings | None = None) -> None:
        self._wordings = wordings or load_wordings("injection")

    def score(self, text: str, *, by_rule: bool) -> float:
        """From 0 to 1; from .5 the text is flagged. ``by_rule`` says whether a rule has found it as well."""
        margin = self._wordings.margin(text) + RULE * by_rule - CUT
        return 1 / (1 + math.exp(-max(-50.0, min(50.0, margin))))
