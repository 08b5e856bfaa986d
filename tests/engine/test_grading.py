from __future__ import annotations

from dataclasses import replace

import pytest

from diotima.domain.course import Item
from diotima.domain.grades import ExpectationGrade, Zone
from diotima.engine.grading import Grader
from diotima.models.doubles import HashEncoder
from tests.engine.examples import (
    ELBOW,
    HALF,
    LAYERS,
    MEMBRANE,
    PRESSURE,
    ROOTS,
    SPEED,
    documented_item,
    expectation,
    item,
    shipped,
)

ACCEPT, PARTIAL, REJECT, UNSURE, CONTRADICTION = (
    Zone.ACCEPT,
    Zone.PARTIAL,
    Zone.REJECT,
    Zone.UNSURE,
    Zone.CONTRADICTION,
)


def grade(of: Item, answer: str, name: str | None = None) -> ExpectationGrade:
    return Grader().grade(of, answer).of(name or of.expectations[0].id)


@pytest.mark.parametrize(
    ("answer", "zone"),
    [
        ("deltoid is out so no abduction, and numb over the badge area", ACCEPT),
        ("They cannot lift the arm out to the side because the deltoid does not work.", ACCEPT),
        ("Weak abduction, since deltoid loses its nerve.", ACCEPT),
        ("The shoulder cap muscle is paralysed, the arm can't be abducted", ACCEPT),
        ("DELTOID weak; ABDUCTION weak", ACCEPT),
        ("deltiod is weak, abducton too", ACCEPT),
        ("the dеltоid fails and with it abduction", ACCEPT),
        ("the deltoid", PARTIAL),
        ("abduction gets hard", PARTIAL),
        ("the deltoid is not weak and abduction is not weak", CONTRADICTION),
        ("It is not true that the deltoid is weak and abduction suffers", CONTRADICTION),
        ("the deltoid is not affected, abduction is fine", CONTRADICTION),
        ("adduction by the deltoid", CONTRADICTION),
        ("aduction and deltoid", PARTIAL),
        ("wrist drop and numb hand", CONTRADICTION),
        ("deltoid, abduction, and a wrist drop", CONTRADICTION),
        ("deltoid, abduction, but no wrist drop", ACCEPT),
        ("the patient has an injured axillary nerve", REJECT),
        ("What can the arm no longer do well?", REJECT),
        ("biceps", REJECT),
        ("I don't know", REJECT),
        ("", REJECT),
        ("   ...  ", REJECT),
    ],
)
def test_the_documented_item(answer: str, zone: Zone) -> None:
    assert grade(documented_item(), answer, "abduction").zone is zone


@pytest.mark.parametrize(
    ("of", "answer", "zone"),
    [
        # ranges, lists and negation of names
        (ROOTS, "C5, C6 and C7", ACCEPT),
        (ROOTS, "C5-C7", ACCEPT),
        (ROOTS, "c5 to c7", ACCEPT),
        (ROOTS, "C5/6/7", ACCEPT),
        (ROOTS, "the fifth one", REJECT),
        (ROOTS, "C5 and C6", PARTIAL),
        (ROOTS, "C5, C6, not C7", CONTRADICTION),
        (ROOTS, "C5, C6 and C7 but not C8", ACCEPT),
        (ROOTS, "C7 is not part of it", CONTRADICTION),
        (ROOTS, "C8 and T1", REJECT),
        # opposites by word and by prefix
        (ELBOW, "it flexes the elbow", ACCEPT),
        (ELBOW, "flexion", ACCEPT),
        (ELBOW, "it bends it", ACCEPT),
        (ELBOW, "it extends the elbow", CONTRADICTION),
        (ELBOW, "it does not flex the elbow", CONTRADICTION),
        (ELBOW, "it can't bend the elbow", CONTRADICTION),
        (ELBOW, "it never bends the elbow", CONTRADICTION),
        (ELBOW, "it flexes the elbow, it does not extend it", ACCEPT),
        (ELBOW, "it doesn't extend but flex the elbow", ACCEPT),
        (ELBOW, "flexes rather than extends", ACCEPT),
        (ELBOW, "extends rather than flexes", CONTRADICTION),
        (ELBOW, "I don't think it flexes", CONTRADICTION),
        (ELBOW, "I think it flexes", ACCEPT),
        (ELBOW, "not only does it flex the elbow", ACCEPT),
        (MEMBRANE, "it hyperpolarises", ACCEPT),
        (MEMBRANE, "it gets hyperpolarized", ACCEPT),
        (MEMBRANE, "hyperpolarisatoin", ACCEPT),
        (MEMBRANE, "it becomes more negative inside", ACCEPT),
        (MEMBRANE, "it hypopolarises the membrane", CONTRADICTION),
        (MEMBRANE, "it depolarises the membrane", CONTRADICTION),
        (MEMBRANE, "the membrane becomes more positive", CONTRADICTION),
        (MEMBRANE, "it is not hyperpolarised", CONTRADICTION),
        (PRESSURE, "it rises", ACCEPT),
        (PRESSURE, "the pressure goes up", ACCEPT),
        (PRESSURE, "it gets higher", ACCEPT),
        (PRESSURE, "the pressure decreases", CONTRADICTION),
        (PRESSURE, "the pressure goes down", CONTRADICTION),
        (PRESSURE, "the pressure does not increase", CONTRADICTION),
        (PRESSURE, "the pressure does not decrease, it increases", ACCEPT),
        (PRESSURE, "the pressure falls", CONTRADICTION),
        (PRESSURE, "nothing happens", REJECT),
        (PRESSURE, "smaller box, same gas", REJECT),
        # formulas
        (SPEED, "v = sqrt(2gh)", ACCEPT),
        (SPEED, "v^2 = 2 g h", ACCEPT),
        (SPEED, "it is v = √(2gh), I think", ACCEPT),
        (SPEED, "h = v²/(2g) gives it", ACCEPT),
        (SPEED, "v = 2gh", REJECT),
        (SPEED, "v = sqrt(g h)", REJECT),
        (SPEED, "the square root of it all", ACCEPT),
        (SPEED, "square root, v = 2gh", UNSURE),
        # fractions
        (HALF, "1/4", ACCEPT),
        (HALF, "0.25", ACCEPT),
        (HALF, "a quarter", ACCEPT),
        (HALF, "25 %", ACCEPT),
        (HALF, "one in four", REJECT),
        (HALF, "2/8", ACCEPT),
        (HALF, "half", REJECT),
        (HALF, "3/4", REJECT),
        (HALF, "not 1/4", REJECT),
        # sets, in order
        (LAYERS, "intima, media, adventitia", ACCEPT),
        (LAYERS, "tunica intima, then tunica media, then the externa", ACCEPT),
        (LAYERS, "adventitia, media, intima", PARTIAL),
        (LAYERS, "intima and media", PARTIAL),
        (LAYERS, "intima, media, adventitia and epidermis", PARTIAL),
        (LAYERS, "intima, media, not the adventitia", PARTIAL),
        (LAYERS, "epidermis", REJECT),
        (LAYERS, "three of them", REJECT),
    ],
)
def test_small_items(of: Item, answer: str, zone: Zone) -> None:
    assert grade(of, answer).zone is zone


@pytest.mark.parametrize(
    ("answer", "p", "zone"),
    [
        ("3 A", 0.97, ACCEPT),
        ("three amps", 0.97, ACCEPT),
        ("3000 mA", 0.97, ACCEPT),
        ("0.003 kA", 0.97, ACCEPT),
        ("I = 12 / 4 = 3 amperes", 0.97, ACCEPT),
        ("12 V divided by 4 ohm is 3 A", 0.97, ACCEPT),
        ("3.01 A", 0.97, ACCEPT),
        ("3", 0.5, PARTIAL),
        ("3 V", 0.5, PARTIAL),
        ("3 A or 48 A", 0.5, PARTIAL),
        ("48 A", 0.03, REJECT),
        ("30 mA", 0.03, REJECT),
        ("-3 A", 0.03, REJECT),
        ("3.2 A", 0.03, REJECT),
        ("12 V and 4 ohm", 0.1, REJECT),
    ],
)
def test_numbers_with_units(answer: str, p: float, zone: Zone) -> None:
    found = grade(shipped("ohms-law.heater"), answer)

    assert (found.p, found.zone) == (p, zone)


@pytest.mark.parametrize(
    ("of", "answer", "quote"),
    [
        (ELBOW, "Well, I'd say it FLEXES the elbow.", "FLEXES"),
        (ROOTS, "It comes from C5, C6 and C7 as far as I know", "C5, C6 and C7"),
        (MEMBRANE, "hmm, hyperpolarisatoin?", "hyperpolarisatoin"),
        (PRESSURE, "The pressure goes down, no doubt.", "down"),
        (SPEED, "it is v = √(2gh), I think", "v = √(2gh)"),
        (PRESSURE, "no idea about boxes", None),
    ],
)
def test_evidence_is_the_learners_own_words(of: Item, answer: str, quote: str | None) -> None:
    evidence = grade(of, answer).evidence

    assert (evidence.text if evidence else None) == quote
    assert evidence is None or answer[evidence.start : evidence.end] == evidence.text


@pytest.mark.parametrize(
    ("answer", "layer"),
    [
        ("it flexes", "facets"),
        ("it does not flex", "polarity"),
        ("What does the biceps do at the elbow?", "echo"),
        ("hm", "semantic"),
        ("yes", "empty"),
    ],
)
def test_the_deciding_layer_is_named(answer: str, layer: str) -> None:
    assert grade(ELBOW, answer).layer == layer


def test_facets_are_told_apart() -> None:
    found = grade(ROOTS, "C5 and C7")

    assert (found.facets_met, found.facets_missing) == ((0, 2), (1,))


def test_words_of_the_question_prove_nothing_alone() -> None:
    of = item(
        "Is the deltoid weak?",
        expectation("it", "The deltoid weakens.", ("deltoid", "weak deltoid", "paralysed")),
    )

    assert grade(of, "the deltoid, weak deltoid").p <= 0.25
    assert grade(of, "paralysed").zone is ACCEPT


def test_a_facet_with_its_own_negation_needs_one() -> None:
    of = item(
        "What becomes of the charge?",
        expectation("kept", "It is not used up.", ("not used up", "none is lost")),
    )

    assert grade(of, "it is not used up").zone is ACCEPT
    assert grade(of, "nothing of it is lost, none is lost").zone is ACCEPT
    assert grade(of, "it is used up").p <= 0.5


@pytest.mark.parametrize(
    ("answer", "confidence"),
    [
        ("it extends the elbow", 0.9),
        ("it straightens it", 0.9),
        ("it does not extend the elbow", None),
        ("it flexes the elbow and never extends it", None),
        ("it flexes it. Something else straightens it.", 0.45),
        ("it flexes the elbow", None),
    ],
)
def test_misconceptions_show_in_their_cues(answer: str, confidence: float | None) -> None:
    found = {f.misconception: f.confidence for f in Grader().grade(ELBOW, answer).misconceptions}

    assert found.get("triceps") == confidence


def test_a_misconception_carries_the_words_that_show_it() -> None:
    (found,) = Grader().grade(ELBOW, "Surely it straightens the elbow").misconceptions

    assert found.evidence is not None
    assert found.evidence.text == "straightens"


def test_a_calculation_is_a_cue_only_in_its_order() -> None:
    swapped = replace(ELBOW.misconceptions[0], cues=("4/12", "4 over 12"))
    of = replace(ELBOW, misconceptions=(swapped,))

    def shows(answer: str) -> bool:
        return bool(Grader().grade(of, answer).misconceptions)

    assert [shows(a) for a in ("4/12 of an ampere", "4 over 12", "4 / 12")] == [True] * 3
    assert [shows(a) for a in ("12/4", "12 over 4", "4 wires and 12", "not 4/12")] == [False] * 4


def test_a_repair_is_recognised() -> None:
    grader = Grader()

    assert grader.repaired(ELBOW, "so it bends the elbow") == ("triceps",)
    assert grader.repaired(ELBOW, "so it does not bend the elbow") == ()


def test_only_the_named_expectations_are_graded() -> None:
    found = Grader().grade(ELBOW, "it flexes", expectations={"nerve"})

    assert [g.expectation for g in found.expectations] == ["nerve"]


def test_the_encoder_is_asked_only_when_nothing_else_speaks() -> None:
    encoder = HashEncoder()
    grader = Grader(encoder)

    for answer in (
        "it flexes the elbow",
        "it does not flex",
        "it extends",
        "",
        "yes",
        "What does the biceps do?",
    ):
        grader.grade(ELBOW, answer)
    assert encoder.asked == []

    grader.grade(ELBOW, "the hand comes up to the mouth")
    assert (grader.graded, grader.encoded) == (7, 1)
    assert "the hand comes up to the mouth" in encoder.asked


def test_likeness_alone_is_never_more_than_unsure() -> None:
    grader = Grader(HashEncoder())
    of = item(
        "Why?",
        expectation(
            "why",
            "Steam drives the piston in its cylinder.",
            ("expansion",),
            variants=("Steam drives a piston",),
        ),
    )

    found = grader.grade(of, "Steam drives the piston in its cylinder").of("why")

    assert found.zone is UNSURE
    assert 0.25 < found.p < 0.55


def test_likeness_to_a_denied_wording_earns_nothing() -> None:
    grader = Grader(HashEncoder())
    of = item("Why?", expectation("why", "Steam drives the piston in its cylinder.", ("expansion",)))

    assert grader.grade(of, "Steam does not drive the piston in its cylinder").of("why").zone is REJECT


def test_without_facets_a_whole_wording_counts() -> None:
    of = item("Why?", expectation("why", "Steam drives the piston.", keys=("steam",)))

    assert grade(of, "It is steam that drives the piston").zone is ACCEPT
    assert grade(of, "the driver").zone is REJECT


def test_an_item_is_prepared_once() -> None:
    grader = Grader()

    assert grader.scheme(ELBOW) is grader.scheme(ELBOW)
    assert grader.scheme(ROOTS) is not grader.scheme(ELBOW)
