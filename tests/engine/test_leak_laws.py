"""The laws of withholding (L1 to L5) on every item of every course that ships."""

from __future__ import annotations

import time
import tomllib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diotima.domain.course import Item
from diotima.engine.grading import Grader
from diotima.engine.keys import keys_of
from diotima.engine.leak import LeakGuard, Watch
from tests.engine.examples import documented_item, shipped_courses, shipped_items
from tests.law.sources import PACKAGE

ITEMS = [documented_item(), *shipped_items()]
GUARD = LeakGuard(Grader())

every_item = pytest.mark.parametrize("of", ITEMS, ids=lambda item: item.id)


def watch(of: Item, *uncovered: str) -> Watch:
    return Watch(of, uncovered or tuple(e.id for e in of.expectations), visible=(of.question,))


def keys(of: Item) -> list[tuple[str, str]]:
    """Every key and every name of a set's members, each with its expectation."""
    return [(e.id, key.text) for e in of.expectations for key in keys_of(e)]


def authored(of: Item) -> list[str]:
    """Everything the tutor might say on an item, clean and not."""
    rungs = [t for e in of.expectations for t in (e.ladder.pump, *e.ladder.hints, e.ladder.prompt)]
    elenchus = [t for m in of.misconceptions for t in (m.counterexample, m.contrast, m.repair)]
    return [*rungs, *elenchus, *of.rephrasings, *(e.assertion for e in of.expectations), of.ideal]


@every_item
@settings(max_examples=15)
@given(data=st.data())
def test_l1_more_history_never_unblocks(of: Item, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(authored(of)))
    short = data.draw(st.lists(st.sampled_from(authored(of)), max_size=3))
    more = data.draw(st.lists(st.sampled_from(authored(of)), max_size=3))
    at = data.draw(st.integers(0, len(short)))
    longer = (*short[:at], *more, *short[at:])

    before = GUARD.check(text, replace(watch(of), said=tuple(short))).blocked
    after = GUARD.check(text, replace(watch(of), said=longer)).blocked

    assert after or not before


@every_item
def test_l2_what_the_learner_said_may_be_repeated(of: Item) -> None:
    blocked = []
    for name, key in keys(of):
        said = replace(watch(of, name), visible=(of.question, f"Perhaps {key}?"))
        if {"key", "member"} & set(GUARD.check(f'You wrote "{key}". Why?', said).rules):
            blocked.append(key)

    assert blocked == []


@every_item
@settings(max_examples=25)
@given(data=st.data())
def test_l3_no_disguise_of_letters_helps(of: Item, data: st.DataObject) -> None:
    name, key = data.draw(st.sampled_from(keys(of)))
    cyrillic = str.maketrans("aeopcxyi", "аеорсхуі")
    small = str.maketrans("abcdefghijklmnoprstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ")

    def disguise(letter: str) -> st.SearchStrategy[str]:
        alike = [letter.translate(cyrillic), letter.translate(small)] if letter.islower() else []
        accented = [f"{letter}\u0301"] if letter.isalpha() else []
        spaced = ["  ", "\t", "\u00a0"] if letter == " " else []
        plain = [letter, letter.upper(), f"\u200b{letter}", f"\u00ad{letter}"]
        return st.sampled_from(plain + alike + accented + spaced)

    disguised = "".join(data.draw(disguise(letter)) for letter in key)

    assert GUARD.check(f"Think of {disguised} now.", watch(of, name)).blocked


@every_item
@pytest.mark.parametrize("gap", [" ", "-", ".", " - ", "     ", "\n", " \n\n "])
def test_l3_spelling_a_key_out_does_not_help(of: Item, gap: str) -> None:
    words = [(name, key) for name, key in keys(of) if key.isalpha() and len(key) >= 4]

    released = [k for name, k in words if not GUARD.check(f"Say {gap.join(k)}!", watch(of, name)).blocked]

    assert released == []


@every_item
def test_l4_every_key_alone_blocks(of: Item) -> None:
    released = [key for name, key in keys(of) if not GUARD.check(key, watch(of, name)).blocked]

    assert released == []


@every_item
def test_l4_every_statement_of_an_expectation_blocks(of: Item) -> None:
    stated = [(e.id, t) for e in of.expectations for t in (e.proposition, e.assertion, *e.variants)]

    assert [text for name, text in stated if not GUARD.check(text, watch(of, name)).blocked] == []


@every_item
@settings(max_examples=15)
@given(data=st.data())
def test_l5_what_a_stream_released_is_clean_however_it_was_cut(of: Item, data: st.DataObject) -> None:
    pieces = data.draw(st.lists(st.sampled_from(authored(of)), min_size=1, max_size=4))
    name, key = data.draw(st.sampled_from(keys(of)))
    gap, within = data.draw(st.sampled_from(" \n")), data.draw(st.sampled_from(" \n"))
    secret = key.replace(" ", within, 1)
    text = gap.join((*pieces, f"So think of {secret} now.", "Well?"))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    chunks = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]

    released = list(GUARD.release(chunks, watch(of, name)))

    assert released == list(GUARD.release([text], watch(of, name)))
    assert text.startswith("".join(released))
    assert not GUARD.check("".join(released), watch(of, name)).blocked
    assert len("".join(released)) < len(text)


@every_item
def test_every_rung_is_clean_after_all_rungs_before_it(of: Item) -> None:
    leaks = []
    for e in of.expectations:
        said: tuple[str, ...] = ()
        for rung in (e.ladder.pump, *e.ladder.hints, e.ladder.prompt, e.ladder.choice.stem):
            verdict = GUARD.check(rung, replace(watch(of), said=said))
            if verdict.blocked or verdict.soft:
                leaks.append((e.id, rung, verdict.rules))
            said = (*said, rung)

    assert leaks == []


def test_open_passages_give_nothing_away() -> None:
    leaks = []
    for course in shipped_courses():
        for passage in course.passages:
            watches = [watch(i) for i in course.items if i.concept == passage.concept]
            if not passage.reveals and GUARD.check_many(passage.text, watches).blocked:
                leaks.append(passage.id)

    assert leaks == []


def neutral_wordings() -> dict[str, list[str]]:
    """The tutor's own wordings that quote nothing, by key."""
    lists: dict[str, list[str]] = {}

    def collect(name: str, value: object) -> None:
        if isinstance(value, dict):
            for part, inner in value.items():
                collect(f"{name}.{part}", inner)
        elif isinstance(value, list) and (plain := [text for text in value if "{" not in text]):
            lists[name] = plain

    collect("tutor", tomllib.loads((PACKAGE / "messages" / "en" / "tutor.toml").read_text("utf-8")))
    return lists


def is_released(text: str, of: Item) -> bool:
    return "".join(GUARD.release([text], watch(of))) == text


@every_item
def test_each_of_the_tutors_own_messages_has_a_harmless_wording(of: Item) -> None:
    lists = neutral_wordings()

    mute = [key for key, texts in lists.items() if not any(is_released(text, of) for text in texts)]

    assert len(lists) > 20
    assert mute == []


def test_a_sentence_costs_less_than_five_milliseconds() -> None:
    of = ITEMS[0]
    texts = [f"Picture somebody on a bicycle, number {n}. Which part of that would go?" for n in range(60)]
    history = replace(watch(of), said=tuple(texts[:10]), visible=(of.question, *texts[10:20]))
    GUARD.check(texts[0], history)

    start = time.process_time()
    for text in texts[20:]:
        GUARD.check(text, history)

    assert (time.process_time() - start) / 40 < 0.005
