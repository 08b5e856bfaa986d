"""Answers predicted by line, before they are taken in."""

from __future__ import annotations

import gzip
import io
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diotima.batch import lines
from diotima.batch.trace import read_answers
from diotima.domain.errors import BadInput
from diotima.evals.figures import auc


def attempt(learner: str, item: str, correct: object, concept: str = "c") -> dict[str, object]:
    return {"learner": learner, "item": item, "concept": concept, "correct": correct}


def traced(cases: list[dict[str, object]], fit: Path | None = None) -> list[dict[str, object]]:
    sink = io.StringIO()
    lines.run("trace", [json.dumps(case) for case in cases], sink, fit=fit, jobs=2)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def practised(learners: int, seed: int) -> list[dict[str, object]]:
    """Learners of different ability on items of different difficulty."""
    chance = random.Random(seed)
    cases = []
    for n in range(learners):
        ability = chance.gauss(0, 0.25)
        for item in range(12):
            cases.append(
                attempt(f"l{seed}-{n}", f"i{item}", int(chance.random() < 0.1 + item * 0.07 + ability))
            )
    return cases


@pytest.fixture(scope="module")
def train(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("trace") / "train.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(case) + "\n" for case in practised(150, 1))
    return path


def test_others_answers_make_the_prediction_better(train: Path) -> None:
    cases = practised(60, 2)
    truth = [bool(case["correct"]) for case in cases]

    def score(fit: Path | None) -> float:
        return auc([(t, float(str(a["p"]))) for t, a in zip(truth, traced(cases, fit), strict=True)])

    assert score(train) > 0.75
    assert score(train) > score(None) > 0.6


@given(last=st.booleans(), before=st.lists(st.booleans(), max_size=6))
@settings(max_examples=20, deadline=None)
def test_the_answer_itself_is_not_looked_at(last: bool, before: list[bool]) -> None:
    cases = [attempt("a", f"i{n}", int(c)) for n, c in enumerate(before)]
    [*_, one] = traced([*cases, attempt("a", "last", int(last))])
    [*_, other] = traced([*cases, attempt("a", "last", int(not last))])
    assert one == other


def test_who_was_right_is_expected_to_be_right() -> None:
    [*_, right] = traced([attempt("a", f"i{n}", 1) for n in range(6)])
    [*_, wrong] = traced([attempt("a", f"i{n}", 0) for n in range(6)])
    assert float(str(right["p"])) > float(str(wrong["p"]))


def test_a_line_that_is_no_answer_stops_nothing() -> None:
    bad, good = traced([attempt("a", "i", 2), attempt("a", "i", 1)])
    assert "0 or 1" in str(bad["error"])
    assert 0 < float(str(good["p"])) < 1


@pytest.mark.parametrize(
    "content",
    [b"", b"no json\n", b'{"learner": "a"}\n', b'{"learner":"a","item":"i","concept":"c","correct":7}\n'],
)
def test_a_file_that_cannot_be_learnt_from_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "train.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadInput) as refused:
        list(read_answers(path))
    assert refused.value.values == {"name": "train.jsonl"}


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput):
        list(read_answers(tmp_path / "gone.jsonl.gz"))
