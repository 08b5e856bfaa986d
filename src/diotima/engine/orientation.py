"""Onboarding: one conversational answer yields what to study and how."""

from __future__ import annotations

import re
from collections.abc import Collection

from rapidfuzz.distance import OSA

from diotima.domain.course import Concept, Course
from diotima.domain.transcript import Mode
from diotima.engine.words import stems

_VISUAL = re.compile(
    r"\b(draw\w*|diagram\w*|pictur\w*|imag\w*|visual\w*|figures?|sketch\w*|see it|illustrat\w*)\b", re.I
)
_DIALOGUE = re.compile(
    r"\b(questions?|q ?(&|and|n) ?a|ask\w*|talk\w*|dialogue|discuss\w*|text|words"
    r"|without (pictures|drawings))\b",
    re.I,
)
_SECURE = re.compile(
    r"\b(fine with|good (at|with)|know (the|about|my|all)|comfortable|confident|no problem"
    r"|already (know|did|had)|understand)\b",
    re.I,
)
_NERVOUS = re.compile(
    r"(?<!not )(?<!n't )\b(?:nervous(?! system)|anxious|scared|afraid|terrified|stressed|worried"
    r"|panic\w*|freaking out)\b",
    re.I,
)
SLIP_LETTERS = 5
"""Letters a stem has at least for another one letter away to be a slip of it."""
_WEAK = re.compile(r"\b(not|n't|dont|never|hard|trouble|struggl\w*|weak|confus\w*|but)\b", re.I)


def read_focus(course: Course, words: str) -> tuple[str, ...]:
    """Concepts a learner names, best match first; those said to be secure are left out.

    A concept is named by words of its title or one of its tags. An empty tuple means no preference.
    """
    wanted: dict[str, float] = {}
    known = frozenset(s for c in course.concepts for name in _names(c) for s in stems(name))
    for clause in re.split(r"[.;,!?]|\bbut\b|\bthough\b", words):
        if _SECURE.search(clause) and not _WEAK.search(clause):
            continue
        heard = {_meant(s, known) for s in stems(clause)}
        named = {c.id: _named(c, heard) for c in course.concepts}
        for concept in course.concepts:
            # "spinal cord" does not name the cords as well.
            if any(named[concept.id] and named[concept.id] < other for other in named.values()):
                continue
            score = _score(concept, named[concept.id], heard)
            if score:
                wanted[concept.id] = max(score, wanted.get(concept.id, 0.0))
    if not wanted:
        return ()
    best = max(wanted.values())
    rank = {c: n for n, c in enumerate(course.teaching_order)}
    chosen = [c for c, score in wanted.items() if score >= 0.6 * best]
    return tuple(sorted(chosen, key=lambda c: (-wanted[c], rank[c])))


def read_mode(words: str) -> Mode | None:
    """Drawings or question and answer; ``None`` if neither is mentioned."""
    visual, dialogue = _VISUAL.search(words), _DIALOGUE.search(words)
    if visual and dialogue:
        return (
            Mode.DIALOGUE
            if re.search(r"\b(no|not|without|rather than) (draw|diagram|pictur)", words, re.I)
            else Mode.VISUAL
        )
    return Mode.VISUAL if visual else Mode.DIALOGUE if dialogue else None


def is_nervous(words: str) -> bool:
    """Whether the learner says that they are afraid of what is ahead."""
    return bool(_NERVOUS.search(words))


def _names(concept: Concept) -> tuple[str, ...]:
    return (concept.title, *concept.tags, concept.id.replace("-", " "))


def _meant(said: str, known: frozenset[str]) -> str:
    """The stem, or the one of the course it is a slip of ("plexsus")."""
    if said in known or len(said) < SLIP_LETTERS:
        return said
    near = [k for k in known if len(k) >= SLIP_LETTERS and OSA.distance(said, k, score_cutoff=1) == 1]
    return near[0] if len(near) == 1 else said


def _named(concept: Concept, heard: set[str]) -> frozenset[str]:
    """Stems of the longest name of the concept that was said in full."""
    said = (name for name in map(stems, _names(concept)) if name <= heard)
    return max(said, key=len, default=frozenset())


def _score(concept: Concept, named: Collection[str], heard: set[str]) -> float:
    best = 1.0 + 0.2 * len(named) if named else 0.0
    title = set(stems(concept.title))
    overlap = len(title & heard) / len(title) if title else 0.0
    return max(best, 0.5 * overlap if overlap >= 0.5 else 0.0)
