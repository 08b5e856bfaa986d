"""The grading lint: the course's own answers are graded as their author means them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from diotima.domain.course import Expectation, GradedAnswer, Item
from diotima.domain.grades import ExpectationGrade, Zone
from diotima.packs.problems import Problem
from diotima.packs.review import Review

IDEAL, GOOD, BAD, NOTHING, SEEN = 0.9, 0.8, 0.5, 0.25, 0.65
"""Least p of the ideal answer and of a good one, most p of a bad one and of a text that says nothing, least
confidence of a misconception that is stated."""


def lint_grading(review: Review) -> Iterator[Problem]:
    """All lints of this module."""
    return chain.from_iterable(lint(review, item) for item in review.course.items for lint in _LINTS)


def _check_ideal(review: Review, item: Item) -> Iterator[Problem]:
    grade = review.grader.grade(item, item.ideal)
    for e in item.expectations:
        found = grade.of(e.id)
        if e.required and found.p < IDEAL:
            message = f"the ideal answer is graded {found.p:.2f} on `{e.id}` ({_why(e, found)})."
            yield review.error(
                "item", item.id, ("ideal",), "ideal-grade", message, "Add its words to the facets"
            )


def _check_variants(review: Review, item: Item) -> Iterator[Problem]:
    for e in item.expectations:
        for n, variant in enumerate(e.variants):
            found = review.grader.grade(item, variant, expectations=[e.id]).of(e.id)
            if found.p < GOOD:
                message = f"the variant is graded {found.p:.2f} on `{e.id}` ({_why(e, found)})."
                steps = ("expectations", e.id, "variants", n)
                yield review.error(
                    "item", item.id, steps, "variant-grade", message, "Add its words to the facets"
                )


def _check_question(review: Review, item: Item) -> Iterator[Problem]:
    for steps, text in [
        (("question",), item.question),
        *((("rephrasings", n), text) for n, text in enumerate(item.rephrasings)),
    ]:
        for found in review.grader.grade(item, text).expectations:
            if found.p > NOTHING:
                message = f"repeating this question is graded {found.p:.2f} on `{found.expectation}`."
                yield review.error(
                    "item", item.id, steps, "question-grade", message, "Free it of the answer's words"
                )


def _check_misconceptions(review: Review, item: Item) -> Iterator[Problem]:
    for m in item.misconceptions:
        steps = ("misconceptions", m.id, "statement")
        grade = review.grader.grade(item, m.statement)
        for contrast in m.contrasts:
            if grade.of(contrast).p > NOTHING:
                message = f"stating the misconception is graded {grade.of(contrast).p:.2f} on `{contrast}`."
                yield review.error(
                    "item", item.id, steps, "misconception-grade", message, "Sharpen the facets"
                )
        if not any(f.misconception == m.id and f.confidence >= SEEN for f in grade.misconceptions):
            message = f"the statement of `{m.id}` is not recognised as that misconception."
            yield review.error(
                "item", item.id, steps, "misconception-unseen", message, "Add its words to the cues"
            )


def _check_samples(review: Review, item: Item) -> Iterator[Problem]:
    for n, sample in enumerate(item.graded_answers):
        yield from _check_sample(review, item, n, sample)


def _check_sample(review: Review, item: Item, n: int, sample: GradedAnswer) -> Iterator[Problem]:
    grade = review.grader.grade(item, sample.text)
    for id, label in sample.labels.items():
        found = grade.of(id)
        if not _agrees(label, found):
            message = f"this answer is labelled {label} but graded {found.p:.2f} on `{id}` ({found.zone})."
            say = review.error if label == "bad" and found.p >= GOOD else review.warning
            yield say(
                "item", item.id, ("graded_answers", n), "sample-grade", message, "One of the two is wrong"
            )
    seen = {f.misconception for f in grade.misconceptions if f.confidence >= SEEN}
    if sample.misconception and sample.misconception not in seen:
        message = f"`{sample.misconception}` is not recognised in this answer."
        steps = ("graded_answers", n)
        yield review.warning(
            "item", item.id, steps, "sample-misconception", message, "Add its words to the cues"
        )


def _agrees(label: str, found: ExpectationGrade) -> bool:
    if label == "good":
        return found.p >= GOOD or found.zone is Zone.ACCEPT
    if label == "bad":
        return found.p <= BAD
    return label != "partial" or found.zone in (Zone.PARTIAL, Zone.UNSURE) or NOTHING < found.p < GOOD


def _why(e: Expectation, found: ExpectationGrade) -> str:
    missing = ", ".join(f"not heard: {e.facets[n].asks}" for n in found.facets_missing)
    return missing or f"{found.layer}, {found.zone}"


_LINTS = (
    _check_ideal,
    _check_variants,
    _check_question,
    _check_misconceptions,
    _check_samples,
)
