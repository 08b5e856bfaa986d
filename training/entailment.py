"""Fits the adapters of ``diotima.models.pairs`` on graded answers and generated variants.

    PYTHONPATH=src:. python -m training.entailment --data DATA/grading --out FOLDER --fold 0

Needs torch. ``--fold -1`` fits on all answers; any other fold is left out and predicted into ``logits-F.npy``.
Where a set does not tell two grades apart, the loss is that of their sum.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from diotima.engine.comparison import nearest_reference
from diotima.evals.gradings import CLASSES, FOLDS, Graded, fold_of_each, read_gradings
from diotima.models.minilm import _HEADS, _LAYERS, DIMENSION, _layer, _load, _norm
from diotima.models.pairs import join_pair
from diotima.models.wordpiece import WordPiece
from training.variants import variants

RANK, SCALE, BATCH = 8, 2.0, 32
MATRICES = ("attention", "attended", "wide", "narrow")


class Pair(NamedTuple):
    ids: list[int]
    second: int
    allowed: tuple[int, ...]
    weight: float


class Adapted(nn.Module):
    """MiniLM, frozen, with an adapter on each matrix and a head of four grades."""

    def __init__(self) -> None:
        super().__init__()
        weights = _load()
        held = weights.quantised
        fixed = {
            "words": held["inner.embeddings.word_embeddings"].dense(),
            "places": held["inner.embeddings.position_embeddings"].dense(),
            "kinds": weights.plain["inner.embeddings.token_type_embeddings.weight"],
        }
        first = _norm(weights, "inner.embeddings.LayerNorm")
        fixed |= {"norm_weight": first.weight, "norm_bias": first.bias}
        shapes = {}
        for n in range(_LAYERS):
            layer = _layer(weights, f"inner.encoder.layer.{n}")
            for name in MATRICES:
                dense = getattr(layer, name)
                fixed |= {f"{name}_{n}": dense.weight, f"{name}_bias_{n}": dense.bias}
                shapes[f"{name}_{n}"] = dense.weight.shape
            for name in ("attended_norm", "norm"):
                norm = getattr(layer, name)
                fixed |= {f"{name}_weight_{n}": norm.weight, f"{name}_bias_{n}": norm.bias}
        for name, values in fixed.items():
            self.register_buffer(name, torch.tensor(np.array(values)))
        self.into = nn.ParameterDict(
            {k: nn.Parameter(torch.randn(s[0], RANK) / math.sqrt(s[0])) for k, s in shapes.items()}
        )
        self.out = nn.ParameterDict({k: nn.Parameter(torch.zeros(RANK, s[1])) for k, s in shapes.items()})
        self.head = nn.Linear(2 * DIMENSION, len(CLASSES))

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        places = torch.arange(ids.shape[1])
        x = self.words[ids] + self.places[places] + self.kinds[kinds]
        x = functional.layer_norm(x, (DIMENSION,), self.norm_weight, self.norm_bias, 1e-12)
        for n in range(_LAYERS):
            x = self._run(n, x, mask)
        mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        pooled = functional.dropout(torch.cat([x[:, 0], mean], 1), 0.1, self.training)
        return self.head(pooled.float())

    def _run(self, n: int, x: Tensor, mask: Tensor) -> Tensor:
        count, length, _ = x.shape
        mixed = self._apply(f"attention_{n}", x, f"attention_bias_{n}")
        heads = mixed.view(count, length, 3, _HEADS, -1).permute(2, 0, 3, 1, 4)
        scores = heads[0] @ heads[1].transpose(2, 3) + (mask[:, None, None] - 1) * 1e4
        seen = (scores.softmax(-1).to(heads.dtype) @ heads[2]).transpose(1, 2).reshape(count, length, DIMENSION)
        x = self._normed("attended_norm", n, x + self._apply(f"attended_{n}", seen, f"attended_bias_{n}"))
        wide = functional.gelu(self._apply(f"wide_{n}", x, f"wide_bias_{n}"))
        return self._normed("norm", n, x + self._apply(f"narrow_{n}", wide, f"narrow_bias_{n}"))

    def _apply(self, name: str, x: Tensor, bias: str) -> Tensor:
        matrix = getattr(self, name) + SCALE * (self.into[name] @ self.out[name])
        return functional.linear(x, matrix.T, getattr(self, bias))

    def _normed(self, name: str, n: int, x: Tensor) -> Tensor:
        weight, bias = getattr(self, f"{name}_weight_{n}"), getattr(self, f"{name}_bias_{n}")
        return functional.layer_norm(x.float(), (DIMENSION,), weight, bias, 1e-12)


def prepare(rows: Sequence[Graded], tokenizer: WordPiece, weight: float = 1.0) -> list[Pair]:
    """The rows as token ids, each beside its nearest reference."""
    return [
        Pair(
            *join_pair(tokenizer, r.references[nearest_reference(r.references, r.answer)], r.answer),
            r.allowed,
            weight,
        )
        for r in rows
    ]


def batches(pairs: Sequence[Pair], chance: random.Random | None) -> Iterator[list[int]]:
    """Places of pairs of about one length, the batches in random order."""
    noise = chance or random.Random(0)
    order = sorted(range(len(pairs)), key=lambda n: len(pairs[n].ids) + (noise.random() * 6 if chance else 0))
    cut = [order[n : n + BATCH] for n in range(0, len(order), BATCH)]
    if chance:
        chance.shuffle(cut)
    yield from cut


def stack(pairs: Sequence[Pair]) -> tuple[Tensor, Tensor, Tensor]:
    """Ids, segments and mask, padded to the longest."""
    length = max(len(p.ids) for p in pairs)
    ids = torch.tensor([p.ids + [0] * (length - len(p.ids)) for p in pairs])
    kinds = torch.tensor([[int(n >= p.second) for n in range(length)] for p in pairs])
    mask = torch.tensor([[float(n < len(p.ids)) for n in range(length)] for p in pairs])
    return ids, kinds, mask


def loss_of(logits: Tensor, pairs: Sequence[Pair]) -> Tensor:
    """Minus the log of the probability the label leaves open, weighted."""
    allowed = torch.tensor([[k in p.allowed for k in range(len(CLASSES))] for p in pairs])
    logs = functional.log_softmax(logits, 1).masked_fill(~allowed, -1e4).logsumexp(1)
    weights = torch.tensor([p.weight for p in pairs])
    return -(logs * weights).sum() / weights.sum()


def fit(rows: Sequence[Graded], tokenizer: WordPiece, epochs: int) -> Adapted:
    """The adapters after ``epochs`` rounds, each with fresh variants."""
    torch.manual_seed(0)
    chance = random.Random(0)
    model = Adapted()
    own = prepare(rows, tokenizer)
    total = epochs * math.ceil(len(own) * 1.25 / BATCH)
    optimiser = torch.optim.AdamW(model.parameters(), lr=1.5e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, 1.5e-3, total_steps=total + 50, pct_start=0.1, anneal_strategy="linear"
    )
    model.train()
    for epoch in range(epochs):
        began, sums = time.time(), []
        pairs = own + prepare(list(variants(rows, chance, 0.3)), tokenizer, 0.7)
        for places in batches(pairs, chance):
            chosen = [pairs[n] for n in places]
            with torch.autocast("cpu", torch.bfloat16):
                loss = loss_of(model(*stack(chosen)), chosen)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            sums.append(loss.item())
        print(f"epoch {epoch}: loss {np.mean(sums):.4f}, {time.time() - began:.0f} s", flush=True)
    return model.eval()


@torch.no_grad()
def predict(model: Adapted, pairs: Sequence[Pair]) -> np.ndarray:
    """Logits of each pair, in order."""
    logits = np.zeros((len(pairs), len(CLASSES)), np.float32)
    for places in batches(pairs, None):
        logits[places] = model(*stack([pairs[n] for n in places])).numpy()
    return logits


def save(model: Adapted, path: Path) -> None:
    """Adapters in half precision, the scale multiplied in, and the head."""
    arrays = {f"into_{k}": v.detach().numpy().astype(np.float16) for k, v in model.into.items()}
    arrays |= {f"out_{k}": (SCALE * v.detach()).numpy().astype(np.float16) for k, v in model.out.items()}
    arrays |= {
        "head": model.head.weight.detach().numpy().T.astype(np.float32),
        "head_bias": model.head.bias.detach().numpy(),
    }
    np.savez_compressed(path, **arrays)


def main() -> None:
    """Fit, write the adapters, and predict what was left out and the test files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--fold", type=int, default=-1)
    parser.add_argument("--epochs", type=int, default=3)
    asked = parser.parse_args()
    rows = read_gradings(asked.data)
    folds = fold_of_each(rows, FOLDS)
    tokenizer = WordPiece()
    model = fit([r for r, f in zip(rows, folds, strict=True) if f != asked.fold], tokenizer, asked.epochs)
    asked.out.mkdir(parents=True, exist_ok=True)
    save(model, asked.out / f"pairs-{asked.fold}.npz")
    left = [r for r, f in zip(rows, folds, strict=True) if f == asked.fold] or read_gradings(
        asked.data, "test_ua"
    )
    np.save(asked.out / f"logits-{asked.fold}.npy", predict(model, prepare(left, tokenizer)))


if __name__ == "__main__":
    main()
