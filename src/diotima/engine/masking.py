"""Figures with their answers covered: which labels to hide, and the drawing without them."""

from __future__ import annotations

import re
from collections.abc import Collection
from xml.etree import ElementTree

from diotima.domain.course import Figure

MASK = "?"

_SPOKEN = re.compile(r"aria-.*|data-.*|title|alt|\{.*\}(?!href$).*")
"""Attributes that say something, foreign ones included (``inkscape:label``); the others draw."""
_WRITING = re.compile(r"(?:\{.*\})?(?:text|title|desc)")

ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")


def mask_labels(figure: Figure, uncovered: Collection[str]) -> tuple[str, ...]:
    """Ids of the labels that reveal an expectation (``item-id/expectation-id``) not yet covered."""
    return tuple(label.id for label in figure.labels if not set(label.reveals).isdisjoint(uncovered))


def render_figure(figure: Figure, masked: Collection[str]) -> str:
    """The drawing as SVG with the masked labels as question marks and without comments.

    A masked label's words are taken out wherever else the drawing says them (title, description, attributes),
    unless an open label says the same. Raises ``ValueError`` if the SVG is not well formed or declares
    entities.
    """
    if re.search(r"<!(?:DOCTYPE|ENTITY)", figure.svg, re.IGNORECASE):
        raise ValueError(f"figure {figure.id}: no document type in a drawing")
    try:
        root = ElementTree.fromstring(figure.svg)
    except ElementTree.ParseError as broken:
        raise ValueError(f"figure {figure.id}: {broken}") from broken
    hidden = _hidden_words(figure, masked)
    for element in list(root.iter()):
        if element.get("id") in masked:
            _cover(element)
        if hidden:
            _blot_out(element, hidden)
    for element in list(root.iter()):
        # A word may be spread over several pieces of one text.
        if hidden and _WRITING.fullmatch(element.tag) and hidden.search("".join(element.itertext())):
            _cover(element)
    return ElementTree.tostring(root, encoding="unicode")


def _hidden_words(figure: Figure, masked: Collection[str]) -> re.Pattern[str] | None:
    shown = {label.text.casefold() for label in figure.labels if label.id not in masked}
    texts = {label.text for label in figure.labels if label.id in masked} - {""}
    secret = sorted((t for t in texts if t.casefold() not in shown), key=len, reverse=True)
    if not secret:
        return None
    words = "|".join(r"[\s-]+".join(map(re.escape, text.split())) for text in secret)
    return re.compile(rf"(?<!\w)(?:{words})(?:e?s)?(?!\w)", re.IGNORECASE)


def _cover(element: ElementTree.Element) -> None:
    for child in list(element):
        element.remove(child)
    for name in filter(_SPOKEN.fullmatch, list(element.attrib)):
        del element.attrib[name]
    element.text = MASK


def _blot_out(element: ElementTree.Element, hidden: re.Pattern[str]) -> None:
    element.text = hidden.sub(MASK, element.text) if element.text else element.text
    element.tail = hidden.sub(MASK, element.tail) if element.tail else element.tail
    for name in filter(_SPOKEN.fullmatch, element.attrib):
        element.set(name, hidden.sub(MASK, element.attrib[name]))
