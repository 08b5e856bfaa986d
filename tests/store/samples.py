"""Drafts and evidence to write, and strategies for whatever can stand in a transcript or ledger."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from enum import Enum
from typing import Any

from hypothesis import strategies as st

from diotima.domain.evidence import Evidence, Provenance, Subject
from diotima.domain.ports import Draft
from diotima.domain.transcript import LearnerSaid, TutorSaid


def learner_said(text: str, key: str | None = None) -> Draft:
    return Draft(LearnerSaid(text), "turn", key or f"said:{text}")


def tutor_said(text: str, key: str | None = None) -> Draft:
    return Draft(TutorSaid(text, move="hint", item="axillary.loss"), "turn", key or f"tutor:{text}")


def evidence(idem: str, *, learner: str = "ada", course: str = "nerves", **payload: float | str) -> Evidence:
    return Evidence(
        id=f"id:{idem}",
        idem=idem,
        kind="contribution_graded",
        learner=learner,
        ts=1_767_603_600_000,
        subject=Subject(course=course, course_version="1.0.0", concept="axillary-nerve"),
        payload=payload or {"p": 0.5, "zone": "unsure", "aided": True, "n": 3, "item": None},
        prov=Provenance(session="s", seq=2, quote="the deltoid", sha256="00"),
    )


def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of a type as the domain uses them; text without lone surrogates, numbers finite."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return st.one_of([values_of(argument) for argument in arguments])
    if origin is tuple:
        return st.lists(values_of(arguments[0]), max_size=2).map(tuple)
    if origin is Mapping:
        return st.dictionaries(values_of(arguments[0]), values_of(arguments[1]), max_size=3)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        hints = typing.get_type_hints(hint)
        return st.builds(hint, **{f.name: values_of(hints[f.name]) for f in dataclasses.fields(hint)})
    if issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    return {
        str: st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
        bool: st.booleans(),
        int: st.integers(-(2**53), 2**53),
        float: st.floats(allow_nan=False, allow_infinity=False),
        types.NoneType: st.none(),
    }[hint]
