from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given

from diotima.domain.errors import BadInput
from diotima.domain.evidence import Evidence
from diotima.domain.transcript import Body, LearnerSaid, SessionClosed, SessionOpened
from diotima.store.bodies import BODIES, decode_body, decode_evidence, encode_body, encode_evidence, kind_of
from diotima.store.errors import StoreDamaged
from tests.store.samples import evidence, values_of


def test_every_body_has_a_kind_of_its_own() -> None:
    assert len(BODIES) == len(get_args(Body))
    assert kind_of(SessionOpened) == "session_opened"


@given(values_of(Body))
def test_a_body_reads_back_as_it_was_written(body: Body) -> None:
    assert decode_body(kind_of(type(body)), encode_body(body)) == body


@given(values_of(Evidence))
def test_evidence_reads_back_as_it_was_written(event: Evidence) -> None:
    read = decode_evidence(encode_evidence(event))

    assert read == event
    assert {k: type(v) for k, v in read.payload.items()} == {k: type(v) for k, v in event.payload.items()}


def test_equal_evidence_is_written_alike_whatever_the_order_of_its_payload() -> None:
    assert encode_evidence(evidence("a", p=1.0, zone="accept")) == encode_evidence(
        evidence("a", zone="accept", p=1.0)
    )


def test_a_lone_surrogate_is_bad_input() -> None:
    with pytest.raises(BadInput) as refused:
        encode_body(LearnerSaid("\ud800"))

    assert refused.value.key == "unreadable"


def test_a_kind_of_a_newer_version_is_no_body() -> None:
    assert decode_body("dream_told", "{}") is None


def test_fields_of_a_newer_version_are_ignored_and_later_ones_defaulted() -> None:
    assert decode_body("learner_said", '{"text": "deltoid", "mood": "calm"}') == LearnerSaid("deltoid")


@pytest.mark.parametrize("text", ["", "{", "{}", '{"why": 3}', "[]"])
def test_a_body_that_does_not_fit_its_kind_is_damage(text: str) -> None:
    assert decode_body("session_closed", '{"why": "end"}') == SessionClosed("end")

    with pytest.raises(StoreDamaged):
        decode_body("session_closed", text)
