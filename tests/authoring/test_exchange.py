"""Questions go out to other tools and come back, and what is lost is told."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diotima.authoring.drafting import write_draft
from diotima.authoring.exchange import anki, gift, oatutor, olx, qti, table
from diotima.authoring.exchange.formats import FORMATS
from diotima.authoring.exchange.question import Bank, Option, Question, questions_of
from diotima.cli import EXCHANGE
from diotima.domain.errors import BadInput
from diotima.packs.check import check_course
from diotima.packs.problems import Level
from diotima.packs.reader import read_course
from tests.engine.examples import shipped_courses

UNKEPT: dict[str, dict[str, Any]] = {
    "gift": {"hints": ()},
    "olx": {"topic": ""},
    "qti": {"topic": "", "hints": ()},
    "qti3": {"topic": "", "hints": ()},
    "oatutor": {"tolerance": 0.0},
    "anki": {"hints": (), "tolerance": 0.0},
    "csv": {"hints": (), "tolerance": 0.0},
}
"""What each format has no place for; its ``lost`` says so."""

every_format = pytest.mark.parametrize("name", FORMATS)

words = st.text(
    st.characters(categories=("L", "N", "P", "S"), exclude_characters="<>&|"), min_size=1, max_size=12
)
texts = st.lists(words, min_size=1, max_size=6).map(" ".join)
names = st.text("abcdefghijklmnopqrstuvwxyz0123456789-", min_size=1, max_size=12)


@st.composite
def question(draw: st.DrawFn) -> Question:
    """A question whose texts hold any printable signs, and at most one kind of answer."""
    blank = Question(draw(names), draw(texts), feedback=draw(st.just("") | texts), topic=draw(names))
    kind = draw(st.sampled_from(["options", "answers", "number"]))
    if kind == "answers":
        others = tuple(f"a {t}" for t in draw(st.lists(texts, max_size=2, unique=True)))
        return blank._replace(answers=("a word", *others), hints=tuple(draw(st.lists(texts, max_size=2))))
    if kind == "number":
        number, tolerance = draw(st.integers(-999, 999)), draw(st.sampled_from([0.0, 0.5]))
        return blank._replace(number=number / 4, tolerance=tolerance)
    told = draw(st.lists(texts, min_size=2, max_size=5, unique=True))
    right = draw(st.integers(0, len(told) - 1))
    said = draw(st.just("") | texts)
    return blank._replace(options=tuple(Option(t, n == right, said) for n, t in enumerate(told)), feedback="")


def kept(name: str, q: Question) -> Question:
    plain = q._replace(**UNKEPT[name])
    if name in ("oatutor", "anki", "csv"):
        plain = plain._replace(options=tuple(o._replace(feedback="") for o in plain.options))
    if name in ("anki", "csv"):
        plain = plain._replace(answers=plain.answers[:1])
    if name == "anki":
        plain = plain._replace(id="")
    return plain


def back(name: str, bank: Bank) -> list[Question]:
    found = FORMATS[name].read(FORMATS[name].write(bank))
    assert found.lost == ()
    return [q._replace(id="") if name == "anki" else q for q in found.questions]


def test_the_command_line_knows_every_format() -> None:
    assert set(EXCHANGE) == FORMATS.keys() == UNKEPT.keys()


@every_format
@pytest.mark.parametrize("course", shipped_courses(), ids=lambda c: c.id)
def test_a_shipped_course_comes_back_but_for_what_is_told(name: str, course: object) -> None:
    bank = questions_of(course)  # type: ignore[arg-type]

    assert back(name, bank) == [kept(name, q) for q in bank.questions]


@every_format
@settings(max_examples=40, deadline=None)
@given(question=question())
def test_any_question_comes_back_but_for_what_is_told(name: str, question: Question) -> None:
    bank = Bank((question,))
    expected = kept(name, question)

    assert back(name, bank) == [expected]
    lost = {told.id for told in FORMATS[name].lost(bank)}
    assert (expected._replace(id=question.id) == question) == (lost == set())


def test_gift_as_teachers_write_it() -> None:
    text = r"""
// a comment
$CATEGORY: top/Nerves

::Q1:: Which nerve extends the wrist? {
=radial #Well seen.
~ulnar #Look at the little finger.
~median
~axillary
}

Two plus two is {=four =4} altogether.

How long is it?{#12.5:0.5}

[html]<p>Is this <b>bold</b>\: yes?</p>{~no =yes}

::Essay:: Write about nerves. {}

::TF:: The sun is cold. {F}

::Match:: Pair them. {=a -> b =c -> d}

::Weights:: Choose. {~%50%a ~%50%b}
"""
    bank = gift.read(text.encode())

    first, blank, number, marked = bank.questions
    assert first.topic == "Nerves"
    assert [o.text for o in first.options if o.correct] == ["radial"]
    assert first.options[1].feedback == "Look at the little finger."
    assert (blank.stem, blank.answers) == ("Two plus two is _____ altogether.", ("four", "4"))
    assert (number.number, number.tolerance) == (12.5, 0.5)
    assert marked.stem == "Is this bold: yes?"
    assert [told.id for told in bank.lost] == ["Essay", "TF", "Match", "Weights"]


def test_olx_as_studio_writes_it() -> None:
    xml = b"""<problem display_name="Ohm"><numericalresponse answer="2.0"><p>How large is it?</p>
      <responseparam type="tolerance" default="5%"/><formulaequationinput/></numericalresponse>
      <demandhint><hint>Divide.</hint></demandhint></problem>"""

    (question,) = olx.read(xml).questions

    assert (question.stem, question.number, question.tolerance) == ("How large is it?", 2.0, 0.1)
    assert question.hints == ("Divide.",)


def test_qti_3_as_others_write_it() -> None:
    xml = b"""<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="x">
      <qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier">
        <qti-correct-response><qti-value>B</qti-value></qti-correct-response></qti-response-declaration>
      <qti-item-body><p>Look.</p><qti-choice-interaction response-identifier="RESPONSE" max-choices="1">
        <qti-prompt>Which one?</qti-prompt><qti-simple-choice identifier="A">left</qti-simple-choice>
        <qti-simple-choice identifier="B">right</qti-simple-choice></qti-choice-interaction></qti-item-body>
      </qti-assessment-item>"""

    (question,) = qti.read(xml).questions

    assert question.stem == "Look. Which one?"
    assert question.options == (Option("left"), Option("right", True))


def test_oatutor_hints_that_end_in_the_answer_become_the_explanation(tmp_path: Path) -> None:
    def step(name: str, asked: str, answer: str) -> dict[str, object]:
        hints = [
            {"id": "1", "type": "hint", "text": "Look at the back of the hand."},
            {"id": "2", "type": "hint", "text": f"The answer is {answer}."},
        ]
        told = {"id": name, "stepTitle": asked, "stepAnswer": [answer], "answerType": "string"}
        return {**told, "problemType": "TextBox", "hints": {"DefaultPathway": hints}}

    steps = [
        step("one", "Which nerve extends the wrist?", "radial nerve"),
        step("two", "Which nerve bends the thumb?", "median nerve"),
        step("three", "Which nerve spreads the fingers?", "ulnar nerve"),
    ]
    bank = oatutor.read(json.dumps([{"id": "p", "lesson": "Nerves", "steps": steps}]).encode())

    lost = write_draft(bank, tmp_path / "nerves", "Nerves", "a test")
    course = read_course(tmp_path / "nerves")

    assert lost == ()
    for item in course.items:
        (e,) = item.expectations
        assert "Look at the back of the hand. What do you say?" in e.ladder.hints
        assert not any(e.keys[0] in hint for hint in e.ladder.hints)
        assert f"The answer is {e.keys[0]}." in e.assertion


@pytest.mark.parametrize("course", shipped_courses(), ids=lambda c: c.id)
def test_a_draft_of_a_shipped_course_has_no_errors_and_is_marked(course: object, tmp_path: Path) -> None:
    bank = questions_of(course)  # type: ignore[arg-type]

    write_draft(bank, tmp_path / "draft", 'A "draft"', "a test")

    draft = read_course(tmp_path / "draft")
    assert draft.manifest.draft
    assert draft.title == 'A "draft"'
    assert [str(p) for p in check_course(tmp_path / "draft") if p.level is Level.ERROR] == []


def test_nothing_is_written_for_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadInput):
        write_draft(Bank(()), tmp_path / "draft", "Draft", "a test")

    assert list(tmp_path.iterdir()) == []


@every_format
@settings(max_examples=40, deadline=None)
@given(data=st.binary(max_size=300))
def test_no_bytes_do_more_than_be_refused(name: str, data: bytes) -> None:
    with suppress(ValueError):
        FORMATS[name].read(data)


@pytest.mark.parametrize("read", [olx.read, qti.read])
def test_entities_are_refused(read: object) -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "b">]><problem>&a;</problem>'

    with pytest.raises(ValueError, match="entities"):
        read(bomb)  # type: ignore[operator]


def test_an_archive_that_holds_too_much_is_refused() -> None:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for n in range(4):
            archive.writestr(f"{n}.xml", b" " * 20_000_000)

    with pytest.raises(ValueError, match="too much"):
        qti.read(sink.getvalue())


def test_a_broken_archive_is_refused() -> None:
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w:gz") as archive:
        archive.addfile(tarfile.TarInfo("library/problem/a.xml"))

    with pytest.raises(ValueError, match="archive"):
        olx.read(sink.getvalue()[:40])


def test_a_deck_of_plain_cards_is_read() -> None:
    deck = anki.write(Bank((Question("1", "What extends the wrist?", answers=("the radial nerve",)),)))

    (card,) = anki.read(deck).questions

    assert (card.stem, card.answers) == ("What extends the wrist?", ("the radial nerve",))


def test_a_table_without_a_heading_is_read() -> None:
    bank = table.read(b"Capital of Peru?\tLima\nEmpty\t\n")

    assert [(q.stem, q.answers) for q in bank.questions] == [("Capital of Peru?", ("Lima",))]
    assert [told.what for told in bank.lost] == ["a card with an empty side"]
