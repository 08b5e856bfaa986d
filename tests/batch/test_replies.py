"""Tutors' replies judged by line: do they reveal, do they tell."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from diotima.batch import lines

CASE = {
    "question": "Tom has 6 boxes of 7 pencils. He gives 5 away. How many are left?",
    "gold": "He has 6 * 7 = 42 pencils.\nHe has 42 - 5 = 37 left.\n 37",
    "dialogue": "Tutor: How many pencils does he have at first?\nStudent: 6 + 7 = 13, so he has 8 left.",
}
GIVES = [
    "Tom has 6 x 7 = 42 pencils, so after giving away 5 he has 42 - 5 = 37 left.",
    "The correct answer is 37, because 6 boxes of 7 make 42 pencils and 42 - 5 = 37.",
]
ASKS = [
    "How did you get 13?",
    "What does it mean that each of the 6 boxes holds 7 pencils?",
    "Good start! Can you draw the boxes and tell me what you see?",
]


def judged(command: str, *replies: str, **changed: object) -> list[dict[str, Any]]:
    sink = io.StringIO()
    cases = [json.dumps({"id": n, **CASE, **changed, "reply": r}) for n, r in enumerate(replies)]
    lines.run(command, cases, sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_a_solution_is_a_leak_and_a_question_is_none() -> None:
    given, asked = judged("leak", *GIVES), judged("leak", *ASKS)
    assert [line["leaks"] for line in given] == [True, True]
    assert all("final" in line["rules"] for line in given)
    assert [(line["leaks"], line["rules"]) for line in asked] == [(False, [])] * 3
    assert min(line["score"] for line in given) > max(line["score"] for line in asked)


def test_a_leak_is_seen_without_a_solution() -> None:
    given, asked = judged("leak", GIVES[0], gold=""), judged("leak", ASKS[0], gold=None)
    assert given[0]["score"] > asked[0]["score"]


def test_telling_stands_above_asking() -> None:
    told, asked = judged("move", *GIVES), judged("move", *ASKS)
    assert min(line["score"] for line in told) > max(line["score"] for line in asked)
    assert [line["telling"] for line in asked] == [False] * 3


@pytest.mark.parametrize("command", ["leak", "move"])
def test_a_reply_alone_is_judged_and_none_is_a_fault(command: str) -> None:
    sink = io.StringIO()
    assert (
        lines.run(command, ['{"id": 1, "reply": ""}', '{"id": 2}', '{"id": 3, "reply": "Why?"}'], sink) == 1
    )
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert [a["id"] for a in answers] == [1, 2, 3]
    assert 0 <= answers[0]["score"] <= 1
    assert "reply" in answers[1]["error"]
    assert "error" not in answers[2]
