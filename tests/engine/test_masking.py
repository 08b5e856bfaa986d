from __future__ import annotations

from xml.etree import ElementTree

import pytest

from diotima.domain.course import Figure, Label
from diotima.engine.leak import mask_labels, render_figure
from tests.engine.examples import shipped_courses

SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
<title>Shoulder with the Deltoid</title>
<!-- the deltoid -->
<text id="muscle" x="1" aria-label="deltoid"><tspan>del</tspan><tspan>toid</tspan></text>
<text id="bone">humerus</text>
<g aria-label="deltoid above humerus"><path d="M0 0"/></g>
</svg>"""
FIGURE = Figure(
    id="shoulder",
    title="Shoulder",
    alt="A shoulder from the front.",
    concepts=("axillary-nerve",),
    labels=(Label("muscle", "deltoid", ("axillary.loss/abduction",)), Label("bone", "humerus")),
    svg=SVG,
)


def with_svg(svg: str, *labels: Label) -> Figure:
    return Figure("f", "F", "alt", (), labels, svg)


def test_labels_are_masked_until_what_they_reveal_is_covered() -> None:
    assert mask_labels(FIGURE, {"axillary.loss/abduction", "axillary.loss/skin"}) == ("muscle",)
    assert mask_labels(FIGURE, {"axillary.loss/skin"}) == ()


def test_a_masked_label_is_gone_wherever_the_drawing_said_it() -> None:
    drawn = render_figure(FIGURE, ["muscle"])

    assert "deltoid" in SVG
    assert "deltoid" not in drawn.lower()
    assert "toid" not in drawn
    assert ">?</text>" in drawn
    assert "humerus" in drawn


def test_without_a_mask_the_drawing_keeps_its_words() -> None:
    drawn = render_figure(FIGURE, [])

    assert "Shoulder with the Deltoid" in drawn
    assert [e.get("id") for e in ElementTree.fromstring(drawn).iter() if e.get("id")] == ["muscle", "bone"]


def test_an_open_label_of_the_same_words_stays() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><text id="a">0.4 A</text><text id="b">0.4 A</text></svg>'
    figure = with_svg(svg, Label("a", "0.4 A"), Label("b", "0.4 A", ("i/e",)))

    assert render_figure(figure, ["b"]).count("0.4 A") == 1


@pytest.mark.parametrize(
    "svg",
    ["<svg", "", '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', "<!doctype svg><svg/>"],
)
def test_broken_and_dangerous_drawings_are_refused(svg: str) -> None:
    with pytest.raises(ValueError, match="figure f"):
        render_figure(with_svg(svg), [])


def test_no_shipped_figure_shows_a_masked_label() -> None:
    figures = [figure for course in shipped_courses() for figure in course.figures]
    checked = 0
    for figure in figures:
        for label in figure.labels:
            if label.reveals:
                drawn = ElementTree.fromstring(render_figure(figure, [label.id]))
                (element,) = [e for e in drawn.iter() if e.get("id") == label.id]
                assert "".join(element.itertext()) == "?"
                checked += 1

    assert checked > 0
