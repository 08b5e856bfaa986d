"""JSON lines through a part: order, failures, streaming and processes."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from diotima.batch import lines
from diotima.batch.lines import Case, Part


class Number(Case):
    value: int


def halve(case: Number) -> dict[str, object]:
    if case.value % 2:
        raise ValueError("odd")
    return {"half": case.value // 2}


@pytest.fixture(autouse=True)
def _part(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("diotima.batch.halve")
    module.prepare = lambda: Part(Number, halve)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "diotima.batch.halve", module)


def test_each_line_has_its_answer_in_order_and_a_bad_one_stops_nothing() -> None:
    given = [
        '{"id": "a", "value": 4}',
        "{",
        '{"id": 2, "value": 3}',
        "",
        '{"id": "b"}',
        "[1]",
        '{"value": 8}',
    ]
    sink = io.StringIO()

    failed = lines.run("halve", given, sink)
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]

    assert failed == 5
    assert [a.get("id") for a in answers] == ["a", None, 2, None, "b", None, None]
    assert [a.get("half") for a in answers] == [2, None, None, None, None, None, 4]
    assert answers[2]["error"] == "odd"
    assert "value" in answers[4]["error"]
    assert all(("error" in a) != ("half" in a) for a in answers)


def test_an_answer_is_out_before_the_next_line_is_read() -> None:
    sink = io.StringIO()
    seen: list[int] = []

    def source() -> Iterator[str]:
        for n in range(3):
            seen.append(sink.getvalue().count("\n"))
            yield json.dumps({"id": n, "value": 2 * n})

    lines.run("halve", source(), sink)

    assert seen == [0, 1, 2]


def test_a_line_nested_too_deep_is_a_failed_line() -> None:
    sink = io.StringIO()

    failed = lines.run("halve", ["[" * 100_000, '{"id": 1, "value": 2}'], sink)

    assert failed == 1
    assert json.loads(sink.getvalue().splitlines()[1]) == {"id": 1, "half": 1}
