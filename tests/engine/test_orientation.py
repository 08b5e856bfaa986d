"""Onboarding: what a learner wants, said in a learner's words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diotima.domain.course import Concept, Course, Manifest
from diotima.domain.transcript import Mode
from diotima.engine.orientation import is_nervous, read_focus, read_mode

COURSE = Course(
    manifest=Manifest(
        schema="socratic-pack/1",
        id="nerves",
        version="1.0.0",
        title="Nerves",
        language="en",
        license="CC-BY-4.0",
        description="",
        audience="",
        sources=(),
        concepts=(
            Concept("roots", "Roots of the plexus", "Name them.", tags=("roots", "C5")),
            Concept("radial-nerve", "Radial nerve", "Say what it does.", tags=("wrist drop", "radial")),
            Concept("cuff", "Rotator cuff", "Name its job.", tags=("cuff", "SITS muscles")),
        ),
    ),
    items=(),
    quizzes=(),
    passages=(),
    figures=(),
)


@pytest.mark.parametrize(
    ("words", "focus"),
    [
        ("the radial nerve please", ("radial-nerve",)),
        ("I always mess up wrist drop", ("radial-nerve",)),
        ("rotator cuff", ("cuff",)),
        ("I'm fine with the roots, but the cuff confuses me", ("cuff",)),
        ("I know the roots already. The SITS muscles are hard", ("cuff",)),
        ("everything", ()),
        ("no idea", ()),
    ],
)
def test_focus_is_what_the_learner_names_as_weak(words: str, focus: tuple[str, ...]) -> None:
    assert read_focus(COURSE, words) == focus


@pytest.mark.parametrize(
    ("words", "mode"),
    [
        ("with drawings", Mode.VISUAL),
        ("I like pictures", Mode.VISUAL),
        ("question and answer", Mode.DIALOGUE),
        ("Q&A", Mode.DIALOGUE),
        ("just talk with me", Mode.DIALOGUE),
        ("questions, but with a diagram now and then", Mode.VISUAL),
        ("the cuff", None),
    ],
)
def test_mode_is_read_from_everyday_words(words: str, mode: Mode | None) -> None:
    assert read_mode(words) == mode


@pytest.mark.parametrize(
    ("words", "focus"), [("raidal nerve", ("radial-nerve",)), ("the cufff", ()), ("rotater cuff", ("cuff",))]
)
def test_a_slip_of_one_letter_still_names_the_topic(words: str, focus: tuple[str, ...]) -> None:
    assert read_focus(COURSE, words) == focus


@pytest.mark.parametrize(
    ("words", "nervous"),
    [
        ("exam tomorrow and im really nervous", True),
        ("I'm so stressed", True),
        ("i am panicking", True),
        ("not nervous at all", False),
        ("the nervous system", False),
        ("axillary nerve", False),
    ],
)
def test_hears_that_somebody_is_nervous(words: str, nervous: bool) -> None:
    assert is_nervous(words) is nervous


def test_a_longer_name_is_not_taken_for_the_shorter_one_inside_it() -> None:
    concepts = (
        Concept("spinal-cord", "Spinal cord", "Name its roots."),
        Concept("cords", "Cords of the plexus", "Name them.", tags=("cords",)),
    )
    course = replace(COURSE, manifest=replace(COURSE.manifest, concepts=concepts))

    assert read_focus(course, "spinal cord again") == ("spinal-cord",)
    assert read_focus(course, "the cords") == ("cords",)
