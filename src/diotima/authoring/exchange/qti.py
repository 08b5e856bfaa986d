"""QTI 2.1 and 3.0: items with one choice or one text entry, alone or in a content package."""

from __future__ import annotations

from typing import Literal
from xml.etree.ElementTree import Element, SubElement, tostring

from diotima.authoring.exchange.markup import all_named, attribute, name, parse, words
from diotima.authoring.exchange.packages import files_of, zipped
from diotima.authoring.exchange.question import Bank, Lost, Option, Question, sort_out

Version = Literal["2.1", "3.0"]
_SPACES = {
    "2.1": "http://www.imsglobal.org/xsd/imsqti_v2p1",
    "3.0": "http://www.imsglobal.org/xsd/imsqtiasi_v3p0",
}
_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_TYPES = {"2.1": "imsqti_item_xmlv2p1", "3.0": "imsqti_item_xmlv3p0"}


def write(bank: Bank, version: Version = "2.1") -> bytes:
    """A content package as ``.zip``."""
    manifest = Element("manifest", {"xmlns": _PACKAGE, "identifier": "diotima"})
    SubElement(manifest, "organizations")
    resources = SubElement(manifest, "resources")
    files = {}
    for n, q in enumerate(bank.questions):
        path = f"items/{q.id}.xml"
        kind = {"identifier": f"r{n}", "type": _TYPES[version], "href": path}
        SubElement(SubElement(resources, "resource", kind), "file", {"href": path})
        files[path] = tostring(_Item(version).build(q), encoding="utf-8", xml_declaration=True)
    head = tostring(manifest, encoding="utf-8", xml_declaration=True)
    return zipped({"imsmanifest.xml": head, **files})


def lost(bank: Bank) -> tuple[Lost, ...]:
    """What ``write`` leaves out."""
    hints = [Lost(q.id, "hints") for q in bank.questions if q.hints]
    return (*hints, *(Lost(q.id, "topic") for q in bank.questions if q.topic))


def read(data: bytes) -> Bank:
    """The items of a package, or of one XML file, of either version. Raises ``ValueError``."""
    files = files_of(data)
    sources = {"item.xml": data} if files is None else files
    documents = [xml for path, xml in sources.items() if path.endswith(".xml") and "imsmanifest" not in path]
    return sort_out(_read(item) for xml in documents for item in all_named(parse(xml), "assessmentItem"))


class _Item:
    """Builds items in the spelling of a version: ``simpleChoice`` or ``qti-simple-choice``."""

    def __init__(self, version: Version) -> None:
        self._version = version

    def build(self, q: Question) -> Element:
        kind = "identifier" if q.options else "float" if q.number is not None else "string"
        item = self._new(
            "assessmentItem", identifier=q.id, title=q.id, timeDependent="false", adaptive="false"
        )
        item.set("xmlns", _SPACES[self._version])
        declared = self._add(
            item, "responseDeclaration", identifier="RESPONSE", cardinality="single", baseType=kind
        )
        right = self._add(declared, "correctResponse")
        outcome = {"identifier": "FEEDBACK", "cardinality": "single", "baseType": "identifier"}
        self._add(item, "outcomeDeclaration", **outcome)
        body = self._add(item, "itemBody")
        if q.options:
            self._choose(q, right, body, item)
        else:
            self._enter(q, right, declared, body)
        if q.feedback:
            self._feedback(item, "general", q.feedback)
        return item

    def _choose(self, q: Question, right: Element, body: Element, item: Element) -> None:
        asked = self._add(
            body, "choiceInteraction", responseIdentifier="RESPONSE", shuffle="true", maxChoices="1"
        )
        self._add(asked, "prompt").text = q.stem
        for n, o in enumerate(q.options):
            key = f"o{n + 1}"
            self._add(asked, "simpleChoice", identifier=key).text = o.text
            if o.correct:
                self._add(right, "value").text = key
            if o.feedback:
                self._feedback(item, key, o.feedback)

    def _enter(self, q: Question, right: Element, declared: Element, body: Element) -> None:
        line = SubElement(body, "p")
        line.text = q.stem
        self._add(line, "textEntryInteraction", responseIdentifier="RESPONSE")
        answers = q.answers if q.number is None else (f"{q.number:.12g}",)
        self._add(right, "value").text = answers[0]
        mapping = self._add(declared, "mapping", defaultValue="0")
        for answer in answers:
            self._add(mapping, "mapEntry", mapKey=answer, mappedValue="1")
        if q.tolerance:
            mapping.set("data-tolerance", f"{q.tolerance:.12g}")

    def _feedback(self, item: Element, key: str, text: str) -> None:
        shown = {"outcomeIdentifier": "FEEDBACK", "identifier": key, "showHide": "show"}
        self._add(item, "modalFeedback", **shown).text = text

    def _new(self, tag: str, **attributes: str) -> Element:
        return Element(self._spell(tag), {self._spell(a, part=True): v for a, v in attributes.items()})

    def _add(self, parent: Element, tag: str, **attributes: str) -> Element:
        child = self._new(tag, **attributes)
        parent.append(child)
        return child

    def _spell(self, word: str, *, part: bool = False) -> str:
        if self._version == "2.1":
            return word
        dashed = "".join(f"-{c.lower()}" if c.isupper() else c for c in word)
        return dashed if part else f"qti-{dashed}"


def _read(item: Element) -> Question | Lost:
    title = attribute(item, "identifier") or "item"
    interactions = [e for e in item.iter() if name(e).endswith("Interaction")]
    if len(interactions) != 1 or name(interactions[0]) not in ("choiceInteraction", "textEntryInteraction"):
        kinds = ", ".join(name(i) for i in interactions) or "no interaction"
        return Lost(title, f"an item with {kinds}")
    declared = next(all_named(item, "responseDeclaration"), None)
    right = [words(v) for v in all_named(declared, "value")] if declared is not None else []
    feedback = {attribute(f, "identifier"): words(f) for f in all_named(item, "modalFeedback")}
    body = next(all_named(item, "itemBody"), None)
    asked = interactions[0]
    stem = " ".join(
        filter(None, (words(body, "choiceInteraction"), words(next(all_named(asked, "prompt"), None))))
    )
    blank = Question(title, stem, feedback=feedback.get("general", ""))
    if name(asked) == "choiceInteraction":
        choices = [(attribute(c, "identifier"), words(c)) for c in all_named(asked, "simpleChoice")]
        options = tuple(Option(text, key in right, feedback.get(key, "")) for key, text in choices)
        correct = sum(o.correct for o in options)
        return blank._replace(options=options) if correct == 1 else Lost(title, f"{correct} right options")
    return _read_entry(declared, right, blank)


def _read_entry(declared: Element | None, right: list[str], blank: Question) -> Question | Lost:
    if declared is None:
        return Lost(blank.id, "a text entry without an answer")
    mapped = [attribute(m, "mapKey") for m in all_named(declared, "mapEntry")]
    answers = tuple(dict.fromkeys(a for a in (*right, *mapped) if a))
    if not answers:
        return Lost(blank.id, "a text entry without an answer")
    if attribute(declared, "baseType") in ("float", "integer"):
        tolerance = next((m.get("data-tolerance", "0") for m in all_named(declared, "mapping")), "0")
        try:
            return blank._replace(number=float(answers[0]), tolerance=float(tolerance))
        except ValueError:
            return Lost(blank.id, "a numerical answer that is no plain number")
    return blank._replace(answers=answers)
