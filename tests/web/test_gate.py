"""What is refused at the door, and what every answer carries."""

from __future__ import annotations

import logging

import pytest
from starlette.testclient import TestClient

from diotima.domain.messages import Catalogue
from diotima.web.gate import BODY_LIMIT, HEADERS
from diotima.web.server import create_app, hosts_for
from tests.web.rehearsal import Rehearsal

PAGES = ("/", "/courses", "/api/courses", "/nope", "/api/nope", "/static/x/diotima.css", "/api/openapi.json")


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_the_security_headers(client: TestClient, path: str) -> None:
    response = client.get(path)

    assert {name: response.headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_pages_are_not_kept(client: TestClient) -> None:
    assert client.get("/").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "192.168.1.7:8000", "", "[", "[::1"]
)
def test_a_foreign_host_is_refused(client: TestClient, host: str) -> None:
    response = client.get("/", headers={"Host": host})

    assert response.status_code == 421
    assert "does not belong to Diotima" in response.text


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000"])
def test_this_machines_names_are_let_in(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


def test_hosts_for_an_open_address_is_anybody() -> None:
    assert hosts_for("0.0.0.0") is None
    assert "localhost" in (hosts_for("127.0.0.1") or ())


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Origin": "http://["},
    ],
)
@pytest.mark.parametrize("path", ["/sessions", "/api/sessions", "/learner"])
def test_a_form_of_another_site_is_refused(
    client: TestClient, rehearsal: Rehearsal, path: str, headers: dict[str, str]
) -> None:
    response = client.post(path, data={"course": "simple-circuits"}, headers=headers)

    assert response.status_code == 403
    assert rehearsal.transcripts == {}


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}])
def test_an_own_form_is_let_in(client: TestClient, headers: dict[str, str]) -> None:
    response = client.post("/sessions", data={"course": "simple-circuits"}, headers=headers)

    assert response.status_code == 303


def test_the_api_takes_json_only(client: TestClient) -> None:
    response = client.post("/api/sessions", content='{"course": "x"}', headers={"Content-Type": "text/plain"})

    assert response.status_code == 415
    assert response.headers["content-type"] == "application/problem+json"


def test_an_oversized_body_is_refused_whether_or_not_it_says_so(client: TestClient) -> None:
    big = b"x" * (BODY_LIMIT + 1)

    declared = client.post("/learner", content=big)
    streamed = client.post("/learner", content=iter([big[:1000], big[1000:]]))

    assert [declared.status_code, streamed.status_code] == [413, 413]
    assert "64 KB" in declared.text


def test_a_body_at_the_limit_is_let_in(client: TestClient) -> None:
    body = b"learner=Ada&x=".ljust(BODY_LIMIT, b"y")
    headers = {"Content-Type": "application/x-www-form-urlencoded"}

    assert client.post("/learner", content=body, headers=headers).status_code == 303


def test_an_unexpected_error_is_a_sentence_with_a_number_that_stands_in_the_log(
    rehearsal: Rehearsal, catalogue: Catalogue, caplog: pytest.LogCaptureFixture
) -> None:
    rehearsal.courses = lambda: 1 / 0  # type: ignore[method-assign,assignment,return-value]
    client = TestClient(create_app(rehearsal, catalogue), base_url="http://localhost")

    with caplog.at_level(logging.ERROR):
        problem = client.get("/api/courses").json()
        page = client.get("/courses")

    assert problem["status"] == page.status_code == 500
    assert f"incident {problem['incident']}" in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert catalogue.text("errors.unexpected") in page.text
    for body in (str(problem), page.text):
        assert "ZeroDivision" not in body
        assert "Traceback" not in body
