"""Personal data in a message: found so that it is not kept, never held against the learner."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Personal(NamedTuple):
    """A piece of personal data: ``text[start:end]``."""

    type: str
    """``email | phone | card | iban | ip | ssn``."""
    start: int
    end: int


_EMAIL = re.compile(r"[\w.+'-]+@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}\b", re.IGNORECASE)
_IBAN = re.compile(r"\b[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){2,7}(?: ?[a-z0-9]{1,3})?\b", re.IGNORECASE)
_CARD = re.compile(r"(?<![\w.,-])\d(?:[ -]?\d){11,18}(?![\w-]|[.,]\d)")
_SSN = re.compile(r"(?<![\w-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])")
_IPV4 = re.compile(
    r"(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w]|\.\d)"
)
_IPV6 = re.compile(r"(?<![\w:])(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}(?![\w:])", re.IGNORECASE)
_PHONE = re.compile(
    r"(?<![\w./+-])(?<!\d,)(?:"
    r"\+\d{1,3}(?:[ .-]?\(?\d{1,5}\)?){2,5}"  # international
    r"|\(?0\d{1,4}\)?(?:[ ./-]?\d{2,4}){2,4}"  # national with its trunk zero
    r"|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?:x\d{1,5})?"  # North American
    r"|\d{2}(?:[.-]\d{2}){3,4}|\(\d{2,3}\) ?\d{3}-\d{3}"  # in pairs; short national
    r")(?!\w|-\d|[.,]\d)"
)
_CUED_NUMBER = re.compile(
    r"\b(?:phone|cell|mobile|telephone|tel|whatsapp|call me|text me|reach me|ring me|number is|contact|"
    r"messages?)\b"
    r"[^\d]{0,30}(?P<number>\+?\d(?:[ ()./-]{0,2}\d){6,14})(?!\w)",
    re.IGNORECASE,
)
_PHONE_DIGITS = range(8, 16)


def find_personal(text: str) -> tuple[Personal, ...]:
    """E-mail addresses, phone, card, bank account and social security numbers, internet addresses.

    In order of place, never overlapping. Card numbers have a valid check digit and accounts a valid check
    sum; numbers as they stand in answers ("1.5 V", "C5-C7", "6.02e23") are none of these.
    """
    found: list[Personal] = []
    for personal in _candidates(text):
        if all(personal.end <= other.start or personal.start >= other.end for other in found):
            found.append(personal)
    return tuple(sorted(found, key=lambda p: p.start))


def redact(text: str, spans: Sequence[tuple[str, int, int]]) -> str:
    """The text with every span replaced by its type in brackets ("write to [email]")."""
    for type_, start, end in sorted(spans, key=lambda span: span[1], reverse=True):
        text = f"{text[:start]}[{type_}]{text[end:]}"
    return text


def _candidates(text: str) -> Iterator[Personal]:
    """The surest kinds first: a later one never takes what an earlier one has claimed."""
    yield from (Personal("email", *m.span()) for m in _EMAIL.finditer(text))
    yield from (Personal("iban", *m.span()) for m in _IBAN.finditer(text) if _has_iban_sum(m[0]))
    yield from (Personal("card", *m.span()) for m in _CARD.finditer(text) if _has_luhn_digit(m[0]))
    yield from (Personal("ssn", *m.span()) for m in _SSN.finditer(text))
    yield from (Personal("ip", *m.span()) for m in (*_IPV4.finditer(text), *_IPV6.finditer(text)))
    yield from (Personal("phone", *m.span()) for m in _PHONE.finditer(text) if _is_phone(m[0]))
    yield from (Personal("phone", *m.span("number")) for m in _CUED_NUMBER.finditer(text))


def _digits(text: str) -> list[int]:
    return [int(c) for c in text if c.isdecimal()]


def _is_phone(text: str) -> bool:
    return len(_digits(text)) in _PHONE_DIGITS


def _has_luhn_digit(text: str) -> bool:
    digits = _digits(text)
    doubled = [sum(divmod(2 * d, 10)) for d in digits[-2::-2]]
    return len(set(digits)) > 1 and (sum(doubled) + sum(digits[-1::-2])) % 10 == 0


def _has_iban_sum(text: str) -> bool:
    """ISO 13616: the rotated number, letters as two digits, is 1 modulo 97."""
    compact = text.replace(" ", "").upper()
    return int("".join(str(int(c, 36)) for c in compact[4:] + compact[:4])) % 97 == 1
