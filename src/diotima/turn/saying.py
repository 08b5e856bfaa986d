"""The move in words: feedback on what was said, what leads over, then one question.

Three drafts at most: the full one; one without passages, every sentence of it checked before it is taken; and
a bare one that leaves out the learner's words too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from diotima.domain.course import Figure, Item
from diotima.domain.grades import Zone
from diotima.domain.questions import Question, QuestionKind
from diotima.domain.session import SessionState
from diotima.domain.transcript import (
    ExpectationCovered,
    FigureShown,
    FocusSet,
    ItemClosed,
    ItemOutcome,
    Mode,
    Phase,
    QuizGraded,
    TutorSaid,
)
from diotima.engine.dialogue import HELP_ACTS, HINT_1, HOLDING_ACTS, open_expectations
from diotima.engine.feedback import Feedback, comment, note_quiz
from diotima.engine.lesson import Decision
from diotima.engine.masking import mask_labels
from diotima.engine.orientation import is_nervous
from diotima.engine.reading import deal, show_options
from diotima.engine.recall import passage_about, withheld_from
from diotima.engine.voice import TURN_WORDS, Wording, ask, excerpt, first_unasked, join, quote
from diotima.turn.deps import Scene
from diotima.turn.guarding import leaks, watches_of
from diotima.turn.state import Reply, TurnState, session_after

PASSAGE_WORDS = TURN_WORDS - 8
"""Words a passage and the question after it may have together; the rest introduces them."""
RETRIES = 2
"""Drafts the guard may send back; the last one is bare."""


def say_move(scene: Scene, state: TurnState) -> Reply:
    """Put the decided move into words; it cannot change the move."""
    draft = Draft(scene, state)
    question = draft.question()
    figure = draft.figure()
    said = [*draft.lead_over(figure), *draft.aside(question, figure)]
    return Reply(tuple(s for s in said if s.text), question, figure, draft.used)


class Draft:
    """One attempt at a reply. Collects the catalogue wordings it uses."""

    def __init__(self, scene: Scene, state: TurnState) -> None:
        self.scene = scene
        self.state = state
        self.decision: Decision = state["decision"]
        self.attempt = state.get("attempt", 0)
        self.session: SessionState = session_after(
            scene.before, (*state.get("evidence", ()), *self.decision.bodies)
        )
        self.used: tuple[str, ...] = ()

    @property
    def item(self) -> Item | None:
        return self.scene.course.item_by_id.get(self.decision.item) if self.decision.item else None

    def question(self) -> Question | None:
        """The question this turn ends with; ``None`` if the pending one stays."""
        make = _QUESTIONS.get(self.decision.move.name, _Asking.open)
        return make(_Asking(self))

    def lead_over(self, figure: FigureShown | None) -> list[TutorSaid]:
        """Feedback, announcements and transitions."""
        blocks: list[TutorSaid] = []
        opening = [self.speak(f.key, **f.values) for f in self.feedback()]
        for lead in self.decision.leads:
            text = self.speak(lead.key, **{k: _shorten(k, v) for k, v in lead.values.items()})
            if lead.earned:
                blocks.append(TutorSaid(text, "reveal", lead.item, lead.earned, earned=True))
            elif lead.passage:
                blocks.append(TutorSaid(text, "study", lead.item, sources=(lead.passage,)))
            else:
                opening.append(text)
        if figure is not None and self.attempt < RETRIES:
            opening.append(
                self.speak("tutor.figure.another" if self.session.figures else "tutor.figure.show")
            )
        first = TutorSaid(
            join(*opening), self.decision.move.name, self.decision.item, self.decision.move.target
        )
        return [first, *blocks]

    def feedback(self) -> list[Feedback]:
        """What to say about the learner's turn."""
        oriented = next((b for b in self.state.get("evidence", ()) if isinstance(b, FocusSet)), None)
        if oriented:
            return self._welcome(oriented)
        found = self._comment()
        if found is None or (found.quotes and self.attempt >= RETRIES):
            return []
        if self.decision.move.name == "redirect" and self.scene.before.holds > 0:
            return [found, Feedback("tutor.redirect.offer")]
        return [found, *self._progress()]

    def _progress(self) -> list[Feedback]:
        """What is left of the open question, once one part was stated."""
        item, evidence = self.item, self.state.get("evidence", ())
        if item is None or not any(isinstance(b, ExpectationCovered) and b.item == item.id for b in evidence):
            return []
        grade = self.state["analysis"].grade
        if grade and any(g.zone is Zone.CONTRADICTION and g.evidence for g in grade.expectations):
            return [Feedback("tutor.acknowledge.beside")]
        left = len(open_expectations(item, self.session.items[item.id]))
        key = f"tutor.acknowledge.left.{'one' if left == 1 else 'other'}"
        return [Feedback(key, {"n": left})] if left else []

    def _welcome(self, focus: FocusSet) -> list[Feedback]:
        titles = [self.scene.course.concept_by_id[c].title for c in focus.concepts]
        what = (
            Feedback("tutor.orient.focus", {"titles": _listed(titles)})
            if titles
            else Feedback("tutor.orient.open")
        )
        how = Feedback(f"tutor.orient.{focus.mode.value}")
        calm = [Feedback("tutor.orient.calm")] if is_nervous(focus.words) else []
        asks = self.decision.move.name == "quiz"
        return [*calm, what, how, Feedback("tutor.orient.diagnostics" if asks else "tutor.orient.known")]

    def _comment(self) -> Feedback | None:
        act, detail = self.state["analysis"].act, self.state["analysis"].detail
        evidence = self.state.get("evidence", ())
        quiz = next((b for b in evidence if isinstance(b, QuizGraded)), None)
        if quiz:
            return None if self.decision.leads else note_quiz(quiz)
        if act in ("integrity", "abuse", "crisis"):
            return Feedback(f"tutor.redirect.{detail or act}")
        if self.decision.move.name == "wait":
            return self._wait(act)
        if self.decision.move.name == "close":
            return Feedback("tutor.wrapup.thanks")
        if act in HELP_ACTS and self.scene.before.phase is Phase.TUTORING:
            return Feedback(f"tutor.acknowledge.{act.removesuffix('_request')}")
        if act in HOLDING_ACTS:
            return Feedback(f"tutor.redirect.{act}")
        if self.scene.before.phase is Phase.ASSESSMENT:
            return Feedback("tutor.assessment.noted")
        if act != "contribution" or self.scene.question is None or self.scene.item is None:
            return None
        finished = any(
            isinstance(b, ItemClosed) and b.outcome is ItemOutcome.COVERED for b in self.decision.bodies
        )
        after = session_after(self.scene.before, evidence)
        return comment(
            evidence,
            self.state["analysis"].grade,
            wrong_in_a_row=after.wrong_in_a_row,
            right_in_a_row=after.right_in_a_row,
            finished=finished,
            thought_through=self.scene.thinking,
        )

    def _wait(self, act: str) -> Feedback:
        """Why the pending question stays."""
        if self.scene.before.phase is Phase.ASSESSMENT:
            return Feedback("tutor.assessment.no_help")
        return Feedback(f"tutor.diagnostic.{_HELD_UP.get(act, 'unclear')}")

    def aside(self, question: Question | None, figure: FigureShown | None) -> list[TutorSaid]:
        """What is answered on the way: a passage, if the learner asked or an expectation was set aside."""
        if self.decision.move.name != "aside":
            return []
        why = self.decision.move.why
        if self.attempt > 0:
            withheld = TutorSaid(self.speak("tutor.explain.answer_withheld"), "explain", self.decision.item)
            return [] if why == "diagram_request" else [withheld]
        if why == "diagram_request":
            if figure:
                return []
            return [TutorSaid(self.speak("tutor.figure.none"), "aside", self.decision.item)]
        passages = self.state.get("passages", ())
        room = PASSAGE_WORDS - (len(question.text.split()) if question else 0)
        for passage_id in passages:
            passage = self.scene.course.passage_by_id[passage_id]
            about = passage_about(passage, self.scene.said.text) if why == "question" else passage.text
            text = excerpt(about, room)
            if not self.leaks(text):
                key = "tutor.explain.question_passage" if why == "question" else "tutor.explain.context"
                return [
                    TutorSaid(
                        self.speak(key, passage=text), "explain", self.decision.item, sources=(passage.id,)
                    )
                ]
        key = (
            "tutor.explain.nothing" if why == "question" and not passages else "tutor.explain.answer_withheld"
        )
        return [TutorSaid(self.speak(key), "explain", self.decision.item)]

    def figure(self) -> FigureShown | None:
        """A drawing, when asked for, or early in visual mode and after the second miss in dialogue."""
        item = self.item
        asked = self.decision.move.why == "diagram_request"
        if item is None or self.session.phase is not Phase.TUTORING or self.attempt >= RETRIES:
            return None
        enough = 1 if self.session.mode is Mode.VISUAL else 2
        if not asked and self.session.wrong_in_a_row < enough:
            return None
        below = [r.id for r in self.scene.course.concept_by_id[item.concept].requires] if asked else []
        drawn = [f for c in (item.concept, *below) for f in self.scene.course.figures_of(c)]
        unseen = [f for f in drawn if f.id not in self.session.figures]
        return self._show(unseen[0]) if unseen else None

    def _show(self, figure: Figure) -> FigureShown:
        hidden = withheld_from(self.scene.course, self.session, self.scene.knowledge)
        listed = mask_labels(figure, hidden)
        telling = [label.id for label in figure.labels if label.id in listed or self.leaks(label.text)]
        return FigureShown(figure.id, tuple(telling))

    def speak(self, key: str, **values: object) -> str:
        """A wording of the catalogue, remembered as used; after a refusal the first clean one, if any is."""
        wordings = self.scene.phrases.alternatives(key, **values)
        chosen = wordings[0]
        if self.attempt > 0:
            chosen = next((w for w in wordings if not self.leaks(w.text)), Wording(""))
        self.used = (*self.used, *chosen.used)
        return chosen.text

    def leaks(self, text: str) -> bool:
        """Whether the guard would stop this text now."""
        return leaks(self.scene, text, watches_of(self.scene, self.session, self.decision.item))


class _Asking:
    """Makes the question of a move out of the authored wordings, or once those are used up generated ones."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.scene = draft.scene
        self.move = draft.decision.move

    def open(self) -> Question | None:
        """An item's question, in words not used before."""
        item = self.draft.item
        if item is None:
            return None
        return self.pose([Wording(t) for t in (item.question, *item.rephrasings)], expectation=None)

    def rung(self) -> Question | None:
        """A rung of the ladder."""
        item, target = self.draft.item, self.move.target
        if item is None or target is None:
            return None
        ladder = item.expectation(target).ladder
        authored = {
            "pump": [Wording(ladder.pump)],
            "hint": [Wording(ladder.hints[min(self.move.rung - HINT_1, len(ladder.hints) - 1)])],
            "prompt": self.scene.phrases.alternatives("tutor.ask.prompt", prompt=ladder.prompt),
        }
        return self.pose(authored[self.move.name], expectation=target)

    def choice(self) -> Question | None:
        """The contrast choice."""
        item, target = self.draft.item, self.move.target
        if item is None or target is None:
            return None
        choice = item.expectation(target).ladder.choice
        posed = self.pose([Wording(choice.stem)], expectation=target)
        options = show_options([o.text for o in deal(choice.options, posed.id)])
        return replace(posed, kind=QuestionKind.CHOICE, options=options)

    def restate(self) -> Question | None:
        """The same question from another side."""
        item, target = self.draft.item, self.move.target
        if item is None:
            return None
        untouched = not any(
            e.attempts or not e.open for e in self.draft.session.items[item.id].expectations.values()
        )
        whole = target is None or untouched
        turns = target is not None and self.move.name == "turn_to"
        turned = [Wording(item.expectation(target).ladder.pump)] if target and turns else []
        wordings = [Wording(t) for t in (*item.rephrasings, item.question)] if whole else turned
        return self.pose(wordings, expectation=None if whole else target, about=target)

    def elenchus(self) -> Question | None:
        """A move of the misconception sub-ladder."""
        item = self.draft.item
        if item is None or self.move.target is None:
            return None
        misconception = item.misconception(self.move.target)
        text = str(getattr(misconception, self.move.name))
        state = self.draft.session.items[item.id]
        contrast = next((c for c in misconception.contrasts if state.expectation(c).open), None)
        return self.pose([Wording(text)], expectation=contrast)

    def template(self, key: str) -> Question | None:
        """A question of the catalogue about what the learner just said."""
        item, target = self.draft.item, self.move.target
        if item is None or target is None:
            return None
        grade = self.draft.state["analysis"].grade
        found = next((g for g in grade.expectations if g.expectation == target), None) if grade else None
        facets = item.expectation(target).facets
        missing = found.facets_missing if found and found.facets_missing else range(len(facets))
        words = quote(found.evidence.text) if found and found.evidence else ""
        key = "tutor.ask.unit" if found and found.wants_unit else key
        asks = [facets[n].asks.rstrip(" ?.") for n in missing]
        wordings = [
            w
            for a in asks
            for w in self.scene.phrases.alternatives(key, asks=a, quote=words)
            if words or '""' not in w.text
        ]
        return self.pose(wordings, expectation=target)

    def quiz(self) -> Question | None:
        """A four-option question; ids and order of the options are assigned here."""
        quiz = self.scene.course.quiz_by_id[str(self.draft.decision.quiz)]
        question = Question(self.id, QuestionKind.QUIZ, quiz.stem, quiz=quiz.id, concept=quiz.concept)
        return replace(question, options=show_options([o.text for o in deal(quiz.options, self.id)]))

    def nothing(self) -> Question | None:
        """The pending question stays."""
        return None

    @property
    def id(self) -> str:
        return f"{self.scene.turn}:q"

    def pose(
        self, wordings: Sequence[Wording], *, expectation: str | None, about: str | None = None
    ) -> Question:
        """The first wording not asked before; after a refusal by the guard, the next one that is clean.

        Where the authored wordings are used up, questions are made about ``about``.
        """
        item = self.draft.item
        assert item is not None
        about = expectation or about or item.expectations[0].id
        stated = self.draft.session.items[item.id].expectation(about).facets
        missing = [n for n in range(len(item.expectation(about).facets)) if n not in stated]
        generated = ask(item.expectation(about), missing, self.scene.phrases)
        candidates = [*wordings, *generated]
        if self.draft.attempt > 0:
            candidates = [c for c in candidates if not self.draft.leaks(c.text)] or [
                Wording(self.draft.speak("tutor.ask.probe"))
            ]
        asked = self.draft.session.asked
        chosen = first_unasked(candidates, asked) or first_unasked(self.renewed(candidates), asked)
        chosen = chosen or candidates[0]
        self.draft.used = (*self.draft.used, *chosen.used)
        return Question(
            self.id,
            QuestionKind.OPEN,
            chosen.text,
            item=item.id,
            expectation=expectation,
            concept=item.concept,
        )

    def renewed(self, wordings: Sequence[Wording]) -> list[Wording]:
        """The same questions with a word of introduction, for the learner who has heard them all."""
        leads = self.scene.phrases.alternatives("tutor.ask.again")
        renewed = [Wording(f"{a.text} {w.text}", (*a.used, *w.used)) for a in leads for w in wordings]
        return [w for w in renewed if self.draft.attempt == 0 or not self.draft.leaks(w.text)]


_QUESTIONS: Mapping[str, Callable[[_Asking], Question | None]] = {
    "open": _Asking.open,
    "pump": _Asking.rung,
    "hint": _Asking.rung,
    "prompt": _Asking.rung,
    "choice": _Asking.choice,
    "turn_to": _Asking.restate,
    "redirect": _Asking.restate,
    "repeat": _Asking.restate,
    "aside": _Asking.restate,
    "counterexample": _Asking.elenchus,
    "contrast": _Asking.elenchus,
    "repair": _Asking.elenchus,
    "clarify": partial(_Asking.template, key="tutor.ask.clarify"),
    "probe": partial(_Asking.template, key="tutor.ask.probe"),
    "invite": partial(_Asking.template, key="tutor.ask.invite"),
    "quiz": _Asking.quiz,
    "wait": _Asking.nothing,
    "close": _Asking.nothing,
}

_HELD_UP: Mapping[str, str] = {
    "question": "later",
    "explain_request": "later",
    "help_request": "unknown_is_fine",
    "reveal_request": "unknown_is_fine",
    "frustration": "unknown_is_fine",
    "meta": "unknown_is_fine",
    "objection": "later",
}
"""What a learner hears who does something else than choose, by what it is; keys of ``tutor.diagnostic``."""


def _listed(titles: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"; three at most."""
    named = list(titles[:3])
    return " and ".join([", ".join(named[:-1]), named[-1]]) if len(named) > 1 else named[0]


def _shorten(name: str, value: object) -> object:
    return quote(str(value)) if name == "quote" else value
