"""Figures: labels that can be masked, and drawings that are nothing but drawings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from diotima.domain.course import Figure
from diotima.packs.problems import Problem
from diotima.packs.review import Review

_ELEMENTS = frozenset(
    "svg g title desc defs marker path line polyline polygon rect circle ellipse text tspan linearGradient "  # noqa: SIM905
    "radialGradient stop clipPath mask pattern symbol use".split()
)
_SVG = "{http://www.w3.org/2000/svg}"
_REFERENCE = re.compile(r"url\(\s*(?!['\"]?#)", re.IGNORECASE)
_CODE = re.compile(r"javascript:|data:|@import|expression\(|https?:|file:", re.IGNORECASE)
_DECLARES = re.compile(r"<!(?:DOCTYPE|ENTITY)|<\?xml-stylesheet", re.IGNORECASE)


def lint_figures(review: Review) -> Iterator[Problem]:
    """All lints of figures; faults of the drawing itself are looked for whenever a course is read."""
    for figure in review.course.figures:
        yield from _check_labels(review, figure)
        for name in ("title", "alt"):
            if not getattr(figure, name).strip():
                yield review.error(
                    "figure", figure.id, (name,), "empty-text", f"`{name}` is empty.", "Write it"
                )


def svg_faults(svg: str) -> Iterator[tuple[str, str, str]]:
    """(rule, message, remedy) of everything in a drawing that is not drawing."""
    root = _root(svg)
    if root is None:
        yield (
            "svg-syntax",
            "the drawing is not well-formed SVG, or declares a document type.",
            "Draw it again",
        )
        return
    if root.tag != f"{_SVG}svg" or "viewBox" not in root.attrib:
        yield "svg-syntax", "the drawing has to be an <svg> with a viewBox.", "Add one"
    for element in root.iter():
        name = str(element.tag).removeprefix(_SVG)
        if name not in _ELEMENTS:
            yield "svg-element", f"<{name}> is not allowed in a drawing.", "Remove it"
        for attribute, value in element.attrib.items():
            if not _is_harmless(attribute.rsplit("}", 1)[-1].lower(), value):
                yield (
                    "svg-attribute",
                    f"`{attribute}` of <{name}> may run code or fetch something.",
                    "Remove it",
                )


def texts_by_id(svg: str) -> dict[str, str] | None:
    """What each element with an id says; ``None`` if it is no SVG."""
    root = _root(svg)
    if root is None:
        return None
    return {e.attrib["id"]: " ".join("".join(e.itertext()).split()) for e in root.iter() if "id" in e.attrib}


def _root(svg: str) -> ElementTree.Element | None:
    if _DECLARES.search(svg):
        return None
    try:
        return ElementTree.fromstring(svg)
    except ElementTree.ParseError:
        return None


def _is_harmless(attribute: str, value: str) -> bool:
    if attribute.startswith("on") or _CODE.search(value) or _REFERENCE.search(value):
        return False
    return attribute not in ("href", "src", "base") or value.startswith("#")


def _check_labels(review: Review, figure: Figure) -> Iterator[Problem]:
    drawn = texts_by_id(figure.svg)
    if drawn is None:
        return
    for label in figure.labels:
        at = ("labels", label.id)
        if label.id not in drawn:
            message = f"the drawing has no text with the id `{label.id}`."
            yield review.error("figure", figure.id, at, "label-missing", message, "Give the <text> that id")
        elif drawn[label.id] != " ".join(label.text.split()):
            message = f"the drawing says `{drawn[label.id]}` where the label says `{label.text}`."
            yield review.error("figure", figure.id, at, "label-differs", message, "Make them the same")
