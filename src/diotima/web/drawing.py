"""A course's figure as inline SVG. Courses come from strangers: only shapes, text and paint are let through."""

from __future__ import annotations

import re
from functools import lru_cache
from xml.etree.ElementTree import Element, ParseError, fromstring, tostring

from markupsafe import Markup

_SVG = "http://www.w3.org/2000/svg"
_ELEMENTS = frozenset(
    "svg g path rect circle ellipse line polyline polygon text tspan defs symbol use marker linearGradient "
    "radialGradient stop clipPath mask pattern".split()
)
_ATTRIBUTES = frozenset(
    "id x y x1 x2 y1 y2 cx cy r rx ry dx dy d points width height viewBox preserveAspectRatio transform "
    "fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray "
    "stroke-dashoffset stroke-opacity stroke-miterlimit opacity color font-family font-size font-weight "
    "font-style text-anchor dominant-baseline letter-spacing offset stop-color stop-opacity gradientUnits "
    "gradientTransform spreadMethod fx fy clip-path clip-rule mask marker-start marker-mid marker-end "
    "markerWidth markerHeight markerUnits refX refY orient patternUnits patternTransform maskUnits "
    "clipPathUnits vector-effect paint-order href rotate textLength lengthAdjust".split()
)
_REFERENCE = re.compile(r"url\(\s*#([\w.-]+)\s*\)")


@lru_cache(maxsize=256)
def drawing(svg: str, alt: str, place: str) -> Markup:
    """The figure as an image described by ``alt``; ids are prefixed by ``place`` so that it may stand twice.

    An unreadable drawing is empty: the alternative text still stands beside it.
    """
    try:
        root = _clean(fromstring(svg), f"{place}-")
    except ParseError:
        return Markup("")
    if root is None or root.tag != "svg":
        return Markup("")
    root.attrib |= {"xmlns": _SVG, "role": "img", "aria-label": alt}
    for size in ("width", "height"):
        root.attrib.pop(size, None)
    return Markup(tostring(root, encoding="unicode"))


def _clean(element: Element, prefix: str) -> Element | None:
    name = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
    if name not in _ELEMENTS:
        return None
    kept = Element(name, dict(_attributes(element, prefix)))
    kept.text = element.text
    for child in element:
        cleaned = _clean(child, prefix)
        if cleaned is not None:
            cleaned.tail = child.tail
            kept.append(cleaned)
    return kept


def _attributes(element: Element, prefix: str) -> list[tuple[str, str]]:
    found = []
    for qualified, value in element.attrib.items():
        name = qualified.rpartition("}")[2]
        if name not in _ATTRIBUTES:
            continue
        if name == "id":
            value = prefix + value
        elif name == "href":
            if not value.startswith("#"):
                continue
            value = f"#{prefix}{value[1:]}"
        elif "url(" in value and not _REFERENCE.fullmatch(value.strip()):
            continue
        found.append((name, _REFERENCE.sub(rf"url(#{prefix}\1)", value)))
    return found
