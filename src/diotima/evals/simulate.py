"""Whole sessions of simulated learners against the real turn graph: ``python -m diotima.evals.simulate``.

Prints, per persona: sessions, turns, share of expectations covered, parked share, questions repeated word for
word, replies longer than they should be, and leaks as the independent judge sees them, with an interval.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from diotima.app.clock import FixedClock
from diotima.app.wiring import trial_tutor
from diotima.domain.course import Course
from diotima.domain.transcript import (
    Entry,
    ExpectationCovered,
    ExpectationParked,
    ItemOpened,
    LearnerSaid,
    MoveChosen,
    QuestionAsked,
    TurnEnded,
    TutorSaid,
)
from diotima.engine.voice import TURN_WORDS
from diotima.evals.judge import Leak, find_leaks
from diotima.evals.learners import PERSONAS, Persona, SimulatedLearner
from diotima.models.minilm import MiniLM
from diotima.turn.sessions import Sessions

BEGINNING_MS = 1_780_000_000_000
SECONDS_A_TURN = 20
TURNS = 60
"""A session is cut off here; the clock ends it long before."""
SLACK_WORDS = 15
"""Words above the limit of a turn that still pass as "about"."""


@dataclass(frozen=True)
class Outcome:
    """What one session came to."""

    persona: str
    seed: int
    turns: int
    expected: int
    covered: int
    parked: int
    repeated: int
    long_turns: int
    ended: bool
    leaks: tuple[Leak, ...]


class Interval(NamedTuple):
    """A proportion with its 95 % Wilson interval."""

    share: float
    low: float
    high: float


def play(sessions: Sessions, course: Course, persona: Persona, seed: int, clock: FixedClock) -> Outcome:
    """Play one session to its end."""
    learner = SimulatedLearner(course, persona, seed)
    session = sessions.open(course.id, f"{persona.name}-{seed}", minutes=15, key=str(seed))
    for turn in range(TURNS):
        view = sessions.view(session)
        if view.closed:
            break
        sessions.submit(session, replace(learner.answer(view.pending), key=str(turn)))
        for entry in sessions.run(session):
            if isinstance(entry.body, TutorSaid):
                learner.listen(entry.body.move, entry.body.item, entry.body.expectation)
        clock.advance(seconds=SECONDS_A_TURN)
    return judge(course, persona.name, seed, sessions.entries(session))


def judge(course: Course, persona: str, seed: int, entries: Sequence[Entry]) -> Outcome:
    """Count what matters in a finished transcript."""
    asked = Counter(e.body.question.text for e in entries if isinstance(e.body, QuestionAsked))
    opened = {e.body.item for e in entries if isinstance(e.body, ItemOpened)}
    return Outcome(
        persona=persona,
        seed=seed,
        turns=sum(isinstance(e.body, LearnerSaid) for e in entries),
        expected=sum(len(course.item_by_id[i].expectations) for i in opened),
        covered=sum(isinstance(e.body, ExpectationCovered) for e in entries),
        parked=sum(isinstance(e.body, ExpectationParked) for e in entries),
        repeated=sum(n - 1 for n in asked.values()),
        long_turns=sum(words > TURN_WORDS + SLACK_WORDS for words in _turn_words(entries)),
        ended=any(isinstance(e.body, MoveChosen) and e.body.move == "close" for e in entries),
        leaks=tuple(find_leaks(course, entries)),
    )


def wilson(hits: int, n: int, z: float = 1.96) -> Interval:
    """Wilson's 95 % interval of a proportion (Wilson 1927)."""
    if n == 0:
        return Interval(0.0, 0.0, 1.0)
    p = hits / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return Interval(p, max(0.0, centre - half), min(1.0, centre + half))


def simulate(course_ids: Sequence[str], count: int, *, encoder: bool = False, jobs: int = 1) -> list[Outcome]:
    """Play ``count`` sessions, personas and courses in turn; the outcomes do not depend on ``jobs``."""
    numbers = [range(job, count, jobs) for job in range(jobs)]
    if jobs == 1:
        return _play_some(course_ids, numbers[0], encoder)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        parts = pool.map(_play_some, repeat(course_ids), numbers, repeat(encoder))
        return sorted((o for part in parts for o in part), key=lambda o: o.seed)


def _play_some(course_ids: Sequence[str], numbers: Iterable[int], encoder: bool) -> list[Outcome]:
    clock = FixedClock(BEGINNING_MS)
    tutor = trial_tutor(clock, encoder=MiniLM() if encoder else None)
    personas = list(PERSONAS.values())
    outcomes = []
    for n in numbers:
        course = tutor.courses.get(course_ids[(n // len(personas)) % len(course_ids)])
        outcomes.append(play(tutor.sessions, course, personas[n % len(personas)], n, clock))
    return outcomes


def render(outcomes: Sequence[Outcome]) -> str:
    """The outcomes as a Markdown table."""
    lines = [
        "| persona | sessions | turns a session | covered | parked "
        "| repeated questions | long turns | sessions with a leak |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name in (*PERSONAS, "all"):
        some = [o for o in outcomes if name in ("all", o.persona)]
        if some:
            lines.append(_row(name, some))
    return "\n".join(lines)


def _row(name: str, some: Sequence[Outcome]) -> str:
    expected = sum(o.expected for o in some) or 1
    leaky = wilson(sum(bool(o.leaks) for o in some), len(some))
    return (
        f"| {name} | {len(some)} | {sum(o.turns for o in some) / len(some):.1f} "
        f"| {sum(o.covered for o in some) / expected:.2f} | {sum(o.parked for o in some) / expected:.2f} "
        f"| {sum(o.repeated for o in some)} | {sum(o.long_turns for o in some)} "
        f"| {sum(bool(o.leaks) for o in some)} ({100 * leaky.low:.1f} to {100 * leaky.high:.1f} %) |"
    )


def _turn_words(entries: Iterable[Entry]) -> Iterable[int]:
    words = 0
    for entry in entries:
        match entry.body:
            case LearnerSaid():
                words = 0
            case TutorSaid(text=text):
                words += len(text.split())
            case QuestionAsked(question=question):
                words += len(question.text.split())
            case TurnEnded():
                yield words


def main() -> None:
    """Play sessions, print the table, exit 1 if anything leaked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=400)
    parser.add_argument("--course", action="append", help="course id; all packaged courses by default")
    parser.add_argument("--out", type=Path, help="write the table there as well")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--leaks", action="store_true", help="print every leak as a JSON line")
    asked = parser.parse_args()
    courses = asked.course or ["upper-limb-neuroanatomy", "simple-circuits"]
    outcomes = simulate(courses, asked.sessions, encoder=True, jobs=asked.jobs)
    table = render(outcomes)
    print(table)
    if asked.leaks:
        for outcome in outcomes:
            for leak in outcome.leaks:
                print(json.dumps({**asdict(outcome), "leaks": leak._asdict()}))
    if asked.out:
        asked.out.write_text(
            f"# Simulated sessions\n\nWritten by `make eval`.\n\n{table}\n", encoding="utf-8"
        )
    raise SystemExit(any(o.leaks for o in outcomes))


if __name__ == "__main__":
    main()
