"""The formats by the name they have on the command line."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from diotima.authoring.exchange import anki, gift, oatutor, olx, qti, table
from diotima.authoring.exchange.question import Bank, Lost


class Format(NamedTuple):
    """How a format is read and written."""

    about: str
    suffix: str
    read: Callable[[bytes], Bank]
    write: Callable[[Bank], bytes]
    lost: Callable[[Bank], tuple[Lost, ...]]
    """What ``write`` leaves out of a bank."""


FORMATS = {
    "gift": Format("Moodle GIFT", ".gift", gift.read, gift.write, gift.lost),
    "olx": Format("Open edX library", ".tar.gz", olx.read, olx.write, olx.lost),
    "qti": Format("QTI 2.1 package", ".zip", qti.read, qti.write, qti.lost),
    "qti3": Format("QTI 3.0 package", ".zip", qti.read, partial(qti.write, version="3.0"), qti.lost),
    "oatutor": Format("OATutor problems", ".json", oatutor.read, oatutor.write, oatutor.lost),
    "anki": Format("Anki deck", ".apkg", anki.read, anki.write, anki.lost),
    "csv": Format("cards as CSV", ".csv", table.read, table.write, table.lost),
}
