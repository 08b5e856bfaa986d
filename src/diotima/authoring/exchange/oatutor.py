"""OATutor's JSON: problems with steps, each with answers and the hints of its default pathway."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from diotima.authoring.exchange.question import Bank, Lost, Option, Question, plain, sort_out


def write(bank: Bank) -> bytes:
    """A list of problems of one step each, UTF-8."""
    return json.dumps([_problem(q) for q in bank.questions], ensure_ascii=False, indent=2).encode() + b"\n"


def lost(bank: Bank) -> tuple[Lost, ...]:
    """What ``write`` leaves out."""
    said = [
        Lost(q.id, "feedback on each option") for q in bank.questions if any(o.feedback for o in q.options)
    ]
    return (*said, *(Lost(q.id, "tolerance") for q in bank.questions if q.tolerance))


def read(data: bytes) -> Bank:
    """A question for each step of each problem. Raises ``ValueError``."""
    try:
        given = json.loads(data)
    except (UnicodeDecodeError, RecursionError) as broken:
        raise ValueError("this is no JSON") from broken
    return sort_out(found for problem in _members(given) for found in _read_all(problem))


def _problem(q: Question) -> dict[str, Any]:
    hints = [(f"{q.id}a-h{n}", "hint", hint) for n, hint in enumerate(q.hints, 1)]
    last = [(f"{q.id}a-solution", "solution", q.feedback)] if q.feedback else []
    right = [o.text for o in q.options if o.correct]
    number = [f"{q.number:.12g}"] if q.number is not None else []
    return {
        "id": q.id,
        "title": "",
        "body": "",
        "lesson": q.topic,
        "steps": [
            {
                "id": f"{q.id}a",
                "stepTitle": q.stem,
                "stepBody": "",
                "problemType": "MultipleChoice" if q.options else "TextBox",
                "answerType": "numeric" if number else "string",
                "stepAnswer": right or number or list(q.answers),
                "choices": [o.text for o in q.options],
                "hints": {
                    "DefaultPathway": [
                        {"id": i, "type": kind, "title": "", "text": text, "dependencies": []}
                        for i, kind, text in hints + last
                    ]
                },
            }
        ],
    }


def _read_all(problem: Mapping[str, Any]) -> Iterator[Question | Lost]:
    steps = list(_members(problem.get("steps")))
    for step in steps:
        name = (step.get("id") if len(steps) > 1 else problem.get("id")) or "step"
        yield _read(problem, step, str(name))


def _read(problem: Mapping[str, Any], step: Mapping[str, Any], title: str) -> Question | Lost:
    told = (problem.get("title"), problem.get("body"), step.get("stepTitle"), step.get("stepBody"))
    stem = " ".join(plain(str(t)) for t in told if t)
    answers = tuple(plain(str(a)) for a in _sequence(step.get("stepAnswer")) if str(a).strip())
    hints = list(_members(_pathway(step)))
    blank = Question(
        title,
        stem,
        hints=tuple(plain(str(h.get("text", ""))) for h in hints if h.get("type") == "hint"),
        feedback=" ".join(plain(str(h.get("text", ""))) for h in hints if h.get("type") == "solution"),
        topic=str(problem.get("lesson") or ""),
    )
    if not answers or not stem:
        return Lost(title, "a step without a question or an answer")
    choices = tuple(plain(str(c)) for c in _sequence(step.get("choices")))
    if choices:
        options = tuple(Option(c, c in answers) for c in choices)
        right = sum(o.correct for o in options)
        return blank._replace(options=options) if right == 1 else Lost(title, f"{right} right options")
    if step.get("answerType") in ("numeric", "arithmetic"):
        try:
            return blank._replace(number=float(answers[0]))
        except ValueError:
            return Lost(title, "an arithmetic answer that is no plain number")
    return blank._replace(answers=answers)


def _pathway(step: Mapping[str, Any]) -> object:
    hints = step.get("hints")
    return hints.get("DefaultPathway") if isinstance(hints, Mapping) else hints


def _members(given: object) -> Iterator[Mapping[str, Any]]:
    members: Sequence[object] = [given] if isinstance(given, Mapping) else _sequence(given)
    return (m for m in members if isinstance(m, Mapping))


def _sequence(given: object) -> Sequence[Any]:
    return given if isinstance(given, list) else []
