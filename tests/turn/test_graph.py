"""The drawing of the turn, as the design shows it."""

from __future__ import annotations

from pathlib import Path

from diotima.turn.graph import turn_graph

DESIGN = Path(__file__).resolve().parents[2] / "docs" / "design" / "architecture.md"


def test_drawing_in_the_design_is_the_compiled_graph() -> None:
    drawing = turn_graph().get_graph().draw_mermaid(with_styles=False).strip().replace("\t", "  ")
    page = DESIGN.read_text(encoding="utf-8")

    shown = page.split("<!-- drawing:begin -->")[1].split("<!-- drawing:end -->")[0]

    assert shown.strip() == f"```mermaid\n{drawing}\n```"
