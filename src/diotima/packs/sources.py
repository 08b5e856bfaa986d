"""Where in the folder each thing of a course was written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from diotima.packs.yamltext import Node, follow

Steps = Sequence[str | int]
"""Field names, indices and ids of members, from a thing inwards."""


class Place(NamedTuple):
    """A line of a file of the course folder."""

    file: str
    line: int


@dataclass
class SourceMap:
    """Answers "where does the prompt of expectation ``roots`` of item ``axillary.loss`` stand?"."""

    _nodes: dict[tuple[str, str], tuple[str, Node]] = field(default_factory=dict)

    def add(self, kind: str, id: str, file: str, node: Node) -> None:
        """Remember where a thing stands; the first of an id wins.

        ``kind``: ``manifest | item | quiz | passage | figure``.
        """
        self._nodes.setdefault((kind, id), (file, node))

    def knows(self, kind: str, id: str) -> bool:
        """Whether there is such a thing."""
        return (kind, id) in self._nodes

    def at(self, kind: str, id: str, steps: Steps = ()) -> Place:
        """The place of a thing or of a part of it.

        Where the steps lead to nothing, it is the place of the innermost part that is there.

        >>> sources.at("item", "axillary.loss", ("expectations", "roots", "ladder", "hints", 1))
        """
        if (kind, id) not in self._nodes:
            return Place("pack.yaml", 0)
        file, node = self._nodes[kind, id]
        return Place(file, follow(node, steps))
