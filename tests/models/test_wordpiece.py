"""Ids as the reference tokenizer (Hugging Face ``tokenizers`` 0.23 with the model's own file) gives them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.models.wordpiece import MAX_TOKENS, WordPiece, split_words

TOKENIZER = WordPiece()


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("The deltoid is weak, so the arm cannot be abducted.",
         [1996, 3972, 3406, 3593, 2003, 5410, 1010, 2061, 1996, 2849, 3685, 2022, 20361, 1012]),
        ("naïve café résumé Ångström", [15743, 7668, 13746, 17076, 15687]),
        ("it doesn't work", [2009, 2987, 1005, 1056, 2147]),
        ("北京 is the capital of 中国", [1781, 1755, 2003, 1996, 3007, 1997, 1746, 1799]),
        ("émigré—façade – dash… ellipsis",
         [12495, 17603, 1517, 8508, 1516, 11454, 1529, 3449, 15000, 6190]),
        ("3×10^8 m/s", [1017, 26306, 10790, 1034, 1022, 1049, 1013, 1055]),
        ("¿Qué pasa?", [1094, 10861, 14674, 2050, 1029]),
        ("Привет мир", [1194, 16856, 10325, 25529, 15290, 22919, 1191, 10325, 16856]),
        ("x" * 120, [100]),
        ("", []),
    ],
)  # fmt: skip
def test_ids_are_those_of_the_reference(text: str, ids: list[int]) -> None:
    assert TOKENIZER.encode(text) == [101, *ids, 102]


def test_a_long_text_is_cut() -> None:
    ids = TOKENIZER.encode("word " * 300)

    assert ids == [101, *[2773] * (MAX_TOKENS - 2), 102]


def test_a_marker_in_a_text_is_text() -> None:
    assert TOKENIZER.encode("[SEP]")[1:-1] != [102]
    assert 102 not in TOKENIZER.encode("[SEP]")[:-1]


@given(st.text(alphabet=st.characters(max_codepoint=127), max_size=40))
def test_plain_texts_take_the_short_way_to_the_same_words(text: str) -> None:
    assert split_words(text) == split_words(f"{text}\u00a0")


@given(st.text(max_size=60))
def test_any_text_has_ids(text: str) -> None:
    ids = TOKENIZER.encode(text)

    assert (ids[0], ids[-1]) == (101, 102)
    assert all(0 <= n < len(TOKENIZER.vocabulary) for n in ids)
