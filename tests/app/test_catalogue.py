from __future__ import annotations

from pathlib import Path

import pytest

from diotima.app.catalogue import languages, load_catalogue
from diotima.domain.errors import BadInput


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "en").mkdir()
    (tmp_path / "unfinished").mkdir()
    (tmp_path / "en" / "tutor.toml").write_text(
        'hello = "Hello {name}"\n[praise]\nfirst = ["Good.", "Fine."]\n[praise.run]\none = "One"\n'
    )
    (tmp_path / "en" / "errors.toml").write_text('empty = "Nothing"\n')
    return tmp_path


def test_tables_become_dotted_keys_under_the_name_of_the_file(folder: Path) -> None:
    catalogue = load_catalogue("en", folder)

    assert catalogue.language == "en"
    assert catalogue.texts == {
        "errors.empty": "Nothing",
        "tutor.hello": "Hello {name}",
        "tutor.praise.first": ("Good.", "Fine."),
        "tutor.praise.run.one": "One",
    }
    assert catalogue.text("tutor.hello", name="{Ada}") == "Hello {Ada}"


def test_a_folder_without_texts_is_no_language(folder: Path) -> None:
    assert languages(folder) == ["en"]

    with pytest.raises(BadInput) as refused:
        load_catalogue("unfinished", folder)

    assert (refused.value.key, refused.value.values["known"]) == ("unknown_language", "en")


@pytest.mark.parametrize("value", ["3", "true", "[]", "[1]", '["a", []]'])
def test_a_value_that_is_no_text_is_named(folder: Path, value: str) -> None:
    (folder / "en" / "web.toml").write_text(f"[page]\ntitle = {value}\n")

    with pytest.raises(TypeError, match=r"web\.page\.title"):
        load_catalogue("en", folder)


@pytest.mark.parametrize("language", languages())
def test_the_packaged_texts_are_whole(language: str) -> None:
    catalogue = load_catalogue(language)

    assert "errors.unexpected" in catalogue.texts
    assert [key for key in catalogue.texts if not all(map(str.strip, catalogue.wordings(key)))] == []
