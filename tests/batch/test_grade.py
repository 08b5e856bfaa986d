"""Answers graded by line against references."""

from __future__ import annotations

import io
import json

import pytest

from diotima.batch import lines

QUESTION = "Why does bulb A stay lit when switch B is opened?"
REFERENCES = [
    "Bulb A is still in a closed path with the battery.",
    "Bulb A and the battery are in a closed path.",
]


def graded(*cases: dict[str, object]) -> list[dict[str, object]]:
    sink = io.StringIO()
    lines.run("grade", [json.dumps(case) for case in cases], sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def grade(answer: str, references: list[str] = REFERENCES) -> dict[str, object]:
    [line] = graded({"id": "a", "question": QUESTION, "references": references, "answer": answer})
    return line


def p(answer: str) -> float:
    return float(str(grade(answer)["p"]))


def test_what_the_reference_says_is_correct_and_quoted() -> None:
    answer = "well, bulb A is still in a closed path with the battery"
    line = grade(answer)
    assert (line["id"], line["verdict"]) == ("a", "correct")
    evidence = line["evidence"]
    assert isinstance(evidence, dict)
    assert answer[evidence["start"] : evidence["end"]] == evidence["text"]
    assert "closed path" in evidence["text"]


def test_right_answers_stand_above_wrong_ones() -> None:
    right = p("bulb A is still in a closed path with the battery")
    wrong = [
        "I don't know",
        "because the bananas are yellow",
        "Why does bulb A stay lit when switch B is opened?",
        "bulb A is not in a closed path with the battery",
        "bulb A is in an open path",
    ]
    assert [answer for answer in wrong if p(answer) >= right] == []


@pytest.mark.parametrize("answer", ["", "   ", "?!", "😀"])
def test_an_answer_without_words_is_incorrect(answer: str) -> None:
    line = grade(answer)
    assert (line["verdict"], line["p"], line["zone"], line["evidence"]) == ("incorrect", 0.0, "reject", None)


@pytest.mark.parametrize("references", [[], [""], ["  "], "a string", [1]])
def test_a_line_without_references_fails_alone(references: object) -> None:
    bad, good = graded(
        {"id": 1, "references": references, "answer": "x"},
        {"id": 2, "references": ["a nerve"], "answer": "a nerve"},
    )
    assert bad["id"] == 1
    assert "references" in str(bad["error"])
    assert good["verdict"] in ("correct", "partial", "contradictory", "incorrect")
