"""Who says everything says nothing: lists and alternatives are unsure, whatever stands in them."""

from __future__ import annotations

import pytest

from diotima.domain.course import Item
from diotima.domain.grades import Zone
from diotima.engine.grading import Grader
from tests.engine.examples import shipped, shipped_items

GRADER = Grader()
GLOSSARY = """axillary radial ulnar median musculocutaneous deltoid triceps biceps supraspinatus infraspinatus
interossei lumbricals C5 C6 C7 C8 T1 lateral medial posterior cord upper middle lower trunk anterior division
abduction flexion extension rotation spread claw numb voltage current resistance more less same half double"""


def accepted(item: Item, answer: str) -> list[str]:
    return [g.expectation for g in GRADER.grade(item, answer).expectations if g.zone is Zone.ACCEPT]


@pytest.mark.parametrize(
    ("of", "expectation", "answer"),
    [
        ("spinal.touch", "root", "The anterior or the posterior root"),
        ("spinal.touch", "root", "Is it the posterior root or is it the anterior root?"),
        ("resistance.effect", "less", "less current or more current or it shows no change"),
        ("ohms-law.relation", "formula", "voltage times, minus or divided by resistance"),
        (
            "axillary.loss",
            "skin",
            "hollow of the armpit itself, back of hand and thumb, outer shoulder",
        ),
        ("trunks.newborn", "movements", "deltoid triceps biceps C5 C6 C7 radial ulnar median"),
        (
            "teres-minor.neighbour",
            "partner",
            "deltoid, triceps, biceps, C5, C6, C7, radial, ulnar and median",
        ),
    ],
)
def test_an_answer_that_does_not_choose_is_unsure(of: str, expectation: str, answer: str) -> None:
    grade = GRADER.grade(shipped(of), answer).of(expectation)

    assert (grade.zone, grade.layer) == (Zone.UNSURE, "uncommitted")


@pytest.mark.parametrize(
    ("of", "expectation", "answer"),
    [
        (
            "spinal.touch",
            "root",
            "The posterior, or dorsal, root. Motor fibres leave by the anterior root.",
        ),
        ("spinal.touch", "root", "the posterior root, not the anterior one or both"),
        (
            "rotator-cuff.team",
            "members",
            "supraspinatus infraspinatus teres minor subscapularis steady humeral head",
        ),
        ("plexus.origin", "levels", "C5 C6 C7 C8 T1"),
    ],
)
def test_synonyms_sets_and_denied_alternatives_are_answers(of: str, expectation: str, answer: str) -> None:
    assert expectation in accepted(shipped(of), answer)


@pytest.mark.parametrize("joined", [" ", ", ", " and "])
def test_the_words_of_the_field_in_a_row_answer_nothing(joined: str) -> None:
    words = joined.join(GLOSSARY.split())

    assert [(item.id, found) for item in shipped_items() if (found := accepted(item, words))] == []


@pytest.mark.parametrize("joined", [" or ", " and ", ", ", ". "])
def test_naming_every_option_answers_nothing(joined: str) -> None:
    checked = 0
    for item in shipped_items():
        for e in GRADER.scheme(item).expectations:
            denies = any(denied for rival in e.rivals for _, denied in rival)
            if len(e.rivals) >= 2 and not denies:
                every = joined.join(option.text for option in e.source.ladder.choice.options)
                assert e.source.id not in accepted(item, every), (item.id, every)
                checked += 1
    assert checked > 40
