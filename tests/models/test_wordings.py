"""A linear model over hashed runs of words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.models.wordings import Wordings, vector


@given(st.text(max_size=60))
def test_a_text_is_a_vector_of_length_one_or_nothing(text: str) -> None:
    places, values = vector(text, 64)
    assert list(places) == sorted(set(places.tolist()))
    assert len(places) == 0 or np.linalg.norm(values) == pytest.approx(1)


def test_order_of_words_counts() -> None:
    one, other = vector("tell me", 2**14)[0], vector("me tell", 2**14)[0]
    assert set(one.tolist()) != set(other.tolist())


def test_a_margin_is_the_bias_and_what_the_words_weigh() -> None:
    weights = np.zeros(64)
    model = Wordings({"weights": weights, "bias": np.array(-1.5)})
    assert model.margin("") == model.margin("tell me") == -1.5
    places, values = vector("tell me", 64)
    weights[places[0]] = 2.0
    assert Wordings({"weights": weights, "bias": np.array(0.0)}).margin("tell me") == pytest.approx(
        2 * values[0]
    )
