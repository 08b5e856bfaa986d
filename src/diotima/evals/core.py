"""``make eval-core``: the embedded parts measured on public data, into ``docs/evaluation.md``.

The data are not part of Diotima, their licences being others; ``--data`` names the folder.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from diotima.evals.figures import Row, table

HEAD = """# The embedded core, measured

Written by `make eval-core` in one run on one machine, without any language model. Each figure says on what it
rests: held out (rows nobody fitted on), out of fold (each row predicted by a model that did not see its
question, dialogue or learner), or written by us. Intervals are 95 %.
"""


class Part(NamedTuple):
    """One chapter of the report: a module with ``measure(folder) -> list[Row]``."""

    title: str
    module: str
    folder: str


PARTS = (
    Part("Grading", "grading", "grading"),
    Part("Leaks and telling", "replies", ""),
    Part("Screening", "screening", ""),
    Part("Predicting the next answer", "tracing", "tracing"),
)


def measure(part: Part, data: Path) -> tuple[list[Row], float]:
    """The rows of one part and how many seconds they took."""
    began = time.perf_counter()
    rows = import_module(f"diotima.evals.{part.module}").measure(data / part.folder)
    return rows, time.perf_counter() - began


def report(chapters: Sequence[tuple[Part, list[Row], float]]) -> str:
    """The page: a table a part."""
    texts = [HEAD]
    texts += [f"## {part.title}\n\n{table(rows)}\n\nTook {took:.0f} s.\n" for part, rows, took in chapters]
    return "\n".join(texts)


def main() -> None:
    """Measure the parts side by side, print what comes in, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the public data sets")
    parser.add_argument("--out", type=Path, help="write the page there as well")
    parser.add_argument("--jobs", type=int, default=2, help="parts measured at once")
    parser.add_argument("--only", choices=[p.module for p in PARTS], action="append", help="only this part")
    asked = parser.parse_args()
    if not asked.data.is_dir():
        raise SystemExit(f"There is no folder {asked.data}. Name the data sets' folder with --data.")
    wanted = [p for p in PARTS if not asked.only or p.module in asked.only]
    done: dict[Part, tuple[list[Row], float]] = {}
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        running = {pool.submit(measure, part, asked.data): part for part in wanted}
        for future in as_completed(running):
            done[running[future]] = future.result()
            print(f"{running[future].title}: {future.result()[1]:.0f} s", file=sys.stderr)
    page = report([(part, *done[part]) for part in wanted])
    print(page)
    if asked.out:
        asked.out.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
