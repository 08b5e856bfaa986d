"""The page that leads an author to a first course, followed word for word."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.running import environment

PAGE = Path(__file__).parents[1] / "docs/first-course.md"
BLOCK = re.compile(r"^```(\w+)(?: title=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_an_author_who_follows_the_page_has_a_course(tmp_path: Path) -> None:
    env = environment(tmp_path / "data")
    env["PATH"] = f"{Path(sys.executable).parent}:{env.get('PATH', '')}:/usr/bin:/bin"
    printed = ""
    kinds = []
    for kind, title, content in BLOCK.findall(PAGE.read_text("utf-8")):
        kinds.append(kind)
        if kind == "yaml":
            (tmp_path / title).write_text(content, "utf-8")
        elif kind == "text":
            assert printed.strip().endswith(content.strip()), printed
        else:
            done = subprocess.run(
                ["sh", "-e", "-c", content], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60
            )
            assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
            printed = done.stdout

    assert kinds.count("sh") == kinds.count("text") + 1 == 5
    assert kinds.count("yaml") == 4
