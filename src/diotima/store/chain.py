"""The hash chain of a ledger: every event vouches for all events before it.

``hash(n) = sha256(hash(n-1) + newline + body(n))``, over the event's canonical text; the first event follows
the empty string. Changing, dropping or reordering events breaks the chain; dropping the newest ones does not
(nothing follows them), which is why an export carries its last hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

START = ""
"""What the first event follows."""


class Link(NamedTuple):
    """One event of a ledger as it is stored."""

    n: int
    """1, 2, 3 ... without gaps."""
    body: str
    prev_hash: str
    hash: str


def extend(last: Link | None, bodies: Iterable[str]) -> list[Link]:
    """The links that carry ``bodies`` on from ``last`` (``None`` for a ledger that begins)."""
    links: list[Link] = []
    for body in bodies:
        n, prev_hash = (last.n + 1, last.hash) if last else (1, START)
        last = Link(n, body, prev_hash, _hash(prev_hash, body))
        links.append(last)
    return links


def first_break(links: Iterable[Link]) -> int | None:
    """The position (from 1) where a ledger is not what was written, ``None`` if it is whole."""
    stored = list(links)
    written = extend(None, [link.body for link in stored])
    return next((n for n, link in enumerate(written, start=1) if stored[n - 1] != link), None)


def _hash(prev_hash: str, body: str) -> str:
    return hashlib.sha256(f"{prev_hash}\n{body}".encode()).hexdigest()
