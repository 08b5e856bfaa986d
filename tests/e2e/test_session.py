"""A learner at the keyboard."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import Tutor
from tests.e2e.room import (
    answer,
    begin,
    choose,
    numbers,
    questions,
    said,
    say,
    to_tutoring,
    wait_for_question,
)

pytestmark = pytest.mark.e2e

SLOW_S = 3.0


@pytest.fixture
def slow_tutor(data_folder: Path) -> Iterator[Tutor]:
    tutor = Tutor(data_folder, slow_s=SLOW_S)
    yield tutor
    tutor.stop()


def test_a_whole_session_by_clicking_and_typing(page: Page, tutor: Tutor) -> None:
    room = begin(page, tutor)
    to_tutoring(page)
    say(page, "the charge moves and the current is the same everywhere")
    say(page, "it gets used up in the lamp")
    for _ in range(4):
        answer(page, "no idea")

    expect(page.locator("#bar [aria-current=step]")).to_have_text("Working it out")
    expect(page.locator("#panel")).to_contain_text("Electric current")
    assert numbers(page) == sorted(set(numbers(page)))
    assert "the charge moves and the current is the same everywhere" in said(page)

    page.get_by_text("End session").click()
    page.get_by_role("button", name="End and write the report").click()
    page.wait_for_url("**/report")

    expect(page.get_by_role("heading", level=1)).to_have_text("What this session showed")
    expect(page.locator("blockquote").first).to_contain_text("used up in the lamp")
    page.get_by_label("4").first.check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Thank you, that is saved.")).to_be_visible()

    page.goto(tutor.url + room)
    expect(page.get_by_role("link", name="Read the report").first).to_be_visible()
    page.goto(tutor.url)
    expect(page.get_by_role("button", name="Start a session")).to_be_visible()


def test_by_keyboard_alone(page: Page, tutor: Tutor) -> None:
    page.goto(f"{tutor.url}/?course=simple-circuits")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.get_by_role("button", name="Start a session").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/sessions/*")

    page.get_by_role("textbox").focus()
    page.keyboard.type("resistance")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("please")
    page.keyboard.press("Enter")
    wait_for_question(page, 2)
    assert said(page) == ["resistance\nplease"]

    expect(page.get_by_role("radio").first).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    wait_for_question(page, 3)


def test_focus_goes_back_to_the_answer_box(page: Page, tutor: Tutor) -> None:
    begin(page, tutor)
    to_tutoring(page)

    say(page, "the charge moves")

    expect(page.get_by_role("textbox")).to_be_focused()
    expect(page.get_by_role("textbox")).to_have_value("")


def test_a_reload_in_the_middle_keeps_question_and_draft(page: Page, tutor: Tutor) -> None:
    begin(page, tutor)
    to_tutoring(page)
    before = page.locator("#log").inner_text()
    page.get_by_role("textbox").fill("I was just going to say")

    page.reload()

    assert page.locator("#log").inner_text() == before
    expect(page.get_by_role("textbox")).to_have_value("I was just going to say")
    say(page, "that the charge moves")
    page.reload()
    expect(page.get_by_role("textbox")).to_have_value("")


def test_double_clicks_send_once(page: Page, tutor: Tutor) -> None:
    begin(page, tutor)
    page.get_by_role("textbox").fill("resistance")

    page.get_by_role("button", name="Send").dblclick()

    wait_for_question(page, 2)
    assert said(page) == ["resistance"]


def test_words_appear_at_once_while_the_tutor_thinks(page: Page, slow_tutor: Tutor) -> None:
    begin(page, slow_tutor)
    page.get_by_role("textbox").fill("resistance")
    page.get_by_role("textbox").press("Enter")

    expect(page.locator("#log .learner")).to_have_text("Youresistance", timeout=300)
    expect(page.get_by_text("Diotima is thinking")).to_be_visible(timeout=2000)
    wait_for_question(page, 2)
    assert said(page) == ["resistance"]


def test_two_tabs_see_each_others_turns(context: BrowserContext, page: Page, tutor: Tutor) -> None:
    room = begin(page, tutor)
    other = context.new_page()
    other.goto(tutor.url + room)

    page.bring_to_front()
    say(page, "resistance, please")

    wait_for_question(other, 2)
    assert other.locator("#log").inner_text() == page.locator("#log").inner_text()


def test_a_stale_answer_says_so_and_the_page_catches_up(
    context: BrowserContext, page: Page, tutor: Tutor
) -> None:
    room = begin(page, tutor)
    to_tutoring(page)
    page.route("**/stream?*", lambda route: route.abort())
    page.reload()
    other = context.new_page()
    other.goto(tutor.url + room)
    say(other, "the charge moves")
    asked = questions(other)

    page.bring_to_front()
    page.get_by_role("textbox").fill("charge flows in a circle")
    page.get_by_role("textbox").press("Enter")

    expect(page.get_by_role("alert")).to_contain_text("has already been answered")
    page.unroute("**/stream?*")
    wait_for_question(page, asked)
    expect(page.get_by_role("alert")).to_contain_text("has already been answered")
    expect(page.get_by_role("textbox")).to_have_value("charge flows in a circle")
    assert said(page) == said(other)


def test_a_server_killed_in_the_middle_of_a_turn_finishes_it(page: Page, slow_tutor: Tutor) -> None:
    begin(page, slow_tutor)
    page.get_by_role("textbox").fill("resistance")
    page.get_by_role("textbox").press("Enter")
    expect(page.get_by_text("Diotima is thinking")).to_be_visible()

    slow_tutor.stop(signal.SIGKILL)
    expect(page.locator("#connection")).to_contain_text("connection was lost")
    slow_tutor.start()

    wait_for_question(page, 2)
    expect(page.locator("#connection")).to_be_empty()
    assert said(page) == ["resistance"]
    assert numbers(page) == sorted(set(numbers(page)))


def test_a_killed_server_finishes_the_turn_by_itself(browser: Browser, slow_tutor: Tutor) -> None:
    """Nobody looks at the session in the meantime."""
    context = browser.new_context()
    page = context.new_page()
    room = begin(page, slow_tutor)
    page.get_by_role("textbox").fill("resistance")
    page.get_by_role("textbox").press("Enter")
    expect(page.get_by_text("Diotima is thinking")).to_be_visible()
    slow_tutor.stop(signal.SIGKILL)
    page.goto("about:blank")

    slow_tutor.start()
    time.sleep(SLOW_S + 6)
    page.goto(slow_tutor.url + room)

    assert questions(page) == 2
    context.close()


def test_what_cannot_be_sent_is_kept_and_sent_once(page: Page, tutor: Tutor) -> None:
    begin(page, tutor)
    tutor.stop(signal.SIGKILL)
    page.get_by_role("textbox").fill("resistance")
    page.get_by_role("textbox").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("could not be sent")
    expect(page.get_by_role("textbox")).to_have_value("resistance")

    tutor.start()
    page.get_by_role("textbox").press("Enter")

    wait_for_question(page, 2)
    assert said(page) == ["resistance"]


def test_a_lost_reply_does_not_make_two_turns(page: Page, tutor: Tutor) -> None:
    """The turn arrives, the reply is lost; sending the same words again is the same turn."""
    begin(page, tutor)
    page.route("**/stream?*", lambda route: route.abort())
    page.reload()
    page.route("**/turns", lambda route: (route.fetch(), route.abort()))
    page.get_by_role("textbox").fill("resistance")
    page.get_by_role("textbox").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("could not be sent")

    page.unroute("**/turns")
    page.get_by_role("textbox").press("Enter")
    expect(page.get_by_role("textbox")).to_have_value("")
    page.unroute("**/stream?*")

    wait_for_question(page, 2)
    assert said(page) == ["resistance"]


def test_a_month_later_on_another_device(browser: Browser, page: Page, tutor: Tutor) -> None:
    room = begin(page, tutor)
    to_tutoring(page)
    before = page.locator("#log").inner_text()
    tutor.stop()
    tutor.start()
    elsewhere = browser.new_context()
    other = elsewhere.new_page()

    other.goto(tutor.url)
    other.get_by_role("link", name="Continue your session").click()

    assert re.sub(r"#.*", "", other.url) == tutor.url + room
    assert other.locator("#log").inner_text() == before
    say(other, "the charge moves")
    elsewhere.close()


def test_without_javascript(browser: Browser, tutor: Tutor) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{tutor.url}/?course=simple-circuits")
    page.get_by_role("button", name="Start a session").click()
    page.get_by_role("textbox").fill("resistance, with drawings")
    page.get_by_role("button", name="Send").click()
    wait_for_question(page, 2)
    while page.get_by_role("radio").count():
        choose(page, 0)
    asked = questions(page)
    page.get_by_role("textbox").fill("the charge moves")
    page.get_by_role("button", name="Send").click()
    wait_for_question(page, asked + 1)
    assert said(page)[-1] == "the charge moves"

    page.get_by_text("End session").click()
    page.get_by_role("button", name="End and write the report").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("What this session showed")
    context.close()


def test_a_slow_turn_without_javascript_shows_itself(browser: Browser, slow_tutor: Tutor) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{slow_tutor.url}/?course=simple-circuits")
    page.get_by_role("button", name="Start a session").click()
    page.get_by_role("textbox").fill("resistance")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Diotima is thinking")).to_be_visible()

    expect(page.locator("#log .question")).to_have_count(2, timeout=10_000)
    context.close()


def test_learners_do_not_see_each_others_sessions(page: Page, tutor: Tutor) -> None:
    room = begin(page, tutor)
    page.goto(tutor.url)
    page.get_by_text("Studying as").click()
    page.get_by_label("Your name").fill("Zoë")
    page.get_by_role("button", name="Use this name").click()

    expect(page.get_by_role("button", name="Start a session")).to_be_visible()
    response = page.request.get(tutor.url + room)
    assert response.status == 404


def test_the_server_stops_while_a_page_listens(page: Page, tutor: Tutor) -> None:
    begin(page, tutor)
    page.wait_for_timeout(300)

    began = time.monotonic()
    log = tutor.stop()

    assert time.monotonic() - began < 4
    assert log == ""
    tutor.start()
