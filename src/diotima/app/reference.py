"""Pages of the documentation that are made from the code: ``python -m diotima.app.reference docs``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from diotima.app.settings import descriptions

_SETTINGS = """\
# Settings

Diotima needs no settings. These environment variables change what it does; they are read once, when it
starts. An empty one counts as not set, and an unknown name that begins with `DIOTIMA_` is an error.

| variable | default | meaning |
|---|---|---|
{rows}

<!-- Made by `make docs` from src/diotima/app/settings.py. -->
"""


def pages() -> Mapping[str, str]:
    """File name to content."""
    return {"settings.md": settings_page()}


def settings_page() -> str:
    """The page of all settings."""
    rows = [f"| `{about.env}` | {about.default} | {about.help} |" for about in descriptions()]
    return _SETTINGS.format(rows="\n".join(rows))


def main() -> None:
    """Write the pages into the folder named on the command line."""
    folder = Path(sys.argv[1])
    for name, content in pages().items():
        (folder / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
