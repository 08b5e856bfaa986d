"""How the tutor takes what a person does besides answering well: nerves, pieces, questions in between."""

from __future__ import annotations

import pytest

from diotima.app.clock import FixedClock
from diotima.app.wiring import Tutor
from diotima.domain.transcript import ExpectationCovered
from tests.turn.conftest import Talk, spoken


def _wordings(talk: Talk, key: str) -> list[str]:
    return list(talk.tutor.catalogue.wordings(key))


def _says(said: str, wordings: list[str]) -> bool:
    return any(w in said for w in wordings)


def test_a_nervous_learner_is_met_with_calm(nerves: Talk) -> None:
    said = spoken(nerves.say("exam tomorrow and i am really nervous, the radial nerve please"))

    assert _says(said, _wordings(nerves, "tutor.orient.calm"))


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("what's a ramus?", "tutor.diagnostic.later"),
        ("this is annoying", "tutor.diagnostic.unknown_is_fine"),
        ("xyz", "tutor.diagnostic.unclear"),
    ],
)
def test_what_is_no_option_is_taken_for_what_it_is(nerves: Talk, words: str, key: str) -> None:
    nerves.say("the radial nerve")
    pending = nerves.pending

    assert _says(spoken(nerves.say(words)), _wordings(nerves, key))
    assert nerves.pending == pending


def test_an_answer_in_two_pieces_is_an_answer(nerves: Talk) -> None:
    """The tutor asks for the missing half, so the missing half has to be enough."""
    nerves.through_diagnostics("the spinal cord")
    assert "stroke on the thumb" in nerves.pending
    nerves.say("the dorsal root")
    nerves.say("the motor fibres are fine")

    heard = nerves.say("they leave by the ventral one")

    assert [b.body.expectation for b in heard if isinstance(b.body, ExpectationCovered)] == ["strength"]


def test_says_how_many_parts_are_left(nerves: Talk) -> None:
    nerves.through_diagnostics("the spinal cord")

    said = spoken(nerves.say("the dorsal root"))

    assert _says(said, [w.replace("{n}", "2") for w in _wordings(nerves, "tutor.acknowledge.left.other")])


def test_a_returning_learner_is_not_greeted_by_announcements(tutor: Tutor, clock: FixedClock) -> None:
    first = Talk(tutor, clock, tutor.sessions.open("simple-circuits", "anna", minutes=15))
    first.through_diagnostics("resistance")
    first.say("exit")
    again = Talk(tutor, clock, tutor.sessions.open("simple-circuits", "anna", minutes=15))

    said = spoken(again.say("resistance"))

    assert again.session != first.session
    assert again.pending in said
    assert not _says(said, _wordings(again, "tutor.announce.tutoring"))


def test_says_what_is_left_to_say_and_not_what_was_said(nerves: Talk) -> None:
    nerves.through_diagnostics("the spinal cord")
    nerves.say("the dorsal root")
    nerves.say("the motor fibres are fine")
    nerves.say("exit")

    report = nerves.tutor.sessions.report(nerves.session)

    assert report is not None
    sentence = next(t.sentence for t in report.topics if t.concept == "spinal-cord")
    assert "by which way those fibres travel" in sentence
    assert "which fibres make a muscle pull" not in sentence


def test_praises_the_right_half_and_marks_the_wrong_one(nerves: Talk) -> None:
    nerves.through_diagnostics("the spinal cord")
    assert "stroke on the thumb" in nerves.pending

    said = spoken(nerves.say("the dorsal root is damaged, because motor fibres do not use the ventral root"))

    assert '"the dorsal root is damaged"' in said
    assert _says(said, _wordings(nerves, "tutor.acknowledge.beside"))


def test_a_topic_begins_with_what_it_rests_on_and_says_so(circuits: Talk) -> None:
    circuits.through_diagnostics("resistance")
    entries = circuits.tutor.sessions.entries(circuits.session)

    grounds = [w.split("{")[0] for w in _wordings(circuits, "tutor.transition.ground")]
    assert _says(spoken(entries), grounds)


def test_a_request_to_explain_is_never_passed_over(nerves: Talk) -> None:
    nerves.through_diagnostics("where the plexus begins")
    for words in ("explain it to me", "can you explain", "please explain"):
        said = spoken(nerves.say(words))
        assert said.removesuffix(nerves.pending).strip()


def test_a_half_heard_in_a_misconception_completes_nothing(nerves: Talk) -> None:
    """ "Feeling comes in at the front" does not say that motor fibres leave there."""
    nerves.through_diagnostics("the spinal cord")
    nerves.say("the ventral root i think, because feeling comes in at the front")
    nerves.say("so it is the back one")

    heard = nerves.say("the motor fibres are fine")

    assert not [b for b in heard if isinstance(b.body, ExpectationCovered)]


def test_half_of_another_part_is_no_praise_for_a_wrong_answer(nerves: Talk) -> None:
    nerves.through_diagnostics("the spinal cord")

    said = spoken(nerves.say("the ventral one"))

    assert '"' not in said
    assert _says(said, _wordings(nerves, "tutor.acknowledge.unsure"))


def test_asks_for_the_unit_of_a_right_number_and_takes_it(circuits: Talk) -> None:
    circuits.through_diagnostics("ohm's law")
    for _ in range(30):
        if "heater" in circuits.pending:
            break
        circuits.say("skip")

    said = spoken(circuits.say("12/4"))
    heard = circuits.say("in ampere")

    assert _says(said, [w.replace("{quote}", "12/4") for w in _wordings(circuits, "tutor.ask.unit")])
    assert [b.body.quote for b in heard if isinstance(b.body, ExpectationCovered)] == ["in ampere"]


def test_a_case_thought_through_is_not_refused(circuits: Talk) -> None:
    circuits.through_diagnostics("current")
    circuits.say("the lamp uses up the current so less comes back")

    said = spoken(circuits.say("hm no, my torch works for days"))

    assert _says(said, _wordings(circuits, "tutor.acknowledge.followed"))
