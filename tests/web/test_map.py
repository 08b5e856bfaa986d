"""The drawing of the knowledge graph."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from diotima.turn.view import GraphEdge, GraphNode, GraphView, TopicView
from diotima.web.map import WIDTH, Map, draw_map


def graph(count: int, *edges: tuple[int, int]) -> GraphView:
    topics = [
        TopicView(f"c{n}", f"Concept number {n}", 0.5, 0.5, "solid", "solid", False) for n in range(count)
    ]
    nodes = tuple(GraphNode(t, 0.5, 0.5, "Can do it.") for t in topics)
    arrows = tuple(GraphEdge(f"c{a}", f"c{b}") for a, b in edges)
    return GraphView("x", "X", "me", nodes, arrows, (), None, 0)


def places(drawn: Map) -> dict[str, tuple[float, float]]:
    return {chip.topic.concept: (chip.x, chip.y) for chip in drawn.chips}


@st.composite
def graphs(draw: st.DrawFn) -> GraphView:
    count = draw(st.integers(1, 30))
    pairs = [(a, b) for a, b in combinations(range(count), 2)]
    return graph(
        count, *draw(st.lists(st.sampled_from(pairs), max_size=60, unique=True) if pairs else st.just([]))
    )


def test_draw_map_runs_a_short_chain_from_left_to_right() -> None:
    drawn = draw_map(graph(3, (0, 1), (1, 2)))

    at = places(drawn)
    assert at["c0"][0] < at["c1"][0] < at["c2"][0]
    assert {y for _, y in at.values()} == {2}


def test_draw_map_breaks_a_long_chain_into_rows() -> None:
    drawn = draw_map(graph(8, *((n, n + 1) for n in range(7))))

    rows = [
        [c for c, (_, at) in places(drawn).items() if at == y]
        for y in sorted({y for _, y in places(drawn).values()})
    ]
    assert rows == [["c0", "c1", "c2", "c3"], ["c4", "c5", "c6", "c7"]]


def test_draw_map_puts_what_branches_below() -> None:
    drawn = draw_map(graph(7, (0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (4, 6)))

    at = places(drawn)
    assert at["c5"][1] == at["c6"][1] > at["c4"][1]


def test_draw_map_leaves_out_edges_that_follow_from_others() -> None:
    assert len(draw_map(graph(3, (0, 1), (1, 2), (0, 2))).edges) == 2


def test_draw_map_draws_a_circle_of_prerequisites_all_the_same() -> None:
    assert len(draw_map(graph(2, (0, 1), (1, 0))).chips) == 2


@given(graphs())
def test_draw_map_keeps_chips_apart_and_on_the_page(view: GraphView) -> None:
    drawn = draw_map(view)

    assert len(drawn.chips) == len(view.nodes)
    assert drawn.width <= WIDTH
    for one, other in combinations(drawn.chips, 2):
        beside = abs(one.x - other.x) >= drawn.chip_w
        below = abs(one.y - other.y) >= drawn.chip_h
        assert beside or below


@given(graphs())
def test_draw_map_puts_prerequisites_first(view: GraphView) -> None:
    at = places(draw_map(view))

    for edge in view.edges:
        (x1, y1), (x2, y2) = at[edge.source], at[edge.target]
        assert x1 < x2 or y1 < y2


@given(graphs())
def test_draw_map_is_the_same_every_time(view: GraphView) -> None:
    assert draw_map(view) == draw_map(view)
