"""``diotima course diff``: what a new version of a course does to what is already known of its learners.

A ledger names concepts, items, expectations, nodes, misconceptions and quizzes by id. An id that is gone
takes its evidence out of the learner model, though never out of the ledger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rapidfuzz import fuzz

from diotima.domain.course import Course
from diotima.domain.evidence import Subject

SAME = 80.0
"""Similarity of two texts (0 to 100, words sorted) from which one is taken for the other, renamed."""

KINDS = ("concept", "item", "expectation", "node", "misconception", "quiz")
"""The ids a ledger knows, as fields of ``Subject``."""

Named = Mapping[str, Mapping[str, str]]
"""For each kind the ids with the text that tells what they stand for."""


class Change(NamedTuple):
    """One id that is no longer what it was."""

    kind: str
    old: str | None
    new: str | None
    fate: str
    """``added | removed | renamed | merged | declared`` (renamed, and the course says so)."""


def compare(before: Course, after: Course) -> tuple[Change, ...]:
    """What became of each id, kind by kind in the order of ``KINDS``."""
    old, new = _named(before), _named(after)
    renames = after.manifest.renames
    return tuple(change for kind in KINDS for change in _compare(kind, old[kind], new[kind], renames))


def count_evidence(subjects: Iterable[Subject]) -> Counter[tuple[str, str]]:
    """How many pieces of evidence name each (kind, id)."""
    counts: Counter[tuple[str, str]] = Counter()
    for subject in subjects:
        for kind in KINDS:
            name = getattr(subject, kind)
            if name:
                counts[kind, _within(subject, kind, name)] += 1
    return counts


def tell(changes: Iterable[Change], evidence: Mapping[tuple[str, str], int]) -> Iterator[str]:
    """One sentence a change, with how much evidence it concerns."""
    for kind, old, new, fate in changes:
        if fate == "added":
            yield f"{kind} {new} is new."
            continue
        held = evidence.get((kind, old or ""), 0)
        told = {
            "removed": f"{kind} {old} is gone",
            "renamed": f"{kind} {old} seems to be {new} now",
            "declared": f"{kind} {old} is now {new}",
            "merged": f"{kind} {old} seems to have become part of {new}",
        }[fate]
        lost = "goes on counting" if fate == "declared" else "no longer counts"
        kept = "nobody has evidence on it" if not held else f"evidence on it ({held}) {lost}"
        advice = (
            f'; to keep it, add "{old}: {new}" to renames in pack.yaml'
            if fate in ("renamed", "merged")
            else ""
        )
        yield f"{told}: {kept}{advice}."


def _compare(
    kind: str, old: Mapping[str, str], new: Mapping[str, str], renames: Mapping[str, str]
) -> Iterator[Change]:
    added = {i: text for i, text in new.items() if i not in old}
    taken: set[str] = set()
    for name, text in old.items():
        if name in new:
            continue
        if renames.get(name) in new:
            taken.add(renames[name])
            yield Change(kind, name, renames[name], "declared")
            continue
        heir = _heir(text, added) or _heir(text, new)
        if heir is None:
            yield Change(kind, name, None, "removed")
            continue
        yield Change(kind, name, heir, "merged" if heir in taken or heir in old else "renamed")
        taken.add(heir)
    yield from (Change(kind, None, name, "added") for name in added if name not in taken)


def _heir(text: str, among: Mapping[str, str]) -> str | None:
    """The id whose text is most alike, if it is alike enough."""
    best = max(among, key=lambda i: fuzz.token_sort_ratio(text, among[i]), default=None)
    return best if best is not None and fuzz.token_sort_ratio(text, among[best]) >= SAME else None


def _named(course: Course) -> Named:
    expectations = [(i, e) for i in course.items for e in i.expectations]
    return {
        "concept": {c.id: f"{c.title} {c.outcome}" for c in course.concepts},
        "item": {i.id: i.question for i in course.items},
        "expectation": {f"{i.id}/{e.id}": e.proposition for i, e in expectations},
        "node": {e.node: e.proposition for _, e in expectations if e.node},
        "misconception": {f"{i.id}/{m.id}": m.statement for i in course.items for m in i.misconceptions},
        "quiz": {q.id: q.stem for q in course.quizzes},
    }


def _within(subject: Subject, kind: str, name: str) -> str:
    """Expectations and misconceptions are named within their item."""
    inside = kind in ("expectation", "misconception") and "/" not in name and subject.item
    return f"{subject.item}/{name}" if inside else name
