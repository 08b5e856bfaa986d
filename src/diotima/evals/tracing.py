"""How well the next answer is predicted: learners nobody fitted on, and learners who only guess."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

from diotima.batch.trace import read_answers
from diotima.domain.mastery import LearnerModel, Observation, learner_model
from diotima.engine.practice import Answer
from diotima.evals.figures import SEED, Row, auc, bootstrap, proportion
from diotima.models.tracing import Tracer, fit_tracer

SETS = (("ASSISTments 2009", "assistments09", "> .7706"), ("Statics 2011", "statics", "> .8265"))
HELD_OUT = 5
"""One learner in so many is held out."""
LEARNERS = 4000
"""Simulated."""
GUESSED = 20
"""Items each of them answers."""
ROUNDS = 200


def measure(folder: Path) -> list[Row]:
    """AUC on one learner in five, with parameters of the others; rates of guessers who seem to know."""
    rows = []
    for name, file, aim in SETS:
        answers = list(read_answers(folder / f"{file}_train.jsonl.gz"))
        held = [a for a in answers if is_held_out(a.learner)]
        fitted = fit_tracer([a for a in answers if not is_held_out(a.learner)])
        rows.append(_row(f"{name}, fitted on other learners (held out)", fitted, held, aim))
        rows.append(_row(f"{name}, items met for the first time (held out)", fitted.afresh(), held, ""))
    return [*rows, *guessers()]


def is_held_out(learner: str) -> bool:
    """Whether a learner is one of those nobody fits on."""
    return crc32(learner.encode()) % HELD_OUT == 0


def guessers() -> list[Row]:
    """How many who guess among four options, or among two, reach a mastery."""
    rows = []
    for name in ("pfae", "unmask"):
        for who, options, mastery, aim in (("four", 4, 0.40, "≤ .08"), ("two", 2, 0.70, "≤ .11")):
            hits = sum(reaches(learner_model(name), options, mastery, seed) for seed in range(LEARNERS))
            what = f"{name}: guesser among {who}, {GUESSED} answers"
            target = aim if name == "pfae" else ""
            rows.append(proportion(what, f"mastery ≥ {mastery:.2f} at the end", hits, LEARNERS, target))
    return rows


def reaches(model: LearnerModel, options: int, mastery: float, seed: int) -> bool:
    """Whether a learner who guesses ends with that mastery."""
    chance = random.Random(SEED + seed)
    latent = model.prior
    for _ in range(GUESSED):
        q = float(chance.random() < 1 / options)
        latent = model.update(latent, Observation(q, guess=1 / options))
    return model.mastery(latent) >= mastery


def _row(what: str, tracer: Tracer, held: Sequence[Answer], aim: str) -> Row:
    by_learner: defaultdict[str, list[tuple[bool, float]]] = defaultdict(list)
    for answer in held:
        p = tracer.predict(answer.learner, answer.item, answer.concept)
        by_learner[answer.learner].append((answer.correct, p))
        tracer.see(answer)
    groups = list(by_learner.values())
    low, high = bootstrap(groups, auc, ROUNDS)
    return Row(what, "AUC", auc([pair for group in groups for pair in group]), low, high, len(held), aim)
