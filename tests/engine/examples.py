"""Items for grading and guarding: the one of the format's documentation, shipped ones and small ones of our
own."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import TypeAdapter

from diotima.domain.course import (
    AnswerType,
    Choice,
    ChoiceOption,
    Course,
    Expectation,
    Facet,
    Item,
    Ladder,
    Misconception,
    StructuredAnswer,
)
from diotima.packs.reader import read_course
from diotima.packs.shelf import packaged_courses

DOCUMENTATION = Path(__file__).resolve().parents[2] / "docs" / "design" / "course-format.md"


@cache
def shipped_courses() -> tuple[Course, ...]:
    folders = sorted(p.parent for p in packaged_courses().glob("*/pack.yaml"))
    return tuple(read_course(folder) for folder in folders)


def shipped_items() -> list[Item]:
    return [item for course in shipped_courses() for item in course.items]


def shipped(item: str) -> Item:
    return next(i for i in shipped_items() if i.id == item)


@cache
def documented_item() -> Item:
    """The item that the format's documentation shows whole."""
    block = re.search(r"```markdown\n---\n(.*?)\n---", DOCUMENTATION.read_text(), re.DOTALL)
    assert block is not None
    return TypeAdapter(Item).validate_python(yaml.load(block[1], yaml.BaseLoader))


def expectation(name: str, proposition: str, *facets: tuple[str, ...], **changes: Any) -> Expectation:
    """An expectation whose first phrasings are also its keys."""
    choice = Choice("Which one fits?", (ChoiceOption("this", correct=True), ChoiceOption("that")))
    given: dict[str, Any] = {
        "id": name,
        "node": f"n.{name}",
        "proposition": proposition,
        "variants": (proposition,),
        "keys": tuple(f[0] for f in facets),
        "facets": tuple(Facet(f"part {n}", f) for n, f in enumerate(facets)),
        "ladder": Ladder("What else?", ("One?", "Two?", "Three?"), "It is ____.", choice),
        "assertion": proposition,
    }
    return Expectation(**{**given, **changes})


def item(question: str, *expectations: Expectation, **changes: Any) -> Item:
    given: dict[str, Any] = {
        "id": "own.item",
        "concept": "own",
        "question": question,
        "rephrasings": (),
        "ideal": " ".join(e.proposition for e in expectations),
        "expectations": expectations,
    }
    return Item(**{**given, **changes})


ROOTS = item(
    "Which roots of the plexus make up the musculocutaneous nerve?",
    expectation("roots", "C5, C6 and C7 make it up.", ("C5",), ("C6",), ("C7",)),
)
ELBOW = item(
    "What does the biceps do at the elbow, and which nerve drives it?",
    expectation("action", "The biceps flexes the elbow.", ("flexes", "flexion", "flex", "bends")),
    expectation("nerve", "The musculocutaneous nerve drives it.", ("musculocutaneous",)),
    misconceptions=(
        Misconception(
            id="triceps",
            statement="The biceps straightens the elbow.",
            label="taking one muscle of the arm for its partner",
            cues=("extends", "straightens"),
            contrasts=("action",),
            counterexample="Does that fit a closed hand at the mouth?",
            contrast="Front or back of the arm?",
            repair="So what now?",
            repair_accept=(Facet("what it does", ("bends", "flexes")),),
        ),
    ),
)
MEMBRANE = item(
    "What does an outflow of potassium do to the membrane of the cell?",
    expectation(
        "hyper",
        "It hyperpolarises the membrane.",
        ("hyperpolarises", "hyperpolarised", "hyperpolarisation", "more negative"),
        variants=("It gets hyperpolarised.", "The inside becomes more negative."),
    ),
)
PRESSURE = item(
    "What happens to the pressure when the same gas is put into a smaller box?",
    expectation("up", "The pressure increases.", ("increases", "rises", "goes up", "higher")),
)
SPEED = item(
    "A ball falls from rest through the height h. How fast is it then?",
    expectation(
        "speed",
        "Its speed is the square root of 2 g h.",
        ("square root",),
        answer=StructuredAnswer(AnswerType.FORMULA, formula="v = sqrt(2 * g * h)", symbols=("v", "g", "h")),
    ),
)
HALF = item(
    "Which part of the children of two carriers falls ill, as a fraction?",
    expectation(
        "quarter",
        "A quarter of them.",
        ("quarter",),
        answer=StructuredAnswer(AnswerType.NUMBER, number="1/4"),
    ),
)
LAYERS = item(
    "Name the layers of the arterial wall from the inside to the outside.",
    expectation(
        "layers",
        "Intima, media, adventitia.",
        ("intima",),
        ("media",),
        ("adventitia",),
        answer=StructuredAnswer(
            AnswerType.SET,
            members=(("intima", "tunica intima"), ("media", "tunica media"), ("adventitia", "externa")),
            distractors=("epidermis", "fascia"),
            ordered=True,
        ),
    ),
)
