"""Course folders: what is read, what is refused, and where the reader says the mistake is."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diotima.domain.errors import BrokenCourse
from diotima.packs.reader import read_course, read_id, read_pack
from tests.packs.conftest import FLOATING, Plant

LUMPS = "items/density.lumps.md"
CORK = "items/floating.cork.md"


def test_a_packaged_course_is_read_whole() -> None:
    course = read_course(FLOATING)

    assert course.id == "why-things-float"
    assert {i.id for i in course.items} == {p.stem for p in (FLOATING / "items").iterdir()}
    assert course.figures[0].svg.startswith("<svg")
    assert [c.id for c in course.concepts] == ["density", "floating"]


def test_a_missing_field_is_told_with_file_line_and_owner(folder: Path, plant: Plant) -> None:
    wrong = plant(LUMPS, "    facets:\n", "    fazets:\n")
    right = plant(LUMPS, "  - id: density\n", "  - id: density\n")
    found = {(p.rule, p.file, p.line, p.message, p.remedy) for p in read_pack(folder).problems}

    assert found == {
        (
            "missing-field",
            LUMPS,
            right,
            "`facets` is missing on expectation `density`.",
            "Add `facets:` there",
        ),
        (
            "unknown-field",
            LUMPS,
            wrong,
            "`fazets` is not a field of expectation `density`.",
            "Did you mean `facets`?",
        ),
    }


def test_a_broken_course_names_the_first_problem_and_its_line(folder: Path, plant: Plant) -> None:
    line = plant(LUMPS, 'difficulty: "-0.5"', "difficulty: hard")

    with pytest.raises(BrokenCourse) as broken:
        read_course(folder)

    assert (broken.value.values["file"], broken.value.values["line"]) == (LUMPS, line)


def test_one_bad_item_leaves_the_others_readable(folder: Path, plant: Plant) -> None:
    plant(LUMPS, "---\n", "")

    pack = read_pack(folder)

    assert pack.course is not None
    assert "density.lumps" not in pack.course.item_by_id
    assert len(pack.course.items) == len(read_course(FLOATING).items) - 1
    assert [(p.file, p.rule) for p in pack.problems] == [(LUMPS, "front-matter")]


def test_words_that_yaml_would_convert_stay_words(folder: Path, plant: Plant) -> None:
    plant("pack.yaml", "version: 1.0.0", "version: 1.10")
    plant(
        "pack.yaml",
        "vocabulary:\n",
        "vocabulary:\n  - no\n  - 1:30\n  - 0x1F\n  - null\n  - 2026-01-01\n",
    )

    manifest = read_course(folder).manifest

    assert manifest.version == "1.10"
    assert manifest.vocabulary[:5] == ("no", "1:30", "0x1F", "null", "2026-01-01")


HOSTILE = {
    "alias": ("a: &x 1\nb: *x\n", "yaml-anchor"),
    "alias alone": ("b: *x\n", "yaml-alias"),
    "billion laughs": ("a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n", "yaml-anchor"),
    "python tag": ("a: !!python/object/apply:os.system ['true']\n", "yaml-tag"),
    "string tag": ("a: !!str 3\n", "yaml-tag"),
    "merge key": ("<<: *x\n", "yaml-alias"),
    "two documents": ("a: b\n---\nc: d\n", "yaml-documents"),
    "deep flow": ("a: " + "[" * 600 + "]" * 600 + "\n", "yaml-depth"),
    "deeper than the parser": ("a: " + "[" * 200_000, "yaml-syntax"),
    "deep block": ("".join(" " * n + f"k{n}:\n" for n in range(40)), "yaml-depth"),
    "duplicate key": ("id: a\nid: b\n", "yaml-duplicate-key"),
    "key that is a list": ("? - a\n: b\n", "yaml-key"),
    "empty": ("", "yaml-empty"),
    "only a comment": ("# nothing\n", "yaml-empty"),
    "tab indentation": ("a:\n\tb: c\n", "yaml-syntax"),
    "unclosed quote": ('a: "b\n', "yaml-syntax"),
    "unquoted colon": ("question: Which nerve: this or that?\n", "yaml-syntax"),
    "too many entries": ("a:\n" + "- x\n" * 60_000, "yaml-size"),
    "control character": ("a: b\x00c\n", "binary"),
    "bidi override": ("a: b\u202ec\n", "binary"),
    "a text": ("just words\n", "field-type"),
}


@pytest.mark.parametrize(("text", "rule"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_yaml_is_a_problem_and_nothing_else(folder: Path, text: str, rule: str) -> None:
    (folder / "quizzes" / "density.yaml").write_text(text, "utf-8")

    problems = read_pack(folder).problems

    assert rule in [p.rule for p in problems if p.file == "quizzes/density.yaml"]
    with pytest.raises(BrokenCourse):
        read_course(folder)


def test_bytes_that_are_not_utf8_are_told_with_their_line(folder: Path) -> None:
    with (folder / "passages" / "density.yaml").open("ab") as file:
        line = (folder / "passages" / "density.yaml").read_bytes().count(b"\n") + 2
        file.write(b"\n\xff\xfe junk\n")

    (problem,) = read_pack(folder).problems

    assert (problem.file, problem.line, problem.rule) == ("passages/density.yaml", line, "encoding")


def test_a_link_that_leads_out_of_the_folder_is_not_followed(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text((folder / LUMPS).read_text("utf-8"), "utf-8")
    (folder / LUMPS).unlink()
    (folder / LUMPS).symlink_to(secret)

    pack = read_pack(folder)

    assert [(p.file, p.rule) for p in pack.problems] == [(LUMPS, "symlink")]
    assert pack.course is not None
    assert "density.lumps" not in pack.course.item_by_id


def test_a_link_within_the_folder_is_fine(folder: Path) -> None:
    (folder / LUMPS).rename(folder / "loop.txt")
    (folder / LUMPS).symlink_to(Path("..") / "loop.txt")

    assert "density.lumps" in read_course(folder).item_by_id


def test_a_dangling_link_is_told(folder: Path) -> None:
    (folder / "items" / "gone.md").symlink_to("nowhere.md")

    assert [(p.file, p.rule) for p in read_pack(folder).problems] == [("items/gone.md", "file")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_does_not_hang_the_reader(folder: Path) -> None:
    os.mkfifo(folder / "items" / "pipe.md")

    assert [(p.file, p.rule) for p in read_pack(folder).problems] == [("items/pipe.md", "file")]


def test_a_huge_file_is_refused(folder: Path) -> None:
    with (folder / "items" / "huge.md").open("wb") as file:
        file.truncate(3_000_000_000)

    assert [(p.file, p.rule) for p in read_pack(folder).problems] == [("items/huge.md", "file-size")]


def test_windows_line_ends_and_a_byte_order_mark_are_read_like_any_text(folder: Path) -> None:
    for path in folder.rglob("*.*"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))

    course = read_course(folder)

    assert [i.ideal for i in course.items] == [i.ideal for i in read_course(FLOATING).items]


def test_an_empty_folder_and_a_missing_folder_have_no_manifest(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere"):
        pack = read_pack(path)

        assert pack.course is None
        assert [(p.file, p.rule) for p in pack.problems] == [("pack.yaml", "file")]


def test_another_schema_is_refused_with_what_to_write(folder: Path, plant: Plant) -> None:
    plant("pack.yaml", "socratic-pack/1", "socratic-pack/9")

    (problem,) = read_pack(folder).problems

    assert (problem.rule, problem.line) == ("schema", 1)


def test_flow_style_is_found_but_read(folder: Path, plant: Plant) -> None:
    line = plant("pack.yaml", "vocabulary:\n  - water\n", "vocabulary: [water,\n")
    text = (folder / "pack.yaml").read_text()
    head, tail = text.split("vocabulary: [water,\n")
    (folder / "pack.yaml").write_text(head + "vocabulary: [water]\n" + "#" + tail.replace("\n", "\n#"))

    pack = read_pack(folder)

    assert [(p.line, p.rule) for p in pack.problems] == [(line, "flow-style")]
    assert read_course(folder).manifest.vocabulary == ("water",)


CIRCLE = "    requires:\n      - id: floating\n    tags:\n"
QUIZ, PASSAGE, FIGURE = "quizzes/density.yaml", "passages/density.yaml", "figures/bowl.yaml"
DRAWING = "figures/bowl.svg"

BROKEN_LINKS = {
    "circle": ("pack.yaml", "    tags:\n", CIRCLE, "prerequisite-circle"),
    "unknown prerequisite": ("pack.yaml", "      - id: density\n", "      - id: dens\n", "unknown-id"),
    "unknown concept of an item": (LUMPS, "concept: density", "concept: densities", "unknown-id"),
    "unknown study passage": (LUMPS, "- density.balance", "- density.balances", "unknown-id"),
    "unknown step down": (CORK, "stepdown: density", "stepdown: depth", "unknown-id"),
    "unknown contrast": (CORK, "contrasts:\n      - pebble", "contrasts:\n      - pebbles", "unknown-id"),
    "unknown belief of an option": (LUMPS, "misconception: hardness", "misconception: hard", "unknown-id"),
    "unknown label": (LUMPS, "      density: good", "      densities: good", "unknown-id"),
    "unknown expectation in a passage": (
        PASSAGE,
        "- density.lumps/density",
        "- density.lumps/x",
        "unknown-id",
    ),
    "unknown expectation in a figure": (FIGURE, "- floating.cork/cork", "- floating/cork", "unknown-id"),
    "unknown belief in a quiz": (QUIZ, "density.lumps/hardness", "hardness", "unknown-id"),
    "expectation given twice": (CORK, "  - id: pebble\n", "  - id: cork\n", "duplicate-id"),
    "course id that is a path": ("pack.yaml", "id: why-things-float", 'id: "../../x"', "course-id"),
    "drawing with a document type": (DRAWING, "<svg", "<!DOCTYPE svg []><svg", "svg-syntax"),
    "drawing with a script": (DRAWING, "</svg>", "<script>alert(1)</script></svg>", "svg-element"),
    "item given twice": (CORK, "id: floating.cork", "id: density.lumps", "duplicate-id"),
}


@pytest.mark.parametrize(("file", "old", "new", "rule"), BROKEN_LINKS.values(), ids=BROKEN_LINKS)
def test_a_course_whose_parts_do_not_fit_is_broken(
    folder: Path, plant: Plant, file: str, old: str, new: str, rule: str
) -> None:
    plant(file, old, new)

    rules = {p.rule for p in read_pack(folder).unread}

    assert rule in rules
    with pytest.raises(BrokenCourse):
        read_course(folder)


def test_the_source_map_finds_a_rung(folder: Path) -> None:
    pack = read_pack(folder)
    lines = (folder / LUMPS).read_text("utf-8").split("\n")

    place = pack.sources.at("item", "density.lumps", ("expectations", "density", "ladder", "hints", 1))

    assert place.file == LUMPS
    assert "a bus with" in lines[place.line - 1]


def test_the_source_map_stops_where_the_steps_lead_to_nothing(folder: Path) -> None:
    pack = read_pack(folder)

    deep = pack.sources.at("item", "density.lumps", ("expectations", "density", "nothing", 7))

    assert deep == pack.sources.at("item", "density.lumps", ("expectations", "density"))


def test_the_id_of_a_course_whose_manifest_is_broken_is_its_folder(folder: Path) -> None:
    assert read_id(folder) == "why-things-float"

    (folder / "pack.yaml").write_text("id: [", "utf-8")

    assert read_id(folder) == "copy"


PIECES = st.sampled_from(
    [
        *"[]{}\"'|>#,\t\x00\u202eé%@",
        "a",
        "id",
        ": ",
        "\n",
        "  ",
        "- ",
        "---\n",
        "&x",
        "*x",
        "!t",
        "? ",
        "____",
        "<<",
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join) | st.binary(max_size=200))
def test_whatever_stands_in_a_file_is_told_and_never_raised(written: str | bytes) -> None:
    with tempfile.TemporaryDirectory() as home:
        folder = Path(shutil.copytree(FLOATING, Path(home) / "copy"))
        (folder / "quizzes" / "density.yaml").write_bytes(
            written if isinstance(written, bytes) else written.encode("utf-8")
        )

        problems = read_pack(folder).problems

    assert all(p.file == "quizzes/density.yaml" and p.message.endswith(".") for p in problems)
