"""Errors a person can meet. Each names a message of the catalogue that says it in a sentence.

DiotimaError
├── BadInput            what was sent cannot be used            (422)
├── NotFound
│   ├── UnknownCourse                                           (404)
│   ├── UnknownSession                                          (404)
│   └── UnknownLearner                                          (404)
├── Clash
│   ├── StaleQuestion   the question was answered or replaced   (409)
│   ├── TurnRunning     the previous turn is still being made   (409)
│   ├── SessionOver     the session has ended                   (409)
│   ├── Conflict        somebody else appended first            (409)
│   └── AlreadyThere    the same thing was already written      (409)
├── BrokenCourse        a course folder cannot be read          (503)
└── StoreUnavailable    disk full, read-only or corrupt         (503)
"""

from __future__ import annotations


class DiotimaError(Exception):
    """Base of all errors with a sentence for a person: message ``errors.<key>`` with ``values``."""

    key = "unexpected"
    status = 500

    def __init__(self, detail: str = "", **values: object) -> None:
        super().__init__(detail or self.key)
        self.detail = detail
        self.values = values


class BadInput(DiotimaError):
    """``key`` may be set to say what is wrong with it (``empty``, ``too_long``, ``unreadable`` ...)."""

    key = "bad_input"
    status = 422

    def __init__(self, key: str = "bad_input", detail: str = "", **values: object) -> None:
        super().__init__(detail, **values)
        self.key = key


class NotFound(DiotimaError):
    key = "not_found"
    status = 404


class UnknownCourse(NotFound):
    key = "unknown_course"


class UnknownSession(NotFound):
    key = "unknown_session"


class UnknownLearner(NotFound):
    key = "unknown_learner"


class Clash(DiotimaError):
    status = 409


class StaleQuestion(Clash):
    key = "stale_question"


class TurnRunning(Clash):
    key = "turn_running"


class SessionOver(Clash):
    key = "session_over"


class Conflict(Clash):
    key = "conflict"


class AlreadyThere(Clash):
    key = "already_there"


class BrokenCourse(DiotimaError):
    key = "broken_course"
    status = 503


class StoreUnavailable(DiotimaError):
    key = "store_unavailable"
    status = 503
