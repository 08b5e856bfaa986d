"""Reading a text: words with their places, stems, sentences, clauses and what is denied.

``read`` is the only way the tutor looks at words. It folds case, accents, zero-width characters and
letters of other alphabets that look Latin; it writes ``n't`` out and number words as digits; and it keeps
for every word the place in the *original* text, so that evidence is always quoted verbatim.

    >>> [t.text for t in read("It doesn’t leave C5–C7").tokens]
    ['it', 'does', 'not', 'leave', 'c5', 'c6', 'c7']
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import snowballstemmer
from rapidfuzz.distance import OSA

from diotima.domain.grades import Span
from diotima.engine.opposites import must_not_blur, opposite_spellings
from diotima.engine.realwords import REAL_WORDS

NEGATION_SCOPE = 3
"""Content words a negation reaches (pedagogy 2.2)."""

TYPO_LENGTH = 5
"""Letters from which on one wrong letter is forgiven."""

_LIMIT = 20_000
"""Characters of a text that are read; no learner or tutor turn comes near."""


def _list(words: str) -> list[str]:
    return words.split()


STOP_WORDS = frozenset(
    _list("""a an the this that these those it its it's he she they them their his her hers theirs him i me my
    mine we us our you your yours one's who whom whose which what when where why how is are was were be
    been being am do does did doing done have has had having will would shall should can could may might
    must let lets and or but nor so yet if then else because since while whereas although though however
    therefore thus hence as than of to in on at by for from with into onto upon about via also too
    very quite really just only even still already almost rather perhaps maybe probably possibly
    presumably likely think thinks thought believe guess suppose say said says mean means know knows
    sure certain um uh er well ok okay yes yeah yep no not never without neither none cannot there here
    such some any each every both either own thing things something somehow sort kind like e.g i.e eg ie
    etc please now again ever get gets got call called s t ll re ve d m""")
)
"""Words that carry no content of their own. Directions, comparisons and quantities are content."""

NEGATORS = frozenset(
    _list("not no never without neither nor none nothing nobody nowhere cannot unlike except")
)
"""Words that deny what follows them."""

_NOUN_NEGATORS = frozenset({"no", "without", "except", "unlike"})
_DETERMINERS = frozenset({"the", "a", "an", "its", "their", "his", "her", "this", "that"})
"""After "without" and one noun they begin another one: "without branches the current is ..."."""
_DENYING_PHRASES = (
    ("rather", "than"),
    ("instead", "of"),
    ("other", "than"),
    ("apart", "from"),
    ("lack", "of"),
)
_HARMLESS_NEGATIONS = (
    ("no", "doubt"), ("not", "only"), ("not", "just"), ("not", "merely"), ("not", "sure"), ("not",
    "certain"), ("not", "know"), ("no", "idea"), ("no", "wonder"), ("nothing", "but"), ("none",
    "other"), ("no", "matter"), ("not", "really", "sure"), ("not", "quite", "sure"), ("not", "totally",
    "sure"), ("not", "entirely", "sure"), ("not", "remember"), ("not", "to", "mention"), ("not",
    "really", "know"), ("no", "problem"),
)  # fmt: skip
_DENIED_SENTENCES = re.compile(
    r"\b(?:it|this|that)(?: is|'s|s)? (?:not (?:true|the case|correct|right|so)|false|wrong|untrue|incorrect)"
    r"(?: to (?:say|think|claim|believe))? that\b"
    r"|\b(?:it is|it's|its) (?:false|wrong|untrue|incorrect) to (?:say|think|claim|believe)\b"
    r"|\bi (?:do not|don't|dont) (?:think|believe|agree)(?: that)?\b|\bi (?:doubt|deny)(?: that)?\b"
)
_CALLED_UNTRUE = re.compile(
    r"[,;:.!]\s*(?:(?:and|but)\s+)?(?:it|this|that|which|all (?:of )?(?:this|that)) ?(?:is|was|'s|s) "
    r"(?:\w+ly )?(?:not (?:true|the case|correct|right|so)|false|wrong|untrue|incorrect|nonsense)"
    r"\s*(?=[.,;!]|$)"
    r"|[,.!]\s*not\s*(?=[.!]|$)"
)
"""A saying that calls untrue what stands before it ("..., which is wrong")."""
_CLAUSE_STARTERS = frozenset(
    _list(
        "but because since so while whereas although though however therefore thus hence then which if when "
        "where"
    )
)
_SUBJECT = 4
"""Words a first subject may have before "and"."""
_BEFORE_DEGREE = frozenset({"not", "is", "are", "was", "were", "ever", "quite", "just", "and", "or"})
"""Before a "so" of degree ("not so shallow")."""
_AUXILIARIES = frozenset(
    _list("is are was were be do does did has have had can could will would should may might must cannot")
)
_PRONOUNS = frozenset(_list("it they he she we you i there this that these those"))
_CONTRACTED = re.compile(
    r"(is|are|was|were|do|does|did|has|have|had|ca|can|could|wo|would|should|must|might|need|ai|sha)n'?t"
)
_SHORTENED = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
_SUFFIX = re.compile(r"'(?:s|re|ve|ll|d|m)$")

_OF_A_MATERIAL = {
    "resistivity": "resistivity", "resistivities": "resistivity", "conductivity": "conductivity",
    "conductivities": "conductivity",
}  # fmt: skip
"""Stems of words that a stemmer takes for those of a body ("resistance")."""
_IRREGULAR = {
    "lost": "lose", "losing": "lose", "loses": "lose", "loss": "lose", "losses": "lose", "felt": "feel",
    "feelings": "feel", "feeling": "feel", "bent": "bend", "held": "hold", "kept": "keep", "gave":
    "give", "given": "give", "went": "go", "gone": "go", "came": "come", "ran": "run", "rose": "rise",
    "risen": "rise", "fell": "fall", "fallen": "fall", "broke": "break", "broken": "break", "grew": "grow",
    "grown": "grow", "drew": "draw", "drawn": "draw", "sent": "send", "lay": "lie", "lies": "lie",
    "lain": "lie", "lying": "lie", "stuck": "stick", "led": "lead", "built": "build", "met": "meet",
    "sank": "sink", "sunk": "sink", "stood": "stand", "men": "man", "women": "woman", "feet": "foot",
    "teeth": "tooth", "vertebrae": "vertebra", "nuclei": "nucleus", "foramina": "foramen", "axes":
    "axis", "fossae": "fossa", "ganglia": "ganglion", "bronchi": "bronchus", "halves": "half", "twice":
    "double", "doubled": "double", "doubles": "double", "flexion": "flex", "extension": "extend",
    "extensions": "extend", "paralysis": "paralyse", "paralytic": "paralyse", "paralyzed": "paralyse",
    "paralyzes": "paralyse", "paralyze": "paralyse", "weakness": "weaken", "weak": "weaken", "weaker":
    "weaken", "sensation": "sense", "sensations": "sense", "data": "datum", "higher": "high", "highest":
    "high", "lower": "low", "lowest": "low", "bigger": "big", "biggest": "big", "larger": "large",
    "largest": "large", "smaller": "small", "smallest": "small", "faster": "fast", "slower": "slow",
    "stronger": "strong", "longer": "long", "shorter": "short", "thicker": "thick", "thinner": "thin",
    "greater": "great", "greatest": "great", "hotter": "hot", "brighter": "bright", "dimmer": "dim",
    "nearer": "near", "closer": "close", "further": "far", "farther": "far", "deeper": "deep",
}  # fmt: skip

_UNITS = {
    word: value
    for value, word in enumerate(
        _list(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
            "sixteen seventeen eighteen nineteen"
        )
    )
}
_TENS = {
    word: 10 * (n + 2)
    for n, word in enumerate(_list("twenty thirty forty fifty sixty seventy eighty ninety"))
}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_ORDINALS = {"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth", "6th": "sixth",
             "7th": "seventh", "8th": "eighth", "9th": "ninth", "10th": "tenth"}  # fmt: skip
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta", "θ":
    "theta", "λ": "lambda", "μ": "mu", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "phi", "χ":
    "chi", "ψ": "psi", "ω": "omega",
}  # fmt: skip
_LOOKS_LATIN = str.maketrans(
    {
        "а": "a", "в": "b", "г": "r", "е": "e", "з": "3", "к": "k", "м": "m", "н": "h", "о": "o",
        "р": "p", "с": "c", "т": "t", "у": "y", "х": "x", "ѕ": "s", "і": "i", "ї": "i", "ј": "j",
        "ԁ": "d", "ԛ": "q", "ԝ": "w", "һ": "h", "ӏ": "l", "ь": "b", "є": "e", "п": "n", "и": "u",
        "α": "a", "β": "b", "γ": "y", "ε": "e", "η": "n", "ι": "i", "κ": "k", "ν": "v", "ο": "o",
        "ρ": "p", "σ": "o", "ς": "c", "τ": "t", "υ": "u", "χ": "x", "ω": "w", "ϲ": "c", "ø": "o",
        "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "ð": "d", "ı": "i", "ɑ": "a", "ɡ": "g", "ɩ": "i",
    }
    | dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz", strict=True))
)  # fmt: skip
_FOLDED = {
    "’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "′": "'", "ʹ": "'", "–": "-", "—": "-", "−": "-",
    "‐": "-", "‑": "-", "‒": "-", "⁄": "/", "“": '"', "”": '"', "„": '"', "\u00a0": " ", "æ": "ae",
    "œ": "oe",
}  # fmt: skip

_WORD = re.compile(r"\d+(?:[.,]\d+)*(?![^\W_])|[^\W_]+(?:'[^\W_]+)*")
_SENTENCE_END = re.compile(r"[.!?]+[\"')\]]*(?=\s|$)|[;\n\r]+")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|approx|dr|mr|mrs|prof|fig|st|ca|resp)|(?<!\d )(?<!\d)\b[nmav])$"
)
_HARD_GAP = re.compile(r"[:()\[\]]|\s-+\s|\.\.\.")
_SPINE = re.compile(r"[a-z]\d{1,2}$")


class Token(NamedTuple):
    """A word of a text as it was understood. ``start`` and ``end`` are places in the original text."""

    text: str
    """Folded word: lower case, plain letters, digits."""
    stem: str
    start: int
    end: int
    stop: bool
    """Carries no content of its own."""
    sentence: int
    clause: int
    negated: bool
    """Within the reach of a negation (never the negating word itself)."""
    refuted: bool
    """In a sentence that is called untrue as a whole ("it is not true that ..."), whatever it says inside."""


class Sentence(NamedTuple):
    """A sentence's place in the original text."""

    start: int
    end: int


@dataclass(frozen=True)
class Reading:
    """A text understood word by word."""

    source: str
    tokens: tuple[Token, ...]
    sentences: tuple[Sentence, ...]

    @cached_property
    def content(self) -> tuple[Token, ...]:
        """The words that carry content, in order."""
        return tuple(t for t in self.tokens if not t.stop)

    @cached_property
    def stems(self) -> frozenset[str]:
        """Stems of the content words."""
        return frozenset(t.stem for t in self.content)

    @cached_property
    def by_sentence(self) -> tuple[tuple[Token, ...], ...]:
        """All tokens, grouped by sentence."""
        return tuple(tuple(t for t in self.tokens if t.sentence == n) for n in range(len(self.sentences)))

    @cached_property
    def clauses(self) -> tuple[tuple[Token, ...], ...]:
        """All tokens, grouped by clause; no clause is empty."""
        grouped: dict[int, list[Token]] = {}
        for token in self.tokens:
            grouped.setdefault(token.clause, []).append(token)
        return tuple(tuple(tokens) for tokens in grouped.values())

    def span(self, tokens: Iterable[Token]) -> Span | None:
        """The verbatim piece of the text from the first to the last of the tokens."""
        places = [(t.start, t.end) for t in tokens]
        if not places:
            return None
        start, end = min(p[0] for p in places), max(p[1] for p in places)
        return Span(start, end, self.source[start:end])


@lru_cache(maxsize=8192)
def read(text: str) -> Reading:
    """Understand a text. Pure and remembered; at most 20,000 characters are looked at."""
    folded, origin = _fold_with_places(text[:_LIMIT])
    pieces = _expand_ranges(_join_numbers(list(_pieces(folded))))
    cuts = _sentence_cuts(folded)
    tokens = _place(pieces, folded, origin, cuts)
    return Reading(text, tokens, _sentence_places(cuts, origin, len(text)))


def fold(text: str) -> str:
    """The text in lower case, accents, zero-width characters and look-alike letters folded."""
    return _fold_with_places(text)[0]


def stem(word: str) -> str:
    """The stem of one folded word; irregular forms are brought together ("lost" and "loss")."""
    return _stem(word)


def stems(text: str) -> frozenset[str]:
    """Stems of a text's content words."""
    return read(text).stems


def clauses_of(text: str) -> tuple[str, ...]:
    """The verbatim clauses of a text, for scoring each by itself."""
    reading = read(text)
    return tuple(span.text for clause in reading.clauses if (span := reading.span(clause)))


@lru_cache(maxsize=65536)
def same_word(said: str, meant: str) -> bool:
    """Whether a folded word stands for another, one letter's slip forgiven from five letters on.

    A slip is never forgiven towards an opposite or a look-alike ("abduct" for "adduct", "C5" for "C6"),
    nor when what was said is a word of its own ("calls" for "falls") or as near to the opposite.
    """
    if said == meant or _stem(said) == _stem(meant) or _american(said) == _american(meant):
        return not must_not_blur(said, meant)
    if min(len(said), len(meant)) < TYPO_LENGTH or said in REAL_WORDS or must_not_blur(said, meant):
        return False
    if OSA.distance(said, meant, score_cutoff=1) > 1:
        return False
    return not any(OSA.distance(said, twin, score_cutoff=1) <= 1 for twin in opposite_spellings(meant))


def _american(word: str) -> str:
    """One spelling for "colour" and "color", "polarise" and "polarize", "fibre" and "fiber"."""
    plain = word.replace("ae", "e").replace("oe", "e").replace("our", "or").replace("yse", "yze")
    return _stem(re.sub(r"re$", "er", re.sub(r"is(e|ed|es|ing|ation)$", r"iz\1", plain)))


@lru_cache(maxsize=65536)
def _stem(word: str) -> str:
    # A stemmer keeps the word it works on in itself: one for each word, or threads would mix theirs up.
    known = _OF_A_MATERIAL.get(word)
    return known or str(snowballstemmer.stemmer("english").stemWord(_IRREGULAR.get(word, word)))


@lru_cache(maxsize=4096)
def _fold_character(character: str) -> str:
    if character in _FOLDED:
        return _FOLDED[character]
    kept = (
        c
        for c in unicodedata.normalize("NFKD", character)
        if unicodedata.category(c) not in ("Mn", "Me", "Cf", "Cc") or c in "\n\r\t"
    )
    return "".join(_FOLDED.get(c, c) for c in "".join(kept).casefold())


def _fold_with_places(text: str) -> tuple[str, Sequence[int]]:
    if text.isascii() and text.isprintable():
        return text.lower(), range(len(text))
    letters: list[str] = []
    origin: list[int] = []
    for place, character in enumerate(text):
        for c in _fold_character(character):
            letters.append(c)
            origin.append(place)
    return _fold_lookalikes("".join(letters)), origin


def _fold_lookalikes(folded: str) -> str:
    """Latin letters for those that look it; a Greek letter by itself stays a symbol."""
    if folded.isascii():
        return folded
    return re.sub(r"[^\W_]+", lambda m: m[0] if m[0] in _GREEK else m[0].translate(_LOOKS_LATIN), folded)


class _Piece(NamedTuple):
    word: str
    start: int
    end: int


def _pieces(folded: str) -> Iterator[_Piece]:
    for match in _WORD.finditer(folded):
        for word in _split_word(match[0]):
            yield _Piece(word, match.start(), match.end())


def _split_word(word: str) -> tuple[str, ...]:
    if (contracted := _CONTRACTED.fullmatch(word)) and word != "want":
        verb = contracted[1]
        return (_SHORTENED.get(verb, verb), "not")
    if word == "cannot":
        return ("can", "not")
    word = _SUFFIX.sub("", word)
    return (_ORDINALS.get(word, _GREEK.get(word, word)),)


def _join_numbers(pieces: Sequence[_Piece]) -> list[_Piece]:
    """Number words become digits, "twenty one" 21, and a letter and a number apart one name ("C 5")."""
    joined: list[_Piece] = []
    n = 0
    while n < len(pieces):
        value, used = _number_words(pieces[n:])
        if used:
            joined.append(_Piece(str(value), pieces[n].start, pieces[n + used - 1].end))
        else:
            used, piece = _letter_and_number(pieces[n : n + 2])
            joined.append(piece)
        n += used
    return joined


def _number_words(pieces: Sequence[_Piece]) -> tuple[int, int]:
    """Value and number of words of a number written out at the beginning of the pieces."""
    total = current = used = 0
    last = ""
    for n, piece in enumerate(pieces):
        word = piece.word
        if n and piece.start - pieces[n - 1].end > 1:
            break
        if word in _UNITS and last in ("", "tens", "scale") and not (last == "tens" and _UNITS[word] > 9):
            current, last = current + _UNITS[word], "unit"
        elif word in _TENS and last in ("", "scale"):
            current, last = current + _TENS[word], "tens"
        elif word in _SCALES and last in ("unit", "tens"):
            scale = _SCALES[word]
            total, current = (total, current * scale) if scale == 100 else (total + current * scale, 0)
            last = "scale"
        else:
            break
        used += 1
    return total + current, used


def _letter_and_number(pair: Sequence[_Piece]) -> tuple[int, _Piece]:
    first = pair[0]
    if len(pair) == 2 and len(first.word) == 1 and first.word.isalpha() and first.word not in "ai":
        second = pair[1]
        if second.word.isdigit() and len(second.word) <= 2 and second.start - first.end <= 1:
            return 2, _Piece(first.word + second.word, first.start, second.end)
    return 1, first


def _expand_ranges(pieces: Sequence[_Piece]) -> list[_Piece]:
    """ "C5-C7" and "C5 to C7" name C6 too; in "C5/6" and "C5 and 6" the letter carries over."""
    expanded: list[_Piece] = []
    for n, piece in enumerate(pieces):
        back = expanded[-1] if expanded else None
        before = pieces[n - 2] if n >= 2 and pieces[n - 1].word in ("to", "and", "or", "through") else back
        if (
            before
            and _SPINE.fullmatch(before.word)
            and piece.word.isdigit()
            and piece.start - before.end <= 5
        ):
            piece = _Piece(before.word[0] + piece.word, piece.start, piece.end)
        linked = before is not back or (back is not None and piece.start - back.end == 1)
        if before and linked and _is_range(before, piece, pieces[n - 1].word if n else ""):
            letter, low, high = piece.word[0], int(before.word[1:]), int(piece.word[1:])
            expanded += [_Piece(f"{letter}{k}", before.start, piece.end) for k in range(low + 1, high)]
        expanded.append(piece)
    return expanded


def _is_range(before: _Piece, piece: _Piece, link: str) -> bool:
    if not (
        _SPINE.fullmatch(before.word) and _SPINE.fullmatch(piece.word) and before.word[0] == piece.word[0]
    ):
        return False
    return link not in ("and", "or") and 1 < int(piece.word[1:]) - int(before.word[1:]) <= 12


def _sentence_cuts(folded: str) -> tuple[int, ...]:
    """Ends of sentences, places in the folded text; the last one is its end."""
    cuts = [
        m.end()
        for m in _SENTENCE_END.finditer(folded)
        if m[0] != "." or not _ABBREVIATION.search(folded[: m.start()])
    ]
    return (*(c for c in cuts if c < len(folded)), len(folded))


def _sentence_places(cuts: Sequence[int], origin: Sequence[int], length: int) -> tuple[Sentence, ...]:
    ends = [origin[c] if c < len(origin) else length for c in cuts]
    return tuple(Sentence(start, end) for start, end in zip([0, *ends[:-1]], ends, strict=True))


def _place(
    pieces: Sequence[_Piece], folded: str, origin: Sequence[int], cuts: Sequence[int]
) -> tuple[Token, ...]:
    sentences = _numbered(pieces, cuts)
    clauses = _clauses(pieces, folded, sentences)
    denied = _denied(pieces, folded, clauses)
    refuted = _refuted(pieces, folded, sentences)
    return tuple(
        Token(
            text=p.word,
            stem=_stem(p.word),
            start=origin[p.start],
            end=origin[p.end - 1] + 1,
            stop=p.word in STOP_WORDS,
            sentence=sentences[n],
            clause=clauses[n],
            negated=denied[n],
            refuted=refuted[n],
        )
        for n, p in enumerate(pieces)
    )


def _numbered(pieces: Sequence[_Piece], cuts: Sequence[int]) -> list[int]:
    numbers: list[int] = []
    sentence = 0
    for piece in pieces:
        while piece.start >= cuts[sentence]:
            sentence += 1
        numbers.append(sentence)
    return numbers


def _clauses(pieces: Sequence[_Piece], folded: str, sentences: Sequence[int]) -> list[int]:
    clauses: list[int] = []
    clause = start = 0
    for n in range(len(pieces)):
        if n and (sentences[n] != sentences[n - 1] or _starts_clause(pieces, n, folded, start)):
            clause, start = clause + 1, n
        clauses.append(clause)
    return clauses


def _starts_clause(pieces: Sequence[_Piece], n: int, folded: str, start: int) -> bool:
    """Whether a new clause begins at ``n``; the present one began at ``start``."""
    gap = folded[pieces[n - 1].end : pieces[n].start]
    word = pieces[n].word
    if word == "so" and pieces[n - 1].word in _BEFORE_DEGREE:
        return False
    if word in _CLAUSE_STARTERS or _HARD_GAP.search(gap):
        return True
    if word == "as":
        return not _is_comparison(pieces, n)
    if "," in gap:
        return not _goes_on_as_list(pieces, n)
    own_verb = word == "and" and _has_own_verb(pieces[n + 1 : n + 6])
    return own_verb and not _joins_subjects(pieces[start:n])


def _is_comparison(pieces: Sequence[_Piece], n: int) -> bool:
    before, after = pieces[n - 1].word, pieces[n + 1].word if n + 1 < len(pieces) else ""
    return before in (
        "same",
        "such",
        "known",
        "well",
        "far",
        "long",
        "much",
        "defined",
        "acts",
        "serves",
    ) or (
        after in ("well", "far", "long", "much", "a", "an")
        or any(p.word == "as" for p in pieces[n + 1 : n + 4])
    )


def _goes_on_as_list(pieces: Sequence[_Piece], n: int) -> bool:
    """A comma inside an enumeration ("not C5, C6 or C7") ends no clause."""
    following = [p.word for p in pieces[n : n + 5]]
    return (
        bool(following) and following[0] not in _PRONOUNS and any(w in ("or", "nor") for w in following[:4])
    )


def _joins_subjects(before: Sequence[_Piece]) -> bool:
    """Whether "and" may join subjects ("abduction and adduction are lost"): no verb so far, few words."""
    words = [p.word for p in before]
    return len(words) <= _SUBJECT and not any(w in _AUXILIARIES or w in _PRONOUNS for w in words)


def _has_own_verb(following: Sequence[_Piece]) -> bool:
    words = [p.word for p in following]
    return bool(words) and (words[0] in _PRONOUNS or any(w in _AUXILIARIES for w in words))


def _denied(pieces: Sequence[_Piece], folded: str, clauses: Sequence[int]) -> list[bool]:
    """Which words a negation reaches; those in "it is not true that" belong to the saying."""
    denied = [False] * len(pieces)
    sayings = [m.span() for m in _DENIED_SENTENCES.finditer(folded)]
    for n, piece in enumerate(pieces):
        if not any(start <= piece.start < end for start, end in sayings):
            _deny_scope(denied, pieces, clauses, _negation_end(pieces, n, folded))
    return denied


def _refuted(pieces: Sequence[_Piece], folded: str, sentences: Sequence[int]) -> list[bool]:
    """Which words a saying calls untrue: those after it in its sentence, or those before it."""
    refuted = [False] * len(pieces)
    for match in _DENIED_SENTENCES.finditer(folded):
        own = next((sentences[n] for n, p in enumerate(pieces) if p.start >= match.start()), None)
        for n, piece in enumerate(pieces):
            if piece.start >= match.end() and sentences[n] == own:
                refuted[n] = not refuted[n]
    for match in _CALLED_UNTRUE.finditer(folded):
        before = [n for n, p in enumerate(pieces) if p.end <= match.start()]
        for n in before:
            if sentences[n] == sentences[before[-1]]:
                refuted[n] = not refuted[n]
    return refuted


def _negation_end(pieces: Sequence[_Piece], n: int, folded: str) -> int:
    """Index after a negation that begins at ``n``; 0 if none does or it denies nothing."""
    words = tuple(p.word for p in pieces[n : n + 3])
    if words[:2] in _DENYING_PHRASES:
        return n + 2
    if words[0] not in NEGATORS or any(words[: len(h)] == h for h in _HARMLESS_NEGATIONS):
        return 0
    return 0 if _is_interjection(pieces, n, folded) else n + 1


def _is_interjection(pieces: Sequence[_Piece], n: int, folded: str) -> bool:
    """ "No, it is ..." answers a question; it denies nothing that follows."""
    after = folded[pieces[n].end : pieces[n + 1].start if n + 1 < len(pieces) else None]
    return pieces[n].word == "no" and bool(re.match(r"\s*[,.:;!]", after))


def _deny_scope(denied: list[bool], pieces: Sequence[_Piece], clauses: Sequence[int], first: int) -> None:
    """Deny what a negation ending before ``first`` reaches in its clause; a range of roots is one word."""
    reached = 0
    for n in range(first, len(pieces) if first else 0):
        if clauses[n] != clauses[first - 1] or reached == NEGATION_SCOPE:
            return
        if reached and pieces[first - 1].word in _NOUN_NEGATORS and pieces[n].word in _DETERMINERS:
            return
        denied[n] = True
        in_range = pieces[n].start == pieces[n - 1].start or pieces[n].end == pieces[n - 1].end
        reached += pieces[n].word not in STOP_WORDS and not in_range
