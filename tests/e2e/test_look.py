"""What every page has to be: readable to all, on every screen, light and dark, and quiet in its console."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page

from tests.e2e.conftest import Tutor
from tests.e2e.room import answer, begin, say, to_tutoring

pytestmark = pytest.mark.e2e

Scheme = Literal["light", "dark"]
TOLD = ("moderate", "serious", "critical")


@pytest.fixture(scope="module")
def studied(
    tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> Iterator[tuple[Tutor, dict[str, str]]]:
    """A tutor with a session on every kind of page: the pages by name."""
    tutor = Tutor(tmp_path_factory.mktemp("studied"))
    context = browser.new_context()
    try:
        yield tutor, study(context.new_page(), tutor)
    finally:
        context.close()
        tutor.stop()


def study(page: Page, tutor: Tutor) -> dict[str, str]:
    """Hold sessions up to every kind of page. Returns where they are."""
    pages = {"home new": "/?course=upper-limb-neuroanatomy", "home": "/?course=simple-circuits"}
    pages |= {"courses": "/courses", "course": "/courses/simple-circuits", "missing": "/nope"}
    pages["quiz"] = begin(page, tutor)
    say(page, "resistance, with drawings")
    pages["session"] = begin(page, tutor)
    to_tutoring(page)
    for words in ("the charge moves", "it is used up in the lamp", "no idea", "can you explain this to me"):
        answer(page, words)
    pages["wrap-up"] = begin(page, tutor)
    to_tutoring(page)
    answer(page, "the lamp uses it up")
    page.get_by_text("End session").click()
    page.get_by_role("button", name="End and write the report").click()
    page.wait_for_url("**/report")
    pages["report"] = pages["wrap-up"] + "/report"
    return pages


PAGES = ("home new", "home", "quiz", "session", "wrap-up", "report", "courses", "course", "missing")


def look(browser: Browser, address: str, width: int, scheme: Scheme) -> Page:
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
    page = context.new_page()
    page.goto(address)
    page.wait_for_timeout(100)
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_to_mend(
    browser: Browser, studied: tuple[Tutor, dict[str, str]], name: str, width: int, scheme: Scheme
) -> None:
    tutor, pages = studied
    page = look(browser, tutor.url + pages[name], width, scheme)

    found = Axe().run(page).response["violations"]

    page.context.close()
    told = [f"{v['id']}: {node['html'][:120]}" for v in found if v["impact"] in TOLD for node in v["nodes"]]
    assert told == []


@pytest.mark.parametrize("name", PAGES)
def test_no_page_scrolls_sideways(browser: Browser, studied: tuple[Tutor, dict[str, str]], name: str) -> None:
    tutor, pages = studied
    page = look(browser, tutor.url + pages[name], 1280, "light")

    over = {}
    for width in (1280, 768, 390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        over[width] = page.evaluate("document.documentElement.scrollWidth - innerWidth")

    page.context.close()
    assert max(over.values()) <= 0, over


@pytest.mark.parametrize("name", PAGES)
def test_things_to_touch_are_large_enough(
    browser: Browser, studied: tuple[Tutor, dict[str, str]], name: str
) -> None:
    """WCAG 2.2, 2.5.8: 24 by 24 pixels; links within a sentence are exempt."""
    tutor, pages = studied
    page = look(browser, tutor.url + pages[name], 390, "light")

    small = page.evaluate(
        """() => [...document.querySelectorAll("button, summary, input:not([type=hidden]), select, textarea")]
            .filter(e => e.checkVisibility() && !e.closest("label"))
            .map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
            .filter(([, box]) => box.width < 24 || box.height < 24).map(([html]) => html)"""
    )

    page.context.close()
    assert small == []


def test_the_report_prints_without_the_screens_controls(
    browser: Browser, studied: tuple[Tutor, dict[str, str]]
) -> None:
    tutor, pages = studied
    page = look(browser, tutor.url + pages["report"], 1280, "dark")

    page.emulate_media(media="print")

    assert not page.get_by_role("button").count() or not page.get_by_role("button").first.is_visible()
    assert not page.locator("header.site").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.context.close()


def test_the_theme_can_be_chosen(browser: Browser, studied: tuple[Tutor, dict[str, str]]) -> None:
    tutor, _ = studied
    page = look(browser, tutor.url, 1280, "light")
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)

    page.get_by_role("button", name="Dark").click()

    assert page.evaluate(background) != light
    assert page.get_by_role("button", name="Dark").get_attribute("aria-pressed") == "true"
    page.context.close()


def test_the_session_page_asks_for_few_files(browser: Browser, studied: tuple[Tutor, dict[str, str]]) -> None:
    tutor, pages = studied
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(Path(request.url).name.partition("?")[0]))

    page.goto(tutor.url + pages["session"])
    page.wait_for_timeout(300)

    names = sorted(name for name in asked if name != "icon.svg")
    assert names == sorted(
        [Path(pages["session"]).name, "diotima.css", "session.js", "stream.js", "drafts.js", "stream"]
    )
    context.close()
