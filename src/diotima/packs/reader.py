"""Reads a course folder into a ``Course``; every mistake becomes a sentence with file and line.

folder ──► text ──► nodes with lines ──► dataclasses of domain/course.py
           folder.py  yamltext.py          pydantic, strict about fields
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pydantic import TypeAdapter, ValidationError

from diotima.domain.course import Course, Figure, Item, Manifest, Passage, Quiz
from diotima.domain.errors import BrokenCourse
from diotima.packs.folder import Folder
from diotima.packs.integrity import check_integrity
from diotima.packs.problems import Level, Problem, Unreadable, unreadable
from diotima.packs.sources import SourceMap
from diotima.packs.teachable import check_teachable
from diotima.packs.validation import explain
from diotima.packs.yamltext import Listing, Node, identity, parse, plain

MANIFEST = "pack.yaml"
SCHEMA = "socratic-pack/1"

_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?\n)---[ \t]*(?:\n|\Z)", re.DOTALL)
_STYLE_RULES = frozenset({"flow-style"})

T = TypeVar("T", Manifest, Item, Quiz, Passage, Figure)


@dataclass(frozen=True)
class Pack:
    """A course folder as far as it could be read."""

    course: Course | None
    """Without the parts that could not be read; ``None`` when ``pack.yaml`` itself could not."""
    problems: tuple[Problem, ...]
    """What was found while reading, in file order."""
    sources: SourceMap

    @property
    def unread(self) -> tuple[Problem, ...]:
        """The problems because of which something is missing from ``course``."""
        return tuple(p for p in self.problems if p.rule not in _STYLE_RULES)


class _Found(NamedTuple):
    """One thing in a file, not yet validated."""

    file: str
    node: Node


def read_course(path: Path) -> Course:
    """The course in a folder. Raises ``BrokenCourse`` naming the first thing that cannot be read.

    The error's values are ``course`` (the folder's name), ``file``, ``line`` and ``problem``, a sentence.
    """
    pack = read_pack(path)
    if pack.unread or pack.course is None:
        raise broken_course(path.name, pack.unread[0])
    return pack.course


def broken_course(course: str, problem: Problem) -> BrokenCourse:
    """The error a person sees when a course cannot be taught."""
    return BrokenCourse(
        str(problem), course=course, file=problem.file, line=problem.line, problem=problem.message
    )


def read_pack(path: Path) -> Pack:
    """Everything readable in a course folder, with all problems and the lines where things stand.

    Reads only inside the folder; never raises for what is in it.
    """
    reading = _Reading(Folder(path))
    manifest = reading.manifest()
    items = reading.all_of(Item, "item", reading.items())
    quizzes = reading.all_of(Quiz, "quiz", reading.members("quizzes"))
    passages = reading.all_of(Passage, "passage", reading.members("passages"))
    figures = tuple(reading.draw(f) for f in reading.all_of(Figure, "figure", reading.singles("figures")))
    course = Course(manifest, items, quizzes, passages, figures) if manifest else None
    if course and not reading.problems:
        reading.problems += check_integrity(course, reading.sources)
        reading.problems += check_teachable(course, reading.sources)
    return Pack(course, tuple(sorted(reading.problems)), reading.sources)


def read_id(path: Path) -> str:
    """The course's id without reading the course; the folder's name where that cannot be told."""
    try:
        node, _ = parse(Folder(path).text(MANIFEST), MANIFEST)
    except Unreadable:
        return path.name
    return identity(node) or path.name


class _Reading:
    """One pass over a folder, collecting problems and places."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.problems: list[Problem] = []
        self.sources = SourceMap()

    def manifest(self) -> Manifest | None:
        if not (self.folder.root / MANIFEST).is_file():
            message, remedy = f"there is no {MANIFEST} in this folder.", "A course folder begins with one"
            self._note(Problem(MANIFEST, 0, Level.ERROR, message, remedy, "file"))
            return None
        found = self.all_of(Manifest, "manifest", self.yaml(MANIFEST))
        return next((m for m in found if self._knows_schema(m)), None)

    def all_of(self, type_: type[T], kind: str, found: Iterator[_Found]) -> tuple[T, ...]:
        """Validate each thing; those that fail leave problems behind instead."""
        values = []
        for file, node in found:
            try:
                value = _adapter(type_).validate_python(plain(node))
            except ValidationError as failed:
                self.problems += explain(failed, type_, file, node)
                continue
            self._place(kind, value.id, file, node)
            values.append(value)
        return tuple(values)

    def items(self) -> Iterator[_Found]:
        for file in self._names("items", ".md"):
            yield from self.yaml(file, front_matter=True)

    def singles(self, under: str) -> Iterator[_Found]:
        """One thing a file."""
        for file in self._names(under, ".yaml"):
            yield from self.yaml(file)

    def members(self, under: str) -> Iterator[_Found]:
        """A list of things a file."""
        for file, node in self.singles(under):
            if isinstance(node, Listing):
                yield from (_Found(file, member) for member in node.members)
                continue
            message, remedy = "this file has to be a list.", "Begin every entry with `- id: `"
            self._note(Problem(file, node.line, Level.ERROR, message, remedy, "field-type"))

    def yaml(self, file: str, *, front_matter: bool = False) -> Iterator[_Found]:
        """The file's root node, or nothing and a problem."""
        try:
            text = self.folder.text(file)
            if front_matter:
                node, findings = parse(_front_matter(text, file), file, first_line=2)
            else:
                node, findings = parse(text, file)
        except Unreadable as broken:
            self._note(broken.problem)
            return
        self.problems += findings
        yield _Found(file, node)

    def draw(self, figure: Figure) -> Figure:
        """The figure with the drawing that lies beside it."""
        place = self.sources.at("figure", figure.id)
        if figure.svg:
            message = "`svg` is read from the .svg file beside this one."
            self._note(Problem(place.file, place.line, Level.ERROR, message, "Remove `svg`", "unknown-field"))
        drawing = place.file.removesuffix(".yaml") + ".svg"
        try:
            return replace(figure, svg=self.folder.text(drawing))
        except Unreadable as broken:
            self._note(broken.problem)
            return figure

    def _place(self, kind: str, id: str, file: str, node: Node) -> None:
        if self.sources.knows(kind, id):
            first = self.sources.at(kind, id)
            message = f"the {kind} id `{id}` is used twice; the first is in {first.file}:{first.line}."
            remedy = "Give one of them another id"
            self._note(Problem(file, node.line, Level.ERROR, message, remedy, "duplicate-id"))
        self.sources.add(kind, id, file, node)

    def _note(self, problem: Problem) -> None:
        self.problems.append(problem)

    def _names(self, under: str, suffix: str) -> Sequence[str]:
        try:
            return self.folder.names(under, suffix)
        except Unreadable as broken:
            self._note(broken.problem)
            return ()

    def _knows_schema(self, manifest: Manifest) -> bool:
        if manifest.schema == SCHEMA:
            return True
        place = self.sources.at("manifest", manifest.id, ("schema",))
        message = f"`schema` is `{manifest.schema}`; this version reads `{SCHEMA}`."
        self._note(Problem(MANIFEST, place.line, Level.ERROR, message, f"Write `schema: {SCHEMA}`", "schema"))
        return False


def _front_matter(text: str, file: str) -> str:
    found = _FRONT_MATTER.match(text)
    if found is None:
        message = "an item begins with a block of fields between two lines of `---`."
        raise unreadable(file, 1, "front-matter", message, "Put `---` above and below the fields")
    return found.group(1)


_ADAPTERS: dict[type, TypeAdapter[Any]] = {}


def _adapter(type_: type[T]) -> TypeAdapter[T]:
    """Built on first use: building costs more than reading a course."""
    return _ADAPTERS.setdefault(type_, _ADAPTERS.get(type_) or TypeAdapter(type_))
