"""Predicts the next answer of many learners on a shared course: logistic regression on their practice."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diotima.domain.mastery import sigmoid
from diotima.engine.practice import FEATURES, Answer, Difficulties, Learner
from diotima.models.boosted import load_arrays

PARTS = 8
"""Parts of the learners; those of one part are described by difficulties that the others set."""
RIDGE = 5.0
"""Weight of the penalty on squared weights (in standard deviations of the features), in answers."""
STEPS = 25

Floats = NDArray[np.float64]


class Tracer:
    """Weights of the features, and difficulties that may go on being learnt."""

    def __init__(self, weights: Floats, known: Difficulties, *, learns: bool = False) -> None:
        self._weights = [float(w) for w in weights]
        self._known = known
        self._learns = learns
        self._learners: defaultdict[str, Learner] = defaultdict(Learner)

    def afresh(self) -> Tracer:
        """The same weights where nothing is known of items and learners yet."""
        return Tracer(np.array(self._weights), Difficulties(), learns=True)

    def predict(self, learner: str, item: str, concept: str) -> float:
        """Probability that the learner's next answer, to this item, is right."""
        described = self._learners[learner].describe(item, concept, self._known)
        return sigmoid(sum(w * x for w, x in zip(self._weights, described, strict=True)))

    def see(self, answer: Answer) -> None:
        """Take in an answer."""
        self._learners[answer.learner].add(answer.item, answer.concept, answer.correct, self._known)
        if self._learns:
            self._known.learn(answer)


def shared_tracer() -> Tracer:
    """A tracer for a course nobody has data on: weights fitted elsewhere, difficulties learnt as it goes."""
    arrays = load_arrays("practice")
    held = dict(zip(arrays["features"].tolist(), arrays["weights"].tolist(), strict=True))
    return Tracer(np.array([held[name] for name in FEATURES]), Difficulties(), learns=True)


def fit_tracer(answers: Sequence[Answer]) -> Tracer:
    """A tracer fitted on answers in time order per learner. ``ValueError`` without any."""
    return Tracer(fit_weights([answers]), Difficulties(answers))


def fit_weights(courses: Sequence[Sequence[Answer]]) -> Floats:
    """Weights of ``FEATURES`` fitted on one or more courses. ``ValueError`` without any answer."""
    if not any(courses):
        raise ValueError("there are no answers to fit on")
    rows = [row for answers in courses for row in _describe(answers)]
    right = [a.correct for answers in courses for a in answers]
    return fit_logistic(np.array(rows), np.array(right, dtype=np.float64))


def fit_logistic(x: Floats, y: Floats) -> Floats:
    """Weights of a ridge logistic regression by Newton's method; the first column, a constant, is free."""
    scale = x.std(axis=0)
    scale[0], scale[scale == 0] = 1.0, 1.0
    x = x / scale
    penalty = np.full(x.shape[1], RIDGE)
    penalty[0] = 1e-6
    weights = np.zeros(x.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (y - p) - penalty * weights
        curvature = (x * (p * (1 - p))[:, None]).T @ x + np.diag(penalty)
        step = np.linalg.solve(curvature, slope)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    return np.asarray(weights / scale)


def _describe(answers: Sequence[Answer]) -> list[list[float]]:
    """The features of each answer; nobody's own answers are in the difficulties that describe them."""
    everything = Difficulties(answers)
    parts = [_part(a.learner) for a in answers]
    own = [Difficulties() for _ in range(PARTS)]
    for answer, part in zip(answers, parts, strict=True):
        own[part].learn(answer)
    others = [everything.without(mine) for mine in own]
    learners: defaultdict[str, Learner] = defaultdict(Learner)
    rows = []
    for answer, part in zip(answers, parts, strict=True):
        learner = learners[answer.learner]
        rows.append(learner.describe(answer.item, answer.concept, others[part]))
        learner.add(answer.item, answer.concept, answer.correct, others[part])
    return rows


def _part(learner: str) -> int:
    return zlib.crc32(b"part" + learner.encode()) % PARTS
