"""What a tutor's reply adds to a dialogue, as numbers: new values, finished steps, statements, questions.

Used where there is no item with keys and expectations, so that the guard of ``leak`` has nothing to compare
with. The features go to models fitted on replies that people labelled. Nothing here knows a subject: what
counts is what was said before, what a solution holds if there is one, and how the reply is put.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from diotima.engine.formulas import evaluate_arithmetic
from diotima.engine.quantities import agree, find_quantities
from diotima.engine.words import read

_TURN = re.compile(r"^\s*([A-Z][\w .'-]{0,30}):\s", re.MULTILINE)
_TUTORS = frozenset({"tutor", "teacher", "instructor", "coach"})
_SENTENCE = re.compile(r"[^.?!\n]*(?:\.(?=\d)[^.?!\n]*)*[.?!\n]*")
_NUMBER = r"[$£€(]{0,3}(?<![\d,.])\d[\d,.]*[)%]{0,3}"
_STEP = re.compile(
    rf"(?P<sum>{_NUMBER}(?:\s*(?:[-+*/x×÷−]|times|plus|minus|divided by)\s*{_NUMBER})+)"
    r"(?:[^\d=.?!]{0,20}?(?:=|\b(?:is|equals|makes|gives|gets?)\b)"
    r"\s*[^\d\s]{0,3}(?P<result>\d[\d,]*(?:\.\d+)?))?",
    re.IGNORECASE,
)
_FORMS = {
    "wh": r"\b(?:what|which|how|why|when|where|who)\b",
    "can_you": r"\b(?:can|could|would|do|did|are|have) you\b",
    "let_us": r"\blet'?s\b|\blet us\b",
    "try": r"\b(?:try|think|look|consider|check|re-?read|read|imagine|explain|show|tell me|walk me|take)\b",
    "praise": r"\b(?:great|good|well done|excellent|nice|perfect|brilliant|awesome|fantastic|super"
    r"|correct)\b",
    "confirms": r"\b(?:that'?s (?:right|correct)|exactly|you(?:'re| are) (?:right|correct)|^yes)\b",
    "denies": r"\b(?:not quite|incorrect|wrong|mistake|error|almost|close|careful|no,|not right)\b",
    "contrast": r"\b(?:but|however|actually|instead|rather|though)\b",
    "reason": r"\b(?:because|since|so|therefore|thus|which means|that means|this means|means)\b",
    "ought": r"\b(?:should|must|need(?:s|ed)? to|have to|has to|had to|would need|supposed to)\b",
    "gives": r"\bthe (?:correct |right |final )?(?:answer|result|solution|value|total|sum)"
    r" (?:is|was|would be)\b",
    "equals": r"=|\bequals?\b|\bmakes\b|\bgives\b",
    "is": r"\b(?:is|are|was|were|would be|will be)\b",
    "negated": r"\bnot\b|n't\b",
    "remember": r"\b(?:remember|don'?t forget|forg[eo]t|recall|keep in mind|note that|missed|left out)\b",
    "formula": r"\b(?:formula|rule|definition|means that|is called|defined)\b",
    "hint": r"\b(?:hint|clue|start by|first|step)\b",
    "tag": r"\b(?:isn'?t it|doesn'?t it|aren'?t they|right|correct)\s*\?",
    "if": r"\bif\b",
    "we": r"\b(?:we|us|our)\b",
    "you": r"\byou(?:r|rs)?\b",
    "i": r"\bi(?:'m|'d|'ll)?\b",
    "only": r"\b(?:only|already|also|both|each|per|another|extra|total|left|remaining)\b",
    "greets": r"\b(?:hi|hello|hey|welcome|thanks|thank you|sorry)\b",
    "offers": r"\b(?:for example|for instance|like this|such as)\b",
    "quotes": r"[\"“”]",
}
_STARTS_WITH_VERB = re.compile(
    r"(?:so |ok(?:ay)?,? |now |then |and )*"
    r"(?:add|subtract|multiply|divide|use|write|take|find|count|times|calculate|work)\b",
    re.IGNORECASE,
)
_UNSURE = re.compile(r"\b(?:i don'?t know|not sure|maybe|i think|idk|no clue)\b", re.IGNORECASE)
_PATTERNS = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _FORMS.items()}


@dataclass(frozen=True)
class Turn:
    """One thing said in a dialogue."""

    by_tutor: bool
    text: str

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        return numbers_of(self.text)


def describe(reply: str, dialogue: str, question: str = "", gold: str = "") -> dict[str, float]:
    """The features of a reply. ``gold`` is a worked solution whose last number is the answer; both it and the
    question may be empty, and what needs them is then missing."""
    turns = turns_of(dialogue)
    student, tutor = _last(turns, by_tutor=False), _last(turns, by_tutor=True)
    known = Known(turns, question)
    sentences = [s for s in (m.group().strip() for m in _SENTENCE.finditer(reply)) if s]
    return {
        **_form(reply, sentences),
        **_new_numbers(reply, sentences, known, student),
        **_steps(reply, known),
        **_words(reply, sentences, known, student, tutor),
        **_context(turns, student, tutor),
        **(_against(reply, sentences, known, student, gold) if gold.strip() else {}),
    }


def mark_roles(reply: str, dialogue: str, question: str = "", gold: str = "") -> str:
    """The reply in small letters, each number replaced by what it is.

    That is 9, then ``f`` for the final answer, ``g`` for another number of the solution, ``o`` for any other;
    then ``1`` if the learner said it last, ``2`` if it was known before, ``3`` if it is new.
    """
    turns = turns_of(dialogue)
    student = _last(turns, by_tutor=False)
    known, wanted = Known(turns, question), numbers_of(gold)
    pieces, at = ["start "], 0
    for q in find_quantities(reply):
        final = _among(q.value, wanted[-1:])
        kind = "f" if final else "g" if _among(q.value, wanted) else "o"
        place = "1" if _among(q.value, student.numbers) else "2" if known.holds(q.value) else "3"
        pieces += [reply[at : q.start], f" 9{kind}{place} "]
        at = q.end
    return "".join([*pieces, reply[at:], " end"]).lower()


def turns_of(dialogue: str) -> list[Turn]:
    """The turns of a dialogue of lines "Name: text"; who is no tutor learns, also one without a name."""
    marks = list(_TURN.finditer(dialogue))
    if not marks:
        return [Turn(False, dialogue.strip())] if dialogue.strip() else []
    ends = [m.start() for m in marks[1:]] + [len(dialogue)]
    return [
        Turn(mark.group(1).strip().lower() in _TUTORS, dialogue[mark.end() : end].strip())
        for mark, end in zip(marks, ends, strict=True)
    ]


def _last(turns: Sequence[Turn], *, by_tutor: bool) -> Turn:
    return next((t for t in reversed(turns) if t.by_tutor == by_tutor), Turn(by_tutor, ""))


@lru_cache(maxsize=4096)
def numbers_of(text: str) -> tuple[float, ...]:
    """The values of a text in order, percent signs and units left aside."""
    return tuple(q.value for q in find_quantities(text))


@dataclass(frozen=True)
class Known:
    """What a learner has read before the reply."""

    turns: Sequence[Turn]
    question: str

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        return tuple(dict.fromkeys((*(n for t in self.turns for n in t.numbers), *numbers_of(self.question))))

    @cached_property
    def recent(self) -> tuple[float, ...]:
        """Numbers of the last four turns."""
        return tuple(dict.fromkeys(n for t in self.turns[-4:] for n in t.numbers))

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset().union(read(self.question).stems, *(read(t.text).stems for t in self.turns))

    def holds(self, value: float) -> bool:
        return _among(value, self.numbers)


def _form(reply: str, sentences: Sequence[str]) -> dict[str, float]:
    asked = [s for s in sentences if s.rstrip("\"')”’ ").endswith("?")]
    words = len(reply.split())
    return {
        "words": float(words),
        "sentences": float(len(sentences)),
        "questions": float(len(asked)),
        "asked_share": _share(sum(len(s.split()) for s in asked), words),
        "ends_asking": float(bool(sentences) and sentences[-1] in asked),
        "opens_asking": float(bool(sentences) and sentences[0] in asked),
        "exclaims": float(reply.count("!")),
        **{f"form_{name}": float(len(p.findall(reply))) for name, p in _PATTERNS.items()},
        "first_is_verb": float(bool(_STARTS_WITH_VERB.match(reply))),
    }


def _new_numbers(reply: str, sentences: Sequence[str], known: Known, student: Turn) -> dict[str, float]:
    said = numbers_of(reply)
    new = [n for n in said if not known.holds(n)]
    stated = [n for s in sentences if not s.endswith("?") for n in numbers_of(s)]
    derived = [n for n in new if _derivable(n, known.recent)]
    last = student.numbers[-1:]
    return {
        "numbers": float(len(said)),
        "new_numbers": float(len(new)),
        "new_stated": float(sum(not known.holds(n) for n in stated)),
        "new_derived": float(len(derived)),
        "new_derived_stated": float(sum(_among(n, stated) for n in derived)),
        "new_share": _share(len(new), len(said)),
        "stated_numbers": float(len(stated)),
        "of_student": _share(sum(_among(n, student.numbers) for n in said), len(said)),
        "not_of_student": float(sum(not _among(n, student.numbers) for n in said)),
        "repeats_last": float(bool(last) and _among(last[0], said)),
        "last_is_new": float(bool(new) and said[-1] == new[-1]),
    }


def _steps(reply: str, known: Known) -> dict[str, float]:
    """Calculations of the reply: how many are finished, how many of their results are new."""
    done = new = right = open_ = operands_new = 0
    for found in _STEP.finditer(reply):
        value = evaluate_arithmetic(_plain_sum(found.group("sum")))
        if found.group("result") is None:
            open_ += 1
        else:
            result = numbers_of(found.group("result"))
            done += 1
            right += bool(result) and value is not None and agree(value, result[0])
            new += bool(result) and not known.holds(result[0])
        operands_new += sum(not known.holds(n) for n in numbers_of(found.group("sum")))
    return {
        "steps_done": float(done),
        "steps_right": float(right),
        "steps_new": float(new),
        "steps_open": float(open_),
        "operands_new": float(operands_new),
    }


def _words(
    reply: str, sentences: Sequence[str], known: Known, student: Turn, tutor: Turn
) -> dict[str, float]:
    said = read(reply).stems
    stated = frozenset().union(*(read(s).stems for s in sentences if not s.endswith("?")))
    of_question, of_student, of_tutor = (read(t).stems for t in (known.question, student.text, tutor.text))
    return {
        "stems": float(len(said)),
        "new_stems": float(len(said - known.stems)),
        "new_stated_stems": float(len(stated - known.stems)),
        "known_share": _share(len(said & known.stems), len(said)),
        "student_share": _share(len(said & of_student), len(said)),
        "tutor_share": _share(len(said & of_tutor), len(said)),
        "tutor_covered": _share(len(said & of_tutor), len(of_tutor)),
        "question_share": _share(len(said & of_question), len(said)) if of_question else float("nan"),
        "question_stated": float(len(stated & of_question - of_student)) if of_question else float("nan"),
    }


def _context(turns: Sequence[Turn], student: Turn, tutor: Turn) -> dict[str, float]:
    return {
        "turns": float(len(turns)),
        "student_words": float(len(student.text.split())),
        "student_numbers": float(len(student.numbers)),
        "student_asks": float("?" in student.text),
        "student_unsure": float(bool(_UNSURE.search(student.text))),
        "tutor_asked": float("?" in tutor.text),
        "tutor_numbers": float(len(tutor.numbers)),
    }  # fmt: skip


def _against(
    reply: str, sentences: Sequence[str], known: Known, student: Turn, gold: str
) -> dict[str, float]:
    """The reply beside the worked solution."""
    said, wanted = numbers_of(reply), numbers_of(gold)
    stated = [n for s in sentences if not s.endswith("?") for n in numbers_of(s)]
    final = wanted[-1:]
    secret = [n for n in dict.fromkeys(wanted) if not known.holds(n)]
    not_of_student = [n for n in dict.fromkeys(wanted) if not _among(n, student.numbers)]
    by_student = [n for t in known.turns if not t.by_tutor for n in t.numbers]
    stems = read(gold).stems
    fresh = stems - known.stems
    words = read(reply).stems
    return {
        "final_said": float(bool(final) and _among(final[0], said)),
        "final_stated": float(bool(final) and _among(final[0], stated)),
        "final_known": float(bool(final) and known.holds(final[0])),
        "final_by_student": float(bool(final) and _among(final[0], by_student)),
        "final_last_of_student": float(bool(final) and _among(final[0], student.numbers[-1:])),
        "secret_said": float(sum(_among(n, said) for n in secret)),
        "secret_stated": float(sum(_among(n, stated) for n in secret)),
        "secret": float(len(secret)),
        "gold_said": _share(sum(_among(n, wanted) for n in said), len(said)),
        "unsaid_by_student": float(sum(_among(n, said) for n in not_of_student)),
        "unsaid_stated": float(sum(_among(n, stated) for n in not_of_student)),
        "gold_stems": _share(len(words & stems), len(words)),
        "fresh_stems": float(len(words & fresh)),
        "new_gold": float(sum(_among(n, wanted) and not known.holds(n) for n in said)),
    }  # fmt: skip


def _plain_sum(text: str) -> str:
    plain = re.sub(r"[$£€,%]", "", text)
    for word, sign in (("times", "*"), ("plus", "+"), ("minus", "-"), ("divided by", "/"), ("x", "*")):
        plain = re.sub(re.escape(word), sign, plain, flags=re.IGNORECASE)
    return plain


def _derivable(value: float, numbers: Sequence[float]) -> bool:
    """Whether one operation on two known numbers gives the value."""
    few = numbers[-12:]
    return any(agree(value, result) for n, a in enumerate(few) for b in few[n:] for result in _results(a, b))


def _results(a: float, b: float) -> Iterable[float]:
    yield a + b
    yield a - b
    yield b - a
    yield a * b
    if b:
        yield a / b
    if a:
        yield b / a


def _among(value: float, numbers: Iterable[float]) -> bool:
    return any(agree(value, n, 1e-6) for n in numbers)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
