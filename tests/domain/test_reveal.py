"""The reveal predicate of pedagogy 1.4, one condition at a time."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.domain.course import Course, RevealPolicy, Role
from diotima.domain.evidence import Evidence
from diotima.domain.knowledge import Knowledge, fold
from diotima.domain.mastery import Pfae
from diotima.domain.reveal import Effort, Grounds, may_reveal
from diotima.domain.transcript import Phase
from tests.building import MORNING, answer, course

CHAIN = course("a", "b<a", "c")
TRIED = Effort(attempts=2, genuine=1, rung=6)
EXPERT = [answer(c, n=n) for c in "ab" for n in range(14)]


def known(*ledger: Evidence) -> Knowledge:
    return fold(ledger, CHAIN, Pfae(), MORNING)


def grounds(
    act: str = "explain_request",
    effort: Effort = TRIED,
    *,
    of: Course = CHAIN,
    phase: Phase = Phase.TUTORING,
    ledger: list[Evidence] | None = None,
    flagged: bool = False,
    assessing: bool = False,
    item: str = "b.1",
) -> Grounds | None:
    return may_reveal(
        of,
        of.item_by_id[item],
        phase=phase,
        act=act,
        effort=effort,
        knowledge=known(*ledger or []),
        flagged=flagged,
        assessing=assessing,
    )


def with_policy(reveal: RevealPolicy, *, item: RevealPolicy | None = None) -> Course:
    items = tuple(replace(i, reveal=item) for i in CHAIN.items)
    policy = replace(CHAIN.policy, reveal=reveal)
    return replace(CHAIN, items=items, manifest=replace(CHAIN.manifest, policy=policy))


def test_an_explanation_is_earned_by_two_attempts_beyond_the_cloze() -> None:
    assert grounds() == Grounds.EARNED


@pytest.mark.parametrize(
    "effort",
    [Effort(1, 1, 6), Effort(2, 0, 6), Effort(2, 1, 5), Effort()],
    ids=["one attempt", "nothing genuine", "not beyond the cloze", "nothing"],
)
def test_less_does_not_earn_it(effort: Effort) -> None:
    assert grounds(effort=effort) is None


@pytest.mark.parametrize("act", ["reveal_request", "contribution", "idk", "question", "help_request"])
def test_only_asking_for_an_explanation_earns_it(act: str) -> None:
    assert grounds(act) is None


def test_who_has_mastered_concept_and_prerequisites_may_see_the_answer() -> None:
    assert grounds(effort=Effort(), ledger=EXPERT) == Grounds.MASTERED
    assert grounds(effort=Effort(), ledger=EXPERT, item="c.1") is None
    assert grounds(effort=Effort(), ledger=[*EXPERT[:14], answer("b")]) is None
    assert grounds("reveal_request", Effort(), ledger=EXPERT) is None


@given(st.sampled_from(["explain_request", "reveal_request", "contribution"]), st.booleans(), st.booleans())
def test_nothing_is_revealed_in_an_assessment_or_after_a_flag(
    act: str, expert: bool, on_request: bool
) -> None:
    of = with_policy(RevealPolicy.ON_REQUEST) if on_request else CHAIN
    ledger = EXPERT if expert else []
    for_assessment = replace(of, items=tuple(replace(i, roles=(Role.ASSESSMENT,)) for i in of.items))

    assert grounds(act, of=of, ledger=ledger, flagged=True) is None
    assert grounds(act, of=of, ledger=ledger, assessing=True) is None
    assert grounds(act, of=for_assessment, ledger=ledger) is None
    for phase in (Phase.RAPPORT, Phase.ASSESSMENT, Phase.WRAPUP):
        assert grounds(act, of=of, ledger=ledger, phase=phase) is None


def test_the_author_may_forbid_or_allow_it_and_an_item_overrides_its_course() -> None:
    never, asked = with_policy(RevealPolicy.NEVER), with_policy(RevealPolicy.ON_REQUEST)
    strict = with_policy(RevealPolicy.ON_REQUEST, item=RevealPolicy.NEVER)
    loose = with_policy(RevealPolicy.NEVER, item=RevealPolicy.EARNED)

    assert grounds(of=never, ledger=EXPERT) is None
    assert [grounds(act, Effort(), of=asked) for act in ("explain_request", "reveal_request", "idk")] == [
        Grounds.ON_REQUEST,
        Grounds.ON_REQUEST,
        None,
    ]
    assert grounds(of=strict, ledger=EXPERT) is None
    assert grounds(of=loose) == Grounds.EARNED
