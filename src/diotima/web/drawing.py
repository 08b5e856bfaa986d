"""A course's figure as inline SVG. Courses come from strangers: only shapes, text and paint pass."""

from __future__ import annotations

import re
from functools import lru_cache
from xml.etree.ElementTree import Element, ParseError, fromstring, tostring

from markupsafe import Markup

_SVG = "http://www.w3.org/2000/svg"
_ELEMENT_NAMES = (
    "svg g path rect circle ellipse line polyline polygon text tspan defs symbol use marker "
    "linearGradient radialGradient stop clipPath mask pattern"
)
_ELEMENTS = frozenset(_ELEMENT_NAMES.split())
_ATTRIBUTE_NAMES = (
    "id x y x1 x2 y1 y2 cx cy r rx ry dx dy d points width height viewBox preserveAspectRatio transform "
    "fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray "
    "stroke-dashoffset stroke-opacity stroke-miterlimit opacity color font-family font-size font-weight "
    "font-style text-anchor dominant-baseline letter-spacing offset stop-color stop-opacity gradientUnits "
    "gradientTransform spreadMethod fx fy clip-path clip-rule mask marker-start marker-mid marker-end "
    "markerWidth markerHeight markerUnits refX refY orient patternUnits patternTransform maskUnits "
    "clipPathUnits vector-effect paint-order href rotate textLength lengthAdjust"
)
_ATTRIBUTES = frozenset(_ATTRIBUTE_NAMES.split())
_REFERENCE = re.compile(r"url\(\s*#([\w.-]+)\s*\)")


@lru_cache(maxsize=256)
def drawing(svg: str, alt: str, place: str) -> Markup:
    """The figure as an image described by ``alt``; ids are prefixed by ``place`` so that it may stand twice.

    Of an unreadable drawing only the alternative text is left.
    """
    try:
        root = _clean(fromstring(svg), f"{place}-")
    except ParseError:
        root = None
    if root is None or root.tag != "svg":
        return Markup("<p>{}</p>").format(alt)
    root.attrib |= {"xmlns": _SVG, "role": "img", "aria-label": alt}
    for size in ("width", "height"):
        root.attrib.pop(size, None)
    return Markup(tostring(root, encoding="unicode"))


def _clean(element: Element, prefix: str) -> Element | None:
    name = str(element.tag).rpartition("}")[2]
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
