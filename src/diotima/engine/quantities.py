"""Numbers and units in free text: finding, converting and comparing them.

A quantity is read as a learner writes it ("3,000 mA", "3 x 10^-3 kA", "a third of an amp", "three amperes")
and kept in SI base units. The unit table is our own and small on purpose: SI with its prefixes and what
school and medicine use beside it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

_BASES = ("kg", "m", "s", "A", "K", "mol", "cd")

Dimension = tuple[int, ...]
"""Exponents of kilogram, metre, second, ampere, kelvin, mole and candela."""

NO_DIMENSION: Dimension = (0,) * 7


class Unit(NamedTuple):
    """A unit as a factor to SI base units; ``offset`` only for degrees Celsius and Fahrenheit."""

    factor: float
    dimension: Dimension
    offset: float = 0.0


@dataclass(frozen=True)
class Quantity:
    """A number as it stands in a text, with its unit if it has one. ``start``/``end`` are places in the
    text."""

    value: float
    """As written, in the written unit."""
    unit: Unit | None
    start: int
    end: int

    @property
    def si(self) -> float:
        """The value in SI base units; as written without a unit."""
        return self.value * self.unit.factor + self.unit.offset if self.unit else self.value

    @property
    def dimension(self) -> Dimension:
        return self.unit.dimension if self.unit else NO_DIMENSION


def _dimension(**exponents: int) -> Dimension:
    return tuple(exponents.get(base, 0) for base in _BASES)


_FORCE = _dimension(kg=1, m=1, s=-2)
_ENERGY = _dimension(kg=1, m=2, s=-2)
_POWER = _dimension(kg=1, m=2, s=-3)
_PRESSURE = _dimension(kg=1, m=-1, s=-2)
_VOLTAGE = _dimension(kg=1, m=2, s=-3, A=-1)
_TIME, _LENGTH, _VOLUME, _RATE = _dimension(s=1), _dimension(m=1), _dimension(m=3), _dimension(s=-1)

_SYMBOLS: dict[str, Unit] = {
    "g": Unit(1e-3, _dimension(kg=1)),
    "m": Unit(1, _LENGTH),
    "s": Unit(1, _TIME),
    "A": Unit(1, _dimension(A=1)),
    "K": Unit(1, _dimension(K=1)),
    "mol": Unit(1, _dimension(mol=1)),
    "N": Unit(1, _FORCE),
    "J": Unit(1, _ENERGY),
    "W": Unit(1, _POWER),
    "V": Unit(1, _VOLTAGE),
    "Ω": Unit(1, _dimension(kg=1, m=2, s=-3, A=-2)),
    "C": Unit(1, _dimension(A=1, s=1)),
    "F": Unit(1, _dimension(kg=-1, m=-2, s=4, A=2)),
    "H": Unit(1, _dimension(kg=1, m=2, s=-2, A=-2)),
    "T": Unit(1, _dimension(kg=1, s=-2, A=-1)),
    "Wb": Unit(1, _dimension(kg=1, m=2, s=-2, A=-1)),
    "S": Unit(1, _dimension(kg=-1, m=-2, s=3, A=2)),
    "Hz": Unit(1, _RATE),
    "Bq": Unit(1, _RATE),
    "Pa": Unit(1, _PRESSURE),
    "Gy": Unit(1, _dimension(m=2, s=-2)),
    "Sv": Unit(1, _dimension(m=2, s=-2)),
    "L": Unit(1e-3, _VOLUME),
    "l": Unit(1e-3, _VOLUME),
    "eV": Unit(1.602176634e-19, _ENERGY),
    "cal": Unit(4.184, _ENERGY),
    "Wh": Unit(3600, _ENERGY),
    "bar": Unit(1e5, _PRESSURE),
}
"""Symbols that take a prefix."""

_PLAIN: dict[str, Unit] = {
    "min": Unit(60, _TIME),
    "h": Unit(3600, _TIME),
    "hr": Unit(3600, _TIME),
    "hrs": Unit(3600, _TIME),
    "sec": Unit(1, _TIME),
    "secs": Unit(1, _TIME),
    "mins": Unit(60, _TIME),
    "atm": Unit(101325, _PRESSURE),
    "mmHg": Unit(133.322387415, _PRESSURE),
    "t": Unit(1e3, _dimension(kg=1)),
    "lb": Unit(0.45359237, _dimension(kg=1)),
    "ft": Unit(0.3048, _LENGTH),
    "mph": Unit(0.44704, _dimension(m=1, s=-1)),
    "kph": Unit(1 / 3.6, _dimension(m=1, s=-1)),
    "°C": Unit(1, _dimension(K=1), 273.15),
    "°F": Unit(5 / 9, _dimension(K=1), 273.15 - 32 * 5 / 9),
    "%": Unit(0.01, NO_DIMENSION),
    "°": Unit(math.pi / 180, NO_DIMENSION),
    "rad": Unit(1, NO_DIMENSION),
    "bpm": Unit(1 / 60, _RATE),
}

_NAMES: dict[str, Unit] = {
    "gram": _SYMBOLS["g"],
    "gramme": _SYMBOLS["g"],
    "metre": _SYMBOLS["m"],
    "meter": _SYMBOLS["m"],
    "second": _SYMBOLS["s"],
    "amp": _SYMBOLS["A"],
    "ampere": _SYMBOLS["A"],
    "kelvin": _SYMBOLS["K"],
    "mole": _SYMBOLS["mol"],
    "newton": _SYMBOLS["N"],
    "joule": _SYMBOLS["J"],
    "watt": _SYMBOLS["W"],
    "volt": _SYMBOLS["V"],
    "ohm": _SYMBOLS["Ω"],
    "coulomb": _SYMBOLS["C"],
    "farad": _SYMBOLS["F"],
    "henry": _SYMBOLS["H"],
    "tesla": _SYMBOLS["T"],
    "weber": _SYMBOLS["Wb"],
    "siemens": _SYMBOLS["S"],
    "hertz": _SYMBOLS["Hz"],
    "pascal": _SYMBOLS["Pa"],
    "litre": _SYMBOLS["L"],
    "liter": _SYMBOLS["L"],
    "electronvolt": _SYMBOLS["eV"],
    "calorie": _SYMBOLS["cal"],
}
"""Names that take a prefix and a plural."""

_PLAIN_NAMES: dict[str, Unit] = {
    "minute": _PLAIN["min"],
    "hour": _PLAIN["h"],
    "day": Unit(86400, _TIME),
    "week": Unit(604800, _TIME),
    "year": Unit(31557600, _TIME),
    "tonne": _PLAIN["t"],
    "pound": _PLAIN["lb"],
    "inch": Unit(0.0254, _LENGTH),
    "foot": _PLAIN["ft"],
    "feet": _PLAIN["ft"],
    "mile": Unit(1609.344, _LENGTH),
    "atmosphere": _PLAIN["atm"],
    "percent": _PLAIN["%"],
    "degree": _PLAIN["°"],
    "radian": _PLAIN["rad"],
}

_PREFIXES = {"p": 1e-12, "n": 1e-9, "μ": 1e-6, "u": 1e-6, "m": 1e-3, "c": 1e-2, "d": 1e-1, "h": 1e2, "k": 1e3,
             "M": 1e6, "G": 1e9, "T": 1e12}  # fmt: skip
_PREFIX_NAMES = {"pico": 1e-12, "nano": 1e-9, "micro": 1e-6, "milli": 1e-3, "centi": 1e-2, "deci": 1e-1,
                 "hecto": 1e2, "kilo": 1e3, "mega": 1e6, "giga": 1e9, "tera": 1e12}  # fmt: skip
_NUMBER_WORDS = {
    word: Fraction(n)
    for n, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve"]
    )
} | {"fifteen": Fraction(15), "twenty": Fraction(20), "thirty": Fraction(30), "forty": Fraction(40),
     "fifty": Fraction(50), "sixty": Fraction(60), "hundred": Fraction(100), "thousand": Fraction(1000),
     "half": Fraction(1, 2), "third": Fraction(1, 3), "quarter": Fraction(1, 4), "fifth": Fraction(1, 5),
     "tenth": Fraction(1, 10), "hundredth": Fraction(1, 100), "thousandth": Fraction(1, 1000)}  # fmt: skip
_PARTS = frozenset({"half", "third", "quarter", "fifth", "tenth", "hundredth", "thousandth"})

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_RAISED = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]+")
_VULGAR = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅛": "1/8"}
_SAME = {"−": "-", "–": "-", "×": "x", "·": "*", "⋅": "*", "µ": "μ", "Ω": "Ω", "℃": "°C", "º": "°", "⁄": "/",
         "\u00a0": " ", "\u2009": " ", "\u202f": " "}  # fmt: skip

_NUMERAL = r"\d{1,3}(?:[,' ]\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?|\.\d+"
_NUMBER = re.compile(
    rf"(?<![\w.,])(?P<sign>-\s?|minus )?(?:(?P<num>{_NUMERAL})"
    r"(?:\s*(?:[x*]\s*10\s*\^?\s*\{?\(?(?P<power>[-+]?\d{1,3})\)?\}?|e(?P<exp>[-+]?\d{1,3})(?!\w)))?"
    rf"(?:\s?/\s?(?P<den>{_NUMERAL})(?![\d.,]*\d))?)(?!\.?\d)",
    re.IGNORECASE,
)
_WORDED = re.compile(
    r"\b(?:(?P<count>[a-z]+)[ -])?(?P<word>"
    + "|".join(sorted(_NUMBER_WORDS, key=len, reverse=True))
    + r")s?\b",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\s(?:of )?an? |\sof (?:the )?")
_UNIT_WORD = re.compile(r"°\s?[CF]\b|%|°|Ω|[A-Za-zμΩ]+Ω?")
_UNIT_JOIN = re.compile(r"\s?(?P<join>[/*]|\bper\b|\s)\s?")
_UNIT_POWER = re.compile(r"\^?\s?\(?(?P<power>-?\d)\)?(?!\d)")


@lru_cache(maxsize=2048)
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """All numbers in a text with their units, in order. Names with digits ("C5") are no numbers."""
    plain, origin = _plain(text[:4000])
    found: list[Quantity] = []
    for q in sorted((*_numerals(plain), *_number_words(plain)), key=lambda q: q.start):
        if not found or origin[q.start] >= found[-1].end:
            found.append(Quantity(q.value, q.unit, origin[q.start], origin[q.end]))
    return tuple(found)


def parse_number(text: str) -> float:
    """The number of a pack ("0.5", "1/2", "3e-3"). ``ValueError`` if it is none."""
    found = [q for q in find_quantities(text) if q.unit is None]
    if len(found) != 1:
        raise ValueError(f"not a number: {text!r}")
    return found[0].value


@lru_cache(maxsize=1024)
def parse_unit(text: str) -> Unit:
    """The unit of that name or symbol, compound ones included ("m/s", "kg m^2"). ``ValueError`` if
    unknown."""
    plain, _ = _plain(text.strip())
    unit, end = _read_unit(plain, 0)
    if unit is None or end != len(plain):
        raise ValueError(f"unknown unit: {text!r}")
    return unit


def agree(one: float, other: float, tolerance: float = 0.01) -> bool:
    """Whether two values are equal within a relative tolerance."""
    return math.isclose(one, other, rel_tol=max(tolerance, 1e-9), abs_tol=1e-12)


def _plain(text: str) -> tuple[str, list[int]]:
    """One spelling for every sign, with the place in the original of each character and of the end."""
    out: list[str] = []
    origin: list[int] = []
    for match in re.finditer(_RAISED.pattern + "|.", text, re.DOTALL):
        piece = match[0]
        if _RAISED.fullmatch(piece):
            piece = "^" + piece.translate(_SUPERSCRIPTS)
        piece = _VULGAR.get(piece, _SAME.get(piece, piece))
        out.append(piece)
        origin += [match.start()] * len(piece)
    return "".join(out), [*origin, len(text)]


def _numerals(plain: str) -> Iterator[Quantity]:
    for match in _NUMBER.finditer(plain):
        value = _decimal(match["num"])
        if power := match["power"] or match["exp"]:
            value *= 10.0 ** max(-300, min(300, int(power)))
        end = match.end()
        if match["den"]:
            below = _decimal(match["den"])
            if below == 0:
                continue
            value /= below
        if match["sign"] and not _is_subtraction(plain, match.start()):
            value = -value
        unit, unit_end = _unit_after(plain, end)
        yield Quantity(value, unit, match.start(), unit_end if unit else end)


def _is_subtraction(plain: str, place: int) -> bool:
    before = plain[:place].rstrip()
    return bool(before) and (before[-1].isdigit() or before[-1] == ")")


def _decimal(digits: str) -> float:
    if re.fullmatch(r"\d{1,3}(?:[,' ]\d{3})+(?:\.\d+)?", digits) and not digits.startswith("0,"):
        digits = re.sub("[,' ]", "", digits)
    return float(digits.replace(",", "."))


def _number_words(plain: str) -> Iterator[Quantity]:
    """ "three amperes", "half an amp", "two thirds": number words with what they count."""
    for match in _WORDED.finditer(plain):
        word = match["word"].lower()
        value, start = float(_NUMBER_WORDS[word]), match.start("word")
        count = (match["count"] or "").lower()
        if count in _NUMBER_WORDS and count not in _PARTS:
            other = float(_NUMBER_WORDS[count])
            tens = count in ("twenty", "thirty", "forty", "fifty", "sixty")
            value, start = (
                (other + value if tens and word not in _PARTS else other * value),
                match.start("count"),
            )
        article = (
            re.compile(r"\s(?:of )?an? |\sof (?:the )?").match(plain, match.end()) if word in _PARTS else None
        )
        unit, end = _unit_after(plain, article.end() if article else match.end())
        yield Quantity(value, unit, start, end if unit else match.end("word"))


def _unit_after(plain: str, place: int) -> tuple[Unit | None, int]:
    gap = re.compile(r"[\s-]?").match(plain, place)
    start = gap.end() if gap else place
    if re.compile(r"a\s+[a-z]").match(plain, start):
        return None, place
    return _read_unit(plain, start)


def _read_unit(plain: str, place: int) -> tuple[Unit | None, int]:
    """The longest unit that begins at a place, and where it ends."""
    unit, end = _read_single(plain, place)
    if unit is None:
        return None, place
    factor, dimension, sign, compound = unit.factor, list(unit.dimension), 1, False
    while join := _UNIT_JOIN.match(plain, end):
        following, next_end = _read_single(plain, join.end())
        if following is None or (join["join"].isspace() and not _is_symbol(plain, join.end(), next_end)):
            break
        sign = -1 if join["join"] in ("/", "per") else sign
        factor *= following.factor**sign
        dimension = [d + sign * e for d, e in zip(dimension, following.dimension, strict=True)]
        end, compound = next_end, True
    return Unit(factor, tuple(dimension), 0.0 if compound else unit.offset), end


def _is_symbol(plain: str, start: int, end: int) -> bool:
    """Units side by side multiply only as symbols ("N m"), and "A a" or "V I" are no products."""
    piece = plain[start:end]
    return bool(re.match(r"(?:kg|m|s|mol|K|Pa|N|J)(?![a-z])", piece))


def _read_single(plain: str, place: int) -> tuple[Unit | None, int]:
    match = _UNIT_WORD.match(plain, place)
    if not match:
        return None, place
    unit = _look_up(match[0].replace("° ", "°"))
    if unit is None:
        return None, place
    end = match.end()
    power = _UNIT_POWER.match(plain, end)
    if power and plain[end] != " " and unit.offset == 0:
        n = int(power["power"])
        return Unit(unit.factor**n, tuple(d * n for d in unit.dimension)), power.end()
    return unit, end


@lru_cache(maxsize=2048)
def _look_up(word: str) -> Unit | None:
    return _by_symbol(word) or _by_name(word.lower()) or _by_careless_symbol(word)


def _by_symbol(word: str) -> Unit | None:
    word = word.replace("Ohm", "Ω") if word.endswith("Ohm") else word
    if word in _PLAIN:
        return _PLAIN[word]
    if word in _SYMBOLS:
        return _SYMBOLS[word]
    prefix, rest = word[:1], word[1:]
    if (
        prefix in _PREFIXES
        and rest in _SYMBOLS
        and not (prefix in "hd" and rest not in ("Pa", "L", "l", "m"))
    ):
        base = _SYMBOLS[rest]
        return Unit(base.factor * _PREFIXES[prefix], base.dimension)
    return None


def _by_name(word: str) -> Unit | None:
    for singular in (word, word.removesuffix("s")):
        if singular in _PLAIN_NAMES:
            return _PLAIN_NAMES[singular]
        if singular in _NAMES:
            return _NAMES[singular]
        for prefix, factor in _PREFIX_NAMES.items():
            rest = singular.removeprefix(prefix).lstrip("-")
            if rest != singular and rest in _NAMES:
                return Unit(_NAMES[rest].factor * factor, _NAMES[rest].dimension)
    return _PLAIN_NAMES["inch"] if word == "inches" else None


def _by_careless_symbol(word: str) -> Unit | None:
    """ "3 ma", "12 v", "5 KG": the symbol with its letters in the wrong case."""
    if len(word) > 3:
        return None
    candidates = {
        prefix + symbol
        for symbol in _SYMBOLS
        for prefix in ("", "m", "k", "u", "n", "c")
        if (prefix + symbol).lower() == word.lower() and symbol not in "TCFHSK"
    }
    return _by_symbol(sorted(candidates, key=lambda c: (c[0] != "m", c))[0]) if candidates else None
