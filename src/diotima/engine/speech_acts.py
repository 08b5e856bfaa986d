"""What a learner is doing with a turn: answering, asking, giving up, chatting, leaving.

First match wins, in the order of ``_RULES`` (pedagogy 1.2, after Olney et al. 2003). What none of the rules
claims is a contribution and is graded; nothing else ever counts as evidence of knowledge. The rules prefer to
be wrong by letting a turn through: a hedge with an answer in it ("not sure, maybe C5?") is an answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from rapidfuzz.distance import OSA

from diotima.domain.course import Course, Item
from diotima.engine import utterances as say
from diotima.engine.idioms import Phrases, spoken
from diotima.engine.words import Reading, Token, read, stems

RELEVANCE_FLOOR = 0.15
"""Cosine to question, answer and passages below which a turn without domain words is off topic."""

META_WORDS = 8
"""A request about the session is short; longer turns are about the subject."""

FEW_DOMAIN_WORDS = 2
"""Domain words beyond the question's own that a request for the answer may hold and still be one."""


class SpeechAct(StrEnum):
    """What a turn does. Only ``CONTRIBUTION`` is graded."""

    REVEAL_REQUEST = "reveal_request"
    """Wants the answer itself ("just tell me", "I give up")."""
    EXPLAIN_REQUEST = "explain_request"
    """Wants an explanation ("walk me through it")."""
    REPEAT = "repeat"
    """Wants the question again."""
    HELP_REQUEST = "help_request"
    """Wants a hint."""
    IDK = "idk"
    """Does not know."""
    SOCIAL = "social"
    """Greets, thanks, jokes, or says a bare yes or no to a question that is not a yes-or-no question."""
    GIBBERISH = "gibberish"
    """No words in it that could mean anything."""
    FRUSTRATION = "frustration"
    """Is annoyed, bored or hurt."""
    OBJECTION = "objection"
    """Disputes what was said or how it was judged ("you're wrong", "my professor said so")."""
    QUIT = "quit"
    """Wants to end the session."""
    DIAGRAM_REQUEST = "diagram_request"
    """Wants a drawing."""
    SKIP = "skip"
    """Wants to set the question aside ("skip this one")."""
    META = "meta"
    """Is about the session: how long, which topic."""
    QUESTION = "question"
    """Asks about the subject."""
    OFF_TOPIC = "off_topic"
    """About something else."""
    CONTRIBUTION = "contribution"
    """An attempt at the question."""


def _unknown_relevance() -> float | None:
    return None


@dataclass(frozen=True)
class Scene:
    """What a turn is said into."""

    vocabulary: frozenset[str] = frozenset()
    """Stems of the course's words (``vocabulary_of``)."""
    question: str = ""
    """The pending question's text."""
    yes_no: bool = False
    """Whether a bare yes or no answers it."""
    relevance: Callable[[], float | None] = _unknown_relevance
    """Cosine of the turn to question, answer and passages; asked for only when words do not decide,
    ``None`` where there is no encoder."""


def recognise(text: str, scene: Scene) -> SpeechAct:
    """The speech act of a turn. Total and pure; costs about as much as reading the turn's words."""
    turn = _Turn(text, scene)
    return next((act for act, applies in _RULES if applies(turn)), SpeechAct.CONTRIBUTION)


def vocabulary_of(course: Course) -> frozenset[str]:
    """Stems of every content word that the course's subject is made of."""
    spoken = (
        *course.manifest.vocabulary,
        *(text for concept in course.concepts for text in (concept.title, concept.outcome, *concept.tags)),
        *(text for item in course.items for text in _texts_of(item)),
        *(passage.text for passage in course.passages),
    )
    return frozenset().union(*map(stems, spoken)) - _TALK_STEMS


def invites_yes_no(question: str) -> bool:
    """Whether a question's last sentence can be answered by a bare yes or no ("Does it leave the cord?")."""
    last = spoken(re.split(r"(?<=[.!?:])\s+", question.strip())[-1])
    return bool(_AUXILIARY_FIRST.match(last)) and " or " not in last


def _texts_of(item: Item) -> Iterable[str]:
    yield from (item.question, item.context, item.ideal, *item.rephrasings)
    for expectation in item.expectations:
        yield from (expectation.proposition, expectation.assertion, *expectation.variants, *expectation.keys)
        yield from (phrasing for facet in expectation.facets for phrasing in facet.any)
        yield from (option.text for option in expectation.ladder.choice.options)
    for misconception in item.misconceptions:
        yield from (misconception.statement, *misconception.cues)


class _Turn:
    """A turn with everything the rules look at."""

    def __init__(self, text: str, scene: Scene) -> None:
        self.text = text.strip()
        self.scene = scene
        self.said = _without_slips(spoken(text))

    @cached_property
    def reading(self) -> Reading:
        return read(self.said)

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(self.said.split())

    @cached_property
    def domain_words(self) -> int:
        """Words of the subject, and numbers."""
        return sum(map(self._belongs, self.reading.content))

    @cached_property
    def new_domain_words(self) -> int:
        """Words of the subject, and numbers, that the pending question does not hold."""
        asked = stems(self.scene.question)
        return sum(self._belongs(token) and token.stem not in asked for token in self.reading.content)

    @cached_property
    def resembles_domain(self) -> bool:
        """Whether some word is one slip away from a word of the subject."""
        return any(_near(t.stem, self.scene.vocabulary) for t in self.reading.content if len(t.stem) >= 4)

    @property
    def names_something(self) -> bool:
        return self.domain_words > 0 or any(word in self.scene.vocabulary for word in self.words)

    @property
    def is_yes_or_no(self) -> bool:
        return say.YES_NO.whole(self.said)

    def besides(self, phrases: Phrases) -> _Turn:
        """What the turn says besides the phrases."""
        return _Turn(phrases.cut(self.said), self.scene)

    def _belongs(self, token: Token) -> bool:
        return token.stem in self.scene.vocabulary or any(c.isdigit() for c in token.text)


def _near(word: str, vocabulary: frozenset[str]) -> bool:
    return any(
        abs(len(v) - len(word)) <= 1 and OSA.distance(word, v, score_cutoff=1) <= 1 for v in vocabulary
    )


def _without_slips(said: str) -> str:
    return " ".join(_corrected(word) for word in said.split())


def _corrected(word: str) -> str:
    """The word, or the word of requests it is a slip of."""
    if word in say.SLIPS or len(word) < 6:
        return say.SLIPS.get(word, word)
    slips = (w for w in say.LONG_WORDS if w[-1] == word[-1] and OSA.distance(word, w, score_cutoff=1) == 1)
    return next(slips, word)


_AUXILIARIES = (
    "is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must|isn't|aren't|doesn't|"
    "don't|wasn't|weren't|won't|wouldn't|couldn't|shouldn't|hasn't|haven't"
)
_OPENERS = r"(?:(?:so|and|but|then|well|hmm+|ok|okay|or|sorry|wait|also|maybe|perhaps) )*"
_AUXILIARY_FIRST = re.compile(rf"{_OPENERS}(?:{_AUXILIARIES})\b")
_GUESSING = re.compile(
    rf"{_OPENERS}(?:(?:is|are|was|were|does|do|did|would|will|has|have|isn't|aren't|doesn't|don't|wouldn't|wasn't)\b"
    r"(?! (?:you|i|we)\b)|(?:could|might|may|can|should|couldn't|can't) (?:it|they|that|this|he|she)\b"
    r"|(?:what|how) about\b)"
)
_ASKING = re.compile(rf"{_OPENERS}(?:what|what's|why|how|who|whom|whose|where|when|which)\b")
_ASKING_UNMARKED = re.compile(
    rf"{_OPENERS}(?:what's|(?:what|why|how|who|where|when) "
    r"(?:is|are|was|were|do|does|did|can|could|would|should|will|has|have|about|come|many|much))\b"
)
_MASHED = re.compile(
    r"[bcdfghjklmnpqrstvwxz]{5}|j[bcdfghjklmnpqrstvwxz]|q[^u]|asdf|sdf|dfg|fgh|ghj|hjk|qwer|zxc"
)
_CLAUSES = re.compile(r"[.,;:!?]+|\b(?:and|but|because|since)\b", re.IGNORECASE)
_SENTENCES = re.compile(r"(?<=[.!?])\s+")

_TALK_STEMS = stems(
    "answer answers explain understand question repeat hint help clue idea again skip know sure remember "
    "forget"
)
"""Words of requests; a course that happens to use them does not make a request an answer."""


def _asks_for_the_answer(turn: _Turn) -> bool:
    wanted = say.REVEAL.within(turn.said) and not say.REVEAL_NOT.within(turn.said)
    return wanted and turn.besides(say.REVEAL).new_domain_words <= FEW_DOMAIN_WORDS


def _asks_for_an_explanation(turn: _Turn) -> bool:
    return say.EXPLAIN.within(turn.said) and not say.EXPLAIN_NOT.within(turn.said)


def _asks_again(turn: _Turn) -> bool:
    return say.REPEAT.whole(turn.said)


def _asks_for_help(turn: _Turn) -> bool:
    if turn.text and not turn.text.strip("? "):
        return True
    return say.HELP.within(turn.said) and turn.besides(say.HELP).new_domain_words <= FEW_DOMAIN_WORDS


def _does_not_know(turn: _Turn) -> bool:
    """With a guess after it ("not sure, maybe C5") it is an answer."""
    if not say.IDK.within(turn.said):
        return False
    rest = turn.besides(say.IDK)
    if say.HEDGE.within(rest.said):
        return not (rest.domain_words or rest.resembles_domain) and len(rest.reading.content) <= 2
    return rest.new_domain_words == 0 and len(rest.reading.content) <= 6


def _wants_to_leave(turn: _Turn) -> bool:
    return say.QUIT.whole(turn.said)


def _is_social(turn: _Turn) -> bool:
    if turn.scene.yes_no and turn.is_yes_or_no:
        return False
    smiles = (
        bool(re.fullmatch(r"(?:[:;=8][-']?[()dpDPoO3/\\|]+|<3+|[^\w\s?.])+", turn.text)) and not turn.said
    )
    return smiles or (say.SOCIAL.whole(turn.said) and not turn.names_something)


def _is_gibberish(turn: _Turn) -> bool:
    if any(c.isdigit() for c in turn.said) or (turn.scene.yes_no and turn.is_yes_or_no):
        return False
    if turn.names_something or turn.resembles_domain:
        return False
    if all(len(word) <= 2 for word in turn.words):
        return len(turn.words) <= 2
    return len(turn.words) <= 4 and any(map(_unpronounceable, turn.words))


def _unpronounceable(word: str) -> bool:
    """Nobody's word: a hand resting on the keys. Abbreviations of three letters pass."""
    if not word.isascii() or len(word) < 4:
        return False
    return not re.search(r"[aeiouy]", word) or bool(_MASHED.search(word))


def _is_frustrated(turn: _Turn) -> bool:
    return (
        say.FRUSTRATION.within(turn.said)
        and turn.besides(say.FRUSTRATION).new_domain_words <= FEW_DOMAIN_WORDS
    )


def _objects(turn: _Turn) -> bool:
    if turn.scene.yes_no:
        return False
    clauses = [said for clause in _CLAUSES.split(turn.text) if (said := spoken(clause))]
    besides = [clause for clause in clauses if not say.OBJECTION.whole(clause)]
    return len(besides) < len(clauses) and all(map(say.SOCIAL.whole, besides))


def _wants_a_drawing(turn: _Turn) -> bool:
    return len(turn.words) <= META_WORDS and say.DIAGRAM.within(turn.said)


def _wants_to_skip(turn: _Turn) -> bool:
    return say.SKIP.within(turn.said)


def _is_about_the_session(turn: _Turn) -> bool:
    return len(turn.words) <= META_WORDS and say.META.within(turn.said)


def _asks_a_question(turn: _Turn) -> bool:
    """Asks and does not answer beside it ("I think deltoid. What does it do?" is an answer)."""
    if say.WONDERING.within(turn.said):
        return True
    sentences = [_Turn(s, turn.scene) for s in _SENTENCES.split(turn.text) if s]
    asked = [s for s in sentences if _is_question(s)]
    return bool(asked) and not any(s.new_domain_words for s in sentences if s not in asked)


def _is_question(sentence: _Turn) -> bool:
    """A question about the subject; a guess dressed as one ("is it C5?", "the gap?") is not."""
    if _GUESSING.match(sentence.said) and sentence.new_domain_words:
        return False
    if not sentence.text.endswith("?"):
        return bool(_ASKING_UNMARKED.match(sentence.said))
    asks = _ASKING.match(sentence.said) or _AUXILIARY_FIRST.match(sentence.said)
    return bool(asks) or not (sentence.domain_words or sentence.resembles_domain)


def _is_elsewhere(turn: _Turn) -> bool:
    if turn.domain_words or not turn.reading.content or turn.is_yes_or_no or turn.resembles_domain:
        return False
    relevance = turn.scene.relevance()
    return say.ELSEWHERE.within(turn.said) if relevance is None else relevance < RELEVANCE_FLOOR


_RULES: tuple[tuple[SpeechAct, Callable[[_Turn], bool]], ...] = (
    (SpeechAct.REVEAL_REQUEST, _asks_for_the_answer),
    (SpeechAct.EXPLAIN_REQUEST, _asks_for_an_explanation),
    (SpeechAct.REPEAT, _asks_again),
    (SpeechAct.HELP_REQUEST, _asks_for_help),
    (SpeechAct.IDK, _does_not_know),
    (SpeechAct.QUIT, _wants_to_leave),
    (SpeechAct.SOCIAL, _is_social),
    (SpeechAct.GIBBERISH, _is_gibberish),
    (SpeechAct.OBJECTION, _objects),
    (SpeechAct.FRUSTRATION, _is_frustrated),
    (SpeechAct.DIAGRAM_REQUEST, _wants_a_drawing),
    (SpeechAct.SKIP, _wants_to_skip),
    (SpeechAct.META, _is_about_the_session),
    (SpeechAct.QUESTION, _asks_a_question),
    (SpeechAct.OFF_TOPIC, _is_elsewhere),
)
