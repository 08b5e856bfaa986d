"""Judges a tutor's reply where there is no item to guard: does it reveal, does it tell.

Boosted trees over what the reply adds to the dialogue; for telling, its wording counts as well, with every
number replaced by the part it plays. Fitted on replies that people labelled (``training/replies.py``).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from diotima.engine.replies import describe, mark_roles
from diotima.models.boosted import Boosted, columns, load_boosted
from diotima.models.wordings import Wordings, load_wordings

WORDING = 0.7
"""How much the log odds of the wording count beside those of the trees."""
LEAKS = TELLS = 0.5
"""Score from which a reply is said to reveal, or to tell."""


class Reply(NamedTuple):
    """A reply in its place. ``gold`` is a worked solution; it and the question may be empty."""

    reply: str
    dialogue: str
    question: str = ""
    gold: str = ""


class RevealJudge:
    """Says whether a reply gives away what the learner was to find."""

    def __init__(self, trees: Boosted | None = None) -> None:
        self._trees = trees or load_boosted("leak")

    def judge(self, said: Reply) -> tuple[float, tuple[str, ...]]:
        """Score from 0 to 1, and by which rules the reply could be caught without any model."""
        features = describe(said.reply, said.dialogue, said.question, said.gold)
        return _odds_to_score(_margin(self._trees, features)), rules_of(features)


class TellingJudge:
    """Says whether a reply tells what to do or what is so, instead of asking for it."""

    def __init__(self, trees: Boosted | None = None, wordings: Wordings | None = None) -> None:
        self._trees = trees or load_boosted("move")
        self._wordings = wordings or load_wordings("move-wordings")

    def judge(self, said: Reply) -> float:
        """Score from 0 to 1."""
        margin = _margin(self._trees, describe(said.reply, said.dialogue, said.question, said.gold))
        return _odds_to_score(margin + WORDING * self._wordings.margin(mark_roles(*said)))


def rules_of(features: Mapping[str, float]) -> tuple[str, ...]:
    """What a reply gives, by name, in order of weight."""
    found = {
        "final": features.get("final_stated", 0) > features.get("final_by_student", 0),
        "solution_value": features.get("secret_stated", 0) > 0,
        "result": features["new_derived_stated"] > 0,
        "finished_step": features["steps_new"] > 0,
        "open_step": features["steps_open"] > 0 and features["not_of_student"] > 0,
        "says_the_answer": features["form_gives"] > 0,
        "new_statement": features["new_stated_stems"] >= 4 and not features["questions"],
    }
    return tuple(name for name, holds in found.items() if holds)


def _margin(trees: Boosted, features: Mapping[str, float]) -> float:
    return float(trees.margins(columns([features], trees.features))[0, 0])


def _odds_to_score(margin: float) -> float:
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, margin))))
