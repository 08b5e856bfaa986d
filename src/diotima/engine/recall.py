"""Which passages may be shown, and which of them answers a question best.

Progressive Context Revelation: what a learner has not earned is filtered out before anything is compared, and
the leak guard looks at it again on the way out.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from diotima.domain.course import Course, Passage, PassageKind
from diotima.domain.knowledge import Knowledge
from diotima.domain.session import SessionState
from diotima.engine.words import stems

MATCH = 0.5
"""Share of a question's own words a passage must hold to count as an answer."""


@dataclass(frozen=True)
class Found:
    """A passage with how well it fits, 0 to 1."""

    passage: Passage
    score: float


def allowed_passages(
    course: Course, concepts: Collection[str], *, mastery: float, withheld: Collection[str]
) -> tuple[Passage, ...]:
    """Passages a learner may see, context and prerequisite first.

    ``withheld`` are ``item/expectation`` references not yet covered; ``mastery`` is the effective mastery of
    the concept, 0 to 1. Below ``context_below`` no answer passage at all; at any mastery none that answers
    something withheld.
    """
    policy = course.policy
    open_to = [p for p in course.passages if p.concept in concepts and not set(p.reveals) & set(withheld)]
    if mastery < policy.context_below:
        open_to = [p for p in open_to if p.kind is not PassageKind.ANSWER and not p.reveals]
    rank = {PassageKind.CONTEXT: 0, PassageKind.PREREQUISITE: 1, PassageKind.FIGURE: 2, PassageKind.ANSWER: 3}
    return tuple(sorted(open_to, key=lambda p: rank[p.kind]))


def withheld_from(course: Course, session: SessionState, knowledge: Knowledge) -> frozenset[str]:
    """``item/expectation`` of everything this learner has not earned.

    What was covered in an earlier session may be shown again, unless its item has been opened in this one.
    """
    earned = set(session.covered())
    for item in course.items:
        if item.id not in session.items:
            earned |= {f"{item.id}/{e.id}" for e in item.expectations if _is_known(knowledge, e.node)}
    return frozenset(f"{i.id}/{e.id}" for i in course.items for e in i.expectations) - earned


def _is_known(knowledge: Knowledge, node: str) -> bool:
    state = knowledge.nodes.get(node)
    return state is not None and state.covered


def find_passage(
    passages: Collection[Passage], question: str, *, shown: Collection[str] = ()
) -> Found | None:
    """The passage that shares most of the question's words, rare ones counting more; unseen ones first."""
    asked = stems(question)
    words = {p.id: stems(f"{p.title} {p.text}") for p in passages}
    weight = {s: 1 / (1 + sum(s in held for held in words.values())) for s in asked}
    total = sum(weight.values())
    if not total or not passages:
        return None

    def score(passage: Passage) -> float:
        return sum(weight[s] for s in asked & words[passage.id]) / total

    best = max(passages, key=lambda p: score(p) - 0.2 * (p.id in shown))
    return Found(best, score(best))


def passage_about(passage: Passage, question: str) -> str:
    """The passage from its sentence on that shares most words with the question."""
    asked = stems(question)
    sentences = re.split(r"(?<=[.?!])\s+", " ".join(passage.text.split()))
    start = max(range(len(sentences)), key=lambda n: (len(asked & stems(sentences[n])), -n))
    return " ".join(sentences[start:])


def next_context(passages: Collection[Passage], *, shown: Collection[str] = ()) -> Passage | None:
    """A passage to explain the ground with: the first that has not been shown."""
    return next((p for p in passages if p.id not in shown), next(iter(passages), None))
