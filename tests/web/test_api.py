"""The HTTP API: what it says, and that its description is true."""

from __future__ import annotations

from typing import Any

import fastjsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from diotima.domain.messages import Catalogue
from diotima.web.problems import PROBLEM_JSON
from tests.web.rehearsal import SECRET, Rehearsal

COURSE = {"course": "simple-circuits", "learner": "Ada"}
OPERATIONS = {
    ("get", "/api/courses"),
    ("post", "/api/sessions"),
    ("get", "/api/sessions/{session}"),
    ("post", "/api/sessions/{session}/turns"),
    ("post", "/api/sessions/{session}/end"),
    ("get", "/api/sessions/{session}/events"),
    ("get", "/api/sessions/{session}/report"),
    ("get", "/api/graph"),
    ("post", "/api/survey"),
}


@pytest.fixture
def session(client: TestClient) -> str:
    response = client.post("/api/sessions", json=COURSE)
    assert response.status_code == 201
    return str(response.json()["id"])


def turn(client: TestClient, session: str, **body: Any) -> dict[str, Any]:
    response = client.post(f"/api/sessions/{session}/turns", json=body)
    assert response.status_code == 202
    return dict(response.json())


def events(client: TestClient, session: str, **query: int) -> list[tuple[int, str]]:
    found = client.get(f"/api/sessions/{session}/events", params=query).json()["events"]
    return [(event["seq"], event["kind"]) for event in found]


def test_openapi_lists_the_operations(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]

    assert {(method, path) for path, methods in paths.items() for method in methods} == OPERATIONS


def test_openapi_describes_every_field(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    operations = [op for methods in document["paths"].values() for op in methods.values()]
    assert all(op["summary"] and op["description"] for op in operations)
    for name, schema in document["components"]["schemas"].items():
        assert schema.get("description") or "enum" in schema, name
    incoming = ("SessionIn", "AnswerIn", "TurnIn", "SurveyIn")
    for name in incoming:
        for field, schema in document["components"]["schemas"][name]["properties"].items():
            assert schema.get("description"), (name, field)


def test_courses_are_listed(client: TestClient) -> None:
    (course,) = client.get("/api/courses").json()

    assert course["id"] == "simple-circuits"
    assert course["problem"] == ""


def test_open_with_one_key_is_one_session(client: TestClient) -> None:
    ids = {
        client.post("/api/sessions", json=COURSE, headers={"Idempotency-Key": "k"}).json()["id"] for _ in "ab"
    }

    assert len(ids) == 1


def test_a_turn_is_accepted_and_answered(client: TestClient, session: str) -> None:
    assert turn(client, session, text="hello") == {"turn": "t1", "seq": 4, "duplicate": False}
    assert events(client, session) == [
        (2, "tutor"),
        (3, "question"),
        (4, "learner"),
        (10, "phase"),
        (11, "tutor"),
        (12, "question"),
        (13, "turn_ended"),
    ]


@pytest.mark.parametrize("place", ["body", "header"])
def test_the_same_key_is_the_same_turn(client: TestClient, session: str, place: str) -> None:
    body = {"answer": {"question": "q0", "value": "circuits"}} | ({"key": "k"} if place == "body" else {})
    headers = {"Idempotency-Key": "k"} if place == "header" else {}

    first, second = (
        client.post(f"/api/sessions/{session}/turns", json=body, headers=headers).json() for _ in range(2)
    )

    assert second == first | {"duplicate": True}


def test_two_different_keys_are_refused(client: TestClient, session: str) -> None:
    response = client.post(
        f"/api/sessions/{session}/turns", json={"text": "x", "key": "a"}, headers={"Idempotency-Key": "b"}
    )

    assert response.status_code == 422


def test_events_go_on_from_a_number(client: TestClient, session: str) -> None:
    turn(client, session, text="hello")

    assert events(client, session, after=11) == [(12, "question"), (13, "turn_ended")]
    assert client.get(f"/api/sessions/{session}/events?after=13").json() == {"events": [], "last": 13}


def test_last_event_id_wins(client: TestClient, session: str) -> None:
    response = client.get(f"/api/sessions/{session}/events?after=0", headers={"Last-Event-ID": "2"})

    assert [event["seq"] for event in response.json()["events"]] == [3]


def test_nothing_hidden_passes_through(client: TestClient, session: str, rehearsal: Rehearsal) -> None:
    for words in ("one", "two", "three", "four"):
        turn(client, session, text=words)
    assert SECRET in repr(rehearsal.entries(session))

    for path in ("", "/events"):
        answer = client.get(f"/api/sessions/{session}{path}").text
        assert "It becomes half as large" in answer
        assert SECRET not in answer
        for hidden in (
            "act_recognised",
            "answer_graded",
            "hint_given",
            "move_chosen",
            "quiz_graded",
            "correct",
        ):
            assert hidden not in answer


def test_session_is_the_view(client: TestClient, session: str) -> None:
    found = client.get(f"/api/sessions/{session}").json()

    assert found["learner"] == "Ada"
    assert found["pending"] == {
        "id": "q0",
        "kind": "focus",
        "text": "What would you like to work on?",
        "options": [],
    }
    assert found["turn_running"] is False


def test_a_browser_sees_only_its_learners_sessions(client: TestClient, session: str) -> None:
    client.cookies.set("learner", "Somebody")

    for path in ("", "/events", "/report"):
        assert client.get(f"/api/sessions/{session}{path}").status_code == 404
    for path, body in (("turns", {"text": "x"}), ("end", {})):
        assert client.post(f"/api/sessions/{session}/{path}", json=body).status_code == 404


def test_ending_writes_the_report(client: TestClient, session: str) -> None:
    before = client.get(f"/api/sessions/{session}/report")
    ended = client.post(f"/api/sessions/{session}/end")
    report = client.get(f"/api/sessions/{session}/report").json()

    assert before.status_code == 404
    assert ended.json()["closed"] is True
    assert [topic["concept"] for topic in report["topics"]] == ["ohms-law", "resistance", "current"]


def test_graph_is_the_learners(client: TestClient, session: str) -> None:
    found = client.get("/api/graph", params=COURSE).json()

    assert found["open_session"] == session
    assert [node["topic"]["concept"] for node in found["nodes"]] == ["current", "resistance", "ohms-law"]
    assert client.get("/api/graph", params={**COURSE, "learner": "Bo"}).json()["open_session"] is None


def test_survey_is_saved(client: TestClient, session: str, rehearsal: Rehearsal) -> None:
    response = client.post("/api/survey", json={"session": session, "answers": {"helpful": "5"}})

    assert response.status_code == 204
    assert rehearsal.surveys == [{"helpful": "5"}]


def test_a_stale_answer_is_a_problem_in_a_sentence(
    client: TestClient, session: str, catalogue: Catalogue
) -> None:
    turn(client, session, text="hello")

    response = client.post(
        f"/api/sessions/{session}/turns", json={"answer": {"question": "q0", "value": "late"}}
    )

    assert response.status_code == 409
    assert response.headers["content-type"] == PROBLEM_JSON
    assert response.json() == {
        "type": "urn:diotima:problem:stale_question",
        "title": "Something came first",
        "status": 409,
        "detail": catalogue.text("errors.stale_question"),
    }


def test_a_turn_that_failed_is_tried_again_when_the_next_is_sent(
    client: TestClient, session: str, rehearsal: Rehearsal
) -> None:
    rehearsal.failure = RuntimeError("boom")
    turn(client, session, text="hello")
    rehearsal.failure = None

    response = client.post(f"/api/sessions/{session}/turns", json={"text": "and more"})

    assert response.status_code == 409
    assert client.app.state.shell.turns.settle(session, 5)  # type: ignore[attr-defined]
    assert events(client, session)[-1] == (13, "turn_ended")


def test_invalid_fields_are_named(client: TestClient, session: str) -> None:
    response = client.post(
        f"/api/sessions/{session}/turns", json={"answer": {"question": "q0"}, "wrods": "typo"}
    )

    assert response.status_code == 422
    assert response.headers["content-type"] == PROBLEM_JSON
    assert [e["pointer"] for e in response.json()["errors"]] == ["#/answer/value", "#/wrods"]


@pytest.mark.parametrize(
    "body", [{}, {"text": "x", "answer": {"question": "q", "value": "v"}}, [], "x", None]
)
def test_a_turn_is_text_or_answer(client: TestClient, session: str, body: object) -> None:
    assert client.post(f"/api/sessions/{session}/turns", json=body).status_code == 422


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nope", 404),
        ("DELETE", "/api/courses", 405),
        ("GET", "/api/sessions/nope", 404),
        ("GET", "/api/graph?learner=me&course=nope", 404),
        ("GET", "/api/graph?learner=%3Cb%3E&course=simple-circuits", 422),
        ("GET", "/api/graph", 422),
        ("GET", "/api/sessions/nope/events?after=-1", 422),
    ],
)
def test_problems_are_problem_details(client: TestClient, method: str, path: str, status: int) -> None:
    response = client.request(method, path)

    assert response.status_code == status
    assert response.headers["content-type"] == PROBLEM_JSON
    assert response.json()["status"] == status
    assert response.json()["detail"].endswith(".")


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.integers()
    | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(
    ["course", "learner", "minutes", "text", "answer", "question", "value", "key", "session", "answers"]
)
BODIES = JSON | st.dictionaries(FIELDS, JSON, max_size=4)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    body=BODIES, operation=st.sampled_from(sorted(path for method, path in OPERATIONS if method == "post"))
)
def test_whatever_is_sent_the_answer_is_as_described(client: TestClient, body: Any, operation: str) -> None:
    """As schemathesis would have it: no server error, no status or content type that is not documented."""
    document = client.get("/api/openapi.json").json()
    session = client.post("/api/sessions", json=COURSE, headers={"Idempotency-Key": "fuzz"}).json()["id"]

    response = client.post(operation.format(session=session), json=body)

    described = document["paths"][operation]["post"]["responses"]
    assert response.status_code < 500
    assert str(response.status_code) in described
    kinds = described[str(response.status_code)].get("content", {})
    assert response.headers.get("content-type") in (kinds or {None})


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("TurnIn", {}),
        ("TurnIn", {"text": None, "answer": None}),
        ("TurnIn", {"text": "a", "answer": {"question": "q", "value": "a"}}),
        ("TurnIn", {"text": "a"}),
        ("TurnIn", {"text": "a", "answer": None}),
        ("TurnIn", {"answer": {"question": "q", "value": "a"}}),
        ("SessionIn", {"course": "simple-circuits", "learner": "x" * 65}),
        ("SessionIn", {"course": "simple-circuits", "learner": "x" * 64}),
    ],
)
def test_the_schema_refuses_what_the_server_refuses(
    client: TestClient, session: str, name: str, body: dict[str, Any]
) -> None:
    document = client.get("/api/openapi.json").json()
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    path = {"TurnIn": f"/api/sessions/{session}/turns", "SessionIn": "/api/sessions"}[name]

    answer = client.post(path, json=body)

    try:
        fastjsonschema.compile(schema)(body)
    except fastjsonschema.JsonSchemaException:
        assert answer.status_code == 422
        assert "Value error" not in answer.text
    else:
        assert answer.status_code != 422


def test_the_bare_address_of_the_api_answers_as_the_api(client: TestClient) -> None:
    answer = client.get("/api")

    assert answer.status_code == 404
    assert answer.headers["content-type"] == PROBLEM_JSON
