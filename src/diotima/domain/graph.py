"""Where concepts stand in the drawing of a course: layers by longest path, few crossings, always the same.

Sugiyama's scheme, small: a concept stands one layer after its last prerequisite, edges over several layers
keep a free place in the layers between, and the order within layers is improved by barycentres, sweep after
sweep; the order with the fewest crossings is taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from diotima.domain.course import Course

SWEEPS = 12
NARROW = 3
"""Concepts side by side on a phone, at most."""


class Place(NamedTuple):
    """Centre of a node, each coordinate from 0 to 1."""

    x: float
    y: float


def layout(course: Course, *, narrow: bool = False) -> Mapping[str, Place]:
    """The place of every concept: prerequisites left of what rests on them, on a phone (``narrow``) above.

    Pure and deterministic; ``ValueError`` if the concepts require each other in a circle.
    """
    rows = _ordered_layers(course)
    if narrow:
        rows = [part for row in rows for part in _broken([c for c in row if c in course.concept_by_id])]
    places: dict[str, Place] = {}
    for k, row in enumerate(rows):
        for n, concept in enumerate(row):
            along, across = _step(k, len(rows)), _spread(n, len(row))
            places[concept] = Place(across, along) if narrow else Place(along, across)
    return {c.id: places[c.id] for c in course.concepts}


def layers(course: Course) -> Mapping[str, int]:
    """The layer of every concept: the number of edges on the longest way down from it."""
    found: dict[str, int] = {}
    for concept in course.teaching_order:
        requires = course.concept_by_id[concept].requires
        found[concept] = max((found[r.id] + 1 for r in requires), default=0)
    return found


def crossings(upper: Sequence[str], lower: Sequence[str], edges: Sequence[tuple[str, str]]) -> int:
    """How many edges between two neighbouring layers cross."""
    above, below = _positions(upper), _positions(lower)
    ends = [(above[a], below[b]) for a, b in edges if a in above and b in below]
    return sum((a - c) * (b - d) < 0 for n, (a, b) in enumerate(ends) for c, d in ends[n + 1 :])


def _ordered_layers(course: Course) -> list[list[str]]:
    rows, edges = _with_placeholders(course)
    best, fewest = rows, _count(rows, edges)
    for sweep in range(SWEEPS):
        if fewest == 0:
            break
        rows = _sweep(rows, edges, down=sweep % 2 == 0)
        now = _count(rows, edges)
        if now < fewest:
            best, fewest = rows, now
    return best


def _with_placeholders(course: Course) -> tuple[list[list[str]], list[tuple[str, str]]]:
    """Layers in the author's order, and edges between neighbouring layers only."""
    depth = layers(course)
    rows: list[list[str]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for concept in course.concepts:
        rows[depth[concept.id]].append(concept.id)
    edges: list[tuple[str, str]] = []
    for concept in course.concepts:
        for requirement in concept.requires:
            between = range(depth[requirement.id] + 1, depth[concept.id])
            bends = [f"{requirement.id} > {concept.id} @ {k}" for k in between]
            for k, bend in zip(between, bends, strict=True):
                rows[k].append(bend)
            edges += pairwise([requirement.id, *bends, concept.id])
    return rows, edges


def _sweep(rows: list[list[str]], edges: Sequence[tuple[str, str]], *, down: bool) -> list[list[str]]:
    """Every layer sorted by where its neighbours of the layer before stand on average."""
    ordered = list(rows)
    numbers = range(1, len(rows)) if down else range(len(rows) - 2, -1, -1)
    for k in numbers:
        fixed = _positions(ordered[k - 1 if down else k + 1])
        ordered[k] = _by_barycentre(ordered[k], fixed, edges)
    return ordered


def _by_barycentre(
    row: Sequence[str], fixed: Mapping[str, int], edges: Sequence[tuple[str, str]]
) -> list[str]:
    here = _positions(row)

    def barycentre(node: str) -> float:
        ends = [fixed[a] for a, b in edges if b == node and a in fixed]
        ends += [fixed[b] for a, b in edges if a == node and b in fixed]
        return sum(ends) / len(ends) if ends else float(here[node])

    return sorted(row, key=lambda node: (barycentre(node), here[node]))


def _count(rows: Sequence[Sequence[str]], edges: Sequence[tuple[str, str]]) -> int:
    return sum(crossings(a, b, edges) for a, b in pairwise(rows))


def _broken(row: list[str]) -> list[list[str]]:
    """A row as several of nearly equal length that fit on a phone; none for an empty one."""
    parts = max(-(-len(row) // NARROW), 1)
    size = max(-(-len(row) // parts), 1)
    return [row[n : n + size] for n in range(0, len(row), size)]


def _positions(row: Sequence[str]) -> dict[str, int]:
    return {node: n for n, node in enumerate(row)}


def _spread(n: int, of: int) -> float:
    """Even distances within a layer, half of one at both ends."""
    return (n + 0.5) / of


def _step(n: int, of: int) -> float:
    """Even distances between layers, the first and the last at the rims; one alone in the middle."""
    return n / (of - 1) if of > 1 else 0.5
