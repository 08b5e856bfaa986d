"""What a learner's practice so far says about the next answer, for courses that many learners share.

Each answer is described before it is seen: how hard item and concept are for others, how much better or worse
than expected this learner has been of late (in all, on the concept, on the item), and how often they have
practised. The family is that of performance factors and best-LR (Pavlik, Cen & Koedinger 2009; Gervet et al.
2020); surprise instead of plain counts is the idea of Elo rating (Pelánek 2016).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import NamedTuple, TypeAlias, TypeVar

from diotima.domain.mastery import sigmoid

FEATURES = (
    "constant", "item", "concept", "ability", "concept_ability", "surprise_2", "surprise_5", "surprise_20",
    "surprise_all", "concept_surprise_2", "concept_surprise_5", "concept_surprise_all", "item_surprise",
    "item_right", "item_wrong", "concept_right", "concept_wrong", "answers", "item_new", "concept_new",
    "after_right", "after_wrong", "concept_after_right", "concept_after_wrong", "streak", "item_weight",
    "follows", "surprise_item",
)  # fmt: skip
"""Names of the columns ``Learner.describe`` gives, in order."""

_SPANS = (2, 5, 20)
"""Answers over which a running mean of surprise forgets."""


T = TypeVar("T", bound=Hashable)
_Counts: TypeAlias = defaultdict[T, list[int]]
"""How often something was answered, and how often rightly."""


class Answer(NamedTuple):
    """One answer of one learner."""

    learner: str
    item: str
    concept: str
    correct: bool


class Difficulties:
    """How easy items and concepts are: log-odds of a right answer, shrunk towards concept and whole.

    An item met ``n`` times counts ``n`` against ``ITEM`` answers at its concept's rate, a concept against
    ``CONCEPT`` answers at the rate of all, an item right after another answer against ``PAIR`` answers at the
    item's own rate (empirical Bayes with fixed weights).
    """

    ITEM = 5.0
    CONCEPT = 20.0
    PAIR = 4.0

    def __init__(self, answers: Iterable[Answer] = ()) -> None:
        self._items: _Counts[str] = defaultdict(lambda: [0, 0])
        self._concepts: _Counts[str] = defaultdict(lambda: [0, 0])
        self._follows: _Counts[tuple[str, bool, str]] = defaultdict(lambda: [0, 0])
        self._all = [0, 0]
        self._before: dict[str, Answer] = {}
        for answer in answers:
            self.learn(answer)

    def learn(self, answer: Answer) -> None:
        """Count one answer; those of a learner come in time order."""
        before = self._before.get(answer.learner)
        if before is not None:
            counts = self._follows[before.item, before.correct, answer.item]
            counts[0] += 1
            counts[1] += answer.correct
        self._before[answer.learner] = answer
        for counts in (self._items[answer.item], self._concepts[answer.concept], self._all):
            counts[0] += 1
            counts[1] += answer.correct

    def without(self, other: Difficulties) -> Difficulties:
        """The same counts less those of ``other``, which were counted here too."""
        left = Difficulties()
        _subtract(self._items, other._items, left._items)
        _subtract(self._concepts, other._concepts, left._concepts)
        _subtract(self._follows, other._follows, left._follows)
        left._all = [self._all[0] - other._all[0], self._all[1] - other._all[1]]
        return left

    def concept(self, concept: str) -> float:
        """Log-odds of a right answer to a question on the concept."""
        return _logit(self._concept_rate(concept))

    def item(self, item: str, concept: str) -> float:
        """Log-odds of a right answer to the item."""
        n, right = self._items.get(item, (0, 0))
        return _logit((right + self.ITEM * self._concept_rate(concept)) / (n + self.ITEM))

    def follows(self, before: str, correct: bool, item: str, concept: str) -> float:
        """How much likelier (log-odds) the item is answered right after that answer to another item."""
        n, right = self._follows.get((before, correct, item), (0, 0))
        easy = self.item(item, concept)
        return _logit((right + self.PAIR * sigmoid(easy)) / (n + self.PAIR)) - easy

    def weight(self, item: str) -> float:
        """How much is known of an item, 0 (never met) to 1."""
        n = self._items.get(item, (0, 0))[0]
        return n / (n + self.ITEM)

    def _concept_rate(self, concept: str) -> float:
        n, right = self._concepts.get(concept, (0, 0))
        rate = (self._all[1] + 1) / (self._all[0] + 2)
        return (right + self.CONCEPT * rate) / (n + self.CONCEPT)


class _Run:
    """Answers of one kind so far, with running means of surprise."""

    __slots__ = ("fading", "last", "right", "sum", "wrong")

    def __init__(self) -> None:
        self.right = self.wrong = 0
        self.sum = 0.0
        self.fading = [0.0] * len(_SPANS)
        self.last = 0

    def add(self, correct: bool, surprise: float) -> None:
        self.right += correct
        self.wrong += not correct
        self.sum += surprise
        self.fading = [f + (surprise - f) / span for f, span in zip(self.fading, _SPANS, strict=True)]
        self.last = 1 if correct else -1

    def mean(self, shrink: float) -> float:
        return self.sum / (self.right + self.wrong + shrink)


class Learner:
    """One learner's practice. ``describe`` before an answer is seen, ``add`` after it."""

    def __init__(self) -> None:
        self._all = _Run()
        self._concepts: defaultdict[str, _Run] = defaultdict(_Run)
        self._items: defaultdict[str, _Run] = defaultdict(_Run)
        self._ability = 0.0
        self._abilities: defaultdict[str, float] = defaultdict(float)
        self._streak = 0
        self._before: tuple[str, bool] | None = None

    def describe(self, item: str, concept: str, known: Difficulties) -> list[float]:
        """The ``FEATURES`` of the answer that comes next."""
        all_, on_concept, on_item = self._all, self._concepts[concept], self._items[item]
        met, met_concept = all_.right + all_.wrong, on_concept.right + on_concept.wrong
        easy = known.item(item, concept)
        follows = known.follows(*self._before, item, concept) if self._before else 0.0
        return [
            1.0,
            easy,
            known.concept(concept),
            self._ability,
            self._abilities[concept],
            *all_.fading,
            all_.mean(5.0),
            *on_concept.fading[:2],
            on_concept.mean(2.0),
            on_item.mean(1.0),
            math.log1p(on_item.right),
            math.log1p(on_item.wrong),
            math.log1p(on_concept.right),
            math.log1p(on_concept.wrong),
            math.log1p(met),
            float(on_item.last == 0),
            float(met_concept == 0),
            float(all_.last == 1),
            float(all_.last == -1),
            float(on_concept.last == 1),
            float(on_concept.last == -1),
            math.copysign(math.log1p(abs(self._streak)), self._streak),
            known.weight(item),
            follows,
            all_.mean(5.0) * easy,
        ]

    def add(self, item: str, concept: str, correct: bool, known: Difficulties) -> None:
        """Count an answer. Surprise is measured against how it was expected of anybody."""
        easy = known.item(item, concept)
        surprise = correct - sigmoid(easy)
        on_concept = self._concepts[concept]
        expected = sigmoid(easy + self._ability + self._abilities[concept])
        error = correct - expected
        self._ability += error * 0.8 / (1 + 0.05 * (self._all.right + self._all.wrong))
        self._abilities[concept] += error * 0.8 / (1 + 0.05 * (on_concept.right + on_concept.wrong))
        for run in (self._all, on_concept, self._items[item]):
            run.add(correct, surprise)
        self._before = item, correct
        self._streak = (max(self._streak, 0) + 1) if correct else (min(self._streak, 0) - 1)


def _logit(p: float) -> float:
    return math.log(p / (1 - p))


def _subtract(counts: _Counts[T], taken: _Counts[T], left: _Counts[T]) -> None:
    for name, (n, right) in counts.items():
        less, less_right = taken.get(name, (0, 0))
        left[name] = [n - less, right - less_right]
