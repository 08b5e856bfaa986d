"""What a message has to be before it is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.domain.errors import BadInput
from diotima.engine.intake import MAX_CHARACTERS, clean


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "empty"),
        (" \n\t ", "empty"),
        ("\u200b\ufeff", "empty"),
        ("\u202e\u2066", "empty"),
        ("x" * (MAX_CHARACTERS + 1), "too_long"),
        ("x" * 1_000_000, "too_long"),
        ("a\x00b", "unreadable"),
        ("\x1b[31mred", "unreadable"),
        ("PNG\ufffd\ufffd\ufffd\x1a", "unreadable"),
        ("\ufffd" * 9 + "abc", "unreadable"),
        ("\ud83d", "unreadable"),
        ("\ue000" * 20, "unreadable"),
    ],
)
def test_what_cannot_be_used_is_refused_by_its_reason(text: str, key: str) -> None:
    with pytest.raises(BadInput) as refused:
        clean(text)

    assert refused.value.key == key


def test_the_limit_is_told() -> None:
    with pytest.raises(BadInput) as refused:
        clean("x" * 2001)

    assert refused.value.values == {"limit": 2000}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  the deltoid \n", "the deltoid"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("👍", "👍"),
        ("👩🏽\u200d⚕️", "👩🏽\u200d⚕️"),
        ("العصب الإبطي", "العصب الإبطي"),
        ("a\u202eb\u2066c\u2069", "abc"),
        ("del\u00adtoid", "deltoid"),
        ("x" * MAX_CHARACTERS, "x" * MAX_CHARACTERS),
        ("z" + "\u0301" * 50, "z" + "\u0301" * 4),
        ("¿?", "¿?"),
        ("one \ufffd", "one \ufffd"),
    ],
)
def test_text_is_kept_as_it_was_meant(text: str, kept: str) -> None:
    assert clean(text) == kept


@given(st.text())
def test_a_cleaned_text_is_clean(text: str) -> None:
    try:
        kept = clean(text)
    except BadInput:
        return

    assert clean(kept) == kept
    assert 0 < len(kept) <= MAX_CHARACTERS
    assert kept.encode("utf-8").decode("utf-8") == kept
