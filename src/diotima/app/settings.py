"""Everything that can be set, read once from the environment; nothing else reads it."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_data_path

from diotima.domain.errors import BadInput

LEARNER_MODELS = ("pfae", "unmask")


class Description(NamedTuple):
    """What the page of settings says of one setting."""

    env: str
    default: str
    help: str


def _setting(env: str, help: str, default: object, read: Callable[[str], object], *, shown: str = "") -> Any:
    metadata = {"about": Description(env, shown or str(default), help), "read": read}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


def _number_from(low: float, high: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        number = float(text)
        if not (low <= number <= high and math.isfinite(number)):
            raise ValueError
        return number

    return read


def _port(text: str) -> int:
    return int(_number_from(0, 65_535)(str(int(text))))


def _one_of(*names: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in names:
            raise ValueError
        return text

    return read


def _folder(text: str) -> Path:
    try:
        return Path(text).expanduser().absolute()
    except RuntimeError as error:  # there is nobody of that name
        raise ValueError from error


def _folders(text: str) -> tuple[Path, ...]:
    return tuple(_folder(part) for part in text.split(os.pathsep) if part)


@dataclass(frozen=True)
class Settings:
    """How this Diotima is set up. ``Settings()`` has every default."""

    data: Path = _setting(
        "DIOTIMA_DATA",
        "Folder for what learners said and what is known about them.",
        lambda: user_data_path("diotima", appauthor=False),
        _folder,
        shown="the system's folder for application data",
    )
    host: str = _setting(
        "DIOTIMA_HOST",
        "Address to listen on. Everybody who can reach it can study here.",
        "127.0.0.1",
        str,
    )
    port: int = _setting("DIOTIMA_PORT", "Port to listen on; 0 takes a free one.", 8321, _port)
    database: str = _setting(
        "DIOTIMA_DATABASE",
        "Address of the database: `sqlite:////folder/file.db`, or `postgresql://…` for many servers.",
        "",
        str,
        shown="`diotima.db` in the data folder",
    )
    minutes: float = _setting(
        "DIOTIMA_MINUTES",
        "Length of a session in minutes, up to 1440; 0 for no clock.",
        15.0,
        _number_from(0, 1440),
        shown="15",
    )
    idle_minutes: float = _setting(
        "DIOTIMA_IDLE_MINUTES",
        "Minutes of silence, 1 to 1440, after which the session's clock stops.",
        30.0,
        _number_from(1, 1440),
        shown="30",
    )
    learner_model: str = _setting(
        "DIOTIMA_LEARNER_MODEL",
        "How mastery is estimated: `pfae` learns from errors and discounts guesses, `unmask` repeats UnMask.",
        "pfae",
        _one_of(*LEARNER_MODELS),
    )
    courses: tuple[Path, ...] = _setting(
        "DIOTIMA_COURSES",
        "Folders of more courses, separated by `:` (`;` on Windows); they go before packaged ones of one id.",
        (),
        _folders,
        shown="none",
    )
    language: str = _setting("DIOTIMA_LANGUAGE", "Language of everything but the courses.", "en", str)

    @classmethod
    def from_environment(cls, env: Mapping[str, str] | None = None) -> Settings:
        """The settings of ``env``, by default of this process; what is missing or empty has its default.

        Raises ``BadInput``: ``bad_setting`` for a value that cannot be used, ``unknown_setting`` for a name
        that begins with ``DIOTIMA_`` and is none of ours.
        """
        found = os.environ if env is None else env
        known = {f.metadata["about"].env: f for f in fields(cls)}
        values: dict[str, Any] = {}
        for name in sorted(name for name in found if name.startswith("DIOTIMA_")):
            if name not in known:
                raise BadInput("unknown_setting", name, name=name)
            if found[name]:
                values[known[name].name] = _read(known[name].metadata, found[name])
        return cls(**values)

    @property
    def database_url(self) -> str:
        """Address of the database."""
        return self.database or f"sqlite:///{self.data / 'diotima.db'}"


def _read(metadata: Mapping[str, Any], text: str) -> object:
    about: Description = metadata["about"]
    try:
        value: object = metadata["read"](text)
    except ValueError as error:
        raise BadInput("bad_setting", about.env, name=about.env, value=text, help=about.help) from error
    return value


def descriptions() -> list[Description]:
    """All settings in the order of their fields."""
    return [f.metadata["about"] for f in fields(Settings)]
