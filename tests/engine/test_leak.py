from __future__ import annotations

import base64
import codecs
from dataclasses import replace

import pytest

from diotima.domain.course import Item
from diotima.domain.grades import LeakVerdict
from diotima.engine.grading import Grader
from diotima.engine.leak import LeakGuard, Watch
from tests.engine.examples import (
    ELBOW,
    HALF,
    LAYERS,
    ROOTS,
    SPEED,
    documented_item,
    expectation,
    item,
    shipped,
)

GUARD = LeakGuard(Grader())
AXILLARY = documented_item()
HEATER, RELATION, WIRE = shipped("ohms-law.heater"), shipped("ohms-law.relation"), shipped("resistance.wire")
CORDS, CUFF = shipped("cords.names"), shipped("rotator-cuff.team")


def watch(of: Item, *, said: tuple[str, ...] = (), learner: tuple[str, ...] = ()) -> Watch:
    return Watch(of, tuple(e.id for e in of.expectations), said, (of.question, *learner))


def check(of: Item, text: str, *, said: tuple[str, ...] = (), learner: tuple[str, ...] = ()) -> LeakVerdict:
    return GUARD.check(text, watch(of, said=said, learner=learner))


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    ("of", "text", "rule"),
    [
        # named, misspelt, by synonym, in a leading question, denied
        (AXILLARY, "The deltoid is the one to think of.", "key"),
        (AXILLARY, "Could it be the deltiod?", "key"),
        (AXILLARY, "DELTOID!", "key"),
        (AXILLARY, "Isn't it abduction that suffers?", "key"),
        (AXILLARY, "Can the patient lift the arm out to the side?", "key"),
        (AXILLARY, "It is not the deltoid, is it?", "key"),
        (AXILLARY, "What about the áxillary nerve's muscle, the déltoid?", "key"),
        (AXILLARY, "Remember the dеltоid.", "key"),
        # spelled out, split, glued, gaps, leet
        (AXILLARY, "Think d-e-l-t-o-i-d.", "key"),
        (AXILLARY, "D E L T O I D", "key"),
        (AXILLARY, "The del toid.", "key"),
        (AXILLARY, "Look at thedeltoid.", "key"),
        (AXILLARY, "The d3lt01d, perhaps?", "key"),
        (AXILLARY, "The del\u200btoid?", "key"),
        (AXILLARY, "The <b>del</b>toid.", "key"),
        (AXILLARY, "The del&shy;toid.", "key"),
        (AXILLARY, "Tʜᴇ ᴅᴇʟᴛᴏɪᴅ.", "key"),
        (AXILLARY, "d    e    l    t    o    i    d", "key"),
        (CORDS, "Count the three\ntrunks.", "key"),
        (CORDS, "Look at the a-x-i-l-l-a-r-y one.", "key"),
        (CUFF, "Its initials are S, I, T and S.", "key"),
        (AXILLARY, "Complete it: d_lt__d.", "stub"),
        (AXILLARY, "It is the delt... of the shoulder.", "stub"),
        (AXILLARY, "It starts with 'delt'. Which one?", "stub"),
        (AXILLARY, "It starts with del. Which muscle is it?", "stub"),
        (AXILLARY, 'Its first letters are "del".', "stub"),
        (CORDS, "The axil... in the armpit.", "stub"),
        (CORDS, "Its name begins with art, no more.", "stub"),
        # encoded, reversed, as initials
        (AXILLARY, f"Decode {encoded('the deltoid muscle')}.", "key"),
        (AXILLARY, codecs.encode("the deltoid is weak", "rot13"), "key"),
        (AXILLARY, "Read it backwards: diotled.", "key"),
        (AXILLARY, f"In hex: {b'deltoid'.hex()}", "key"),
        (AXILLARY, "Do elephants like tea on icy days?", "stub"),
        (AXILLARY, "Dig here. Eat well. Listen now. Try once. Open up. Inhale. Drink.", "stub"),
        (CUFF, "A helper: Sue Is Terribly Silly.", "stub"),
        (CORDS, f"Decode {encoded('artery')}.", "key"),
        # numbers in any unit, in words, as a calculation
        (HEATER, "It comes to 3 A.", "number"),
        (HEATER, "You get 3000 mA.", "number"),
        (HEATER, "It is 0.003 kA.", "number"),
        (HEATER, "Is it three amperes?", "key"),
        (HEATER, "What is 12 / 4?", "number"),
        (HEATER, "Take 12 V divided by 4 ohm.", "number"),
        (HEATER, "How often does 4 fit into 12?", "number"),
        (HEATER, "4 ohm into 12 V, what is that?", "number"),
        (HEATER, r"Work out $\frac{12}{4}$.", "number"),
        (HEATER, r"\dfrac{12 V}{4 ohm}", "number"),
        (HALF, "So 25 % of them?", "number"),
        (HALF, "What about 2/8?", "number"),
        # formulas, rearranged
        (RELATION, "Write I = V / R.", "grade"),
        (RELATION, "Which one is V = I * R?", "grade"),
        (RELATION, "So R = V / I.", "grade"),
        (SPEED, "Try v^2 = 2 g h.", "grade"),
        # sets
        (LAYERS, "The first is the intima, is it not?", "member"),
        (LAYERS, "Remember IMA?", "stub"),
        (WIRE, "Does its length matter?", "key"),
        (CUFF, "One of the four is the teres, and the others?", "key"),
        (CUFF, "There are the supra, the infra and two more.", "member"),
        # paraphrased
        (CUFF, "They keep the ball where it belongs.", "grade"),
        (CORDS, "The inferior trunk sends its front part on.", "grade"),
        (ROOTS, "It begins at C5.", "key"),
        (ROOTS, "It runs from C4 to C8.", "key"),
    ],
)  # fmt: skip
def test_leaks_are_blocked(of: Item, text: str, rule: str) -> None:
    verdict = check(of, text)

    assert verdict.blocked
    assert rule in verdict.rules


@pytest.mark.parametrize(
    ("of", "text"),
    [
        (AXILLARY, "What else do you notice when that patient tries to move the arm?"),
        (AXILLARY, "Feel the rounded cap of your own shoulder. What does the flesh there do for the arm?"),
        (AXILLARY, "Picture somebody signalling a turn on a bicycle. Which part of that action would go?"),
        (AXILLARY, "With this nerve gone, the ____ muscle is weak and the arm cannot be ____ well."),
        (AXILLARY, "That is all right, not knowing yet is why we are here."),
        (AXILLARY, "You say the nerve is hurt. Which muscle would feel that first?"),
        (AXILLARY, "Bending the elbow still works in this patient. What about the shoulder?"),
        (AXILLARY, "Where would you test the skin with a pin?"),
        (AXILLARY, "A detail... let me put it differently. What does a dislocation stretch?"),
        (AXILLARY, "Let us take a 2 minute break (see www.example.org/page_12)."),
        (AXILLARY, "Which of the 4 muscles of the rotator cuff do you remember?"),
        (AXILLARY, "What part does it play?"),
        (AXILLARY, "Start with the question itself. What does it ask for?"),
        (AXILLARY, "It starts with a look at your own arm."),
        (AXILLARY, "The first letters are not what counts here."),
        (CUFF, "What part does it play?"),
        (CUFF, "Take a sheet of paper and a pen. Where would you begin to draw?"),
        (CUFF, "Put a hand on top\nof the other arm."),
        (CORDS, "Take the words posterior and medial as they stand. What are they measured from?"),
        (CORDS, "A, B and C are fine as names too, but nobody chose them. Why?"),
        (WIRE, "What would you ask the shop about each wire before you buy it?"),
        (WIRE, "Could the <i>same</i> battery sit behind both?"),
        (HEATER, "How does 12 V fit into your picture of the loop?"),
        (HEATER, r"Is $\frac{4}{12}$ what you meant?"),
        (HEATER, "Which of your numbers is the push, and which one stands in the way?"),
        (HEATER, "You have 12 V and 4 ohm. What would you do with them?"),
        (HEATER, "Two lamps would change that. But here there is one heater, so how large is the current?"),
        (HEATER, "If the battery had 24 V and the heater 2 ohm, would more or less flow?"),
        (HALF, "Draw the two carriers and their children. What do you see?"),
        (RELATION, "Think of water in a hose. What does the pinch do to the stream?"),
        (RELATION, "R. Watson asks: what about the volt?"),
        (SPEED, "Where does the energy of the ball come from?"),
        (LAYERS, "Which one touches the blood?"),
        (ROOTS, "Trace it upwards to the neck. Where does it leave the cord?"),
        (ROOTS, "Does C4 or C8 belong to it?"),
        (ELBOW, "Bring your hand to your mouth. What happens at the joint in between?"),
        (ELBOW, ""),
    ],
)  # fmt: skip
def test_harmless_texts_pass(of: Item, text: str) -> None:
    assert check(of, text) == LeakVerdict(False)


@pytest.mark.parametrize("of", [AXILLARY, CORDS, CUFF, HEATER, RELATION, WIRE], ids=lambda of: of.id)
def test_the_question_may_be_asked_again(of: Item) -> None:
    assert [t for t in (of.question, *of.rephrasings) if check(of, t) != LeakVerdict(False)] == []


def test_two_thirds_of_an_expectations_words_are_a_leak_however_slowly_they_come() -> None:
    of = item(
        "Why does the piston move?",
        expectation(
            "why",
            "Boiling turns liquid into vapour that swells against the wall.",
            ("expands",),
            keys=("steam",),
        ),
    )
    first = "Boiling is the start of it. What becomes of the liquid?"
    second = "And when vapour swells, which wall is in its way?"

    assert not check(of, first).blocked
    assert not check(of, second).blocked
    assert check(of, second, said=(first,)).rules == ("facet",)


def test_facets_given_one_by_one_add_up() -> None:
    of = item("Which two?", expectation("two", "Salt and acid.", ("salt",), ("acid",), keys=("brine",)))

    assert check(of, "Is there salt in it?") == LeakVerdict(False, ("grade",), soft=True)
    assert check(of, "Is there acid in it?", said=("Is there salt in it?",)).blocked


def test_two_soft_findings_block() -> None:
    salty = expectation("one", "Salt and acid.", ("salt",), ("acid",), keys=("brine",))
    sweet = expectation("two", "Sugar and milk.", ("sugar",), ("milk",), keys=("cream",))

    assert check(item("Which?", salty, sweet), "Is it salt or sugar?").blocked


def test_a_key_the_learner_said_may_be_repeated() -> None:
    text = "You say deltoid. How would you test that?"

    assert check(AXILLARY, text).blocked
    assert not check(AXILLARY, text, learner=("it might be the deltoid",)).blocked


@pytest.mark.parametrize(
    "text",
    [
        "Yes, the deltoid.",
        "Exactly. The deltoid it is, and what else?",
        "Good, the deltoid! What about the skin?",
        "You are right about the deltoid.",
        "It is the deltoid.",
        "So that is the deltoid.",
        "The deltoid is correct.",
    ],
)
def test_a_guess_is_not_affirmed_before_it_is_covered(text: str) -> None:
    verdict = check(AXILLARY, text, learner=("the deltoid?",))

    assert verdict.blocked
    assert "form" in verdict.rules


@pytest.mark.parametrize(
    "text",
    [
        "You bring up the deltoid. Is that right for this nerve?",
        "Right arm or left arm: how would you test the deltoid?",
        "What makes you think of the deltoid?",
        "All right, let us look at the deltoid for a moment. What does it do?",
    ],
)
def test_a_guess_may_be_taken_up(text: str) -> None:
    assert not check(AXILLARY, text, learner=("the deltoid?",)).blocked


def test_what_is_covered_may_be_said() -> None:
    w = watch(AXILLARY)

    assert GUARD.check("Yes, the deltoid.", replace(w, uncovered=())) == LeakVerdict(False)


def test_a_visible_number_is_no_longer_secret() -> None:
    text = "You found 3 A. How did you get there?"

    assert check(HEATER, text).blocked
    assert not check(HEATER, text, learner=("3 A?",)).blocked
    assert check(HEATER, "So the current is 3 A.", learner=("3 A?",)).rules == ("number",)


def test_a_key_cut_in_two_by_the_stream_is_found() -> None:
    of = item("Where?", expectation("gap", "Through the quadrangular space.", ("quadrangular space",)))

    assert not check(of, "space behind the arm").blocked
    assert check(of, "space behind the arm", said=("It leaves through the quadrangular ",)).blocked


def test_a_key_broken_over_two_lines_is_found_however_the_stream_was_cut() -> None:
    text = "Now think.\nIt takes two\ncords to make it."
    of = item("How many?", expectation("two", "Two cords meet.", ("two cords",)))

    assert check(of, text).blocked
    assert list(GUARD.release([text], watch(of))) == list(GUARD.release(list(text), watch(of)))
    assert "cords" not in "".join(GUARD.release([text], watch(of)))


def test_texts_that_touch_several_items_are_checked_against_each() -> None:
    watches = [watch(AXILLARY), watch(HEATER)]

    assert GUARD.check_many("Next time: the deltoid.", watches).blocked
    assert GUARD.check_many("Next time: 3 A.", watches).blocked
    assert not GUARD.check_many("Next time: nerves and wires.", watches).blocked


def test_a_stream_ends_before_the_sentence_that_leaks() -> None:
    chunks = ["Feel your shoulder. What ", "lies under your hand? It is the del", "toid. Bye."]

    assert list(GUARD.release(chunks, watch(AXILLARY))) == [
        "Feel your shoulder.",
        " What lies under your hand?",
    ]


def test_the_guard_never_asks_an_encoder() -> None:
    class Untouchable:
        id = "untouchable"

        def encode(self, texts: object) -> object:
            raise AssertionError(texts)

    guard = LeakGuard(Grader(Untouchable()))  # type: ignore[arg-type]

    assert not guard.check("The hand comes up to the mouth.", watch(ELBOW)).blocked
