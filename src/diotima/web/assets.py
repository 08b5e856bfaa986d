"""Static files under a name that changes with their content, so that browsers may keep them for ever."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from starlette.responses import Response

from diotima.web.problems import NoPage

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
}


@dataclass(frozen=True)
class Assets:
    """A flat folder of static files; one hash for all, so that modules import each other by plain names."""

    folder: Path

    @cached_property
    def files(self) -> dict[str, bytes]:
        found = sorted(p for p in self.folder.iterdir() if p.suffix in _TYPES)
        return {path.name: path.read_bytes() for path in found}

    @cached_property
    def version(self) -> str:
        digest = hashlib.sha256()
        for name, content in self.files.items():
            digest.update(name.encode() + b"\0" + content)
        return digest.hexdigest()[:12]

    def url(self, name: str) -> str:
        """Address of a file. ``KeyError`` if there is none of that name."""
        self.files[name]
        return f"/static/{self.version}/{name}"

    def response(self, version: str, name: str) -> Response:
        """The file. A page from before an upgrade gets the present one, but may not keep it."""
        if name not in self.files:
            raise NoPage()
        kept = "public, max-age=31536000, immutable" if version == self.version else "no-cache"
        return Response(
            self.files[name], media_type=_TYPES[Path(name).suffix], headers={"Cache-Control": kept}
        )
