"""What a learner does on the session page."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Tutor

SETTLED = re.compile("words|options|closed")
"""The answer box waits for the learner, or the session is over: the tutor is not thinking."""


def begin(page: Page, tutor: Tutor, course: str = "simple-circuits") -> str:
    """Start a session from the home page. Returns its path."""
    page.goto(f"{tutor.url}/?course={course}")
    if page.get_by_text("Start a new one instead").count():
        page.get_by_text("Start a new one instead").click()
    page.get_by_role("button", name="Start a session").click()
    page.wait_for_url("**/sessions/*")
    return page.url.removeprefix(tutor.url)


def questions(page: Page) -> int:
    return page.locator("#log .question").count()


def say(page: Page, words: str) -> None:
    """Type an answer, send it with Enter and wait for the next question."""
    before = questions(page)
    page.get_by_role("textbox").fill(words)
    page.get_by_role("textbox").press("Enter")
    wait_for_question(page, before + 1)


def choose(page: Page, place: int) -> None:
    """Choose an option by its place, and wait for the next question."""
    before = questions(page)
    page.get_by_role("radio").nth(place).check()
    page.get_by_role("button", name="Answer").click()
    wait_for_question(page, before + 1)


def answer(page: Page, words: str, place: int = 0) -> None:
    """Answer whatever is asked: by an option where there are any, else in words."""
    if page.get_by_role("radio").count():
        choose(page, place)
    else:
        say(page, words)


def to_tutoring(page: Page, focus: str = "I want to understand resistance, with drawings") -> None:
    """Answer the onboarding question and the diagnostics."""
    say(page, focus)
    while page.get_by_role("radio").count():
        choose(page, 0)


def wait_for_question(page: Page, count: int) -> None:
    expect(page.locator("#log .question")).to_have_count(count, timeout=15_000)
    expect(page.locator("#answer")).to_have_attribute("data-kind", SETTLED)


def said(page: Page) -> list[str]:
    """The learner's own turns as they stand in the log."""
    return page.locator("#log .learner p").all_inner_texts()


def numbers(page: Page) -> list[int]:
    """The numbers of the pieces in the log, in the order shown."""
    found = page.locator("#log > *").evaluate_all("all => all.map(one => Number(one.dataset.seq))")
    return [int(number) for number in found]
