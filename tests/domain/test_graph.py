"""The drawing of a course: prerequisites first, every concept on its own spot, few crossings."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.domain.course import Course
from diotima.domain.graph import NARROW, Place, crossings, layers, layout
from tests.building import course


@st.composite
def graphs(draw: st.DrawFn) -> Course:
    """Acyclic courses of up to twelve concepts."""
    specs = []
    for n in range(draw(st.integers(1, 12))):
        below = draw(st.lists(st.integers(0, n - 1), unique=True, max_size=3)) if n else []
        specs.append(f"k{n}<{','.join(f'k{b}' for b in below)}" if below else f"k{n}")
    return course(*draw(st.permutations(specs)))


def crossed(graph: Course, places: dict[str, Place]) -> int:
    """Crossings of straight lines between the places."""
    lines = [(places[r.id], places[c.id]) for c in graph.concepts for r in c.requires]
    return sum(_cross(a, b) for a, b in combinations(lines, 2))


def _cross(one: tuple[Place, Place], two: tuple[Place, Place]) -> bool:
    if set(one) & set(two):
        return False
    return all(
        _side(*line, other[0]) * _side(*line, other[1]) < -1e-12 for line, other in ((one, two), (two, one))
    )


def _side(a: Place, b: Place, p: Place) -> float:
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)


@given(graphs(), st.booleans())
def test_every_concept_has_a_spot_of_its_own_inside_the_drawing(graph: Course, narrow: bool) -> None:
    places = layout(graph, narrow=narrow)

    assert list(places) == [c.id for c in graph.concepts]
    assert len(set(places.values())) == len(places)
    assert all(0 <= p.x <= 1 and 0 <= p.y <= 1 for p in places.values())


@given(graphs())
def test_prerequisites_come_first(graph: Course) -> None:
    wide, narrow = layout(graph), layout(graph, narrow=True)

    for concept in graph.concepts:
        for requirement in concept.requires:
            assert wide[requirement.id].x < wide[concept.id].x
            assert narrow[requirement.id].y < narrow[concept.id].y


@given(graphs())
def test_the_drawing_is_always_the_same(graph: Course) -> None:
    assert layout(graph) == layout(graph)


@given(graphs())
def test_a_phone_shows_at_most_three_side_by_side(graph: Course) -> None:
    rows = [p.y for p in layout(graph, narrow=True).values()]

    assert max(rows.count(y) for y in rows) <= NARROW


def test_layers_count_the_longest_way_down() -> None:
    assert layers(course("a", "b<a", "c<a,b", "d")) == {"a": 0, "b": 1, "c": 2, "d": 0}


def test_avoidable_crossings_are_avoided() -> None:
    swapped = course("a", "b", "c", "x<c", "y<b", "z<a")
    fan = course("r", "p<r", "q<r", "s<q", "t<p", "u<s", "v<t", "w<r,u")

    assert crossed(swapped, dict(layout(swapped))) == 0
    assert crossed(fan, dict(layout(fan))) == 0


def test_an_edge_over_several_layers_has_room_beside_what_it_passes() -> None:
    places = layout(course("a", "b<a", "c<a,b"))

    assert places["b"].y != places["a"].y


def test_crossings_counts_pairs_that_swap_sides() -> None:
    assert crossings("ab", "xy", [("a", "y"), ("b", "x")]) == 1
    assert crossings("ab", "xy", [("a", "x"), ("b", "y")]) == 0
    assert crossings("ab", "xy", [("a", "x"), ("a", "y"), ("b", "x")]) == 1


def test_one_concept_stands_in_the_middle() -> None:
    assert layout(course("a")) == {"a": (0.5, 0.5)}


def test_a_circle_has_no_drawing() -> None:
    with pytest.raises(ValueError, match="circle"):
        layout(course("a<b", "b<a"))
