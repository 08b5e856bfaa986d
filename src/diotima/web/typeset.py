"""Texts as HTML: everything escaped, formulas between ``$`` as MathML, ``____`` as a visible blank.

``latex2mathml`` writes text unescaped into its output (``\\text{<script>}`` comes out as a script), so only
its element tree is used: known elements and attributes are kept, and the tree is serialised with escaping.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from xml.etree.ElementTree import Element, tostring

from latex2mathml.converter import convert_to_element
from markupsafe import Markup, escape

FORMULA_LENGTH = 500
"""A longer formula is shown as it was written."""

_ELEMENT_NAMES = (
    "math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover "
    "mtable mtr mtd mstyle mpadded mphantom menclose mmultiscripts mprescripts none"
)
_ELEMENTS = frozenset(_ELEMENT_NAMES.split())
_ATTRIBUTE_NAMES = (
    "display displaystyle scriptlevel mathvariant stretchy fence form separator accent accentunder "
    "largeop movablelimits symmetric minsize maxsize lspace rspace linethickness width height depth "
    "columnalign rowspacing columnspacing notation"
)
_ATTRIBUTES = frozenset(_ATTRIBUTE_NAMES.split())
_FORMULA = re.compile(r"\$\$(?P<block>[^$]+)\$\$|\$(?P<inline>(?!\s)[^$\n]+(?<!\s))\$(?!\d)")
_BLANK = re.compile(r"_{3,}")


def typeset(text: str, blank: str = "blank") -> Markup:
    """Paragraphs of a tutor's or course's text. ``blank`` is what a screen reader says for ``____``."""
    paragraphs = [p for p in re.split(r"\n\s*\n", text.strip()) if p]
    return Markup("").join(Markup("<p>{}</p>").format(typeset_line(p, blank)) for p in paragraphs)


def typeset_line(text: str, blank: str = "blank") -> Markup:
    """One paragraph without its element. A dollar before a digit's amount (``$5 and $10``) stays a dollar."""
    parts: list[Markup] = []
    end = 0
    for found in _FORMULA.finditer(text):
        parts += [_words(text[end : found.start()], blank), _formula(found)]
        end = found.end()
    return Markup("").join([*parts, _words(text[end:], blank)])


def _words(text: str, blank: str) -> Markup:
    marked = _BLANK.split(text)
    gap = Markup('<span class="blank"><span class="unseen">{}</span></span>').format(blank)
    return gap.join(Markup(escape(part).replace("\n", Markup("<br>"))) for part in marked)


def _formula(found: re.Match[str]) -> Markup:
    latex = found["block"] or found["inline"]
    return mathml(latex.strip(), "block" if found["block"] else "inline") or escape(found[0])


@lru_cache(maxsize=1024)
def mathml(latex: str, display: str) -> Markup | None:
    """A formula as MathML, ``None`` if it cannot be read."""
    if len(latex) > FORMULA_LENGTH:
        return None
    try:
        tree = convert_to_element(latex, display=display)
    except Exception:  # noqa: BLE001 - the parser raises whatever it stumbles over; the text is shown instead
        return None
    return Markup(tostring(_clean(tree), encoding="unicode", short_empty_elements=False))


def _clean(element: Element) -> Element:
    name = element.tag if element.tag in _ELEMENTS else "mrow"
    kept = Element(name, {k: v for k, v in element.attrib.items() if k in _ATTRIBUTES})
    kept.text = _characters(element.text)
    kept.tail = _characters(element.tail)
    kept.extend([_clean(child) for child in element])
    return kept


def _characters(text: str | None) -> str | None:
    return html.unescape(text) if text else text
