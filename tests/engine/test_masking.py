from __future__ import annotations

import re
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


@pytest.mark.parametrize(
    "element",
    [
        "<title>The Deltoid from behind</title>",
        "<desc>Both deltoids, from behind</desc>",
        "<!-- the deltoid --><path/>",
        "<?note the deltoid?><path/>",
        '<path aria-description="deltoid"/>',
        '<path data-name="deltoid"/>',
        '<path l:title="deltoid"/>',
        '<path i:label="deltoid"/>',
        "<text>a <tspan>b</tspan> deltoid</text>",
        "<text><tspan>del</tspan><tspan>toid</tspan></text>",
        "<metadata>deltoid</metadata>",
    ],
)
def test_nothing_else_in_a_drawing_says_a_masked_word(element: str) -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink" xmlns:i="urn:editor">'
        f'{element}<text><tspan id="muscle" data-name="deltoid">deltoid</tspan> (deltoid)</text></svg>'
    )

    drawn = render_figure(with_svg(svg, Label("muscle", "deltoid", ("i/e",))), ["muscle"])

    assert not re.search("deltoid|toid", drawn, re.IGNORECASE)


@pytest.mark.parametrize("written", ["teres minor", "Teres&#160;Minor", "teres\n  minor", "teres-minor"])
def test_a_masked_word_is_found_however_it_is_spaced(written: str) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg"><title>See {written}.</title><text id="m">a</text></svg>'

    drawn = render_figure(with_svg(svg, Label("m", "teres minor", ("i/e",))), ["m"])

    assert "<title>See ?.</title>" in drawn


def test_attributes_that_draw_keep_their_words() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
        '<text text-anchor="middle">x</text><use xlink:href="#middle"/><text id="m">middle</text></svg>'
    )

    drawn = render_figure(with_svg(svg, Label("m", "middle", ("i/e",))), ["m"])

    assert 'text-anchor="middle"' in drawn
    assert 'xlink:href="#middle"' in drawn


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


def spoken_words(svg: str) -> str:
    """All that a drawing shows or says aloud."""
    root = ElementTree.fromstring(svg)
    said = [value for e in root.iter() for name, value in e.items() if name.startswith(("aria-", "title"))]
    return " ".join(" ".join([*root.itertext(), *said]).split()).lower()


def test_no_shipped_figure_shows_a_masked_label() -> None:
    shown, checked = [], 0
    for figure in (figure for course in shipped_courses() for figure in course.figures):
        masked = [label for label in figure.labels if label.reveals]
        drawn = render_figure(figure, [label.id for label in masked])
        words = spoken_words(drawn)
        open_words = {label.text.lower() for label in figure.labels if not label.reveals}
        texts = {e.get("id"): "".join(e.itertext()) for e in ElementTree.fromstring(drawn).iter()}
        for label in masked:
            said = re.search(rf"(?<!\w){re.escape(label.text.lower())}(?!\w)", words)
            if texts[label.id] != "?" or (said and label.text.lower() not in open_words):
                shown.append((figure.id, label.text))
            checked += 1

    assert shown == []
    assert checked > 0
