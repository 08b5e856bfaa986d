"""Reads an answer beside a reference: MiniLM with small adapters, in plain numpy.

One pass over ``[CLS] reference [SEP] answer [SEP]`` gives the four grades (a cross-encoder). The weights are
those of the sentence encoder; a low-rank product is added to each matrix when they are loaded (LoRA, Hu et
al. 2021), so the file holds less than a megabyte.
"""

from __future__ import annotations

from diotima.models.wordpiece import WordPiece

LONGEST_REFERENCE, LONGEST_ANSWER = 110, 110
"""Word pieces of either text that are read."""


def join_pair(tokenizer: WordPiece, reference: str, answer: str) -> tuple[list[int], int]:
    """Ids of the pair, and where the answer's segment starts."""
    cls, *first, sep = tokenizer.encode(reference)
    _, *second, _ = tokenizer.encode(answer)
    ids = [cls, *first[:LONGEST_REFERENCE], sep]
    return [*ids, *second[:LONGEST_ANSWER], sep], len(ids)
