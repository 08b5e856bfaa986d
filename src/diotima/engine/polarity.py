"""Which way a text points: what it denies, what it says is lost or intact, and which opposites it swaps in.

"The deltoid is weak", "no deltoid" and "the deltoid does not work" say the same of the deltoid, "the
deltoid is not weak" says the opposite. Counting negations cannot tell, so every word gets a *stance*.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from diotima.engine.opposites import are_opposed
from diotima.engine.words import NEGATORS, Reading, Token, read, stem

REACH = 3
"""Content words between a word and what governs its stance."""


class Stance(StrEnum):
    """What a clause says of one of its words."""

    STATED = "stated"
    DENIED = "denied"
    """Under a plain negation ("does not abduct", "C8 is not part of it")."""
    ABSENT = "absent"
    """Said not to be there or not to be possible ("no abduction", "cannot abduct")."""
    LOST = "lost"
    """Said to be weak, lost, absent or not working."""
    REFUTED = "refuted"
    """In a sentence that is called untrue."""
    INTACT = "intact"
    """Said to be normal, spared, or *not* lost."""


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem(w) for w in words.split())


_LOSS = _stems(
    "weak weaken weakness paralysed palsy lose lost loss losing impaired impairment failed fail fails absent "
    "absence missing numb numbness damaged injured torn severed denervated suffer suffers impossible unable "
    "broken affected poor"
)
_INTACT = _stems(
    "normal normally fine intact preserved spared unaffected healthy unharmed undamaged strong work works "
    "possible able"
)
_SPARING_NEGATORS = frozenset({"no", "without", "neither", "nor", "none", "nothing"})
_ABILITIES = frozenset({"can", "could"})
_BEING = frozenset({"is", "are", "was", "were", "be", "been"})
_CARRIERS = _BEING | frozenset(
    {"does", "do", "did", "has", "have", "had"}
    | {"can", "could", "will", "would", "should", "may", "might", "must"}
)
_DIRECTION_PARTICLES = frozenset({"up", "down"})
_MOTION = _stems("go move come turn shift goes went slide pull push")
_NO_SWAP = frozenset(
    {"in", "out", "on", "off", "over", "under", "first", "last", "left", "right", "with", "without", "all"}
    | {"none", "always", "never", "same", "different", "near", "back", "front", "start", "end", "begin"}
    | {"stop", "open", "plus", "minus", "work", "before", "after", "possible", "able", "true", "false"}
    | {"many", "few"}
)
"""Opposites too common in passing to make an answer contradict."""


_REFUTED = {
    Stance.STATED: Stance.REFUTED,
    Stance.INTACT: Stance.REFUTED,
    Stance.LOST: Stance.INTACT,
    Stance.DENIED: Stance.INTACT,
    Stance.ABSENT: Stance.INTACT,
}
"""What becomes of a stance when its sentence is called untrue."""


_UNTRUE = frozenset({Stance.DENIED, Stance.REFUTED})


class _Governor(NamedTuple):
    place: int
    stance: Stance
    carried: bool
    """Follows an auxiliary: says it of what stands before ("C8 is not ...")."""


class Swap(NamedTuple):
    """A word of an answer that stands where the expected text has its opposite."""

    said: Token
    expected: str
    """Stem of the word that was expected."""


@lru_cache(maxsize=4096)
def stances(text: str) -> tuple[Stance, ...]:
    """The stance of every token of ``read(text)``, in order."""
    return tuple(s for clause in read(text).clauses for s in _clause_stances(clause))


def find_swap(answer: Reading, expected: Sequence[Reading], known: Collection[str]) -> Swap | None:
    """The first stated word that is the opposite of an expected word the answer does not state.

    ``known`` are stems that may be said freely (the question's). A word that occurs in any expected text is
    no swap, and its clause must share another word with an expected text: the opposite of something else
    contradicts nothing.
    """
    wanted = {t.text: t.stem for r in expected for t in r.content if t.text not in _NO_SWAP}
    shared = {t.stem for r in expected for t in r.content}
    here = stances(answer.source)
    stated = {t.stem for t, s in zip(answer.tokens, here, strict=True) if s not in _UNTRUE}
    for place, token in enumerate(answer.tokens):
        if token.stop or token.text in _NO_SWAP or token.stem in shared or token.stem in known:
            continue
        if here[place] in _UNTRUE or here[place] is Stance.ABSENT or not _moves(answer, place):
            continue
        opposed = (s for text, s in wanted.items() if s not in stated and are_opposed(token.text, text))
        found = next(opposed, None)
        if found is not None and _shares(answer, token, shared):
            return Swap(token, found)
    return None


def _shares(answer: Reading, token: Token, stems: Collection[str]) -> bool:
    return any(t.stem in stems for t in answer.tokens if t.clause == token.clause and not t.stop)


def _moves(answer: Reading, place: int) -> bool:
    """ "Up" and "down" count only with a verb of motion ("goes up", not "ends up")."""
    if answer.tokens[place].text not in _DIRECTION_PARTICLES:
        return True
    return place > 0 and answer.tokens[place - 1].stem in _MOTION


def _clause_stances(clause: Sequence[Token]) -> Iterator[Stance]:
    governors = tuple(_governors(clause))
    depth = _content_depths(clause)
    for place in range(len(clause)):
        stance = _stance(place, clause, governors, depth)
        yield _REFUTED[stance] if clause[place].refuted else stance


def _content_depths(clause: Sequence[Token]) -> list[int]:
    """How many content words stand before each place."""
    depths, count = [], 0
    for token in clause:
        depths.append(count)
        count += not token.stop
    return depths


def _governors(clause: Sequence[Token]) -> Iterator[_Governor]:
    """What a clause has that says something of its other words."""
    for place, token in enumerate(clause):
        carried = place > 0 and clause[place - 1].text in _CARRIERS
        if _is_loss(clause, place) or token.stem in _INTACT:
            lost = _is_loss(clause, place) != _is_turned(clause, place)
            yield _Governor(place, Stance.LOST if lost else Stance.INTACT, True)
        elif token.text in NEGATORS and carried and not _denies_a_state(clause, place):
            being = clause[place - 1].text in _BEING
            yield _Governor(place, Stance.DENIED if being else Stance.ABSENT, True)


def _is_loss(clause: Sequence[Token], place: int) -> bool:
    """A word of loss; "out" only as what something is ("the deltoid is out")."""
    token = clause[place]
    if token.text == "out":
        before = next((t.text for t in reversed(clause[:place]) if t.text not in NEGATORS), "")
        return before in _BEING and place == len(clause) - 1
    return token.stem in _LOSS or token.text == "gone"


def _is_turned(clause: Sequence[Token], place: int) -> bool:
    """Whether a word of loss is itself negated: directly ("not weak"), or as a noun ("no arm weakness")."""
    if not clause[place].negated:
        return False
    negator = next((n for n in range(place - 1, -1, -1) if clause[n].text in NEGATORS), None)
    if negator is None:
        return True
    between = [t for t in clause[negator + 1 : place] if not t.stop]
    return not between or clause[negator].text in _SPARING_NEGATORS


def _denies_a_state(clause: Sequence[Token], place: int) -> bool:
    following = next((t for t in clause[place + 1 :] if not t.stop), None)
    if following is None:
        return False
    return following.stem in _INTACT or _is_loss(clause, clause.index(following))


def _stance(
    place: int, clause: Sequence[Token], governors: Sequence[_Governor], depth: Sequence[int]
) -> Stance:
    own = next((g for g in governors if g.place == place), None)
    near = [g for g in governors if g is not own and _reaches(g, place, depth)]
    if clause[place].negated:
        turned = any(g.stance is Stance.INTACT and g.place > place for g in near)
        return Stance.INTACT if turned and own is None else _denial(clause, place)
    if own is not None or not near:
        return Stance.STATED
    return min(near, key=lambda g: (abs(depth[g.place] - depth[place]), g.place < place)).stance


def _denial(clause: Sequence[Token], place: int) -> Stance:
    """Whether the nearest negation says that something does not do or be, or that it is not there."""
    negator = next((n for n in range(place - 1, -1, -1) if clause[n].text in NEGATORS), None)
    if negator is None:
        return Stance.DENIED
    unable = negator > 0 and clause[negator - 1].text in _ABILITIES
    return Stance.ABSENT if unable or clause[negator].text in _SPARING_NEGATORS else Stance.DENIED


def _reaches(governor: _Governor, place: int, depth: Sequence[int]) -> bool:
    if governor.place < place:
        return (
            governor.stance not in (Stance.DENIED, Stance.ABSENT)
            and depth[place] - depth[governor.place] <= REACH
        )
    return governor.carried and depth[governor.place] - depth[place] <= REACH
