"""Formulas in declared symbols: read by our own parser, compared by what they say, not how they are written.

``V = I R``, ``I = V/R`` and ``R = V / I`` are one law. Nothing is evaluated as code: a text becomes a
small tree of numbers, symbols, operations and a handful of functions, bounded in length, depth and
exponents. Two formulas are the same when they agree at fixed sample points of positive values, and
disagree as soon as one value is moved away.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

_LIMIT = 120
_DEPTH = 24
_MAX_EXPONENT = 12.0
_SAMPLES = 5
_FUNCTIONS: Mapping[str, Callable[[float], float]] = {
    "sqrt": math.sqrt,
    "exp": math.exp,
    "ln": math.log,
    "log": math.log10,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
}
_TOKEN = re.compile(r"\s*(?:(?P<number>\d+(?:\.\d+)?|\.\d+)|(?P<name>[A-Za-z_]\w*|[α-ωΑ-ΩΔ]\w*)|(?P<sign>.))")
_SPELLED = (
    (re.compile(r"\bdivided by\b|\bover\b"), "/"),
    (re.compile(r"\btimes\b|\bmultiplied (?:by|with)\b"), "*"),
    (re.compile(r"\bequals\b|\bis equal to\b"), "="),
    (re.compile(r"\bsquared\b"), "^2"),
    (re.compile(r"\bplus\b"), "+"),
    (re.compile(r"\bminus\b"), "-"),
    (re.compile(r"\\d?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}"), r"(\1)/(\2)"),
    (re.compile(r"\\sqrt\s*\{([^{}]*)\}"), r"sqrt(\1)"),
    (re.compile(r"\\(?:cdot|times)\b"), "*"),
    (re.compile(r"\\(?:left|right|,|;|!| )|\$"), ""),
    (re.compile(r"\*\*"), "^"),
)
_SAME_SIGN = str.maketrans({"×": "*", "·": "*", "⋅": "*", "∙": "*", "÷": "/", "−": "-", "–": "-", "⁄": "/"})
_BRACKETS = str.maketrans("{}[]", "()()")


class FormulaError(ValueError):
    """A text is no formula in the declared symbols, or exceeds the bounds."""


@dataclass(frozen=True)
class _Number:
    value: float


@dataclass(frozen=True)
class _Symbol:
    name: str


@dataclass(frozen=True)
class _Operation:
    sign: str
    left: _Node
    right: _Node


@dataclass(frozen=True)
class _Function:
    name: str
    of: _Node


_Node = _Number | _Symbol | _Operation | _Function


@dataclass(frozen=True)
class Formula:
    """An expression, or an equation when ``right`` is there."""

    left: _Node
    right: _Node | None
    symbols: frozenset[str]
    """The symbols that occur in it."""


@dataclass(frozen=True)
class FoundFormula:
    """A formula in a text, with its place."""

    formula: Formula
    start: int
    end: int


@lru_cache(maxsize=1024)
def parse_formula(text: str, symbols: tuple[str, ...]) -> Formula:
    """The formula a text consists of, in those symbols only. Raises ``FormulaError``."""
    plain = _spell(text)
    if len(plain) > _LIMIT:
        raise FormulaError("the formula is too long")
    return _Parser(_split(plain, symbols)).formula()


def find_formulas(text: str, symbols: tuple[str, ...]) -> tuple[FoundFormula, ...]:
    """The formulas in a sentence, longest pieces first taken ("I = V/R, so it is halved")."""
    found = []
    for start, end in _candidates(text[:2000], symbols):
        try:
            formula = parse_formula(text[start:end], symbols)
        except FormulaError:
            continue
        if _says_something(formula):
            found.append(FoundFormula(formula, start, end))
    return tuple(found)


def are_equivalent(one: Formula, other: Formula) -> bool:
    """Whether two formulas say the same for positive values, rearranged equations included.

    An expression equals an equation when it is the side of it that stands against a lone symbol ("V/R"
    answers "I = V/R").
    """
    if one.right is None and other.right is None:
        return _same_values(one, other)
    if one.right is None:
        return _is_side(one, other)
    if other.right is None:
        return _is_side(other, one)
    return one.symbols == other.symbols and _same_solutions(one, other)


def evaluate_arithmetic(text: str) -> float | None:
    """The value of a plain calculation ("12 / 4", "2*(3+4)"); ``None`` if it is none or undefined."""
    try:
        formula = parse_formula(text, ())
    except FormulaError:
        return None
    if formula.right is not None or isinstance(formula.left, _Number):
        return None
    return _value(formula.left, {})


def _spell(text: str) -> str:
    """Words, LaTeX and look-alike signs as plain operators."""
    plain = _spell_roots(text.translate(_SAME_SIGN).replace("²", "^2").replace("³", "^3"))
    for pattern, sign in _SPELLED:
        plain = pattern.sub(sign, plain)
    return plain.translate(_BRACKETS).strip(" .,;:!?")


def _spell_roots(plain: str) -> str:
    return re.sub(r"√\s*(\w+|(?=\())", lambda m: f"sqrt({m[1]})" if m[1] else "sqrt", plain)


def _split(plain: str, symbols: Sequence[str]) -> list[str]:
    tokens: list[str] = []
    for match in _TOKEN.finditer(plain):
        if match["name"]:
            tokens += _split_name(match["name"], symbols)
        elif (match["number"] or match["sign"] or "").strip():
            tokens.append((match["number"] or match["sign"]).strip())
    return tokens


def _split_name(name: str, symbols: Sequence[str]) -> list[str]:
    """A declared symbol, a function, or symbols written together ("IR")."""
    if name in symbols or name in _FUNCTIONS:
        return [name]
    folded = {s.lower(): s for s in symbols}
    if len(folded) == len(symbols) and name.lower() in folded:
        return [folded[name.lower()]]
    parts: list[str] = []
    rest = name
    while rest:
        part = next((s for s in sorted(symbols, key=len, reverse=True) if rest.startswith(s)), None)
        if part is None:
            raise FormulaError(f"{name} is no declared symbol")
        parts.append(part)
        rest = rest[len(part) :]
    return parts


class _Parser:
    """Recursive descent: equation > sum > product (also unwritten) > sign > power > atom."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0
        self._seen: set[str] = set()

    def formula(self) -> Formula:
        left = self._sum()
        right = self._sum() if self._take("=") else None
        if self._at != len(self._tokens):
            raise FormulaError("something is left over")
        return Formula(left, right, frozenset(self._seen))

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, *signs: str) -> str:
        if self._peek() in signs and self._peek():
            self._at += 1
            return self._tokens[self._at - 1]
        return ""

    def _sum(self) -> _Node:
        self._depth += 1
        if self._depth > _DEPTH:
            raise FormulaError("the formula is too deep")
        node = self._product()
        while sign := self._take("+", "-"):
            node = _Operation(sign, node, self._product())
        self._depth -= 1
        return node

    def _product(self) -> _Node:
        node = self._signed()
        while True:
            if sign := self._take("*", "/"):
                node = _Operation(sign, node, self._signed())
            elif self._starts_atom():
                node = _Operation("*", node, self._power())
            else:
                return node

    def _starts_atom(self) -> bool:
        token = self._peek()
        return bool(token) and (token == "(" or token[0].isalnum() or token[0] == ".")

    def _signed(self) -> _Node:
        if self._take("-"):
            return _Operation("-", _Number(0.0), self._power())
        self._take("+")
        return self._power()

    def _power(self) -> _Node:
        node = self._atom()
        if self._take("^"):
            minus = self._take("-")
            exponent = self._atom()
            if isinstance(exponent, _Number) and abs(exponent.value) > _MAX_EXPONENT:
                raise FormulaError("the exponent is too large")
            if minus:
                exponent = _Operation("-", _Number(0.0), exponent)
            node = _Operation("^", node, exponent)
        return node

    def _atom(self) -> _Node:
        token = self._peek()
        self._at += 1
        if token == "(":
            node = self._sum()
            if not self._take(")"):
                raise FormulaError("a bracket is open")
            return node
        if token in _FUNCTIONS:
            return _Function(token, self._atom())
        if token and token[-1].isdecimal() and not token[0].isalpha() and token[0] != "_":
            return _Number(float(token))
        if token and (token[0].isalpha() or token[0] == "_"):
            self._seen.add(token)
            return _Symbol(token)
        raise FormulaError("a value is missing")


def _candidates(text: str, symbols: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Runs of formula tokens in a text that hold an operator."""
    names = "|".join(re.escape(s) for s in sorted((*symbols, *_FUNCTIONS), key=len, reverse=True))
    words = r"divided by|multiplied by|multiplied with|is equal to|equals|times|over|squared|plus|minus"
    piece = (
        rf"(?:\\[a-zA-Z,;!]+|(?:{names})+(?![A-Za-z_])|\b(?:{words})\b|\d+(?:\.\d+)?"
        r"|[-+*/^=()\[\]{}$×·⋅÷−²³√])"
    )
    folded = {s.lower() for s in symbols}
    flags = re.IGNORECASE if len(folded) == len(symbols) else re.NOFLAG
    for match in re.finditer(rf"(?<![\w.])(?:{piece})(?:\s*(?:{piece}))*", text, flags):
        start, end = match.span()
        while start < end and text[start] in " =*/^)":
            start += 1
        while end > start and text[end - 1] in " =*/^(+-":
            end -= 1
        if end > start:
            yield start, end


def _says_something(formula: Formula) -> bool:
    """At least two symbols, joined: a single letter in a sentence is no formula."""
    return len(formula.symbols) >= 2


def _value(node: _Node, values: Mapping[str, float]) -> float | None:
    try:
        found = _compute(node, values)
    except (ArithmeticError, ValueError):
        return None
    return found if math.isfinite(found) else None


def _compute(node: _Node, values: Mapping[str, float]) -> float:
    if isinstance(node, _Number):
        return node.value
    if isinstance(node, _Symbol):
        return values[node.name]
    if isinstance(node, _Function):
        return _FUNCTIONS[node.name](_compute(node.of, values))
    left, right = _compute(node.left, values), _compute(node.right, values)
    if node.sign == "+":
        return left + right
    if node.sign == "-":
        return left - right
    if node.sign == "*":
        return left * right
    if node.sign == "/":
        return left / right
    return math.pow(left, right)


def _points(symbols: frozenset[str]) -> Iterator[dict[str, float]]:
    """Fixed positive values: square roots of different numbers, between 1.1 and 3, alike in every run."""
    ordered = sorted(symbols)
    for k in range(_SAMPLES):
        yield {s: math.sqrt(1.3 + 0.83 * n + 1.71 * k % 5 + 0.37 * n * k % 3) for n, s in enumerate(ordered)}


def _close(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)


def _same_values(one: Formula, other: Formula) -> bool:
    symbols = one.symbols | other.symbols
    return all(_close(_value(one.left, p), _value(other.left, p)) for p in _points(symbols))


def _is_side(expression: Formula, equation: Formula) -> bool:
    solved = _solved(equation)
    if solved is None:
        return False
    symbol, side = solved
    if symbol in expression.symbols:
        return False
    return all(
        _close(_value(expression.left, p), _value(side, p))
        for p in _points(expression.symbols | equation.symbols)
    )


def _solved(equation: Formula) -> tuple[str, _Node] | None:
    """The lone symbol of an equation and what it equals; ``None`` if neither side is a lone symbol."""
    right = equation.right
    if right is None:
        return None
    for one, other in ((equation.left, right), (right, equation.left)):
        if isinstance(one, _Symbol) and one.name not in _symbols_of(other):
            return one.name, other
    return None


def _symbols_of(node: _Node) -> frozenset[str]:
    if isinstance(node, _Symbol):
        return frozenset({node.name})
    if isinstance(node, _Function):
        return _symbols_of(node.of)
    if isinstance(node, _Operation):
        return _symbols_of(node.left) | _symbols_of(node.right)
    return frozenset()


def _same_solutions(one: Formula, other: Formula) -> bool:
    solved = _solved(one)
    if solved is None:
        one, other = other, one
        solved = _solved(one)
    if solved is None:
        return _same_ratio(one, other)
    symbol, side = solved
    for point in _points(one.symbols):
        value = _value(side, point)
        if value is None or not _holds(other, {**point, symbol: value}):
            return False
        if _holds(other, {**point, symbol: value * 1.37}):
            return False
    return True


def _holds(equation: Formula, point: Mapping[str, float]) -> bool:
    left = _value(equation.left, point)
    right = _value(equation.right, point) if equation.right is not None else None
    return left is not None and right is not None and _close(left, right)


def _same_ratio(one: Formula, other: Formula) -> bool:
    """Equations neither of which is solved for a symbol: their differences are proportional."""
    ratios = []
    for point in _points(one.symbols):
        here, there = _difference(one, point), _difference(other, point)
        if not here or there is None:
            return False
        ratios.append(there / here)
    return bool(ratios) and ratios[0] != 0 and all(_close(r, ratios[0]) for r in ratios)


def _difference(equation: Formula, point: Mapping[str, float]) -> float | None:
    left = _value(equation.left, point)
    right = _value(equation.right, point) if equation.right is not None else None
    return None if left is None or right is None else left - right
