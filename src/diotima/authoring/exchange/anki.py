"""Anki decks (``.apkg``): a zip with an SQLite collection of schema 11, which every Anki reads.

We write it ourselves: the one permissive library for it rests on a copyleft one.
"""

from __future__ import annotations

import json
import sqlite3
import tempfile
from contextlib import closing
from hashlib import sha1, sha256
from html import escape
from pathlib import Path

from diotima.authoring.exchange.packages import files_of, zipped
from diotima.authoring.exchange.question import Bank, Lost, Question, sort_out
from diotima.authoring.exchange.table import back, front, lost, read_card

__all__ = ["lost", "read", "write"]

_STYLE = ".card { font-family: sans-serif; font-size: 20px; text-align: center; }"
_FIELDS, _SEPARATOR = ("Front", "Back", "Explanation"), "\x1f"
_SCHEMA = """
CREATE TABLE col (id integer PRIMARY KEY, crt integer, mod integer, scm integer, ver integer, dty integer,
  usn integer, ls integer, conf text, models text, decks text, dconf text, tags text);
CREATE TABLE notes (id integer PRIMARY KEY, guid text, mid integer, mod integer, usn integer, tags text,
  flds text, sfld text, csum integer, flags integer, data text);
CREATE TABLE cards (id integer PRIMARY KEY, nid integer, did integer, ord integer, mod integer, usn integer,
  type integer, queue integer, due integer, ivl integer, factor integer, reps integer, lapses integer,
  left integer, odue integer, odid integer, flags integer, data text);
CREATE TABLE revlog (id integer PRIMARY KEY, cid integer, usn integer, ease integer, ivl integer,
  lastIvl integer, factor integer, time integer, type integer);
CREATE TABLE graves (usn integer, oid integer, type integer);
CREATE INDEX ix_notes_csum ON notes (csum);
CREATE INDEX ix_cards_nid ON cards (nid);
"""
_OLD, _NEW = ("collection.anki21", "collection.anki2"), "collection.anki21b"


def write(bank: Bank, title: str = "Diotima") -> bytes:
    """A deck with a card for each question; imported again, the same questions update the same notes."""
    deck, model = _number(title), _number("diotima question")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "collection.anki2"
        with closing(sqlite3.connect(path)) as database, database:
            database.executescript(_SCHEMA)
            database.execute(
                "INSERT INTO col VALUES (1, 0, 0, 0, 11, 0, 0, 0, ?, ?, ?, ?, '{}')",
                _settings(deck, model, title),
            )
            for n, q in enumerate(bank.questions, 1):
                database.execute(
                    "INSERT INTO notes VALUES (?, ?, ?, 0, -1, ?, ?, ?, ?, 0, '')", _note(n, q, model, title)
                )
                database.execute(
                    "INSERT INTO cards VALUES (?, ?, ?, 0, 0, -1, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, '')",
                    (n, n, deck, n),
                )
        return zipped({"collection.anki2": path.read_bytes(), "media": b"{}"})


def read(data: bytes) -> Bank:
    """A question for each note of a deck: its first field asks, its second answers. Raises ``ValueError``."""
    files = files_of(data)
    if files is None:
        raise ValueError("this is no deck")
    collection = next((files[name] for name in _OLD if name in files), None)
    if collection is None or (_NEW in files and "collection.anki21" not in files):
        raise ValueError("this deck is of the newest kind: export it with support for older Anki versions")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "collection.db"
        path.write_bytes(collection)
        try:
            with closing(sqlite3.connect(path)) as database:
                notes = database.execute("SELECT id, flds, tags FROM notes ORDER BY id").fetchall()
        except sqlite3.DatabaseError as broken:
            raise ValueError(f"the deck cannot be read: {broken}") from broken
    return sort_out(_read_note(*map(str, note)) for note in notes)


def _read_note(name: str, fields: str, tags: str) -> Question | Lost:
    asked, answer, more = [*fields.split(_SEPARATOR), "", ""][:3]
    if "{{c1::" in asked:
        return Lost(name, "a cloze card")
    card = read_card(f"card-{name}", asked, answer)
    if isinstance(card, Lost):
        return card
    return card._replace(topic=" ".join(tags.split()[:1]), feedback=more)


def _note(n: int, q: Question, model: int, title: str) -> tuple[object, ...]:
    fields = [_html(text) for text in (front(q), back(q), q.feedback)]
    guid = sha256(f"{title}\n{q.id}".encode()).hexdigest()[:10]
    tags = f" {q.topic.replace(' ', '-')} " if q.topic else ""
    checksum = int(sha1(fields[0].encode(), usedforsecurity=False).hexdigest()[:8], 16)
    return n, guid, model, tags, _SEPARATOR.join(fields), fields[0], checksum


def _settings(deck: int, model: int, title: str) -> tuple[str, ...]:
    """Configuration, note types, decks and their options, each as the JSON that Anki keeps."""
    fields = [
        {"name": name, "ord": n, "font": "Arial", "size": 20, "media": []} for n, name in enumerate(_FIELDS)
    ]
    answer = "{{FrontSide}}<hr id=answer>{{Back}}<p>{{Explanation}}</p>"
    card = {"name": "Card", "ord": 0, "qfmt": "{{Front}}", "afmt": answer, "did": None}
    kind = {
        "id": model,
        "name": "Diotima question",
        "type": 0,
        "mod": 0,
        "usn": -1,
        "sortf": 0,
        "did": deck,
        "flds": fields,
        "tmpls": [card],
        "req": [[0, "any", [0]]],
        "tags": [],
        "vers": [],
        "css": _STYLE,
        "latexPre": "",
        "latexPost": "",
    }
    today = {"newToday": [0, 0], "revToday": [0, 0], "lrnToday": [0, 0], "timeToday": [0, 0]}
    plain_deck = {"desc": "", "dyn": 0, "conf": 1, "usn": -1, "mod": 0, "collapsed": False, **today}
    decks = {
        "1": {"id": 1, "name": "Default", **plain_deck},
        str(deck): {"id": deck, "name": title, **plain_deck},
    }
    steps = {
        "delays": [1, 10],
        "ints": [1, 4, 7],
        "initialFactor": 2500,
        "order": 1,
        "perDay": 20,
        "bury": True,
    }
    reviews = {"perDay": 200, "ease4": 1.3, "fuzz": 0.05, "ivlFct": 1, "maxIvl": 36500, "bury": True}
    lapses = {"delays": [10], "mult": 0, "minInt": 1, "leechFails": 8, "leechAction": 0}
    options = {
        "1": {
            "id": 1,
            "name": "Default",
            "new": steps,
            "rev": reviews,
            "lapse": lapses,
            "maxTaken": 60,
            "timer": 0,
            "autoplay": True,
            "replayq": True,
            "mod": 0,
            "usn": 0,
        }
    }
    chosen = {
        "curDeck": deck,
        "activeDecks": [deck],
        "curModel": str(model),
        "nextPos": 1,
        "sortType": "noteFld",
    }
    return tuple(json.dumps(part) for part in (chosen, {str(model): kind}, decks, options))


def _html(text: str) -> str:
    return escape(text, quote=False).replace("\n", "<br>")


def _number(name: str) -> int:
    """The same number for the same name, as Anki wants for decks and models."""
    return int.from_bytes(sha256(name.encode()).digest()[:4], "big") >> 1
