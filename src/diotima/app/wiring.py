"""The composition root: the one place that knows every adapter."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

from diotima.app.catalogue import load_catalogue
from diotima.app.clock import SystemClock
from diotima.app.settings import Settings
from diotima.domain.course import Item
from diotima.domain.errors import DiotimaError
from diotima.domain.mastery import learner_model
from diotima.domain.messages import Catalogue
from diotima.domain.ports import Clock, Courses, Encoder, Journal
from diotima.engine.grading import Grader
from diotima.engine.leak import LeakGuard
from diotima.models.minilm import MiniLM
from diotima.models.vectors import CachedEncoder
from diotima.packs.shelf import Shelf
from diotima.store.journal import SqlJournal
from diotima.store.memory import MemoryJournal
from diotima.turn.deps import Deps
from diotima.turn.sessions import Sessions


@dataclass(frozen=True)
class Tutor:
    """Everything a shell needs."""

    sessions: Sessions
    courses: Courses
    catalogue: Catalogue
    journal: Journal
    warm_up: Callable[[], None] = lambda: None
    """Does beforehand what the first turns would have to wait for; takes seconds, may run beside them."""


@contextmanager
def open_tutor(settings: Settings, clock: Clock | None = None) -> Iterator[Tutor]:
    """The tutor on the data folder of the settings; closes the database afterwards.

    Raises ``StoreUnavailable`` if the database cannot be opened.
    """
    with SqlJournal.open(settings.database_url) as journal:
        catalogue = load_catalogue(settings.language)
        shelf = Shelf(*settings.courses)
        encoder = CachedEncoder(MiniLM(), settings.data / "cache")
        new_id = partial(secrets.token_hex, 16)
        deps = _deps(journal, shelf, clock or SystemClock(), catalogue, encoder, settings, new_id)
        yield Tutor(Sessions(deps), shelf, catalogue, journal, partial(_warm_up, deps, encoder))


def trial_tutor(clock: Clock, *, encoder: Encoder | None = None, courses: tuple[Path, ...] = ()) -> Tutor:
    """A tutor that keeps everything in memory, for simulations and tests.

    Its ids, and with them every shuffle, are the same each time.
    """
    settings = Settings()
    catalogue = load_catalogue(settings.language)
    journal, shelf, numbers = MemoryJournal(), Shelf(*courses), count(1)
    deps = _deps(journal, shelf, clock, catalogue, encoder, settings, lambda: f"trial-{next(numbers)}")
    return Tutor(Sessions(deps), shelf, catalogue, journal)


def _deps(
    journal: Journal,
    courses: Courses,
    clock: Clock,
    catalogue: Catalogue,
    encoder: Encoder | None,
    settings: Settings,
    new_id: Callable[[], str],
) -> Deps:
    grader = Grader(encoder)
    return Deps(
        journal=journal,
        courses=courses,
        clock=clock,
        catalogue=catalogue,
        encoder=encoder,
        grader=grader,
        guard=LeakGuard(grader),
        model=learner_model(settings.learner_model),
        new_id=new_id,
        length_s=settings.minutes * 60 or None,
        idle_after_s=settings.idle_minutes * 60,
    )


def _warm_up(deps: Deps, encoder: CachedEncoder) -> None:
    from diotima.turn.graph import turn_graph

    turn_graph()
    for name in deps.courses.ids():
        with suppress(DiotimaError):
            for item in deps.courses.get(name).items:
                encoder.remember(_compared(deps.grader, item))


def _compared(grader: Grader, item: Item) -> Iterator[str]:
    """The course texts that answers to an item are compared with."""
    scheme = grader.scheme(item)
    yield from (item.question, item.ideal, *(e.proposition for e in item.expectations))
    yield from (reference.source for e in scheme.expectations for reference in e.references)
    yield from (m.source.statement for m in scheme.misconceptions)
