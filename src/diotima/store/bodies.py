"""Transcript bodies and evidence as text: the one place that knows how they are written down.

A body is the JSON of its dataclass; its kind is the class name in snake case (``LearnerSaid`` is
``learner_said``). Evidence is written canonically (sorted names, no spaces), because the ledger's hash chain
is made over that text. A newer version may have written more than this one knows: unknown fields are ignored,
fields added since are filled with their defaults, and a body of an unknown kind decodes to ``None``.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from diotima.domain.errors import BadInput
from diotima.domain.evidence import Evidence
from diotima.domain.transcript import Body
from diotima.store.errors import StoreDamaged


def kind_of(body_class: type) -> str:
    """The stored kind of a body's class."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", body_class.__name__).lower()


BODIES: dict[str, type] = {kind_of(body_class): body_class for body_class in get_args(Body)}
"""Every kind this version knows."""
_EVIDENCE = TypeAdapter(Evidence)


def encode_body(body: Body) -> str:
    """JSON of a body. ``BadInput`` for text that is not Unicode (a lone surrogate)."""
    return _text(_adapter(kind_of(type(body))), body)


def decode_body(kind: str, text: str) -> Body | None:
    """The body written as ``text``; ``None`` for a kind of a newer version. Raises ``StoreDamaged``."""
    if kind not in BODIES:
        return None
    body: Body = _value(_adapter(kind), text)
    return body


def encode_evidence(evidence: Evidence) -> str:
    """Canonical JSON of an event: equal events give equal text. ``BadInput`` as for bodies."""
    fields = json.loads(_text(_EVIDENCE, evidence))
    return json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def decode_evidence(text: str) -> Evidence:
    """The event written as ``text``. Raises ``StoreDamaged``."""
    evidence: Evidence = _value(_EVIDENCE, text)
    return evidence


@cache
def _adapter(kind: str) -> TypeAdapter[Any]:
    return TypeAdapter(BODIES[kind])


def _text(adapter: TypeAdapter[Any], value: object) -> str:
    try:
        return adapter.dump_json(value).decode()
    except (PydanticSerializationError, UnicodeEncodeError) as error:
        raise BadInput("unreadable", str(error)) from error


def _value(adapter: TypeAdapter[Any], text: str) -> Any:
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        raise StoreDamaged(str(error)) from error
