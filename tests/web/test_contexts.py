"""Templates get exactly what they ask for."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import jinja2
import jinja2.meta
import pytest
from jinja2 import nodes

from diotima.domain.messages import Catalogue
from diotima.web.assets import Assets
from diotima.web.contexts import BarFrame, BlockFrame, ComposerFrame, Page, PanelFrame
from diotima.web.shell import HERE, Renderer

CONTEXTS: list[type[Any]] = [*Page.__subclasses__(), BlockFrame, ComposerFrame, BarFrame, PanelFrame]


@pytest.fixture(scope="module")
def environment(catalogue: Catalogue) -> jinja2.Environment:
    return Renderer(catalogue, Assets(HERE / "static")).environment


def asked_for(environment: jinja2.Environment, template: str) -> set[str]:
    """Variables of a template, its parents and its parts that nothing there sets."""
    assert environment.loader is not None
    tree = environment.parse(environment.loader.get_source(environment, template)[0])
    found = set(jinja2.meta.find_undeclared_variables(tree)) - set(environment.globals)
    for other in jinja2.meta.find_referenced_templates(tree):
        assert other is not None
        found |= asked_for(environment, other)
    imported = {name for node in tree.find_all(nodes.FromImport) for name in node.names}
    return found - imported - {name.name for name in tree.find_all(nodes.Name) if name.ctx == "store"}


@pytest.mark.parametrize("context", CONTEXTS, ids=lambda c: c.__name__)
def test_context_fields_are_the_variables_of_its_template(
    environment: jinja2.Environment, context: type[Any]
) -> None:
    given = {field.name for field in fields(context)}
    always = {"here"} if issubclass(context, Page) else set()

    assert asked_for(environment, context.template) == given | always


def test_every_template_is_somebodys() -> None:
    used = {context.template for context in CONTEXTS} | {"base.html", "marks.html"}

    assert {path.name for path in (HERE / "templates").iterdir()} == used
