"""XML of other tools, read with suspicion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

MAX_BYTES = 20_000_000
_DECLARES = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


def parse(data: bytes) -> Element:
    """The root of a document that declares nothing. Raises ``ValueError`` with the reason."""
    if len(data) > MAX_BYTES:
        raise ValueError("the file is too large")
    if _DECLARES.search(data):
        raise ValueError("a document that declares entities or a doctype is not read")
    try:
        return ElementTree.fromstring(data)
    except ElementTree.ParseError as broken:
        raise ValueError(f"this is no XML: {broken}") from broken


def name(element: Element) -> str:
    """The element's name as QTI 2 writes it: ``qti-simple-choice`` is ``simpleChoice``."""
    local = element.tag.rpartition("}")[2].removeprefix("qti-")
    return re.sub(r"-(\w)", lambda m: m[1].upper(), local)


def attribute(element: Element, wanted: str) -> str:
    """An attribute by its QTI 2 name, empty where there is none."""
    dashed = re.sub(r"([A-Z])", lambda m: "-" + m[1].lower(), wanted)
    return element.get(wanted) or element.get(dashed) or ""


def all_named(element: Element, *wanted: str) -> Iterator[Element]:
    """Descendants and the element itself with one of the names, in document order."""
    return (e for e in element.iter() if name(e) in wanted)


def words(element: Element | None, *without: str) -> str:
    """All text inside an element on one line, leaving out elements of the given names."""
    return " ".join("".join(_texts(element, without)).split()) if element is not None else ""


def _texts(element: Element, without: tuple[str, ...]) -> Iterator[str]:
    yield element.text or ""
    for inner in element:
        if name(inner) not in without:
            yield from _texts(inner, without)
            if name(inner) in ("p", "div", "br", "li"):
                yield " "
        yield inner.tail or ""
