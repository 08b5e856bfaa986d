"""Questions of another tool as a course of our own: whole, playable, and marked as a draft.

Help that states the answer is found by the leak guard and kept for the explanation. What was not written by a
teacher is plain and general; the author replaces it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from diotima.authoring.beginning import course_id
from diotima.authoring.exchange.question import Bank, Lost, Question
from diotima.authoring.writing import Plain, fields_of, write_yaml
from diotima.domain.course import (
    AnswerType,
    Choice,
    ChoiceOption,
    Expectation,
    Facet,
    Item,
    Ladder,
    Quiz,
    QuizOption,
    Role,
    StructuredAnswer,
)
from diotima.domain.errors import BadInput
from diotima.engine.grading import Grader
from diotima.engine.leak import LeakGuard, Watch

OPTIONS = 4
"""A quiz has so many options."""
CHOICES = 3
"""A choice among answers has so many."""

_PUMP = 'What comes to mind first when you read "{asked}"?'
_HINTS = (
    'What do you already know that bears on "{asked}"?',
    'If a friend came to you with "{asked}", where would you begin?',
    'Which word in "{asked}" matters most, and what does it ask for?',
)
_PROMPT = 'To "{asked}" the answer is ____.'
_STEM = 'Which of these fits "{asked}"?'
"""Rungs that suit any question: each quotes the question's end, so that no two items share a sentence."""

_SAID = ("It is {}", "I would say {}", "{}, I think")
"""How a learner may put a short answer."""

_BREAK = re.compile(r"[.?!]\s+(?=\S)")
_QUOTED = 12
"""Words of the question that a rung quotes at most."""

_LOOK_AGAIN = "Read the question once more and compare what this option says with what is asked."
_WELL_CHOSEN = "This is what the question asks for."


def write_draft(bank: Bank, folder: Path, title: str, source: str) -> tuple[Lost, ...]:
    """Write a course folder from questions. Returns what could not be used, with the reason.

    Raises ``BadInput`` if the folder is there, its name can be no id, or no question can be used.
    """
    name = course_id(folder)
    draft = _Draft(bank.questions, source)
    if not draft.quizzes and not draft.items:
        raise BadInput("nothing_to_import")
    try:
        folder.mkdir(parents=True)
        for file, text in draft.files(name, title):
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_text(text, "utf-8")
    except FileExistsError as taken:
        raise BadInput("course_exists", name=str(folder)) from taken
    except OSError as refused:
        raise BadInput("unwritable", str(refused.strerror), name=str(folder)) from refused
    return (*bank.lost, *draft.lost)


class _Draft:
    """Questions sorted into quizzes and items; a concept for each topic."""

    def __init__(self, questions: Sequence[Question], source: str) -> None:
        self._source = source
        self._guard = LeakGuard(Grader())
        self._taken: set[str] = set()
        self._asked: set[str] = set()
        self.quizzes: list[Quiz] = []
        self.items: list[Item] = []
        self.lost: list[Lost] = []
        self._titles: dict[str, str] = {}
        answers = [q.answers[0] for q in questions if q.answers]
        for q in questions:
            concept = _slug(q.topic) or "questions"
            self._titles.setdefault(concept, q.topic or "Questions")
            if q.options:
                self._add_quiz(q, concept)
            else:
                self._add_item(q, concept, answers)

        self.quizzes = [self._withhold(q) for q in self.quizzes if not self._gives_away(q)]

    def files(self, name: str, title: str) -> Iterator[tuple[str, str]]:
        """Paths within the folder and what to write there."""
        used = {*(q.concept for q in self.quizzes), *(i.concept for i in self.items)}
        concepts = [c for c in self._titles if c in used]
        manifest: Mapping[str, Plain] = {
            "schema": "socratic-pack/1",
            "id": name,
            "version": "0.1.0",
            "title": title,
            "language": "en",
            "license": "unknown",
            "description": f"A draft from {self._source}. Look every question over before learners see it.",
            "audience": "To be said.",
            "draft": True,
            "sources": [self._source],
            "concepts": [self._concept(c) for c in concepts],
        }
        yield "pack.yaml", write_yaml(manifest)
        yield "CHANGELOG.md", f"# Changelog\n\n0.1.0: drafted from {self._source}.\n"
        for concept in concepts:
            quizzes = [fields_of(q) for q in self.quizzes if q.concept == concept]
            if quizzes:
                yield f"quizzes/{concept}.yaml", write_yaml(quizzes)
        for item in self.items:
            yield (
                f"items/{item.id}.md",
                f"---\n{write_yaml(fields_of(item))}---\nDraft from {self._source}.\n",
            )

    def _concept(self, concept: str) -> Mapping[str, Plain]:
        title = self._titles[concept]
        return {
            "id": concept,
            "title": title,
            "outcome": f"Can answer the questions on {title}.",
            "tags": [title.lower()],
            "video_queries": [title],
        }

    def _add_quiz(self, q: Question, concept: str) -> None:
        if len(q.options) != OPTIONS:
            self.lost.append(Lost(q.id, f"a question with {len(q.options)} options; a quiz has {OPTIONS}"))
            return
        options = tuple(
            QuizOption(
                "abcd"[n], o.text, o.feedback or (_WELL_CHOSEN if o.correct else _LOOK_AGAIN), o.correct
            )
            for n, o in enumerate(q.options)
        )
        roles = (Role.DIAGNOSTIC, Role.ASSESSMENT)
        self.quizzes.append(Quiz(self._name(q, concept), concept, q.stem, options, roles))

    def _add_item(self, q: Question, concept: str, answers: Sequence[str]) -> None:
        right = _answer(q)
        others = _others(q, answers)
        if len(others) < CHOICES - 1:
            self.lost.append(Lost(q.id, f"a typed answer without {CHOICES - 1} others to choose among"))
            return
        asked = _quotable(q.stem)
        if asked in self._asked:
            self.lost.append(Lost(q.id, "a question that ends like another one"))
            return
        self._asked.add(asked)
        item = _draft_item(self._name(q, concept), concept, q, right, others)
        harmless = [h for h in map(_as_question, q.hints) if not self._leaks(item, h)]
        general = (hint.format(asked=asked) for hint in _HINTS)
        hints = tuple(dict.fromkeys((*harmless, *general)))[: len(_HINTS)]
        told = [h for h in q.hints if _as_question(h) not in harmless]
        e = item.expectations[0]
        assertion = " ".join((q.feedback or _sentence(right), *told))
        ladder = replace(e.ladder, hints=hints)
        self.items.append(replace(item, expectations=(replace(e, ladder=ladder, assertion=assertion),)))

    def _gives_away(self, quiz: Quiz) -> bool:
        told = next((i.id for i in self._beside(quiz) if self._leaks(i, quiz.stem)), None)
        if told:
            self.lost.append(Lost(quiz.id, f"a question that gives away the answer of {told}"))
        return told is not None

    def _withhold(self, quiz: Quiz) -> Quiz:
        """The quiz without rationales that give an open question's answer away."""
        options = (
            replace(o, rationale=_WELL_CHOSEN if o.correct else _LOOK_AGAIN)
            if any(self._leaks(item, o.rationale) for item in self._beside(quiz))
            else o
            for o in quiz.options
        )
        return replace(quiz, options=tuple(options))

    def _beside(self, quiz: Quiz) -> Iterator[Item]:
        return (item for item in self.items if item.concept == quiz.concept)

    def _leaks(self, item: Item, text: str) -> bool:
        watch = Watch(item, (item.expectations[0].id,), visible=(item.question,))
        verdict = self._guard.check(text, watch)
        return verdict.blocked or verdict.soft

    def _name(self, q: Question, concept: str) -> str:
        wanted = _slug(q.id.removeprefix(f"{concept}.")) or "q"
        name = f"{concept}.{wanted}"
        number = 2
        while name in self._taken:
            name, number = f"{concept}.{wanted}-{number}", number + 1
        self._taken.add(name)
        return name


def _draft_item(name: str, concept: str, q: Question, right: str, others: Sequence[str]) -> Item:
    question, asked = _as_question(q.stem), _quotable(q.stem)
    wordings = tuple(a.rstrip(".") for a in q.answers) or (right,)
    structured = None
    if q.number is not None:
        share = q.tolerance / abs(q.number) if q.number else 0.0
        structured = StructuredAnswer(AnswerType.NUMBER, number=f"{q.number:.12g}", tolerance=share or 0.01)
    options = [ChoiceOption(right, correct=True), *(ChoiceOption(o) for o in others)]
    ladder = Ladder(
        pump=_PUMP.format(asked=asked),
        hints=_HINTS,
        prompt=_PROMPT.format(asked=asked),
        choice=Choice(_STEM.format(asked=asked), tuple(sorted(options, key=lambda o: o.text))),
    )
    expectation = Expectation(
        id="answer",
        node=f"n.{name}",
        proposition=_sentence(right),
        variants=tuple(dict.fromkeys((*wordings, *(said.format(wordings[0]) for said in _SAID))))[:8],
        keys=wordings,
        facets=(Facet("what the answer is", tuple(wordings)),),
        ladder=ladder,
        assertion=_sentence(right),
        answer=structured,
    )
    again = (f"In your own words: {question}", f"Once more from the beginning: {question}")
    return Item(
        name, concept, question, again, _sentence(right), (expectation,), roles=(Role.TUTOR, Role.REVIEW)
    )


def _others(q: Question, answers: Sequence[str]) -> Sequence[str]:
    """Wrong answers of the same kind: other numbers, or what is right for another question and as long."""
    right = _answer(q)
    if q.number is not None:
        return [f"{n:.12g}" for n in ((2 * q.number, q.number / 2) if q.number else (1, 2))]
    others = [a for a in dict.fromkeys(answers) if a.casefold() != right.casefold()]
    return sorted(others, key=lambda a: abs(len(a) - len(right)))[: CHOICES - 1]


def _answer(q: Question) -> str:
    return f"{q.number:.12g}" if q.number is not None else q.answers[0]


def _sentence(text: str) -> str:
    told = text[:1].upper() + text[1:]
    return told if told.endswith((".", "!", "?")) else f"{told}."


def _as_question(text: str) -> str:
    """A text that ends in a question."""
    told = text.strip()
    return told if told.endswith("?") else f"{_sentence(told)} What do you say?"


def _quotable(text: str) -> str:
    """The last words of a question, without marks that end a sentence."""
    last = _BREAK.split(text.strip())[-1].removeprefix("In particular: ")
    words = re.sub(r"[.?!\"“”_]+", " ", last).split()
    return " ".join(words[-_QUOTED:])


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-")
