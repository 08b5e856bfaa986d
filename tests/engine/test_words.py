from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.engine.words import _stem, clauses_of, fold, read, same_word, stem, stems

ENDINGS = ("ion", "ing", "ed", "es", "ive", "ional", "ations", "ingly")


def words(text: str) -> list[str]:
    return [t.text for t in read(text).tokens]


def denied(text: str) -> list[str]:
    return [t.text for t in read(text).content if t.negated]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It doesn’t bend.", ["it", "does", "not", "bend"]),
        ("dont, cannot, can't, won't", ["do", "not", "can", "not", "can", "not", "will", "not"]),
        ("I want it", ["i", "want", "it"]),
        ("twenty-one, two hundred, seven", ["21", "200", "7"]),
        ("C5–C7", ["c5", "c6", "c7"]),
        ("C5 to T1", ["c5", "to", "t1"]),
        ("C5/6 and C 8", ["c5", "c6", "and", "c8"]),
        ("C5 and 6", ["c5", "and", "c6"]),
        ("2nd α neuron", ["second", "alpha", "neuron"]),
        ("dеltоid", ["deltoid"]),
        ("ÁXILLARY", ["axillary"]),
        ("del\u200btoid", ["deltoid"]),
        ("ｄｅｌｔｏｉｄ", ["deltoid"]),
        ("the patient's arm", ["the", "patient", "arm"]),
        ("", []),
    ],
)
def test_read_understands_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("not the deltoid", ["deltoid"]),
        ("the deltoid is not weak", ["weak"]),
        ("no deltoid, it is the biceps", ["deltoid"]),
        ("No, it is the deltoid", []),
        ("not only the deltoid", []),
        ("I don't know, maybe the deltoid", []),
        ("I'm not sure but the deltoid", []),
        ("not C8 but C5", ["c8"]),
        ("the biceps rather than the deltoid", ["deltoid"]),
        ("without the deltoid the arm hangs", ["deltoid"]),
        ("not C5, C6 or C7, it is the deltoid", ["c5", "c6", "c7"]),
        ("it does not bend because the nerve is cut", ["bend"]),
        ("not one two three four five", ["1", "2", "3"]),
        ("It is not true that the deltoid is weak", []),
        ("It is not true that the deltoid is not weak", ["weak"]),
    ],
)
def test_negation_reaches_three_content_words_of_its_clause(text: str, expected: list[str]) -> None:
    assert denied(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is not true that the deltoid is weak", ["deltoid", "weak"]),
        ("It is false that the deltoid is not weak. Look", ["deltoid", "weak"]),
        ("The deltoid is weak, that is not true.", ["deltoid", "weak"]),
        ("The deltoid is weak. That's simply wrong!", ["deltoid", "weak"]),
        ("The deltoid is weak. Not!", ["deltoid", "weak"]),
        ("The deltoid is weak, which is wrong, it is strong", ["deltoid", "weak"]),
        ("The deltoid is weak, or is that wrong?", []),
        ("The deltoid is weak, isn't that right?", []),
        ("The muscle that is wrong is weak", []),
        ("I don't think it is the deltoid", ["deltoid"]),
        ("It is true that the deltoid is weak", []),
        ("Some doubt it. I think it is the deltoid", []),
    ],
)
def test_a_whole_sentence_can_be_called_untrue(text: str, expected: list[str]) -> None:
    assert [t.text for t in read(text).content if t.refuted] == expected


def test_clauses_are_verbatim() -> None:
    text = "The arm hangs, because its nerve is cut; the skin is numb."

    assert clauses_of(text) == ("The arm hangs", "because its nerve is cut", "the skin is numb")


def test_sentences_do_not_end_at_abbreviations_or_decimals() -> None:
    assert len(read("Take e.g. 0.5 A. Then stop! Why?").sentences) == 3


@given(st.text(max_size=80))
def test_tokens_lie_in_order_within_the_original(text: str) -> None:
    reading = read(text)

    places = [(t.start, t.end) for t in reading.tokens]
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert [start for start, _ in places] == sorted(start for start, _ in places)
    assert "".join(text[s.start : s.end] for s in reading.sentences) == text


@given(st.text(max_size=60))
def test_the_span_of_tokens_is_a_verbatim_substring(text: str) -> None:
    reading = read(text)

    span = reading.span(reading.tokens)

    assert (span is None) == (not reading.tokens)
    assert span is None or text[span.start : span.end] == span.text


@given(st.sampled_from("deltoid abduction axillary numbness hyperpolarisation".split()), st.data())  # noqa: SIM905
def test_folding_undoes_disguised_letters(word: str, data: st.DataObject) -> None:
    look_alike = str.maketrans("aeopcxyi", "аеорсхуі")
    letters = [
        data.draw(st.sampled_from([c, c.upper(), c.translate(look_alike), f"{c}\u0301", f"\u200b{c}"]))
        for c in word
    ]

    assert fold("".join(letters)) == word


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("abducton", "abduction"),
        ("deltiod", "deltoid"),
        ("axilary", "axillary"),
        ("roots", "root"),
        ("lost", "loss"),
        ("paralyzed", "paralysed"),
        ("colour", "color"),
        ("oedema", "edema"),
        ("flexion", "flex"),
    ],
)
def test_the_same_word_is_recognised(said: str, meant: str) -> None:
    assert same_word(said, meant)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("adduction", "abduction"),
        ("aduction", "abduction"),
        ("afferent", "efferent"),
        ("hypothenar", "hyperthenar"),
        ("medial", "median"),
        ("c5", "c6"),
        ("arm", "art"),
        ("calls", "falls"),
        ("charge", "change"),
        ("infraspinatus", "supraspinatus"),
        ("typical", "atypical"),
        ("interneuron", "intraneuron"),
    ],
)
def test_words_apart_stay_apart(said: str, meant: str) -> None:
    assert not same_word(said, meant)


def test_stems_bring_irregular_forms_together() -> None:
    assert stem("weakness") == stem("weak")
    assert stems("It has lost its force.") == stems("The force is lost.")


@pytest.mark.usefixtures("hasty_threads")
def test_what_a_body_has_and_what_its_material_has_stay_apart() -> None:
    assert stem("resistivities") == stem("resistivity") != stem("resistance") == stem("resist")
    assert stem("conductivities") == stem("conductivity") != stem("conductance")


def test_threads_read_the_same_words_the_same() -> None:
    made = ["".join(parts) for parts in product(("abduct", "rotat", "innervat", "supinat"), ENDINGS)]
    alone = [_stem.__wrapped__(word) for word in made]

    with ThreadPoolExecutor(8) as threads:
        together = threads.map(lambda _: [_stem.__wrapped__(word) for word in made], range(40))

    assert all(stemmed == alone for stemmed in together)
