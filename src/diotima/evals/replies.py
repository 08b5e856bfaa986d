"""How well replies that reveal or tell are noticed, each tutor or question held out in turn."""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np

from diotima.evals.figures import Row, auc, bootstrap, f1, proportion
from diotima.evals.replying import Labelled, read_moves, read_reveals
from diotima.models.boosted import Boosted, load_arrays
from diotima.models.replies import LEAKS, TELLS, RevealJudge, TellingJudge
from diotima.models.wordings import Wordings

FALSE_ALARMS = 0.06
ROUNDS = 400
OUT_OF_FOLD = "out of fold"


class Scored(NamedTuple):
    """A labelled reply with what a judge that has not seen its fold says of it."""

    row: Labelled
    score: float


def measure(folder: Path) -> list[Row]:
    """F1 and ranking of both judges, recall where a solution is given, and how long a judgement takes."""
    reveals = _score_reveals(read_reveals(folder))
    moves = _score_moves(read_moves(folder))
    solved = [s for s in reveals if s.row.said.gold]
    return [
        _f1("MRBench reveals, each tutor held out", reveals, LEAKS, "> .744"),
        _auc("MRBench reveals, each tutor held out", reveals),
        _recall("MRBench reveals with a solution, each tutor held out", solved),
        _false_alarms("MRBench reveals with a solution, each tutor held out", solved),
        _f1(f"MathDial telling, by question ({OUT_OF_FOLD})", moves, TELLS, "> .600"),
        _auc(f"MathDial telling, by question ({OUT_OF_FOLD})", moves),
        _speed([s.row for s in reveals]),
    ]


def reveal_judge(fold: str) -> RevealJudge:
    """The judge that has not seen the tutor."""
    return RevealJudge(Boosted(_held(f"leak-{fold}")))


def telling_judge(fold: str) -> TellingJudge:
    """The judge that has not seen the fold's questions."""
    return TellingJudge(Boosted(_held(f"move-{fold}")), Wordings(_held(f"move-wordings-{fold}")))


def _held(name: str) -> dict[str, np.ndarray]:
    return load_arrays(name, files("diotima.evals") / "folds")


def _score_reveals(rows: Sequence[Labelled]) -> list[Scored]:
    judges = {fold: reveal_judge(fold) for fold in {row.fold for row in rows}}
    return [Scored(row, judges[row.fold].judge(row.said)[0]) for row in rows]


def _score_moves(rows: Sequence[Labelled]) -> list[Scored]:
    judges = {fold: telling_judge(fold) for fold in {row.fold for row in rows}}
    return [Scored(row, judges[row.fold].judge(row.said)) for row in rows]


def _f1(what: str, scored: Sequence[Scored], cut: float, aim: str) -> Row:
    def measured(pairs: Sequence[tuple[bool, float]]) -> float:
        return f1([(label, score >= cut) for label, score in pairs], of=True)

    return _interval(what, "F1", scored, measured, aim)


def _auc(what: str, scored: Sequence[Scored]) -> Row:
    return _interval(what, "AUC", scored, auc, "")


def _recall(what: str, scored: Sequence[Scored]) -> Row:
    """Share found at the lowest cut that raises at most ``FALSE_ALARMS`` false alarms among the others."""
    return _interval(what, f"recall at false alarms ≤ {FALSE_ALARMS}", scored, recall_at, "> .84")


def recall_at(pairs: Sequence[tuple[bool, float]], alarms: float = FALSE_ALARMS) -> float:
    """Share of the true cases above a cut that at most a share ``alarms`` of the false ones reach."""
    false = sorted((score for label, score in pairs if not label), reverse=True)
    true = [score for label, score in pairs if label]
    cut = false[int(alarms * len(false))] if false else 0.0
    return sum(score > cut for score in true) / max(1, len(true))


def _false_alarms(what: str, scored: Sequence[Scored]) -> Row:
    others = [s for s in scored if not s.row.label]
    raised = sum(s.score >= LEAKS for s in others)
    return proportion(what, f"false alarms at score {LEAKS}", raised, len(others), f"≤ {FALSE_ALARMS}")


def _interval(
    what: str,
    metric: str,
    scored: Sequence[Scored],
    measured: Callable[[Sequence[tuple[bool, float]]], float],
    aim: str,
) -> Row:
    groups: defaultdict[str, list[tuple[bool, float]]] = defaultdict(list)
    for s in scored:
        groups[s.row.group].append((s.row.label, s.score))
    held = list(groups.values())
    low, high = bootstrap(held, measured, ROUNDS)
    pairs = [pair for group in held for pair in group]
    return Row(what, metric, measured(pairs), low, high, len(pairs), aim)


def _speed(rows: Sequence[Labelled]) -> Row:
    judge = RevealJudge()
    took = []
    for row in rows[:200]:
        began = time.perf_counter()
        judge.judge(row.said)
        took.append((time.perf_counter() - began) * 1000)
    cuts = statistics.quantiles(took, n=20)
    return Row("one reply in its dialogue", "ms, p50 (p5 to p95)", cuts[9], cuts[0], cuts[-1], len(took))
