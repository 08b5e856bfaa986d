"""Writes fitted scikit-learn models as the flat arrays that ``diotima.models`` reads."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

from diotima.models.wordings import vector


def save_boosted(model: HistGradientBoostingClassifier, features: Sequence[str], path: Path) -> None:
    """Write ``model`` to ``path`` (``.npz``). It must be fitted on numbers only, without categories."""
    nodes: dict[str, list[Any]] = {
        k: [] for k in ("feature", "threshold", "left", "right", "missing_left", "value")
    }
    roots, sums, depth, start = [], [], 0, 0
    for round_ in model._predictors:
        for k, tree in enumerate(round_):
            held = tree.nodes
            here = np.arange(len(held)) + start
            leaf = held["is_leaf"].astype(bool)
            nodes["feature"].append(np.where(leaf, 0, held["feature_idx"]).astype(np.int16))
            nodes["threshold"].append(np.where(leaf, 0.0, held["num_threshold"]))
            nodes["left"].append(np.where(leaf, here, held["left"] + start).astype(np.int32))
            nodes["right"].append(np.where(leaf, here, held["right"] + start).astype(np.int32))
            nodes["missing_left"].append(held["missing_go_to_left"].astype(bool))
            nodes["value"].append(np.where(leaf, held["value"], 0.0).astype(np.float32))
            roots.append(start)
            sums.append(k)
            depth = max(depth, int(held["depth"].max()))
            start += len(held)
    np.savez_compressed(
        path,
        features=np.array(list(features)),
        classes=np.array([str(c) for c in model.classes_]),
        baseline=np.ravel(model._baseline_prediction),
        roots=np.array(roots, dtype=np.int32),
        sums=np.array(sums, dtype=np.int8),
        depth=np.array(depth),
        **{name: np.concatenate(parts) for name, parts in nodes.items()},
    )


def save_wordings(
    texts: Sequence[str],
    labels: Sequence[bool],
    path: Path,
    *,
    buckets: int,
    strength: float,
    letters: bool = False,
    weights: Sequence[float] | None = None,
) -> None:
    """Fit and write a linear model over hashed runs, as ``diotima.models.wordings`` reads it.

    ``strength`` is the inverse of the penalty. Without ``weights`` the rarer class weighs as much as the other.
    """
    rows = [vector(text, buckets, letters=letters) for text in texts]
    x = csr_matrix(
        (
            np.concatenate([values for _, values in rows]),
            np.concatenate([places for places, _ in rows]),
            np.cumsum([0, *(len(values) for _, values in rows)]),
        ),
        shape=(len(rows), buckets),
    )
    model = LogisticRegression(
        C=strength, class_weight=None if weights else "balanced", max_iter=2000
    ).fit(x, labels, sample_weight=weights)
    np.savez_compressed(
        path,
        weights=model.coef_[0].astype(np.float16),
        bias=np.array(float(model.intercept_[0])),
        letters=np.array(letters),
    )
