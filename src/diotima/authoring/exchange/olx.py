"""Open edX's OLX: ``problem`` elements, one file each, in a library archive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element, SubElement, tostring

from diotima.authoring.exchange.markup import all_named, name, parse, words
from diotima.authoring.exchange.packages import files_of, tarred
from diotima.authoring.exchange.question import Bank, Lost, Option, Question, sort_out

_CHOICE, _ENTRY, _NUMBER = "multiplechoiceresponse", "stringresponse", "numericalresponse"


def write(bank: Bank) -> bytes:
    """A library as ``.tar.gz``."""
    library = Element("library", {"library": "questions", "org": "diotima", "display_name": "Questions"})
    files = {}
    for q in bank.questions:
        SubElement(library, "problem", {"url_name": q.id})
        files[f"library/problem/{q.id}.xml"] = tostring(_problem(q), encoding="utf-8")
    return tarred({"library/library.xml": tostring(library, encoding="utf-8"), **files})


def lost(bank: Bank) -> tuple[Lost, ...]:
    """What ``write`` leaves out: nothing but the topic."""
    return tuple(Lost(q.id, "topic") for q in bank.questions if q.topic)


def read(data: bytes) -> Bank:
    """The problems of an archive, or of one XML file. Raises ``ValueError``."""
    files = files_of(data)
    sources = {"problem.xml": data} if files is None else files
    return sort_out(_read_all({path: xml for path, xml in sources.items() if path.endswith(".xml")}))


def _problem(q: Question) -> Element:
    problem = Element("problem", {"display_name": q.id})
    if q.options:
        response = SubElement(problem, _CHOICE)
        SubElement(response, "label").text = q.stem
        group = SubElement(response, "choicegroup")
        for o in q.options:
            choice = SubElement(group, "choice", {"correct": str(o.correct).lower()})
            choice.text = o.text
            if o.feedback:
                SubElement(choice, "choicehint").text = o.feedback
    elif q.number is not None:
        response = SubElement(problem, _NUMBER, {"answer": f"{q.number:.12g}"})
        SubElement(response, "label").text = q.stem
        if q.tolerance:
            SubElement(response, "responseparam", {"type": "tolerance", "default": f"{q.tolerance:.12g}"})
        SubElement(response, "formulaequationinput")
    else:
        response = SubElement(problem, _ENTRY, {"answer": q.answers[0], "type": "ci"})
        SubElement(response, "label").text = q.stem
        for other in q.answers[1:]:
            SubElement(response, "additional_answer", {"answer": other})
        SubElement(response, "textline", {"size": "40"})
    if q.feedback:
        SubElement(SubElement(SubElement(response, "solution"), "div"), "p").text = q.feedback
    if q.hints:
        hints = SubElement(problem, "demandhint")
        for hint in q.hints:
            SubElement(hints, "hint").text = hint
    return problem


def _read_all(sources: Mapping[str, bytes]) -> Iterator[Question | Lost]:
    for path, content in sources.items():
        stem = PurePosixPath(path).stem
        for n, problem in enumerate(all_named(parse(content), "problem")):
            if len(problem):  # an empty one points to a file of its own
                yield _read(problem, problem.get("url_name") or (f"{stem}-{n}" if n else stem))


def _read(problem: Element, title: str) -> Question | Lost:
    responses = [e for e in problem.iter() if name(e).endswith("response")]
    if len(responses) != 1 or name(responses[0]) not in (_CHOICE, _ENTRY, _NUMBER):
        kinds = ", ".join(name(r) for r in responses) or "no question"
        return Lost(title, f"a problem with {kinds}")
    response = responses[0]
    label = next(all_named(response, "label"), None)
    parts = ("choicegroup", "solution", "demandhint", "textline", "formulaequationinput", "additional_answer")
    stem = words(label) if label is not None else words(problem, *parts)
    blank = Question(
        title,
        stem,
        hints=tuple(words(h) for h in all_named(problem, "hint")),
        feedback=words(next(all_named(problem, "solution"), None)),
    )
    if name(response) == _CHOICE:
        options = tuple(
            Option(words(c, "choicehint"), c.get("correct", "").lower() == "true", _choice_hint(c))
            for c in all_named(response, "choice")
        )
        right = sum(o.correct for o in options)
        return blank._replace(options=options) if right == 1 else Lost(title, f"{right} right options")
    answer = response.get("answer", "").strip()
    if name(response) == _ENTRY:
        if "regexp" in response.get("type", ""):
            return Lost(title, "an answer given as a regular expression")
        others = (a.get("answer", "") for a in all_named(response, "additional_answer"))
        return blank._replace(answers=tuple(a for a in (answer, *others) if a))
    return _read_number(response, answer, blank)


def _read_number(response: Element, answer: str, blank: Question) -> Question | Lost:
    try:
        number = float(answer)
        given = next((p.get("default", "") for p in all_named(response, "responseparam")), "0")
        share = given.endswith("%")
        tolerance = float(given.rstrip("%")) * (abs(number) / 100 if share else 1)
    except ValueError:
        return Lost(blank.id, "a numerical answer that is no plain number")
    return blank._replace(number=number, tolerance=tolerance)


def _choice_hint(choice: Element) -> str:
    return words(next(all_named(choice, "choicehint"), None))
