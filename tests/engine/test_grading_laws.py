"""The laws of grading (G1 to G6) on every item of every course that ships."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from diotima.domain.course import AnswerType, Item
from diotima.domain.grades import Zone
from diotima.engine.grading import Grader
from diotima.engine.opposites import must_not_blur, opposite_spellings
from diotima.engine.quantities import parse_number, parse_unit
from diotima.engine.realwords import REAL_WORDS
from diotima.engine.words import read
from tests.engine.examples import documented_item, shipped_items

ITEMS = [documented_item(), *shipped_items()]
GRADER = Grader()

_AUXILIARY = re.compile(
    r"\b(is|are|was|were|does|do|did|has|have|can|could|will|would|should|must)\b(?!'t|’t)( not\b)?",
    re.IGNORECASE,
)
_IRRELEVANT = (
    "The weather was lovely on Tuesday.",
    "My uncle paints bicycles.",
    "Bread tastes best with butter.",
    "Coffee helps against tiredness.",
    "Trains towards Vienna were punctual yesterday.",
    "Penguins adore herring.",
)
every_item = pytest.mark.parametrize("of", ITEMS, ids=lambda item: item.id)


def probabilities(of: Item, answer: str) -> dict[str, float]:
    return {g.expectation: g.p for g in GRADER.grade(of, answer).expectations}


def is_irrelevant(sentence: str, of: Item) -> bool:
    """Shares no word with anything authored for the item."""
    scheme = GRADER.scheme(of)
    authored = frozenset().union(*(r.stems for e in scheme.expectations for r in e.wordings))
    return not read(sentence).stems & authored and not scheme.hear(sentence).places


def required(of: Item) -> list[str]:
    return [e.id for e in of.expectations if e.required]


def sentences(text: str) -> list[str]:
    return [
        text[s.start : s.end].strip(" .;\n") for s in read(text).sentences if text[s.start : s.end].strip()
    ]


def say_the_opposite(sentence: str) -> str:
    """Every auxiliary negated, negated ones freed; without an auxiliary the whole is called untrue."""
    flipped = _AUXILIARY.sub(lambda m: m[1] if m[2] else f"{m[1]} not", sentence)
    return flipped if flipped != sentence else f"It is not true that {sentence}"


def edits(word: str) -> st.SearchStrategy[str]:
    """The word with one letter dropped, doubled, swapped or replaced; never the first."""

    def edit(kind: str, place: int, letter: str) -> str:
        head, tail = word[:place], word[place:]
        return {
            "drop": head + tail[1:],
            "insert": head + letter + tail,
            "replace": head + letter + tail[1:],
            "swap": head[:-1] + tail[:1] + head[-1:] + tail[1:],
        }[kind]

    places = st.integers(1, len(word) - 1)
    return st.builds(
        edit,
        st.sampled_from(["drop", "insert", "replace", "swap"]),
        places,
        st.sampled_from("abcdefghijklmnopqrstuvwxyz"),
    )


def is_plain_slip(word: str, slip: str) -> bool:
    """Not a word of its own and no nearer to an opposite: those are never forgiven."""
    if slip in REAL_WORDS or must_not_blur(slip, word) or opposite_spellings(word):
        return False
    return not any(c in REAL_WORDS for c in (slip.rstrip("s"), f"{slip}s"))


@every_item
def test_g1_the_ideal_answer_is_accepted(of: Item) -> None:
    found = probabilities(of, of.ideal)

    assert {e: p for e, p in found.items() if e in required(of) and p < 0.9} == {}


@every_item
def test_g1_the_question_is_no_answer(of: Item) -> None:
    assert max(probabilities(of, of.question).values()) <= 0.25
    assert set(probabilities(of, "").values()) == {0.0}


@every_item
def test_g1_every_variant_states_its_expectation(of: Item) -> None:
    low = [(e.id, v) for e in of.expectations for v in e.variants if probabilities(of, v)[e.id] < 0.8]

    assert low == []


@every_item
def test_labelled_answers_are_graded_as_labelled(of: Item) -> None:
    wrong = [
        (answer.text, name, label)
        for answer in of.graded_answers
        for name, label in answer.labels.items()
        if (probabilities(of, answer.text)[name] >= 0.8) != (label == "good")
    ]

    assert wrong == []


@every_item
def test_misconceptions_are_seen_and_earn_nothing(of: Item) -> None:
    for misconception in of.misconceptions:
        grade = GRADER.grade(of, misconception.statement)

        assert misconception.id in {f.misconception for f in grade.misconceptions if f.confidence >= 0.65}
        assert {c: grade.of(c).p for c in misconception.contrasts if grade.of(c).p > 0.25} == {}


@every_item
def test_a_sentence_that_holds_a_misconception_states_nothing_against_it(of: Item) -> None:
    accepted = []
    for misconception in of.misconceptions:
        for name in misconception.contrasts:
            expectation = of.expectation(name)
            wordings = (expectation.proposition, *(w for f in expectation.facets for w in f.any))
            stated = frozenset().union(*(read(w).stems for w in wordings))
            for cue in misconception.cues:
                if expectation.answer or read(cue).stems & stated:
                    continue
                answer = f"{cue}, and {expectation.proposition}"
                grade = GRADER.grade(of, answer)
                if misconception.id in {f.misconception for f in grade.misconceptions} and (
                    grade.of(name).p >= 0.8
                ):
                    accepted.append((name, answer))

    assert accepted == []


def test_an_answer_to_something_else_is_not_accepted() -> None:
    items = [i for i in ITEMS if i.concept in {o.concept for o in shipped_items()}]
    pairs = [(of, other) for of in items for other in items if of.concept != other.concept]
    graded = [p for of, other in pairs for p in probabilities(of, other.ideal).values()]

    assert sum(p >= 0.8 for p in graded) <= 0.01 * len(graded)


@every_item
@settings(max_examples=8)
@given(data=st.data())
def test_g2_the_order_of_sentences_does_not_matter(of: Item, data: st.DataObject) -> None:
    pieces = [*sentences(of.ideal), *(e.variants[0].rstrip(".") for e in of.expectations)]

    shuffled = data.draw(st.permutations(pieces))

    here, there = probabilities(of, ". ".join(pieces)), probabilities(of, ". ".join(shuffled))
    assert all(abs(here[e] - there[e]) <= 0.05 for e in here)


@every_item
def test_g3_the_opposite_of_the_ideal_is_not_accepted(of: Item) -> None:
    denied = ". ".join(f"It is not true that {s}" for s in sentences(of.ideal))

    assert {e: p for e, p in probabilities(of, denied).items() if e in required(of) and p > 0.5} == {}


@every_item
@settings(max_examples=8)
@given(data=st.data())
def test_g4_an_irrelevant_sentence_never_helps(of: Item, data: st.DataObject) -> None:
    answers = [
        of.ideal,
        of.question,
        *(a.text for a in of.graded_answers),
        *(e.variants[0] for e in of.expectations),
    ]
    answer = data.draw(st.sampled_from(answers))
    extra = data.draw(st.sampled_from([x for x in _IRRELEVANT if is_irrelevant(x, of)]))

    before, after = probabilities(of, answer), probabilities(of, f"{answer.rstrip('.')}. {extra}")

    assert all(after[e] <= before[e] + 0.05 for e in before)


def numbers() -> list[tuple[Item, str]]:
    return [
        (i, e.id)
        for i in ITEMS
        for e in i.expectations
        if e.answer and e.answer.type is AnswerType.NUMBER and e.answer.unit
    ]


@pytest.mark.parametrize(("of", "name"), numbers(), ids=lambda x: x if isinstance(x, str) else x.id)
def test_g5_equal_quantities_are_graded_alike(of: Item, name: str) -> None:
    answer = of.expectation(name).answer
    assert answer is not None
    unit, value = answer.unit or "", parse_number(answer.number or "")
    scaled = [f"{value * 1000:g} m{unit}", f"{value / 1000:g} k{unit}", f"{value:g}e3 m{unit}"]
    forms = [f"{value:g} {unit}", f"{value:g}{unit}", f"{value:g} x 10^-3 k{unit}", *scaled]
    assert parse_unit(unit).dimension == parse_unit(f"m{unit}").dimension

    assert {probabilities(of, f"It is {form}.")[name] for form in forms} == {0.97}
    assert probabilities(of, f"It is {value * 1.5:g} {unit}")[name] < 0.25


def words_of(text: str) -> list[str]:
    return sorted({t.text for t in read(text).content if len(t.text) >= 6 and t.text.isalpha()})


@every_item
@settings(max_examples=12)
@given(data=st.data())
def test_g6_one_slip_in_a_long_word_is_forgiven(of: Item, data: st.DataObject) -> None:
    candidates: Sequence[str] = words_of(of.ideal)
    assume(bool(candidates))
    word = data.draw(st.sampled_from(candidates))
    slip = data.draw(edits(word))
    assume(slip != word and is_plain_slip(word, slip))
    typed = re.sub(rf"\b{word}\b", slip, of.ideal, count=1, flags=re.IGNORECASE)
    assume(typed != of.ideal)

    before, after = probabilities(of, of.ideal), probabilities(of, typed)

    assert all(abs(before[e] - after[e]) <= 0.1 for e in required(of))


def test_the_opposites_of_most_variants_contradict() -> None:
    """A statistic, not a law: one auxiliary turned round in every variant that has one."""
    pairs = [
        (i, e.id, say_the_opposite(v))
        for i in ITEMS
        for e in i.expectations
        for v in e.variants
        if _AUXILIARY.search(v)
    ]

    accepted = [(i.id, e, v) for i, e, v in pairs if GRADER.grade(i, v).of(e).zone is Zone.ACCEPT]

    assert len(pairs) > 50
    assert len(accepted) <= 0.3 * len(pairs), accepted
