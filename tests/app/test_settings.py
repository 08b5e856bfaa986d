from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from diotima.app.reference import pages
from diotima.app.settings import Settings, descriptions
from diotima.domain.errors import BadInput

REPOSITORY = Path(__file__).resolve().parents[2]


def test_without_an_environment_everything_has_its_default() -> None:
    settings = Settings.from_environment({})

    assert settings == Settings()
    assert (settings.host, settings.port, settings.minutes) == ("127.0.0.1", 8321, 15.0)
    assert settings.data.name == "diotima"
    assert settings.database_url == f"sqlite:///{settings.data}/diotima.db"


def test_every_setting_is_read_from_its_name(tmp_path: Path) -> None:
    settings = Settings.from_environment(
        {
            "DIOTIMA_DATA": str(tmp_path),
            "DIOTIMA_HOST": "::1",
            "DIOTIMA_PORT": "0",
            "DIOTIMA_DATABASE": "postgresql://db/diotima",
            "DIOTIMA_MINUTES": "0",
            "DIOTIMA_IDLE_MINUTES": "7.5",
            "DIOTIMA_LEARNER_MODEL": "unmask",
            "DIOTIMA_COURSES": f"~/courses:{tmp_path}",
            "DIOTIMA_LANGUAGE": "de",
            "PATH": "/bin",
        }
    )

    assert settings == Settings(
        data=tmp_path,
        host="::1",
        port=0,
        database="postgresql://db/diotima",
        minutes=0,
        idle_minutes=7.5,
        learner_model="unmask",
        courses=(Path.home() / "courses", tmp_path),
        language="de",
    )
    assert settings.database_url == "postgresql://db/diotima"


def test_the_process_environment_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIOTIMA_PORT", "9000")

    assert Settings.from_environment().port == 9000


def test_an_empty_value_counts_as_not_set() -> None:
    assert Settings.from_environment({"DIOTIMA_PORT": "", "DIOTIMA_DATA": ""}) == Settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DIOTIMA_PORT", "http"),
        ("DIOTIMA_PORT", "70000"),
        ("DIOTIMA_PORT", "80.5"),
        ("DIOTIMA_MINUTES", "-1"),
        ("DIOTIMA_MINUTES", "nan"),
        ("DIOTIMA_MINUTES", "inf"),
        ("DIOTIMA_IDLE_MINUTES", "0"),
        ("DIOTIMA_LEARNER_MODEL", "PFAE"),
        ("DIOTIMA_DATA", "~nobody-of-that-name/data"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(BadInput) as refused:
        Settings.from_environment({name: value})

    assert refused.value.key == "bad_setting"
    assert (refused.value.values["name"], refused.value.values["value"]) == (name, value)


def test_a_folder_is_meant_from_where_diotima_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert Settings.from_environment({"DIOTIMA_DATA": "data"}).data == tmp_path / "data"


def test_a_misspelt_name_is_refused() -> None:
    with pytest.raises(BadInput) as refused:
        Settings.from_environment({"DIOTIMA_DATABSE": "x"})

    assert (refused.value.key, refused.value.values) == ("unknown_setting", {"name": "DIOTIMA_DATABSE"})


def test_every_field_is_described_once() -> None:
    names = [about.env for about in descriptions()]

    assert len(set(names)) == len(dataclasses.fields(Settings)) == len(names)
    assert all(name.startswith("DIOTIMA_") for name in names)
    assert all(about.help.endswith(".") and about.default for about in descriptions())


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Settings().port = 1  # type: ignore[misc]


@pytest.mark.parametrize("page", pages())
def test_pages_made_from_the_code_are_up_to_date(page: str) -> None:
    assert (REPOSITORY / "docs" / page).read_text(encoding="utf-8") == pages()[page], "run: make docs"
