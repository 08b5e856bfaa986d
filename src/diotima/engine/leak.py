"""The leak guard (pedagogy 5.2): no text of the tutor gives away what a learner has not earned.

It is the grader's mirror: a text leaks an expectation when the grader would credit it to a learner, when it
holds one of the author's keys in whatever disguise, or when it adds up with what was said before.

    key      a key or synonym, also misspelt, spelled out, split, encoded or reversed      hard
    member   a member of a set that is asked for                                           hard
    number   the asked value, in any unit, in words, or as the calculation that gives it   hard
    facet    two thirds of an expectation's own words, summed over the conversation        hard
    stub     the beginning of a key, its letters with gaps, its initials                   hard
    grade    the grader would accept it (hard) or half of it (soft), summed as well
    form     "yes, it is X" for an X that the learner guessed and has not covered          hard

A word the learner or the question brought in may be repeated, but not affirmed.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from diotima.domain.course import AnswerType, Item, StructuredAnswer
from diotima.domain.grades import LeakVerdict
from diotima.engine.formulas import evaluate_arithmetic
from diotima.engine.grading import ACCEPT, Grader
from diotima.engine.keys import Key, Keys, keys_of, names_initials
from diotima.engine.masking import mask_labels, render_figure
from diotima.engine.phrases import Heard, Hit
from diotima.engine.quantities import Quantity, agree, find_quantities, parse_number, parse_unit
from diotima.engine.scheme import ExpectationScheme, Scheme
from diotima.engine.sentences import SentenceBuffer
from diotima.engine.structured import check_structured
from diotima.engine.words import fold, read, stem, stems

__all__ = ["LeakGuard", "SentenceBuffer", "Watch", "mask_labels", "render_figure"]

_SHARE = 0.67
_MAX_ARMED = 256
_EXACTLY = 0.001

_GENERIC_WORDS = """
use work happen change take come find look show see tell ask question answer word point case time first
next now way part give make whole many good name place side go keep get
"""
_GENERIC = frozenset(stem(word) for word in _GENERIC_WORDS.split())
"""Stems that belong to no expectation in particular."""

_AFFIRMS = re.compile(
    r"^\W*(?:yes|yeah|yep|exactly|correct|precisely|indeed|absolutely|certainly|bingo|good|great|nice"
    r"|perfect|excellent|brilliant|well done|spot on|right)\b(?! (?:or|now|side|arm|hand|leg|away)\b)"
    r"|\b(?:that|this|it|you|they|which)(?:'s|'re| is| are| got)? (?:quite |exactly |completely |just )?"
    r"(?:right|correct|spot on|true)\b(?! (?:or|side|arm|hand|leg)\b)"
    r"|\b(?:you (?:have it|got it|nailed it)|is (?:quite )?(?:right|correct)|is the (?:right )?answer)\b"
    r"|\bwell done\b"
)
_BEGINS_WITH_YES = re.compile(r"\W*(?:yes|yeah|exactly|correct|indeed|right|good)\b")
_STATES = re.compile(
    r"^\W*(?:(?:so|then|well|and|ok|okay|now)\b\W*)?(?:it|that|this|they|these|those|the (?:right )?answer)"
    r"(?:'s|'re| is| are| was| were| must be| has to be| would be| will be)\b"
)
_ASKS = re.compile(r"\?[\s\"')\]”’]*$")
_OPERATOR = re.compile(
    r"\W*(?:(?P<divide>[/÷:]|divided by|over|by)|(?P<multiply>[*×·x]|times|multiplied by|of)"
    r"|(?P<fit>(?:goes |go |fits? |divided )?into)|(?P<add>\+|plus|and)|(?P<subtract>-|−|minus|less))\W*"
)
_RESULT = re.compile(
    r"(?:=|≈|\b(?:is|are|equals|gives?|makes?|leaves|totals?|answer|result|sum)(?: of| is)?:?)\s*[$€£(]*$"
)
_ENDED = re.compile(r"[.?!…:]\W*$")
_FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_CALCULATION = re.compile(r"[\d.(]+(?:\s*[-+*/x×·÷]\s*[\d.()]+)+")


@dataclass(frozen=True)
class Watch:
    """What a text must not give away, and what may be said freely."""

    item: Item
    uncovered: tuple[str, ...]
    """Ids of the expectations that are still withheld."""
    said: tuple[str, ...] = ()
    """Tutor sentences already said for the item; the guard judges the sum."""
    visible: tuple[str, ...] = ()
    """Question, the learner's own texts, covered propositions and keys, passages shown."""


class _Armed(NamedTuple):
    """A watch prepared: what is secret now."""

    scheme: Scheme
    withheld: tuple[ExpectationScheme, ...]
    secret: Keys
    guessed: Keys
    """Keys the learner brought in: free to repeat, not to affirm."""
    known: frozenset[str]
    """Stems of everything visible."""
    visible: tuple[str, ...]
    earned: dict[str, frozenset[int]]
    """Facets of each withheld expectation that visible texts already state."""


class LeakGuard:
    """Judges tutor texts. Pure apart from remembering what it has prepared; never asks an encoder."""

    def __init__(self, grader: Grader | None = None) -> None:
        self._grader = grader or Grader()
        self._armed: OrderedDict[tuple[int, tuple[str, ...], tuple[str, ...]], _Armed] = OrderedDict()

    def check(self, candidate: str, watch: Watch) -> LeakVerdict:
        """Whether a text may leave. Hard evidence, or two pieces of soft evidence, block it."""
        if not watch.uncovered or not candidate.strip():
            return LeakVerdict(False)
        armed = self._arm(watch)
        hard = tuple(dict.fromkeys(_hard_rules(candidate, watch.said, armed)))
        soft = tuple(_soft_rules(candidate, watch.said, armed))
        blocked = bool(hard) or len(soft) >= 2
        return LeakVerdict(blocked, tuple(dict.fromkeys((*hard, *soft))), bool(soft) and not blocked)

    def check_many(self, candidate: str, watches: Iterable[Watch]) -> LeakVerdict:
        """One text against several items (a report, the words of a figure): the strictest verdict."""
        verdicts = [self.check(candidate, watch) for watch in watches]
        blocked = any(v.blocked for v in verdicts)
        rules = tuple(dict.fromkeys(r for v in verdicts for r in v.rules))
        return LeakVerdict(blocked, rules, not blocked and any(v.soft for v in verdicts))

    def release(self, chunks: Iterable[str], watch: Watch) -> Iterator[str]:
        """The clean beginning of a stream, sentence by sentence; ends before the first one that leaks."""
        for piece in _pieces(chunks):
            verdict = self.check(piece, watch)
            if verdict.blocked or (verdict.soft and not _ASKS.search(piece)):
                return
            watch = replace(watch, said=(*watch.said, piece))
            yield piece

    def _arm(self, watch: Watch) -> _Armed:
        name = (id(watch.item), watch.uncovered, watch.visible)
        armed = self._armed.get(name)
        if armed is None or armed.scheme.item is not watch.item:
            armed = self._armed[name] = _arm(self._grader.scheme(watch.item), watch)
            if len(self._armed) > _MAX_ARMED:
                self._armed.popitem(last=False)
        return armed


def _pieces(chunks: Iterable[str]) -> Iterator[str]:
    buffer = SentenceBuffer()
    for chunk in chunks:
        buffer, pieces = buffer.feed(chunk)
        yield from pieces
    yield from buffer.flush()


def _arm(scheme: Scheme, watch: Watch) -> _Armed:
    withheld = tuple(e for e in scheme.expectations if e.source.id in watch.uncovered)
    visible = (scheme.item.question, *watch.visible)
    keys = [k for e in withheld for k in keys_of(e.source)]
    secret, guessed = _divide(Keys(keys), visible)
    asked = set(Keys(guessed).named(scheme.item.question))
    open_texts = {k.text for e in scheme.expectations if e not in withheld for k in keys_of(e.source)}
    known = frozenset(t.stem for text in visible for t in read(text).tokens)
    return _Armed(
        scheme=scheme,
        withheld=withheld,
        secret=secret,
        guessed=Keys(k for k in guessed if k not in asked and k.text not in open_texts),
        known=known,
        visible=visible,
        earned={e.source.id: _facets_stated(e, scheme, watch.visible) for e in withheld},
    )


def _divide(keys: Keys, visible: Sequence[str]) -> tuple[Keys, list[Key]]:
    """Keys that are still secret, and those a visible text holds, be it in another spelling or in pieces."""
    brought: list[Key] = []
    while found := {k for text in visible for k in (*keys.named(text), *keys.disguised(text))}:
        brought += [k for k in keys.all if k in found]
        # What was taken for the exact word before may now be taken for a slip of another key.
        keys = Keys(k for k in keys.all if k not in found)
    return keys, brought


def _hard_rules(candidate: str, said: Sequence[str], armed: _Armed) -> Iterator[str]:
    yield from (k.rule for k in _name_keys(candidate, said, armed.secret))
    if any(_gives_number(candidate, e, armed) for e in armed.withheld):
        yield "number"
    if any(_adds_up(candidate, said, e, armed) for e in armed.withheld):
        yield "facet"
    if armed.secret.begun(candidate) or armed.secret.acrostic(candidate) or _lists_initials(candidate, armed):
        yield "stub"
    if any(_completes(candidate, said, e, armed) for e in armed.withheld):
        yield "grade"
    if _affirms(candidate, armed.guessed):
        yield "form"


def _soft_rules(candidate: str, said: Sequence[str], armed: _Armed) -> Iterator[str]:
    """Half of an expectation's facets, for expectations that have several."""
    for e in armed.withheld:
        given = _facets_given(candidate, e, armed)
        together = given.union(*(_facets_given(text, e, armed) for text in said)) if given else given
        if len(e.facets) > 1 and 2 * len(together) >= len(e.facets):
            yield "grade"


def _name_keys(candidate: str, said: Sequence[str], secret: Keys) -> Iterator[Key]:
    """Keys the text names, or completes where an earlier piece broke off in mid-sentence."""
    yield from secret.named(candidate)
    yield from secret.disguised(candidate)
    for earlier in said:
        if not _ENDED.search(earlier):
            yield from secret.named(f"{earlier.rstrip()} {candidate.lstrip()}")


def _gives_number(candidate: str, e: ExpectationScheme, armed: _Armed) -> bool:
    """Whether a text gives the asked value; one that is visible already only as a result ("it is 3 A")."""
    answer = e.source.answer
    if answer is None or answer.type is not AnswerType.NUMBER:
        return False
    quantities = find_quantities(candidate)
    said = [q for q in quantities if _is_asked(q, answer, candidate)]
    if any(_is_asked(q, answer, text) for text in armed.visible for q in find_quantities(text)):
        return any(_RESULT.search(candidate[: q.start].lower()) for q in said)
    if said:
        return True
    target, candidate = _target(answer), _FRACTION.sub(r"\1 / \2", candidate)
    quantities = find_quantities(candidate)
    results = [_calculate(candidate, one, other) for one, other in pairwise(quantities)]
    results += [evaluate_arithmetic(run.replace("x", "*")) for run in _CALCULATION.findall(candidate)]
    return any(r is not None and agree(r, target, _EXACTLY) for r in results)


def _target(answer: StructuredAnswer) -> float:
    value = parse_number(answer.number or "")
    if answer.unit is None:
        return value
    unit = parse_unit(answer.unit)
    return value * unit.factor + unit.offset


def _is_asked(q: Quantity, answer: StructuredAnswer, text: str) -> bool:
    """Whether it is the asked value. A small number in words counts nothing but what it counts ("two
    wires")."""
    value = parse_number(answer.number or "")
    if q.unit is None:
        in_words = not any(c.isdigit() for c in text[q.start : q.end])
        return agree(q.value, value, _EXACTLY) and not (in_words and (answer.unit is not None or value <= 2))
    dimension = parse_unit(answer.unit).dimension if answer.unit else (0,) * 7
    return q.dimension == dimension and agree(q.si, _target(answer), _EXACTLY)


def _calculate(text: str, one: Quantity, other: Quantity) -> float | None:
    """The value of "12 V divided by 4 ohm", in SI units."""
    operator = _OPERATOR.fullmatch(text[one.end : other.start].lower())
    if operator is None:
        return None
    match operator.lastgroup:
        case "divide":
            return one.si / other.si if other.si else None
        case "fit":
            return other.si / one.si if one.si else None
        case "multiply":
            return one.si * other.si
        case "add":
            return one.si + other.si
        case _:
            return one.si - other.si


def _adds_up(candidate: str, said: Sequence[str], e: ExpectationScheme, armed: _Armed) -> bool:
    """Whether two thirds of what is secret in one wording of the expectation have now been said."""
    here = stems(candidate)
    everything = here.union(*(stems(text) for text in said))
    for secret in e.secret:
        own = secret - armed.known - _GENERIC
        said_of_it = own & everything
        if own & here and len(said_of_it) >= 2 and len(said_of_it) >= _SHARE * len(own):
            return True
    return False


def _lists_initials(candidate: str, armed: _Armed) -> bool:
    return any(
        names_initials(candidate, e.source.answer.members, armed.known)
        for e in armed.withheld
        if e.source.answer is not None and e.source.answer.type is AnswerType.SET
    )


def _completes(candidate: str, said: Sequence[str], e: ExpectationScheme, armed: _Armed) -> bool:
    """Whether the tutor's words, with what the learner already has, would be accepted as an answer."""
    heard = armed.scheme.hear(candidate)
    verdict = check_structured(e, armed.scheme, heard) if e.source.answer else None
    if verdict and verdict.p >= ACCEPT and verdict.evidence and not _is_visible(verdict.evidence.text, armed):
        return True
    given = _facets_given(candidate, e, armed)
    if not given:
        return False
    together = given.union(armed.earned[e.source.id], *(_facets_given(text, e, armed) for text in said))
    return len(together) == len(e.facets)


def _is_visible(piece: str, armed: _Armed) -> bool:
    plain = fold(piece)
    return any(plain in fold(text) for text in armed.visible)


def _facets_given(text: str, e: ExpectationScheme, armed: _Armed) -> frozenset[int]:
    """Facets a text meets with words that are not visible yet."""
    heard = armed.scheme.hear(text)
    return frozenset(
        n
        for n, facet in enumerate(e.facets)
        if any(_is_given(hit, heard, armed.known) for _, hit in facet.hits(heard))
    )


def _is_given(hit: Hit, heard: Heard, known: frozenset[str]) -> bool:
    return hit.granted and any(heard.reading.tokens[n].stem not in known for n in hit.places)


def _facets_stated(e: ExpectationScheme, scheme: Scheme, texts: Sequence[str]) -> frozenset[int]:
    heard = [scheme.hear(text) for text in texts]
    return frozenset(
        n for n, facet in enumerate(e.facets) if any(hit.granted for h in heard for _, hit in facet.hits(h))
    )


def _affirms(candidate: str, guessed: Keys) -> bool:
    """Whether the text confirms a guess: "Yes, the deltoid", "Exactly. The deltoid ...", "It is the
    deltoid."."""
    if not any(guessed.named(candidate)):
        return False
    reading = read(candidate)
    sentences = [candidate[s.start : s.end].strip() for s in reading.sentences]
    if any(_AFFIRMS.search(fold(s)) and not _asks_whether(s) for s in sentences):
        return True
    return any(_STATES.search(fold(s)) and not _ASKS.search(s) and any(guessed.named(s)) for s in sentences)


def _asks_whether(sentence: str) -> bool:
    """ "Is that right?" asks, "Yes, and what else?" affirms."""
    return bool(_ASKS.search(sentence)) and not _BEGINS_WITH_YES.match(fold(sentence))
