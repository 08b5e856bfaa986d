"""How well answers are graded against references alone: on unseen questions, domains and answers."""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path

from diotima.evals.figures import Row, bootstrap, macro_f1, proportion
from diotima.evals.gradings import FOLDS, SOURCES, Graded, fold_of_each, read_gradings
from diotima.models.boosted import Boosted, load_arrays
from diotima.models.grading import QUESTIONS, Judgement, ReferenceGrader

NAMES = {"beetle": "Beetle", "scientsbank": "SciEntsBank", "saf": "SAF English"}
UNSEEN = {
    "beetle": ("unseen questions", "> .585"),
    "scientsbank": ("unseen domains", "> .508"),
    "saf": ("unseen questions", "> .649"),
}
AIM_ANSWERS = {"beetle": "> .715", "scientsbank": "", "saf": ""}
THREE = {
    "beetle": ("correct", "contradictory", "incorrect"),
    "scientsbank": ("correct", "contradictory", "incorrect"),
    "saf": ("correct", "partial", "incorrect"),
}
"""Classes a set tells apart; any other counts as incorrect."""
SURE, DOUBTFUL = 0.9, 0.1
ROUNDS = 200

Judged = tuple[Graded, Judgement]


def measure(folder: Path) -> list[Row]:
    """Macro-F1 out of fold and on the test files, how far p can be trusted, and how long a grading takes."""
    judged = list(_out_of_fold(read_gradings(folder)))
    rows = [_row(judged, source, *UNSEEN[source], "out of fold") for source in SOURCES]
    grader = ReferenceGrader()
    took: list[float] = []
    tested = [(row, _timed(grader, row, took)) for row in read_gradings(folder, "test_ua")]
    rows += [_row(tested, source, "unseen answers", AIM_ANSWERS[source], "held out") for source in SOURCES]
    return [*rows, *_calibration(judged), _speed(took)]


def three_way(source: str, grade: str) -> str:
    """A grade in the classes of a set."""
    return grade if grade in THREE[source] else "incorrect"


def fold_grader(fold: int) -> ReferenceGrader:
    """The grader that has not seen the groups of a fold."""
    folder = files("diotima.evals") / "folds"
    return ReferenceGrader(
        [Boosted(load_arrays(f"grade-{question}-{fold}", folder)) for question in QUESTIONS]
    )


def _out_of_fold(rows: Sequence[Graded]) -> Iterable[Judged]:
    graders = [fold_grader(fold) for fold in range(FOLDS)]
    for row, fold in zip(rows, fold_of_each(rows, FOLDS), strict=True):
        yield row, graders[fold].grade(row.question, row.references, row.answer)


def _timed(grader: ReferenceGrader, row: Graded, took: list[float]) -> Judgement:
    began = time.perf_counter()
    judgement = grader.grade(row.question, row.references, row.answer)
    took.append((time.perf_counter() - began) * 1000)
    return judgement


def _row(judged: Sequence[Judged], source: str, unseen: str, aim: str, basis: str) -> Row:
    groups: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for row, judgement in judged:
        if row.source == source:
            pair = (three_way(source, row.label), three_way(source, judgement.verdict))
            groups[row.group].append(pair)
    held = list(groups.values())

    def score(pairs: list[tuple[str, str]]) -> float:
        return macro_f1(pairs, THREE[source])

    pairs = [pair for group in held for pair in group]
    low, high = bootstrap(held, score, ROUNDS)
    return Row(
        f"{NAMES[source]}, {unseen} ({basis})", "3-way macro-F1", score(pairs), low, high, len(pairs), aim
    )


def _calibration(judged: Sequence[Judged]) -> list[Row]:
    """How often an answer is correct of which p says so surely, and of which it denies it surely."""
    sure = [row.label == "correct" for row, judgement in judged if judgement.correct >= SURE]
    doubtful = [row.label == "correct" for row, judgement in judged if judgement.correct <= DOUBTFUL]
    return [
        proportion(f"all sets, p ≥ {SURE} (out of fold)", "share correct", sum(sure), len(sure)),
        proportion(f"all sets, p ≤ {DOUBTFUL} (out of fold)", "share correct", sum(doubtful), len(doubtful)),
    ]


def _speed(took: Sequence[float]) -> Row:
    cuts = statistics.quantiles(took, n=20)
    return Row(
        "one answer against its references",
        "ms, p50 (p5 to p95)",
        cuts[9],
        cuts[0],
        cuts[-1],
        len(took),
        "< 15",
    )
