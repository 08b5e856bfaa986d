from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from diotima.store.chain import Link, extend, first_break

bodies = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), min_size=1, max_size=6)


def test_a_hash_is_made_of_the_one_before_and_the_body() -> None:
    first = hashlib.sha256(b"\na").hexdigest()
    second = hashlib.sha256(f"{first}\nb".encode()).hexdigest()

    assert extend(None, ["a", "b"]) == [Link(1, "a", "", first), Link(2, "b", first, second)]


@given(bodies, bodies)
def test_extending_twice_is_extending_once(early: list[str], late: list[str]) -> None:
    begun = extend(None, early)

    assert begun + extend(begun[-1], late) == extend(None, early + late)
    assert first_break(begun) is None


@given(bodies, st.data())
def test_a_changed_event_is_found_where_it_stands(written: list[str], data: st.DataObject) -> None:
    n = data.draw(st.integers(1, len(written)))
    links = extend(None, written)

    links[n - 1] = links[n - 1]._replace(body=links[n - 1].body + "x")

    assert first_break(links) == n


def test_a_dropped_event_is_found_where_it_stood() -> None:
    links = extend(None, ["a", "b", "c"])

    assert first_break([links[0], links[2]]) == 2
    assert first_break(links[1:]) == 1


def test_a_rehashed_forgery_is_found_at_the_event_after_it() -> None:
    links = extend(None, ["a", "b", "c"])
    forged = extend(links[0], ["B"])

    assert first_break([links[0], *forged, links[2]]) == 3
