"""YAML as text: every scalar stays the string that was written, every node knows its line.

Built from the C parser's event stream with a stack of our own, so neither tags nor nesting can make it run
code, recurse or grow: anchors, aliases and tags are refused, depth and number of nodes are bounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import yaml

from diotima.packs.problems import Level, Problem, unreadable

MAX_DEPTH = 24
MAX_NODES = 50_000

try:
    _Loader: type = yaml.CSafeLoader
except AttributeError:  # PyYAML built without libyaml reads the same text, only slower
    _Loader = yaml.SafeLoader


@dataclass(slots=True)
class Text:
    """A scalar, verbatim."""

    value: str
    line: int


@dataclass(slots=True)
class Listing:
    """A sequence."""

    line: int
    members: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class Record:
    """A mapping; ``key_lines`` says where each key stands."""

    line: int
    fields: dict[str, Node] = field(default_factory=dict)
    key_lines: dict[str, int] = field(default_factory=dict)
    pending_key: str | None = None


Node = Text | Listing | Record
Plain = str | list["Plain"] | dict[str, "Plain"]


def parse(text: str, file: str, *, first_line: int = 1) -> tuple[Node, list[Problem]]:
    """The document's root node and the findings that do not hinder reading it (flow style).

    ``first_line`` is the number of the text's first line in its file. Raises ``Unreadable`` for text that is
    not YAML, for an empty document or more than one, and for whatever the module's docstring refuses.
    """
    builder = _Builder(file, first_line)
    try:
        for event in _events(text):
            builder.take(event)
    except yaml.MarkedYAMLError as broken:
        mark = broken.problem_mark or broken.context_mark
        said = ", ".join(part for part in (broken.context, broken.problem) if part)
        raise unreadable(
            file,
            first_line + (mark.line if mark else 0),
            "yaml-syntax",
            f"this is not valid YAML: {said}.",
            "Check the indentation, and quote every text that holds a colon, a hash or a question mark",
        ) from broken
    except yaml.YAMLError as broken:
        raise unreadable(
            file, first_line, "yaml-syntax", "this holds a character that YAML forbids.", "Retype the text"
        ) from broken
    return builder.root(), builder.findings


def plain(node: Node) -> Plain:
    """The node as strings, lists and dicts."""
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Listing):
        return [plain(member) for member in node.members]
    return {key: plain(value) for key, value in node.fields.items()}


def _events(text: str) -> Iterator[yaml.Event]:
    events: Iterator[yaml.Event] = yaml.parse(text, Loader=_Loader)
    return events


class _Builder:
    """Folds parser events into nodes."""

    def __init__(self, file: str, first_line: int) -> None:
        self.file = file
        self.first_line = first_line
        self.findings: list[Problem] = []
        self._open: list[Listing | Record] = []
        self._flow: list[bool] = []
        self._roots: list[Node] = []
        self._nodes = 0

    def root(self) -> Node:
        if not self._roots:
            raise unreadable(self.file, self.first_line, "yaml-empty", "there is nothing in it.")
        return self._roots[0]

    def take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._refuse_magic(event)
            self._place(Text(event.value, self._line(event)))
        elif isinstance(event, yaml.SequenceStartEvent | yaml.MappingStartEvent):
            self._refuse_magic(event)
            self._begin(event)
        elif isinstance(event, yaml.SequenceEndEvent | yaml.MappingEndEvent):
            self._end()
        elif isinstance(event, yaml.AliasEvent):
            raise self._refused(event, "yaml-alias", "an alias (`*name`) is not allowed.", "Write it out")
        elif isinstance(event, yaml.DocumentStartEvent) and self._roots:
            raise self._refused(event, "yaml-documents", "a second document begins here.", "Remove the `---`")

    def _begin(self, event: yaml.SequenceStartEvent | yaml.MappingStartEvent) -> None:
        opened: Listing | Record
        opened = (Listing if isinstance(event, yaml.SequenceStartEvent) else Record)(self._line(event))
        if len(self._open) >= MAX_DEPTH:
            raise self._refused(event, "yaml-depth", f"this is nested more than {MAX_DEPTH} levels deep.")
        self._place(opened)
        self._open.append(opened)
        self._flow.append(bool(event.flow_style))

    def _end(self) -> None:
        closed, flow = self._open.pop(), self._flow.pop()
        if flow and (closed.members if isinstance(closed, Listing) else closed.fields):
            self._note_flow(closed.line)

    def _place(self, node: Node) -> None:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise unreadable(self.file, node.line, "yaml-size", f"it has more than {MAX_NODES} entries.")
        if not self._open:
            self._roots.append(node)
            return
        parent = self._open[-1]
        if isinstance(parent, Listing):
            parent.members.append(node)
        elif parent.pending_key is None:
            self._take_key(parent, node)
        else:
            parent.fields[parent.pending_key] = node
            parent.pending_key = None

    def _take_key(self, parent: Record, node: Node) -> None:
        if not isinstance(node, Text):
            raise unreadable(self.file, node.line, "yaml-key", "a field's name must be a plain word.")
        if node.value in parent.key_lines:
            raise unreadable(
                self.file,
                node.line,
                "yaml-duplicate-key",
                f"`{node.value}` is given twice; the first is in line {parent.key_lines[node.value]}.",
                "Keep one of them",
            )
        parent.key_lines[node.value] = node.line
        parent.pending_key = node.value

    def _refuse_magic(self, event: yaml.NodeEvent) -> None:
        if event.anchor is not None:
            raise self._refused(event, "yaml-anchor", "an anchor (`&name`) is not allowed.", "Remove it")
        tag = getattr(event, "tag", None)
        if tag is not None and tag != "!":
            raise self._refused(event, "yaml-tag", "a tag (`!name`) is not allowed.", "Remove it")

    def _note_flow(self, line: int) -> None:
        message = "flow style (`[a, b]` or `{a: b}`) is not used in courses."
        remedy = "Write one entry a line, each beginning with `- ` or its name"
        self.findings.append(Problem(self.file, line, Level.ERROR, message, remedy, "flow-style"))

    def _refused(self, event: yaml.Event, rule: str, message: str, remedy: str = "") -> Exception:
        return unreadable(self.file, self._line(event), rule, message, remedy)

    def _line(self, event: yaml.Event) -> int:
        return self.first_line + (event.start_mark.line if event.start_mark else 0)


def follow(node: Node, steps: Sequence[str | int]) -> int:
    """The line of the node reached by field names, indices and members' ids; of the deepest one there is."""
    line = node.line
    for step in steps:
        reached = _step(node, step)
        if reached is None:
            break
        node, line = reached
    return line


def _step(node: Node, step: str | int) -> tuple[Node, int] | None:
    if isinstance(node, Record) and step in node.fields:
        name = str(step)
        return node.fields[name], node.key_lines[name]
    if isinstance(node, Listing):
        found = _member(node, step)
        return None if found is None else (found, found.line)
    return None


def _member(listing: Listing, step: str | int) -> Node | None:
    if isinstance(step, int):
        return listing.members[step] if 0 <= step < len(listing.members) else None
    return next((m for m in listing.members if identity(m) == step), None)


def identity(node: Node) -> str | None:
    """The node's ``id`` field, if it has one."""
    found = node.fields.get("id") if isinstance(node, Record) else None
    return found.value if isinstance(found, Text) else None
