"""``diotima course new``: a small whole course with comments, to be overwritten piece by piece."""

from __future__ import annotations

import re
from importlib.resources import as_file, files
from pathlib import Path
from shutil import copytree

from diotima.domain.errors import BadInput

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def begin_course(folder: Path, title: str | None = None) -> Path:
    """Write a course folder that passes the checker. Its id is the folder's name.

    Raises ``BadInput`` if the folder is there, its name can be no id, or nothing can be written.
    """
    name = course_id(folder)
    told = title or name.replace("-", " ").capitalize()
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with as_file(files("diotima.authoring") / "skeleton") as skeleton:
            copytree(skeleton, folder)
        manifest = folder / "pack.yaml"
        text = manifest.read_text("utf-8")
        text = text.replace("id: my-course", f"id: {name}", 1)
        text = text.replace('title: "My course"', f"title: {_quoted(told)}", 1)
        manifest.write_text(text, "utf-8")
    except FileExistsError as taken:
        raise BadInput("course_exists", name=str(folder)) from taken
    except OSError as refused:
        raise BadInput("unwritable", str(refused.strerror), name=str(folder)) from refused
    return folder


def course_id(folder: Path) -> str:
    """The id of a course in that folder. ``BadInput`` if the folder's name can be none."""
    if not _ID.fullmatch(folder.name):
        raise BadInput("course_name", name=folder.name)
    return folder.name


def _quoted(text: str) -> str:
    plain = re.sub(r"[\x00-\x1f\x7f]+", " ", text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'
