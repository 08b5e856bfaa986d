"""First look at the learner's words: may they pass, and what kind of turn are they?"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Literal

from diotima.domain.questions import QuestionKind
from diotima.domain.transcript import IntegrityFlagged, LearnerSaid
from diotima.engine.options import pick_option
from diotima.engine.screening import screen
from diotima.engine.speech_acts import Scene as Setting
from diotima.engine.speech_acts import recognise, vocabulary_of
from diotima.turn.deps import Scene
from diotima.turn.state import Analysis, TurnState

_vocabulary = lru_cache(maxsize=32)(vocabulary_of)
Reader = Literal["orient", "mark", "read", "choose"]
_GRAVE = ("crisis", "abuse", "sexual", "hate")


def screen_words(scene: Scene) -> TurnState | None:
    """What to do instead of reading the turn, if it is one for moderation or integrity."""
    if scene.said.option is not None:
        return None
    found = screen(
        scene.said.text,
        vocabulary=_vocabulary(scene.course),
        heard=scene.before.heard[:-1],
        pauses_s=_pauses(scene),
    )
    if found.verdict == "pass" or not found.categories:
        return None
    category = next((c for c in _GRAVE if c in found.categories), found.categories[0])
    act = "crisis" if category == "crisis" else "abuse" if category in _GRAVE else "integrity"
    detail = "abuse" if act == "abuse" else category
    return {"analysis": Analysis(act, detail), "evidence": (IntegrityFlagged(tuple(found.categories)),)}


def recognise_act(scene: Scene) -> tuple[Analysis, Reader]:
    """The speech act, and which step reads the turn. Only contributions are read as answers."""
    question, said = scene.question, scene.said
    if said.option is not None:
        return Analysis("contribution"), "mark"
    act = recognise(said.text, _setting(scene)).value
    kind = question.kind if question else None
    if act == "quit":
        return Analysis(act), "choose"
    if kind is QuestionKind.FOCUS:
        return Analysis(act), "orient"
    if question and question.options and pick_option(question, said.text):
        return Analysis("contribution"), "mark"
    if kind is QuestionKind.QUIZ and act in ("idk", "skip"):
        return Analysis("idk"), "mark"
    if act == "contribution" and kind in (QuestionKind.OPEN, QuestionKind.CHOICE):
        return Analysis(act), "read"
    return Analysis(act), "choose"


def _pauses(scene: Scene) -> tuple[float, ...]:
    """Seconds the learner took before each of their turns."""
    heard = [(before.ts, e.ts) for before, e in pairwise(scene.entries) if isinstance(e.body, LearnerSaid)]
    return tuple((said - asked) / 1000 for asked, said in heard)


def _setting(scene: Scene) -> Setting:
    question = scene.question
    return Setting(
        vocabulary=_vocabulary(scene.course),
        yes_no=bool(question and question.yes_no),
        question=question.text if question else "",
        relevance=lambda: _relevance(scene),
    )


def _relevance(scene: Scene) -> float | None:
    """Closest likeness of the words to the question and the course's answers, -1 to 1."""
    if scene.item is None or scene.deps.encoder is None:
        return None
    near = [scene.item.question, scene.item.ideal, *(e.proposition for e in scene.item.expectations)]
    said, *course = scene.deps.encoder.encode([scene.said.text, *near])
    return max(float(said @ text) for text in course)
