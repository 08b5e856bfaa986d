"""Which of the shown options a learner names in words of their own.

"d", "c i guess", "d, the ventral rami", "ventral rami?", "the second one", "2A": one option has to fit, or
none is taken, for a guess at what was meant would be recorded as what the learner knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from diotima.domain.questions import Option, Question
from diotima.engine.words import read, stems

_HEDGES = re.compile(
    r"\b(?:u+m+|u+h+|hm+|well|ok|okay|maybe|perhaps|probably|definitely|i (?:think|guess|believe|say|pick)"
    r"|i(?:'d| would) (?:say|guess|go (?:with|for))|my guess|(?:the )?answer(?: is)?|option|letter|number"
    r"|would be|must be|is it|it is|it's|its|not (?:so |really |very )?sure|but|then|please|one|the"
    r"|(?:idk|dunno|i (?:really )?(?:don['’]?t|do not) (?:really )?know|no (?:clue|idea))"
    r"(?=\W*(?:[,.;:!?-]|maybe\b|perhaps\b|probably\b|but\b|i\b)))(?!\w)",
    re.IGNORECASE,
)
"""What wraps a choice. Not knowing wraps one only where something follows it ("idk, maybe b")."""
_LETTER_FIRST = re.compile(
    r"[\s,.;:-]*(?:([a-z])\s*(?:[).,:;!?-]|$|\b(?=because\b|since\b))|([b-h])\s)", re.IGNORECASE
)
_ALTERNATIVE = re.compile(r"\b(?:or|and) [a-h]\b", re.IGNORECASE)
_RULED_OUT = re.compile(
    r"\W*(?:(?:is|was|can|could)(?:n['’]?t| not)|cannot|(?:is |was )?(?:wrong|false|out)\b)", re.I
)
"""What follows a letter that is ruled out ("b is wrong")."""
_ORDINALS = ("first", "second", "third", "fourth")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


def pick_option(question: Question, words: str) -> str | None:
    """Id of the option that free words name, by letter, place, number or text; ``None`` if not exactly one.

    Where the options are amounts, a bare number is an amount and not a place.
    """
    bare = _HEDGES.sub(" ", words)
    return next((o.id for way in _WAYS if (o := _only(way(question.options, bare)))), None)


_Way = Callable[[Sequence[Option], str], Sequence[Option]]


def _only(fitting: Sequence[Option]) -> Option | None:
    return fitting[0] if len(fitting) == 1 else None


def _by_amount(options: Sequence[Option], words: str) -> Sequence[Option]:
    said = _compact(words)
    amounts = [o for o in options if _NUMBER.match(o.text)]
    return [o for o in amounts if said in (_compact(o.text), _number(o.text))]


def _by_letter(options: Sequence[Option], words: str) -> Sequence[Option]:
    """A letter; what stands after it may not be another option."""
    first = _LETTER_FIRST.match(words)
    if first is None or _ALTERNATIVE.search(words):
        return []
    letter, rest = (first[1] or first[2]).casefold(), words[first.end() :]
    if _RULED_OUT.match(rest):
        return []
    said = _only(_by_text(options, rest)) or _only(_by_part(options, rest))
    return [o for o in options if o.id == letter and said in (o, None)]


def _by_place(options: Sequence[Option], words: str) -> Sequence[Option]:
    amounts = any(_NUMBER.match(o.text) for o in options)
    said = _plain(words)
    return [
        o
        for n, o in enumerate(options)
        if (said == str(n + 1) and not amounts) or (n < len(_ORDINALS) and said == _ORDINALS[n])
    ]


def _by_text(options: Sequence[Option], words: str) -> Sequence[Option]:
    said = f" {_plain(words)} "
    named = [o for o in options if f" {_plain(_HEDGES.sub(' ', o.text))} " in said]
    return [o for o in named if not _denies(words, o)]


def _by_part(options: Sequence[Option], words: str) -> Sequence[Option]:
    """Every word of substance stands in the option ("ventral rami")."""
    said = set(stems(words))
    return [o for o in options if said and said <= set(stems(o.text)) and not _denies(words, o)]


def _denies(words: str, option: Option) -> bool:
    """Whether words of the option are denied that are not denied in it ("not the ventral rami")."""
    return not _denied(words) & stems(option.text) <= _denied(option.text)


def _denied(words: str) -> frozenset[str]:
    return frozenset(t.stem for t in read(words).content if t.negated != t.refuted)


_WAYS: tuple[_Way, ...] = (_by_amount, _by_letter, _by_place, _by_text, _by_part)


def _number(text: str) -> str:
    found = _NUMBER.match(text)
    return found[0] if found else ""


def _compact(words: str) -> str:
    return re.sub(r"[\s?!]+|[.,;](?!\d)", "", words.casefold())


def _plain(words: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in words.casefold()).split())
