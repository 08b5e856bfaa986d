"""The pages and their forms, as a browser without JavaScript uses them."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape, unescape

import pytest
from starlette.testclient import TestClient

from diotima.domain.course import Course
from diotima.domain.errors import StoreUnavailable
from diotima.domain.messages import Catalogue
from diotima.turn.sessions import Submission
from diotima.web import pages
from tests.web.rehearsal import SECRET, Rehearsal


@pytest.fixture
def session(client: TestClient) -> str:
    return start(client)


def start(client: TestClient, **fields: str) -> str:
    response = client.post("/sessions", data={"course": "simple-circuits", **fields})
    assert response.status_code == 303
    return response.headers["location"].removeprefix("/sessions/")


def answer(client: TestClient, session: str, **fields: str) -> str:
    """Send the form as the page has it, and follow it to the page."""
    form = hidden(client.get(f"/sessions/{session}").text) | fields
    response = client.post(f"/sessions/{session}/turns", data=form)
    assert response.headers.get("location") == f"/sessions/{session}#answer"
    return client.get(f"/sessions/{session}").text


def hidden(page: str) -> dict[str, str]:
    form = page[page.index('id="composer"') :]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form)[:2])


def log(page: str) -> list[str]:
    """What stands in the conversation, piece by piece, as plain text."""
    inside = page[page.index('role="log"') : page.index('id="connection"')]
    pieces = re.findall(r'id="b\d+".*?(?=id="b\d+"|$)', inside, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]*>?|^[^>]*>", " ", piece)).split()) for piece in pieces]


def test_home_offers_one_primary_action(client: TestClient) -> None:
    page = client.get("/").text

    assert re.findall(r'class="primary"[^>]*>([^<]+)', page) == ["Start a session"]


def test_home_leads_back_to_the_open_session(client: TestClient, session: str) -> None:
    page = client.get("/").text

    assert re.findall(r'class="primary" href="([^"]+)"', page) == [f"/sessions/{session}#answer"]


def test_home_shows_states_as_text_and_as_links(client: TestClient) -> None:
    page = client.get("/").text

    assert 'aria-label="Electric current: solid, 90 percent"' in page
    assert 'aria-label="Resistance: fading, 70 percent, review due"' in page
    assert 'href="/courses/simple-circuits#ohms-law"' in page


def test_home_says_when_there_is_no_course(client: TestClient, rehearsal: Rehearsal) -> None:
    rehearsal.courses = list  # type: ignore[method-assign]

    assert "There is no course to study yet." in client.get("/").text


def test_home_passes_over_broken_courses(client: TestClient, rehearsal: Rehearsal) -> None:
    rehearsal.broken = [replace(rehearsal.courses()[0], id="torn", problem="pack.yaml:3: no title")]

    home, shelf, course = (client.get(path).text for path in ("/?course=torn", "/courses", "/courses/torn"))

    assert "<h1>Simple circuits</h1>" in home
    assert "One course cannot be studied" in home
    assert "pack.yaml:3: no title" in shelf
    assert "pack.yaml:3: no title" in course


def test_first_page_weighs_little(client: TestClient) -> None:
    page = client.get("/")
    assets = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)

    weight = sum(int(client.get(path).headers["content-length"]) for path in ("/", *assets))

    assert len(assets) == 2
    assert weight < 60_000


def test_learner_is_remembered(client: TestClient) -> None:
    client.post("/learner", data={"learner": "  Zoë B. Müller "})

    assert "<b>Zoë B. Müller</b>" in client.get("/").text


@pytest.mark.parametrize("name", ["", " ", "a" * 65, "<b>", "a/b", "x;y", "né\x00"])
def test_unfit_learner_names_are_refused(client: TestClient, name: str) -> None:
    response = client.post("/learner", data={"learner": name})

    assert response.status_code == 422
    assert "1 to 64 letters" in response.text
    assert "set-cookie" not in response.headers


def test_sessions_of_another_learner_are_not_found(client: TestClient, session: str) -> None:
    client.post("/learner", data={"learner": "Somebody else"})

    for path in ("", "/report", "/stream"):
        assert client.get(f"/sessions/{session}{path}").status_code == 404
    for path in ("turns", "end", "survey"):
        assert client.post(f"/sessions/{session}/{path}", data={"words": "hi"}).status_code == 404


def test_theme_is_remembered_and_leads_back(client: TestClient) -> None:
    response = client.post(
        "/theme", data={"theme": "dark"}, headers={"Referer": "http://localhost/courses?x=1"}
    )

    assert response.headers["location"] == "/courses?x=1"
    assert 'data-theme="dark"' in client.get("/").text


@pytest.mark.parametrize("referer", ["https://evil.example/courses", "http://localhost//evil.example", ""])
def test_theme_never_leads_elsewhere(client: TestClient, referer: str) -> None:
    response = client.post("/theme", data={"theme": "dark"}, headers={"Referer": referer})

    assert response.headers["location"] == "/"


def test_start_twice_with_one_key_is_one_session(client: TestClient) -> None:
    assert start(client, key="k1") == start(client, key="k1")


def test_start_with_an_unfit_length_is_refused(client: TestClient) -> None:
    response = client.post("/sessions", data={"course": "simple-circuits", "minutes": "soon"})

    assert response.status_code == 422
    assert "number of minutes" in response.text


def test_session_without_a_clock_says_so(client: TestClient) -> None:
    assert "No clock" in client.get(f"/sessions/{start(client, minutes='0')}").text


def test_a_whole_session_by_forms(client: TestClient, session: str) -> None:
    answer(client, session, words="Ohm's law, please")
    quiz = answer(client, session, words="charge moves")
    choice = answer(client, session, value="o1")
    page = answer(client, session, value="o1", words="divided, I'd say")

    assert quiz.count('type="radio"') == 4
    assert "It becomes half as large" in choice
    assert log(page) == [
        "Diotima Good to see you. This is about circuits.",
        "Diotima asks What would you like to work on?",
        "You Ohm's law, please",
        "Next part: Working it out",
        'Diotima Keep "it flows", we will need it.',
        "Diotima asks A lamp glows in a loop. What moves in the wire, and is there less after the lamp?",
        "You charge moves",
        "Diotima Let us take a smaller step.",
        "Diotima asks The resistance doubles and the voltage stays. What does the current do? "
        "It becomes larger It becomes half as large It stays as it was It stops flowing",
        "You It becomes half as large",
        "Diotima Look at this first.",
        log(page)[11],
        "Diotima asks Which of these gives I ? "
        "Voltage times resistance Voltage divided by resistance Voltage minus resistance",
        "You divided, I'd say",
        "Explanation (earned) It stands below: I = V R . "
        "Rests on What moves in a wire "
        "(OpenStax University Physics Volume 2, section 9.1 Electrical Current)",
        "Diotima asks Twice the resistance at an unchanged voltage: the current is blank .",
    ]


def test_pending_options_are_offered_once(client: TestClient, session: str) -> None:
    answer(client, session, words="one")
    page = answer(client, session, words="two")

    assert page.count("It stays as it was") == 1


def test_figures_are_drawn_in_the_conversation_and_beside_it(
    client: TestClient, session: str, course: Course
) -> None:
    for words in ("one", "two", "three"):
        page = answer(client, session, words=words)

    assert page.count(f'role="img" aria-label="{escape(course.figures[0].alt)}"') == 2
    assert page.count("taking the battery for a source of a fixed stream") == 1


def test_no_hidden_thing_reaches_the_page(client: TestClient, session: str) -> None:
    for words in ("one", "two", "three", "four"):
        page = answer(client, session, words=words)
        assert SECRET not in page


def test_learners_words_are_never_markup(client: TestClient, session: str) -> None:
    page = answer(client, session, words="<script>alert(1)</script> $\\text{<b>}$")

    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; $\\text{&lt;b&gt;}$" in page


def test_the_same_form_sent_twice_is_one_turn(client: TestClient, session: str) -> None:
    form = hidden(client.get(f"/sessions/{session}").text) | {"words": "once"}

    replies = [client.post(f"/sessions/{session}/turns", data=form) for _ in range(2)]

    assert [reply.status_code for reply in replies] == [303, 303]
    assert log(client.get(f"/sessions/{session}").text).count("You once") == 1


def test_an_edited_form_sent_again_is_not_taken_for_the_first(client: TestClient, session: str) -> None:
    form = hidden(client.get(f"/sessions/{session}").text)
    client.post(f"/sessions/{session}/turns", data=form | {"words": "once"})

    response = client.post(f"/sessions/{session}/turns", data=form | {"words": "once more"})

    assert response.status_code == 409


def test_a_stale_answer_says_so_shows_where_we_are_and_keeps_the_words(
    client: TestClient, session: str, catalogue: Catalogue
) -> None:
    answer(client, session, words="first")

    response = client.post(f"/sessions/{session}/turns", data={"question": "q0", "words": "late & long"})

    assert response.status_code == 409
    assert catalogue.text("errors.stale_question") in response.text
    assert "A lamp glows" in response.text
    assert ">late &amp; long</textarea>" in response.text


def test_an_empty_answer_is_refused_in_place(client: TestClient, session: str, catalogue: Catalogue) -> None:
    response = client.post(f"/sessions/{session}/turns", data={"question": "q0", "words": "  "})

    assert response.status_code == 422
    assert catalogue.text("errors.empty") in response.text
    assert 'role="log"' in response.text


def test_a_slow_turn_shows_that_it_is_thinking_and_asks_again(
    client: TestClient, session: str, rehearsal: Rehearsal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "ANSWER_WITHIN_S", 0.05)
    rehearsal.hold.clear()

    page = answer(client, session, words="hm")

    assert "Diotima is thinking" in page
    assert re.search(
        r'<noscript><meta http-equiv="refresh" content="2; url=/sessions/s1\?look=[^"]+#answer">', page
    )
    assert '<form method="post" action="/sessions/s1/turns"' not in page
    rehearsal.hold.set()


def test_a_turn_that_cannot_be_answered_says_why(
    client: TestClient, session: str, rehearsal: Rehearsal, catalogue: Catalogue
) -> None:
    rehearsal.failure = StoreUnavailable("disk full")

    page = answer(client, session, words="hm")

    assert catalogue.text("errors.store_unavailable") in page
    assert "Diotima is thinking" not in page
    rehearsal.failure = None
    page = client.get(re.findall(r'href="([^"#]+)#answer">Try again', page)[0]).text
    assert "A lamp glows" in page


def test_looking_at_a_session_finishes_its_turn(
    client: TestClient, session: str, rehearsal: Rehearsal
) -> None:
    rehearsal.submit(session, Submission(text="accepted by a server that was killed"))

    client.get(f"/sessions/{session}")

    assert client.app.state.shell.turns.settle(session, 5)  # type: ignore[attr-defined]
    assert "A lamp glows" in client.get(f"/sessions/{session}").text


def test_ending_leads_to_the_report(client: TestClient, session: str) -> None:
    response = client.post(f"/sessions/{session}/end", data={"key": "k"})

    assert response.headers["location"] == f"/sessions/{session}/report"


def test_ending_asks_first(client: TestClient, session: str) -> None:
    page = client.get(f"/sessions/{session}").text

    form = page[page.index('<details class="pop end">') : page.index('id="log"')]
    assert "End this session now?" in form
    assert f'action="/sessions/{session}/end"' in form


def test_report_quotes_the_learner_and_searches_videos(client: TestClient, session: str) -> None:
    client.post(f"/sessions/{session}/end")

    page = client.get(f"/sessions/{session}/report").text

    assert re.findall(r"<h3>([^<]+)</h3>", page) == ["Ohm&#39;s law", "Resistance", "Electric current"]
    assert "“the battery gives the same &lt;current&gt; always”" in page
    assert (
        'href="https://www.youtube.com/results?search_query='
        'Ohm%27s+law+explained+with+examples+%26+a+lamp" rel="noopener noreferrer"'
    ) in page
    assert "7 answers · 14 minutes" in page


def test_report_before_the_end_is_a_clear_sentence(client: TestClient, session: str) -> None:
    response = client.get(f"/sessions/{session}/report")

    assert response.status_code == 404
    assert "no report for this session yet" in response.text


def test_survey_is_saved_and_thanked_for(client: TestClient, session: str, rehearsal: Rehearsal) -> None:
    client.post(f"/sessions/{session}/end")

    response = client.post(f"/sessions/{session}/survey", data={"helpful": "4", "comment": " good "})

    assert response.headers["location"] == f"/sessions/{session}/report?thanks=1#survey"
    assert rehearsal.surveys == [{"helpful": "4", "comment": "good"}]
    assert "Thank you" in client.get(response.headers["location"]).text


def test_course_page_anchors_its_concepts(client: TestClient) -> None:
    page = client.get("/courses/simple-circuits").text

    assert re.findall(r'<li id="([^"]+)"', page) == ["current", "resistance", "ohms-law"]


@pytest.mark.parametrize(
    "path", ["/nope", "/courses/nope", "/sessions/nope", "/static/x/nope.js", "/static/x/.."]
)
def test_missing_pages_are_a_clear_sentence(client: TestClient, path: str) -> None:
    response = client.get(path)

    assert response.status_code == 404
    assert "<h1>Not found</h1>" in response.text


def test_static_files_may_be_kept_for_ever_under_their_name(client: TestClient) -> None:
    path = re.findall(r'href="(/static/[^"]+\.css)"', client.get("/").text)[0]

    current, old = client.get(path), client.get("/static/0ld/diotima.css")

    assert current.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert current.headers["content-encoding"] == "gzip"
    assert old.headers["cache-control"] == "no-cache"
    assert old.text == current.text


def test_pages_hold_no_script_or_style_of_their_own(client: TestClient, session: str) -> None:
    client.post(f"/sessions/{session}/end")
    paths = [
        "/",
        "/courses",
        "/courses/simple-circuits",
        f"/sessions/{session}",
        f"/sessions/{session}/report",
    ]

    for path in paths:
        page = client.get(path).text
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page))
