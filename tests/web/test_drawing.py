"""Figures as inline SVG."""

from __future__ import annotations

from pathlib import Path

import pytest

import diotima
from diotima.web.drawing import drawing

FIGURES = sorted((Path(diotima.__file__).parent / "courses").glob("*/figures/*.svg"))


def svg(inside: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inside}</svg>'


def test_drawing_is_an_image_with_its_description() -> None:
    shown = drawing(svg('<path d="M0 0H9" stroke="currentColor"/>'), 'a "line"', "b3")

    assert shown == (
        '<svg viewBox="0 0 9 9" xmlns="http://www.w3.org/2000/svg" role="img" '
        'aria-label="a &quot;line&quot;">'
        '<path d="M0 0H9" stroke="currentColor" /></svg>'
    )


@pytest.mark.parametrize(
    "planted",
    [
        "<script>alert(1)</script>",
        '<g onclick="alert(1)"/>',
        '<foreignObject><form action="//evil.example"/></foreignObject>',
        '<use href="//evil.example/x.svg#a"/>',
        '<image href="//evil.example/x.png"/>',
        '<path fill="url(//evil.example/x#a)"/>',
        '<g style="background:url(//evil.example)"/>',
        "<style>* { display: none }</style>",
        '<animate attributeName="href" to="//evil.example"/>',
    ],
)
def test_drawing_lets_only_shapes_and_paint_through(planted: str) -> None:
    shown = drawing(svg(planted + '<path d="M0 0"/>'), "alt", "b3")

    assert "<path" in shown
    for trace in ("alert", "evil", "style", "script", "animate"):
        assert trace not in shown


def test_drawing_keeps_ids_apart_when_it_stands_twice() -> None:
    text = '<defs><marker id="tip"/></defs><path marker-end="url(#tip)"/><use href="#tip"/>'

    shown = drawing(svg(text), "alt", "p1")

    assert 'id="p1-tip"' in shown
    assert 'marker-end="url(#p1-tip)"' in shown
    assert 'href="#p1-tip"' in shown


@pytest.mark.parametrize("broken", ["", "no svg", "<svg", "<html xmlns='http://www.w3.org/2000/svg'/>"])
def test_drawing_falls_back_to_its_description(broken: str) -> None:
    assert drawing(broken, "a <loop>", "b1") == "<p>a &lt;loop&gt;</p>"


@pytest.mark.parametrize("figure", FIGURES, ids=lambda path: path.stem)
def test_drawing_loses_nothing_of_the_figures_that_ship(figure: Path) -> None:
    """An element or attribute that is not let through would be a hole in a figure."""
    source = figure.read_text("utf-8")

    shown = drawing(source, "alt", "b1")

    for mark in ("<text", "<path", "<circle", "<rect", "<line", "<ellipse", "<polygon", "<polyline", "<use"):
        assert shown.count(mark) == source.count(mark)
    assert "style=" not in source
    assert "<style" not in source
