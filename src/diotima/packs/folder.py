"""A course folder read with care: nothing outside it, nothing huge, nothing that is not text."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from diotima.packs.problems import unreadable

MAX_FILE_BYTES = 1_000_000
MAX_FILES = 4_000

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

Stamp = tuple[tuple[str, int, int], ...]


class Folder:
    """One course folder. File names are relative to it, with forward slashes."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def names(self, under: str = "", suffix: str = "") -> list[str]:
        """Files directly in a sub-folder whose names end in ``suffix``, sorted; hidden ones left out.

        Raises ``Unreadable`` for a folder of more than ``MAX_FILES`` files.
        """
        folder = self.root / under
        if not folder.is_dir():
            return []
        listed = (entry.name for entry in folder.iterdir())
        found = sorted(name for name in listed if name.endswith(suffix) and not name.startswith("."))
        if len(found) > MAX_FILES:
            raise unreadable(under, 0, "folder-size", f"there are more than {MAX_FILES} files here.")
        return [f"{under}/{name}" if under else name for name in found]

    def text(self, name: str) -> str:
        """The file's text with newlines as ``\\n`` and without a byte order mark. Raises ``Unreadable``."""
        data = self._bytes(name)
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as broken:
            line = data.count(b"\n", 0, broken.start) + 1
            message = "this is not UTF-8 text."
            raise unreadable(name, line, "encoding", message, "Save the file as UTF-8") from broken
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        _refuse_unprintable(name, text)
        return text

    def stamp(self) -> Stamp:
        """(name, mtime in ns, size) of every file: equal as long as nothing was written."""
        marks: list[tuple[str, int, int]] = []
        for folder, _, files in os.walk(self.root):
            marks += [_mark(Path(folder, file)) for file in files]
            if len(marks) > MAX_FILES:
                break
        return tuple(sorted(marks))

    def _bytes(self, name: str) -> bytes:
        path = self.root / name
        try:
            self._refuse_escape(name, path)
            self._refuse_device(name, path)
            with path.open("rb") as file:
                data = file.read(MAX_FILE_BYTES + 1)
        except OSError as broken:
            reason = broken.strerror or "unknown reason"
            raise unreadable(name, 0, "file", f"this file cannot be opened: {reason}.") from broken
        if len(data) > MAX_FILE_BYTES:
            message = f"this file is larger than {MAX_FILE_BYTES // 1000} kB."
            raise unreadable(name, 0, "file-size", message, "Split it up")
        return data

    def _refuse_escape(self, name: str, path: Path) -> None:
        if not path.resolve(strict=True).is_relative_to(self.root.resolve()):
            message = "this is a link that leads out of the course folder."
            raise unreadable(name, 0, "symlink", message, "Put the file itself here")

    def _refuse_device(self, name: str, path: Path) -> None:
        if not stat.S_ISREG(path.stat().st_mode):
            raise unreadable(name, 0, "file", "this is not a regular file.", "Remove it")


def _refuse_unprintable(name: str, text: str) -> None:
    found = _UNPRINTABLE.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        message = f"there is an invisible control character here (U+{ord(found.group()):04X})."
        raise unreadable(name, line, "binary", message, "Retype the line")


def _mark(path: Path) -> tuple[str, int, int]:
    try:
        found = path.stat()
    except OSError:
        return (str(path), 0, -1)
    return (str(path), found.st_mtime_ns, found.st_size)
