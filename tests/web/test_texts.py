"""Every text the web shell shows stands in the catalogue, and every error has its sentence."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import diotima
from diotima.domain import errors
from diotima.domain.errors import BadInput, DiotimaError
from diotima.domain.messages import Catalogue
from diotima.domain.transcript import Phase
from diotima.web import gate, problems, server
from diotima.web.problems import heading, sentence
from diotima.web.shell import HERE

PACKAGE = Path(diotima.__file__).parent
ERRORS = sorted(
    {
        error
        for module in (errors, problems, gate, server)
        for error in vars(module).values()
        if inspect.isclass(error) and issubclass(error, DiotimaError) and "key" in vars(error)
    },
    key=lambda error: error.__name__,
)
VALUES = {"limit_kb": 64, "host": "127.0.0.1", "port": 8000, "most": 600}


@pytest.mark.parametrize("error", ERRORS, ids=lambda e: e.__name__)
def test_every_error_has_a_sentence_of_its_own(catalogue: Catalogue, error: type[DiotimaError]) -> None:
    text = catalogue.text(f"errors.{error.key}", **VALUES)

    assert re.fullmatch(r"[A-Z].+[.]", text)


def test_every_kind_of_bad_input_has_a_sentence(catalogue: Catalogue) -> None:
    sources = [path.read_text("utf-8") for path in PACKAGE.rglob("*.py")]
    keys = {key for source in sources for key in re.findall(r"BadInput\(\s*\"(\w+)\"", source)}

    assert keys >= {"empty", "minutes"}
    assert {key for key in keys if f"errors.{key}" not in catalogue.texts} == set()


def test_every_text_a_template_asks_for_exists(catalogue: Catalogue) -> None:
    sources = "\n".join(p.read_text("utf-8") for p in [*HERE.glob("*.py"), *(HERE / "templates").iterdir()])
    asked = set(re.findall(r"""["'](web\.[a-z_.]+?)["']""", sources))
    whole = {key for key in asked if not key.endswith((".", "_"))}
    counted = {key for key in whole if f"{key}.one" in catalogue.texts and f"{key}.other" in catalogue.texts}

    assert len(whole) > 60
    assert {key for key in whole - counted if key not in catalogue.texts} == set()


def test_every_phase_has_a_name(catalogue: Catalogue) -> None:
    assert all(catalogue.text(f"web.phase.{phase.value}") for phase in Phase)


def test_sentence_falls_back_to_the_general_case(catalogue: Catalogue) -> None:
    assert sentence(catalogue, BadInput("never_heard_of")) == catalogue.text("errors.bad_input")


def test_heading_falls_back_to_the_general_case(catalogue: Catalogue) -> None:
    assert heading(catalogue, 418) == catalogue.text("web.problem.other")
