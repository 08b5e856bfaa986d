"""The knowledge graph as a drawing: prerequisites before what rests on them, one chip a concept.

Layered after Sugiyama: a concept's layer is the longest path to it, edges implied by others are left out,
and within a layer concepts are ordered by the mean place of their neighbours. A chain of concepts with
nothing beside them runs along one row. Deterministic; pixels.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import networkx as nx

from diotima.turn.view import GraphView, TopicView

CHIP_W = (190, 280)
"""Narrowest and widest chip."""
CHIP_H = 80
GAP_ALONG, GAP_ACROSS = 48, 24
WIDTH = 1056
"""No drawing is wider, so that its text stays readable."""
_CHARACTER_W = 8.6
_SWEEPS = 6


@dataclass(frozen=True)
class Chip:
    """A concept at its place; ``x``, ``y`` is the upper left corner."""

    topic: TopicView
    outcome: str
    x: float
    y: float
    lines: tuple[str, ...]
    """The title, in one or two lines."""

    @property
    def percent(self) -> int:
        return round(100 * self.topic.mastery)


@dataclass(frozen=True)
class Map:
    """A drawing of ``width`` by ``height`` pixels; ``edges`` are path data."""

    width: float
    height: float
    chip_w: float
    chip_h: float
    chips: tuple[Chip, ...]
    edges: tuple[str, ...]


def draw_map(graph: GraphView) -> Map:
    """Where everything goes. Shallow graphs run from left to right, deep ones from top to bottom."""
    arrows = _essential(graph)
    layers = _layers(arrows)
    sideways = 1 < len(layers) <= _fitting(GAP_ALONG)
    rows = _ordered(layers, arrows) if sideways else _joined(_ordered(_folded(layers), arrows), arrows)
    chip_w = _chip_width(len(rows), GAP_ALONG) if sideways else _chip_width(max(map(len, rows)), GAP_ACROSS)
    corners = _corners(rows, chip_w, sideways=sideways)
    known = {node.topic.concept: node for node in graph.nodes}
    chips = [
        Chip(known[c].topic, known[c].outcome, x, y, _lines(known[c].topic.title, chip_w))
        for c, (x, y) in corners.items()
    ]
    return Map(
        width=max(x for x, _ in corners.values()) + chip_w + 2,
        height=max(y for _, y in corners.values()) + CHIP_H + 2,
        chip_w=chip_w,
        chip_h=CHIP_H,
        chips=tuple(chips),
        edges=tuple(
            _path(corners[a], corners[b], chip_w, sideways=sideways or corners[a][1] == corners[b][1])
            for a, b in arrows.edges
        ),
    )


def _fitting(gap: int) -> int:
    """How many chips fit beside each other."""
    return (WIDTH + gap) // (CHIP_W[0] + gap)


def _chip_width(beside: int, gap: int) -> float:
    return min(CHIP_W[1], (WIDTH - 4 - (beside - 1) * gap) // beside)


def _essential(graph: GraphView) -> nx.DiGraph[str]:
    """The prerequisite graph without edges that follow from others."""
    arrows: nx.DiGraph[str] = nx.DiGraph()
    arrows.add_nodes_from(n.topic.concept for n in graph.nodes)
    arrows.add_edges_from(
        (e.source, e.target) for e in graph.edges if e.source in arrows and e.target in arrows
    )
    if not nx.is_directed_acyclic_graph(arrows):
        return arrows
    reduced: nx.DiGraph[str] = nx.DiGraph()
    reduced.add_nodes_from(arrows.nodes)
    reduced.add_edges_from(nx.transitive_reduction(arrows).edges)
    return reduced


def _layers(arrows: nx.DiGraph[str]) -> list[list[str]]:
    if not nx.is_directed_acyclic_graph(arrows):
        return [list(arrows.nodes)]
    return [sorted(layer, key=list(arrows.nodes).index) for layer in nx.topological_generations(arrows)]


def _folded(layers: Sequence[Sequence[str]]) -> list[list[str]]:
    """Layers too wide for the page, broken into several rows of like length."""
    most = _fitting(GAP_ACROSS)
    rows: list[list[str]] = []
    for layer in layers:
        parts = -(-len(layer) // most)
        size = -(-len(layer) // parts)
        rows += [list(layer[n : n + size]) for n in range(0, len(layer), size)]
    return rows


def _joined(rows: Sequence[Sequence[str]], arrows: nx.DiGraph[str]) -> list[list[str]]:
    """Rows of one concept that follow from each other, put side by side."""
    most = _fitting(GAP_ALONG)
    found: list[list[str]] = []
    for row in rows:
        before = found[-1] if found else []
        chain = len(row) == 1 and 0 < len(before) < most and arrows.has_edge(before[-1], row[0])
        if chain and all(arrows.has_edge(a, b) for a, b in pairwise(before)):
            before.append(row[0])
        else:
            found.append(list(row))
    return found


def _ordered(layers: Sequence[Sequence[str]], arrows: nx.DiGraph[str]) -> list[list[str]]:
    rows = [list(layer) for layer in layers]
    for sweep in range(_SWEEPS):
        place = {c: (n + 0.5) / len(row) for row in rows for n, c in enumerate(row)}
        for row in rows if sweep % 2 == 0 else reversed(rows):
            near = arrows.predecessors if sweep % 2 == 0 else arrows.successors
            row.sort(key=lambda c: _mean([place[n] for n in near(c)], place[c]))
            place |= {c: (n + 0.5) / len(row) for n, c in enumerate(row)}
    return rows


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _corners(
    rows: Sequence[Sequence[str]], chip_w: float, *, sideways: bool
) -> Mapping[str, tuple[float, float]]:
    along, across = (chip_w, CHIP_H) if sideways else (CHIP_H, chip_w)
    most = max(len(row) for row in rows)
    found = {}
    for depth, row in enumerate(rows):
        start = (most - len(row)) * (across + GAP_ACROSS) / 2
        for n, concept in enumerate(row):
            a, b = 2 + depth * (along + GAP_ALONG), 2 + start + n * (across + GAP_ACROSS)
            found[concept] = (a, b) if sideways else (b, a)
    return found


def _path(source: tuple[float, float], target: tuple[float, float], chip_w: float, *, sideways: bool) -> str:
    if sideways:
        x1, y1, x2, y2 = source[0] + chip_w, source[1] + CHIP_H / 2, target[0] - 6, target[1] + CHIP_H / 2
        bend = (x2 - x1) / 2
        return f"M{x1:g} {y1:g}C{x1 + bend:g} {y1:g} {x2 - bend:g} {y2:g} {x2:g} {y2:g}"
    x1, y1, x2, y2 = source[0] + chip_w / 2, source[1] + CHIP_H, target[0] + chip_w / 2, target[1] - 6
    bend = (y2 - y1) / 2
    return f"M{x1:g} {y1:g}C{x1:g} {y1 + bend:g} {x2:g} {y2 - bend:g} {x2:g} {y2:g}"


def _lines(title: str, chip_w: float) -> tuple[str, ...]:
    most = int((chip_w - 28) / _CHARACTER_W)
    return tuple(textwrap.wrap(title, most, max_lines=2, placeholder="…")) or (title,)
