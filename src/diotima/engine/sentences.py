"""Cutting a stream of text into pieces that can be judged before they leave."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 200
"""Characters after which a sentence without an end is cut at a space."""
HELD_BACK = 12
"""Characters beyond the cut that must be known first, so that no key is cut in two unseen."""

_END = re.compile(r"[.?!…][\"')\]”’]*(?=\s)|\n")
_WHOLE = re.compile(r"```.*?(?:```|\Z)|\$\$.*?(?:\$\$|\Z)|\$[^$\n]*(?:\$|\Z)|\\\[.*?(?:\\\]|\Z)", re.DOTALL)


@dataclass(frozen=True)
class SentenceBuffer:
    """What has come but not left. A value: feeding gives a new one.

    The pieces depend on the text alone, never on how it was chunked, and concatenate to the text exactly.
    """

    pending: str = ""

    def feed(self, chunk: str) -> tuple[SentenceBuffer, tuple[str, ...]]:
        """Take a chunk in; the whole sentences that may now be judged come out."""
        rest, pieces = self.pending + chunk, []
        while cut := _first_cut(rest):
            pieces.append(rest[:cut])
            rest = rest[cut:]
        return SentenceBuffer(rest), tuple(pieces)

    def flush(self) -> tuple[str, ...]:
        """What is left at the end of the stream."""
        return (self.pending,) if self.pending else ()


def _first_cut(text: str) -> int:
    """Length of the first piece that is complete; 0 if more text is needed to tell."""
    whole = [m.span() for m in _WHOLE.finditer(text)]
    for match in _END.finditer(text):
        if not any(start < match.end() <= end for start, end in whole):
            return match.end() if match.end() <= LONGEST else _cut_at_space(text, whole)
    return _cut_at_space(text, whole) if len(text) > LONGEST + HELD_BACK else 0


def _cut_at_space(text: str, whole: list[tuple[int, int]]) -> int:
    space = text.rfind(" ", 1, LONGEST)
    cut = space if space > 0 else LONGEST
    inside = next((end for start, end in whole if start < cut < end), 0)
    if not inside:
        return cut
    return inside if inside < len(text) else 0
