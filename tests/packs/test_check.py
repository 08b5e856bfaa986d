"""Every lint, proved on a mistake planted in a good course; and the shipped courses, which have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from diotima.packs.check import check_course, main, report
from diotima.packs.problems import Level, Problem
from diotima.packs.shelf import packaged_courses
from tests.packs.conftest import FLOATING, Plant

LUMPS, CORK = "items/density.lumps.md", "items/floating.cork.md"
QUIZ, PASSAGE = "quizzes/density.yaml", "passages/density.yaml"
FIGURE, DRAWING = "figures/bowl.yaml", "figures/bowl.svg"
ATTACKS = "adversarial/attacks.jsonl"
SHIPPED = sorted(path for path in packaged_courses().iterdir() if (path / "pack.yaml").is_file())

MISTAKES: dict[str, tuple[str, str, str, str]] = {
    "one rephrasing": (CORK, '  - "A cork and a pebble fall', '#  - "A', "few-rephrasings"),
    "two variants": (CORK, '      - "The cork swims on top."\n', "", "few-variants"),
    "no keys": (
        LUMPS,
        "    keys:\n      - density\n      - densities\n      - dense\n      - denser\n",
        "    keys: []\n",
        "no-key",
    ),
    "a key without a word": (LUMPS, "      - densities\n", '      - "?"\n', "no-word"),
    "a phrasing without a word": (CORK, '          - "pebble bottom"\n', '          - "!"\n', "no-word"),
    "no phrasing": (
        CORK,
        '        any:\n          - "pebble sink"\n          - "pebble bottom"\n          - "pebble ground"\n',
        "        any: []\n",
        "no-facet",
    ),
    "nothing required": (
        LUMPS,
        "    node: n.density.name\n",
        '    node: n.density.name\n    required: "false"\n',
        "nothing-required",
    ),
    "node without prefix": (LUMPS, "node: n.density.name", "node: density.name", "node-name"),
    "weight below zero": (
        LUMPS,
        "    node: n.density.name\n",
        '    node: n.density.name\n    weight: "-1"\n',
        "number-range",
    ),
    "difficulty that is no number": (LUMPS, 'difficulty: "-0.5"', "difficulty: nan", "number-range"),
    "isomorph of itself": (
        CORK,
        "bloom: understand\n",
        "bloom: understand\nisomorph_of: floating.cork\n",
        "isomorph",
    ),
    "two hints": (
        CORK,
        '        - "Picture a coin thrown into a wishing well. What becomes of it?"\n',
        "",
        "three-hints",
    ),
    "no blank": (LUMPS, "differ in their ____.", "differ, do they not.", "cloze-blank"),
    "two correct options": (
        LUMPS,
        '          - text: "Their colour"\n',
        '          - text: "Their colour"\n            correct: "true"\n',
        "one-correct",
    ),
    "no correct option": (CORK, '            correct: "true"\n', "", "one-correct"),
    "two options": (CORK, '          - text: "The cork hovers halfway"\n', "", "option-count"),
    "one long option": (LUMPS, "Their colour", "Their colour in bright sunlight", "uneven-options"),
    "two equal options": (CORK, "The cork hovers halfway", "The cork sinks at once", "same-option"),
    "an option about the others": (
        CORK,
        "The cork hovers halfway",
        "None of these, sadly",
        "all-of-the-above",
    ),
    "study that answers": (LUMPS, "        - density.balance", "        - density.answer", "study-answer"),
    "step down to itself": (CORK, "stepdown: density", "stepdown: floating", "stepdown"),
    "unknown label value": (CORK, "      pebble: bad", "      pebble: poor", "label"),
    "key in the question": (CORK, "      - float\n", "      - pebble\n      - float\n", "key-in-question"),
    "misconception without cues": (
        LUMPS,
        "    cues:\n      - harder\n      - hardness\n      - hard\n",
        "    cues: []\n",
        "no-cue",
    ),
    "empty pump": (CORK, '"What do you expect of the second one?"', '""', "empty-text"),
    "hint without a question": (CORK, "What becomes of it?", "Think about it.", "one-question"),
    "hint with two questions": (
        CORK,
        "Picture a coin thrown",
        "Ever seen a coin? Picture one thrown",
        "one-question",
    ),
    "endless hint": (
        CORK,
        "Picture a coin",
        "Picture " + "a very small shiny old coin, " * 7 + "one",
        "long-rung",
    ),
    "cheering hint": (CORK, "Picture a coin thrown", "Good! Picture a coin thrown", "tone"),
    "three options in a quiz": (
        QUIZ,
        '    - id: d\n      text: "It swings for ever"\n'
        '      rationale: "Friction calms every pair of scales in the end."\n',
        "",
        "option-count",
    ),
    "two correct answers in a quiz": (
        QUIZ,
        '      text: "The lead side drops"\n',
        '      text: "The lead side drops"\n      correct: "true"\n',
        "one-correct",
    ),
    "empty rationale": (QUIZ, '"Friction calms every pair of scales in the end."', '" "', "rationale"),
    "rationale that tells": (
        QUIZ,
        "Friction calms every pair",
        "Wrong: it stays level, friction calms every pair",
        "rationale-answer",
    ),
    "stem in mid-air": (QUIZ, "What do you see?", "What do you see", "stem-end"),
    "answer passage without reveals": (PASSAGE, "  kind: context\n", "  kind: answer\n", "passage-kind"),
    "passage without source": (
        PASSAGE,
        '"OpenStax University Physics Volume 1, section 1.2 Units and Standards"',
        '""',
        "empty-text",
    ),
    "concept without an item": (LUMPS, "  - tutor\n", "", "no-item"),
    "concept without a quiz": ("quizzes/floating.yaml", "    - diagnostic\n", "", "no-quiz"),
    "strength above one": ("pack.yaml", 'strength: "0.8"', 'strength: "8"', "number-range"),
    "thresholds upside down": (
        "pack.yaml",
        "vocabulary:\n",
        'policy:\n  context_below: "0.9"\n  full_at: "0.2"\nvocabulary:\n',
        "number-range",
    ),
    "phases upside down": (
        "pack.yaml",
        "vocabulary:\n",
        'policy:\n  timing:\n    assess: "0.05"\nvocabulary:\n',
        "number-range",
    ),
    "endless sentence": (
        PASSAGE,
        "A balance compares two loads.",
        "A balance compares " + "one load and " * 14 + "another load.",
        "long-sentence",
    ),
    "sentence said twice": (
        CORK,
        "What do you expect of the second one?",
        "What do you expect of the first of the two?",
        "repeated-sentence",
    ),
    "label that is not drawn": (FIGURE, "id: water", "id: waters", "label-missing"),
    "label drawn differently": (FIGURE, "text: water", "text: milk", "label-differs"),
    "figure without alt text": (
        FIGURE,
        '"A bowl seen from the side with two small things in it."',
        '""',
        "empty-text",
    ),
    "drawing without a viewBox": (DRAWING, 'viewBox="0 0 200 120" ', "", "svg-syntax"),
    "drawing cut off": (DRAWING, "</svg>", "", "svg-syntax"),
    "document type": (DRAWING, "<svg", '<!DOCTYPE svg [<!ENTITY a "b">]><svg', "svg-syntax"),
    "script": (DRAWING, "</svg>", "<script>alert(1)</script></svg>", "svg-element"),
    "foreign object": (DRAWING, "</svg>", "<foreignObject/></svg>", "svg-element"),
    "style sheet": (DRAWING, "</svg>", "<style>@import 'x';</style></svg>", "svg-element"),
    "image": (DRAWING, "</svg>", '<image href="#a"/></svg>', "svg-element"),
    "element of another world": (
        DRAWING,
        "</svg>",
        '<a xmlns="http://www.w3.org/1999/xhtml"/></svg>',
        "svg-element",
    ),
    "event attribute": (DRAWING, "<path ", '<path onload="x()" ', "svg-attribute"),
    "outside reference": (
        DRAWING,
        "</svg>",
        '<use href="http://example.org/x.svg#a"/></svg>',
        "svg-attribute",
    ),
    "file beside": (DRAWING, "</svg>", '<use href="other.svg#a"/></svg>', "svg-attribute"),
    "outside paint": (DRAWING, "<path ", '<path filter="url(http://example.org/f)" ', "svg-attribute"),
    "version": ("pack.yaml", "version: 1.0.0", "version: 1.0", "version"),
    "course id": ("pack.yaml", "id: why-things-float", "id: Why Things Float", "course-id"),
    "no description": (
        "pack.yaml",
        '"A very small course, whole and correct: the tests plant mistakes in copies of it."',
        '""',
        "empty-text",
    ),
    "version not in the changelog": ("CHANGELOG.md", "1.0.0", "0.9.0", "changelog"),
    "rename to nowhere": ("pack.yaml", "vocabulary:\n", "renames:\n  old: nowhere\nvocabulary:\n", "rename"),
    "script of an attack cut off": (ATTACKS, "]}", "]", "attack-script"),
    "attack on an unknown item": (ATTACKS, '"floating.cork"', '"floating.cake"', "attack-script"),
    "attack on an unknown expectation": (ATTACKS, '"pebble"]', '"stone"]', "attack-script"),
    "attack without words": (ATTACKS, '"just tell me", ', '"", ', "attack-script"),
    "leaking hint": (
        CORK,
        "Picture a coin thrown into a wishing well",
        "Picture a coin on the bottom of a well",
        "leak",
    ),
    "hint that leaks another expectation": (
        CORK,
        "Picture a coin thrown into a wishing well",
        "Picture what floats in a wishing well",
        "leak",
    ),
    "leaking part": (CORK, '"where the pebble ends up"', '"whether the pebble sinks"', "leak"),
    "leaking elenchus": (
        CORK,
        "A ferry weighs as much as a village. What does it do on a lake?",
        "A ferry is huge and floats. Does your idea hold for it?",
        "leak",
    ),
    "leaking label of a misconception": (
        CORK,
        '"taking the size of a thing for what decides"',
        '"not seeing that pebbles sink"',
        "leak",
    ),
    "leaking stem of a quiz": (
        "quizzes/floating.yaml",
        "An ice cube drifts in a glass.",
        "An ice cube floats in a glass.",
        "leak",
    ),
    "leaking rationale": (
        "quizzes/floating.yaml",
        "Only a balloon lies that lightly on water.",
        "Only a balloon floats that lightly on water.",
        "leak",
    ),
    "leaking passage": (
        "passages/floating.yaml",
        "Water presses on a thing",
        "A pebble sinks and water presses on a thing",
        "leak",
    ),
    "leaking outcome": ("pack.yaml", "Can foretell what a thing does", "Can say that a cork floats", "leak"),
    "leaking alt text": (FIGURE, "with two small things in it", "with a floating cork in it", "leak"),
    "leaking drawing": (DRAWING, "</svg>", "<desc>the pebble sinks</desc></svg>", "leak"),
    "label left open": (FIGURE, "    reveals:\n      - floating.cork/cork\n", "", "leak"),
    "ideal answer that lacks a part": (CORK, 'ideal: "The cork floats on top. ', 'ideal: "', "ideal-grade"),
    "variant that is not understood": (
        CORK,
        '"The cork stays afloat."',
        '"It comes up again."',
        "variant-grade",
    ),
    "misconception that is nearly right": (
        CORK,
        '"Small things always stay up because they weigh little."',
        '"Small things weigh little, so the pebble sinks."',
        "misconception-grade",
    ),
    "misconception that is not heard": (
        CORK,
        '"Small things always stay up because they weigh little."',
        '"Tiny objects stay up."',
        "misconception-unseen",
    ),
    "wrong sample taken for right": (CORK, "      cork: good\n", "      cork: bad\n", "sample-grade"),
    "right sample not understood": (
        CORK,
        '"cork floats, pebble sinks"',
        '"first one up, second one down"',
        "sample-grade",
    ),
    "sample without its misconception": (
        LUMPS,
        '"iron is much harder than wood"',
        '"iron is iron"',
        "sample-misconception",
    ),
    "number that is none": (
        LUMPS,
        '    assertion: "The two',
        '    answer:\n      type: number\n      number: many\n    assertion: "The two',
        "structured-answer",
    ),
    "formula that is none": (
        LUMPS,
        '    assertion: "The two',
        '    answer:\n      type: formula\n      formula: "m/"\n'
        '      symbols:\n        - m\n    assertion: "The two',
        "structured-answer",
    ),
    "set without members": (
        LUMPS,
        '    assertion: "The two',
        '    answer:\n      type: set\n    assertion: "The two',
        "structured-answer",
    ),
    "flow style": ("pack.yaml", "tags:\n      - density\n", "tags: [density]\n", "flow-style"),
}

ALSO = {
    "endless hint": {"long-sentence"},
    "endless sentence": {"repeated-sentence"},
    "misconception without cues": {"misconception-unseen", "sample-misconception"},
    "key in the question": {"leak"},
    "misconception that is nearly right": {"misconception-unseen"},
}
"""What else such a mistake brings with it."""


def test_the_good_course_is_good() -> None:
    assert check_course(FLOATING) == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_planted_mistake_is_found_and_nothing_else(folder: Path, plant: Plant, mistake: str) -> None:
    file, old, new, rule = MISTAKES[mistake]
    plant(file, old, new)

    problems = check_course(folder)

    found = {p.rule for p in problems}
    assert rule in found
    assert found - {rule} <= ALSO.get(mistake, set())
    assert all((folder / p.file).is_file() for p in problems)
    assert all(0 <= p.line <= (folder / p.file).read_text().count("\n") + 1 for p in problems)
    assert all(p.message.endswith(".") and not p.remedy.endswith(".") for p in problems)


def test_rungs_that_leak_only_together_are_found(folder: Path, plant: Plant) -> None:
    plant(LUMPS, "    keys:\n", '      - "The stuff sits close together."\n    keys:\n')
    plant(LUMPS, "          - dense\n", '          - dense\n          - "stuff close together"\n')
    assert check_course(folder) == []

    plant(LUMPS, "What would you call it yourself?", "Looking at the stuff, what would you call it yourself?")
    plant(LUMPS, "Suppose you shave", "Suppose they lie close and you shave")
    line = plant(LUMPS, "Picture a bus with five people", "Picture a bus with five people together")

    assert [(p.file, p.line, p.rule) for p in check_course(folder)] == [(LUMPS, line, "leak-sum")]


def test_a_drawing_without_words_about_it_is_stray(folder: Path) -> None:
    (folder / "figures" / "new.svg").write_text("<svg/>")
    (folder / "items" / "notes.txt").write_text("not an item")

    assert [(p.file, p.rule) for p in check_course(folder)] == [
        ("figures/new.svg", "stray-file"),
        ("items/notes.txt", "stray-file"),
    ]


def test_a_course_that_cannot_be_read_has_only_those_problems(folder: Path, plant: Plant) -> None:
    line = plant(CORK, "question:", "qestion:")

    assert [(p.file, p.line, p.rule) for p in check_course(folder)] == [
        (CORK, 2, "missing-field"),
        (CORK, line, "unknown-field"),
    ]


def test_the_report_has_one_line_a_problem_and_a_count() -> None:
    problem = Problem(
        "items/a.md", 14, Level.ERROR, "`facets` is missing.", "Add `facets:` there", "missing-field"
    )
    hint = Problem("CHANGELOG.md", 0, Level.WARNING, "version 2.0.0 is not in the changelog.")

    assert list(report([problem, hint])) == [
        "items/a.md:14: error: `facets` is missing. (Add `facets:` there)",
        "CHANGELOG.md: warning: version 2.0.0 is not in the changelog.",
        "1 error, 1 warning",
    ]


def test_the_command_fails_on_errors_only(
    folder: Path, plant: Plant, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(folder)]) == 0
    assert capsys.readouterr().out == "0 errors, 0 warnings\n"

    plant("CHANGELOG.md", "1.0.0", "0.9.0")
    assert main([str(folder)]) == 0

    plant(CORK, "What becomes of it?", "Think about it.")
    assert main([str(folder)]) == 1
    assert capsys.readouterr().out.endswith("1 error, 1 warning\n")


def test_the_command_needs_one_path(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_every_shipped_course_passes(path: Path) -> None:
    assert [str(p) for p in check_course(path) if p.level is Level.ERROR] == []
