"""Every message the code asks for is in the catalogue, with the fields it is given, in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from diotima.app.catalogue import languages, load_catalogue
from diotima.domain.errors import Clash, DiotimaError, NotFound
from diotima.domain.messages import Catalogue
from diotima.store.errors import StoreFull
from tests.law.sources import PACKAGE, Source, parse, sources

CATALOGUE = load_catalogue("en")
FILES = sorted({key.split(".")[0] for key in CATALOGUE.texts})
KEY = re.compile(rf"(?!.*\.(?:html|svg|css|js|toml)$)(?:{'|'.join(FILES)})(?:\.[a-z0-9_]+)+")
BEGINNING = re.compile(rf"(?:{'|'.join(FILES)})\.[a-z0-9_.]*")
IN_TEMPLATE = re.compile(r"""\b(t|count)\(\s*["']([^"']+)["']\s*(~?)""")


def literal_keys(source: Source) -> Iterator[str]:
    """Keys that stand in a module as they are, and those of its ``BadInput``."""
    nodes = list(ast.walk(source.tree))
    in_formatted = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in nodes:
        match node:
            case ast.Constant(value=str(text)) if id(node) not in in_formatted and KEY.fullmatch(text):
                yield text
            case ast.Call(func=ast.Name(id="BadInput"), args=[ast.Constant(value=str(key)), *_]):
                yield f"errors.{key}"


def beginnings(source: Source) -> Iterator[str]:
    """What keys that are put together begin with: ``errors.`` of ``f"errors.{key}"``."""
    for node in ast.walk(source.tree):
        match node:
            case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]) if BEGINNING.fullmatch(text):
                yield text


def known(key: str) -> bool:
    return key in CATALOGUE.texts or {f"{key}.one", f"{key}.other"} <= CATALOGUE.texts.keys()


def errors(base: type[DiotimaError] = DiotimaError) -> Iterator[type[DiotimaError]]:
    yield base
    for error in base.__subclasses__():
        yield from errors(error)


def test_every_key_in_the_code_is_in_the_catalogue() -> None:
    keys = {key for source in sources() for key in literal_keys(source)}

    assert sorted(key for key in keys if not known(key)) == []
    assert len(keys) > 50


def test_every_key_that_is_put_together_may_be_in_the_catalogue() -> None:
    found = {beginning for source in sources() for beginning in beginnings(source)}

    assert sorted(b for b in found if not any(key.startswith(b) for key in CATALOGUE.texts)) == []


def test_every_key_in_a_template_is_in_the_catalogue() -> None:
    templates = [path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("templates/**/*.html"))]
    found = [match for template in templates for match in IN_TEMPLATE.findall(template)]

    whole = {key for _, key, joined in found if not joined}
    parts = {key for _, key, joined in found if joined}
    assert sorted(key for key in whole if not known(key)) == []
    assert sorted(part for part in parts if not any(key.startswith(part) for key in CATALOGUE.texts)) == []
    assert len(whole) > 20


def test_every_error_has_its_sentence() -> None:
    abstract = {DiotimaError, NotFound, Clash}
    keys = {error.key for error in errors() if error not in abstract}

    assert StoreFull.key in keys
    assert sorted(key for key in keys if not known(f"errors.{key}")) == []


@pytest.mark.parametrize(
    ("planted", "key"),
    [
        ("say.text('web.no.such')", "web.no.such"),
        ("raise BadInput('no_such_key')", "errors.no_such_key"),
    ],
)
def test_a_planted_key_is_seen_and_missed(planted: str, key: str) -> None:
    assert list(literal_keys(parse(planted))) == [key]
    assert not known(key)


@pytest.mark.parametrize("language", languages())
def test_languages_have_the_same_keys_and_fields(language: str) -> None:
    def fields_of(catalogue: Catalogue) -> dict[str, set[str]]:
        return {
            key: {field for wording in catalogue.wordings(key) for field in re.findall(r"\{(\w+)\}", wording)}
            for key in catalogue.texts
        }

    assert fields_of(load_catalogue(language)) == fields_of(CATALOGUE)
