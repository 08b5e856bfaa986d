"""The folder itself: files nobody reads, version and changelog, scripts of attacks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain

from diotima.packs.integrity import names_of
from diotima.packs.problems import Level, Problem, Unreadable
from diotima.packs.review import Lint, Review

_KNOWN = re.compile(
    r"pack\.yaml|items/[^/]+\.md|(?:quizzes|passages)/[^/]+\.yaml|figures/[^/]+\.(?:yaml|svg)"
    r"|(?:eval|adversarial|learned)/[^/]+|(?:CHANGELOG|README|LICENSE|NOTICE|CREDITS)(?:\.\w+)?"
)
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_FOLDERS = ("", "items", "quizzes", "passages", "figures", "eval", "adversarial", "learned")


def lint_folder(review: Review) -> Iterator[Problem]:
    """All lints of this module."""
    return chain.from_iterable(lint(review) for lint in _LINTS)


def _check_identity(review: Review) -> Iterator[Problem]:
    manifest = review.course.manifest
    if not _VERSION.fullmatch(manifest.version):
        message = f"`{manifest.version}` is not a semantic version."
        yield review.error("manifest", manifest.id, ("version",), "version", message, "Write it like 1.0.0")
    for name in ("title", "language", "license", "description", "audience"):
        if not getattr(manifest, name).strip():
            yield review.error(
                "manifest", manifest.id, (name,), "empty-text", f"`{name}` is empty.", "Write it"
            )


def _check_changelog(review: Review) -> Iterator[Problem]:
    version = review.course.manifest.version
    try:
        text = review.folder.text("CHANGELOG.md")
    except Unreadable as broken:
        yield broken.problem
        return
    if version not in text:
        message = f"version {version} is not in the changelog."
        yield Problem("CHANGELOG.md", 0, Level.WARNING, message, "Say what changed", "changelog")


def _check_renames(review: Review) -> Iterator[Problem]:
    course = review.course
    ids = {*course.concept_by_id, *course.item_by_id, *course.quiz_by_id, *course.passage_by_id}
    names = names_of(course)
    ids |= names.nodes | names.expectations | names.misconceptions
    for old, new in course.manifest.renames.items():
        if old in ids or new not in ids:
            message = f"`{old}` is renamed to `{new}`, but the old id is still there or the new one is not."
            yield review.error("manifest", course.id, ("renames", old), "rename", message)


def _check_files(review: Review) -> Iterator[Problem]:
    for under in _FOLDERS:
        for name in review.folder.names(under):
            if not _KNOWN.fullmatch(name) and not (review.folder.root / name).is_dir():
                message = "this file is not part of a course; nobody reads it."
                yield Problem(name, 0, Level.WARNING, message, "Rename or remove it", "stray-file")
    for drawing in review.folder.names("figures", ".svg"):
        if drawing.removesuffix(".svg") + ".yaml" not in review.folder.names("figures", ".yaml"):
            message = "this drawing has no .yaml file beside it."
            yield Problem(drawing, 0, Level.ERROR, message, "Write title, alt text and labels", "stray-file")


def _check_attacks(review: Review) -> Iterator[Problem]:
    seen: set[str] = set()
    for file in review.folder.names("adversarial", ".jsonl"):
        try:
            text = review.folder.text(file)
        except Unreadable as broken:
            yield broken.problem
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            fault = _attack_fault(review, line, seen) if line.strip() else None
            if fault:
                remedy = 'Write {"id", "type", "item", "turns", "must_hold"} on one line'
                yield Problem(file, number, Level.ERROR, fault, remedy, "attack-script")


def _attack_fault(review: Review, line: str, seen: set[str]) -> str | None:
    try:
        script = json.loads(line)
        name, item, turns, held = script["id"], script["item"], script["turns"], script["must_hold"]
    except (ValueError, KeyError, TypeError, RecursionError) as broken:
        return f"this is not a script of an attack: {broken}."
    if name in seen:
        return f"the script `{name}` is there twice."
    seen.add(name)
    if item not in review.course.item_by_id:
        return f"there is no item `{item}`."
    if not isinstance(turns, list) or not turns or not all(isinstance(t, str) and t.strip() for t in turns):
        return "`turns` has to be a list of what the learner says."
    missing = set(held) - {e.id for e in review.course.item_by_id[item].expectations}
    return f"there is no expectation `{min(missing)}` in `{item}`." if missing else None


_LINTS: tuple[Lint, ...] = (_check_identity, _check_changelog, _check_renames, _check_files, _check_attacks)
