"""Learner models: what one more piece of evidence says about how well a concept is mastered.

A model keeps one number a concept, its *latent*, whose scale is the model's own. ``Pfae`` (the default) keeps
logits and updates by prediction error; ``Unmask`` keeps a probability and is UnMask's rule to the bit.
Both are values without state: the latents live in ``knowledge.py``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol


class Diagnosis(StrEnum):
    """How a diagnostic question was answered."""

    CORRECT = "correct"
    UNKNOWN = "unknown"
    """ "I don't know"."""
    WRONG = "wrong"


@dataclass(frozen=True)
class Observation:
    """One piece of evidence about one concept."""

    q: float
    """How right it was, 0 to 1."""
    w: float = 1.0
    """How much it counts, 0 to 1 (``aid.py``)."""
    guess: float = 0.0
    """Chance of being right without knowing: 1/k for k options, 0 for words."""
    difficulty: float = 0.0
    """Of the item, in logits."""
    aid: int = 0
    """Hints in force, 0 to 3."""


class Support(NamedTuple):
    """A prerequisite as a model sees it."""

    strength: float
    """How much of it carries over, 0 to 1 (``course.Requirement``)."""
    latent: float


class LearnerModel(Protocol):
    """Turns observations into mastery.

    A right answer (q = 1) never lowers a latent and a wrong one (q = 0) never raises it.
    """

    @property
    def name(self) -> str:
        """The setting that chooses it."""

    @property
    def prior(self) -> float:
        """Latent of a concept nothing is known about."""

    @property
    def spreads(self) -> bool:
        """Whether an answer also counts, less, for related concepts (``also`` and prerequisites)."""

    def diagnose(self, diagnosis: Diagnosis) -> float:
        """Latent a first diagnostic answer puts an unseen concept at."""

    def update(self, latent: float, observation: Observation, supports: Sequence[Support] = ()) -> float:
        """The latent after the observation."""

    def predict(self, latent: float, observation: Observation, supports: Sequence[Support] = ()) -> float:
        """Probability that such an answer is right, before it is seen; its ``q`` and ``w`` are not read."""

    def mastery(self, latent: float, supports: Sequence[Support] = ()) -> float:
        """Mastery m between 0 and 1; ``supports`` lower it as far as prerequisites are missing."""

    def effective(self, mastery: float, retrievability: float) -> float:
        """Mastery today, given the probability (0 to 1) that what was reviewed is still remembered."""


@dataclass(frozen=True)
class Pfae:
    """Performance factors by prediction error, with a guess floor and soft prerequisites (pedagogy 3.2).

    ::

        eff  = θ − κ · mean over prerequisites of strength · (1 − σ(θ_prerequisite))
        P̂   = g + (1 − g) · σ(eff − difficulty + aid_gain · aid)
        θ   += w · (q · γ · (1 − P̂) − (1 − q) · δ · P̂)
        m    = σ(eff),   m_eff = m · (.5 + .5 R)

    A random guesser among k options settles where g·γ·(1 − P̂) = (1 − g)·δ·P̂: at m = .20 for k = 4, .25 for
    k = 3 and .33 for k = 2, always below the .40 from which more is shown. The family is Pelánek's (Elo and
    PFA for adaptive practice); the constants were chosen by simulation (pedagogy 3.1).
    """

    gamma: float = 0.8
    """Gain of a right answer, logits."""
    delta: float = 0.4
    """Loss of a wrong answer, logits."""
    kappa: float = 1.0
    """Logits lost where no prerequisite is known at all."""
    aid_gain: float = 0.6
    """Logits a hint makes a right answer more likely."""
    prior: float = -1.2
    """Logits: m = .23."""
    correct: float = 0.0
    """Logits after a correct diagnostic answer: m = .5."""
    unknown: float = -1.4
    """Logits after "I don't know": m = .2."""
    wrong: float = -2.2
    """Logits after a wrong diagnostic answer: m = .1."""

    name = "pfae"
    spreads = True

    def diagnose(self, diagnosis: Diagnosis) -> float:
        return {
            Diagnosis.CORRECT: self.correct,
            Diagnosis.UNKNOWN: self.unknown,
            Diagnosis.WRONG: self.wrong,
        }[diagnosis]

    def update(self, latent: float, observation: Observation, supports: Sequence[Support] = ()) -> float:
        q, expected = observation.q, self.predict(latent, observation, supports)
        gain, loss = q * self.gamma * (1 - expected), (1 - q) * self.delta * expected
        return latent + observation.w * (gain - loss)

    def predict(self, latent: float, observation: Observation, supports: Sequence[Support] = ()) -> float:
        logit = self._supported(latent, supports) - observation.difficulty + self.aid_gain * observation.aid
        return observation.guess + (1 - observation.guess) * sigmoid(logit)

    def mastery(self, latent: float, supports: Sequence[Support] = ()) -> float:
        return sigmoid(self._supported(latent, supports))

    def effective(self, mastery: float, retrievability: float) -> float:
        return mastery * (0.5 + 0.5 * retrievability)

    def _supported(self, latent: float, supports: Sequence[Support]) -> float:
        if not supports:
            return latent
        missing = sum(s.strength * (1 - sigmoid(s.latent)) for s in supports)
        return latent - self.kappa * missing / len(supports)


@dataclass(frozen=True)
class Unmask:
    """UnMask's rule: ``m + .15 (1 − m)`` when right, ``m − .05 m`` when wrong; diagnostics .5, .2, .1.

    The latent is m itself. Prerequisites, difficulty and forgetting play no part in it, as in UnMask; an
    aided answer counts by its weight, and a weight of 1 is UnMask's arithmetic to the bit.
    """

    gain: float = 0.15
    loss: float = 0.05
    prior: float = 0.2
    correct: float = 0.5
    unknown: float = 0.2
    wrong: float = 0.1

    name = "unmask"
    spreads = False

    def diagnose(self, diagnosis: Diagnosis) -> float:
        return {
            Diagnosis.CORRECT: self.correct,
            Diagnosis.UNKNOWN: self.unknown,
            Diagnosis.WRONG: self.wrong,
        }[diagnosis]

    def update(self, latent: float, observation: Observation, supports: Sequence[Support] = ()) -> float:
        q, w = observation.q, observation.w
        change = w * (q * self.gain * (1 - latent) - (1 - q) * self.loss * latent)
        return max(0.0, min(1.0, latent + change))

    def predict(self, latent: float, observation: Observation, supports: Sequence[Support] = ()) -> float:
        return observation.guess + (1 - observation.guess) * latent

    def mastery(self, latent: float, supports: Sequence[Support] = ()) -> float:
        return latent

    def effective(self, mastery: float, retrievability: float) -> float:
        return mastery


def learner_model(name: str) -> LearnerModel:
    """The model of that name, ``pfae`` or ``unmask``. ``KeyError`` for any other."""
    models: dict[str, LearnerModel] = {"pfae": Pfae(), "unmask": Unmask()}
    return models[name]


def sigmoid(logit: float) -> float:
    """The logistic function, without overflow."""
    if logit >= 0:
        return 1 / (1 + math.exp(-logit))
    odds = math.exp(logit)
    return odds / (1 + odds)
