"""Archives of other tools, read with suspicion: bounded, in memory, nothing is unpacked to disk."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Iterator, Mapping

MAX_BYTES = 50_000_000
MAX_FILES = 5_000


def files_of(data: bytes) -> Mapping[str, bytes] | None:
    """The files of a zip or tar archive by name; ``None`` if it is no archive. Raises ``ValueError``."""
    if zipfile.is_zipfile(io.BytesIO(data)):
        return _bounded(_unzip(data))
    if data[:2] == b"\x1f\x8b" or data[257:262] == b"ustar":
        return _bounded(_untar(data))
    return None


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip archive, the same bytes for the same files."""
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return sink.getvalue()


def tarred(files: Mapping[str, bytes]) -> bytes:
    """A tar.gz archive."""
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w:gz") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return sink.getvalue()


def _bounded(files: Iterator[tuple[str, bytes]]) -> Mapping[str, bytes]:
    kept: dict[str, bytes] = {}
    total = 0
    for name, content in files:
        total += len(content)
        if total > MAX_BYTES or len(kept) >= MAX_FILES:
            raise ValueError("the archive holds too much")
        kept[name] = content
    return kept


def _unzip(data: bytes) -> Iterator[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for entry in archive.infolist():
                if not entry.is_dir():
                    with archive.open(entry) as file:
                        yield entry.filename, file.read(MAX_BYTES + 1)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError) as broken:
        raise ValueError(f"the archive cannot be read: {broken}") from broken


def _untar(data: bytes) -> Iterator[tuple[str, bytes]]:
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:*") as archive:
            for entry in archive:
                file = archive.extractfile(entry) if entry.isfile() else None
                if file is not None:
                    yield entry.name, file.read(MAX_BYTES + 1)
    except (tarfile.TarError, EOFError, OSError) as broken:
        raise ValueError(f"the archive cannot be read: {broken}") from broken
