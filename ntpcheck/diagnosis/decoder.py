"""A decoder of the user's own beside the theory: its loss, its angle to W^mm, the constraints it breaks."""

import math
from collections import Counter
from typing import Any

import numpy as np
import torch

from ntpcheck.instances.corpus import Corpus
from ntpcheck.reference.entropy import cross_entropy_gap, entropy, logits
from ntpcheck.reference.max_margin import max_margin

TIE = 1e-6  # nats: logits in support that differ by more count as not tied
SHOWN = 8  # cells that are named


def decoder(data: Corpus, given: torch.Tensor, *, separable: bool) -> dict[str, Any]:
    """What is told of a W `[V, d]`; "cells" lists (context, token, margin) of the constraints most broken.

    separable: whether W^mm exists and is known, so that the angle to it can be told. The mean of each
    column of W changes no probability and is taken out first: W^mm has none.
    """
    W = given - given.mean(0)
    floor, inside, outside = 0.0, 0.0, 0.0
    for _, share, block in data.blocks():
        gap = cross_entropy_gap(block, W)
        floor += share * float(entropy(block))
        inside += share * float(gap.in_support)
        outside += share * float(gap.out_of_support)
    return {
        "norm": float(W.norm()),
        "loss": floor + inside + outside,
        "above_entropy": inside + outside,
        "in_support": inside,
        "out_of_support": outside,
        **(_direction(data, W) if separable else {}),
        **_constraints(data, W),
    }


def _direction(data: Corpus, W: torch.Tensor) -> dict[str, Any]:
    """The angle to W^mm, if both have a direction; computed from the part off W^mm, so nothing cancels."""
    best = max_margin(data.dataset)
    norm = float(best.W.norm())
    if not (bool(best.decided) and norm and bool(W.any())):
        return {}
    towards = best.W / norm
    along = float((W * towards).sum())
    angle = math.atan2(float((W - along * towards).norm()), along)
    return {"degrees": math.degrees(angle), "one_minus_cos": 2 * math.sin(angle / 2) ** 2}


def _constraints(data: Corpus, W: torch.Tensor) -> dict[str, Any]:
    """(6a): logits in support are equal; (6b): the others are at least 1 below, and below at all."""
    found, spread = Counter[str](), 0.0
    worst: list[tuple[int, int, float]] = []
    for rows, _, block in data.blocks():
        scores, inside = logits(block, W).numpy(), block.support.numpy()
        least = np.where(inside, scores, np.inf).min(1)
        apart = np.where(inside, scores - least[:, None], 0.0)
        margins = np.where(inside, np.inf, least[:, None] - scores)
        wrong = np.argwhere(margins <= 0)
        most = wrong[np.argsort(margins[tuple(wrong.T)], kind="stable")][:SHOWN].tolist()
        worst += [(rows.start + j, v, float(margins[j, v])) for j, v in most]
        spread = max(spread, float(apart.max()))
        found["untied"] += int((apart > TIE).sum())
        found["below_one"] += int((margins < 1).sum())
        found["wrong_order"] += len(wrong)
        found["wrong_contexts"] += int((margins <= 0).any(1).sum())
    return {
        "equations": data.counts.nnz - len(data.embeddings),
        "largest_spread": spread,
        "margins": data.cells - data.counts.nnz,
        **{name: found[name] for name in ("untied", "below_one", "wrong_order", "wrong_contexts")},
        "cells": sorted(worst, key=lambda cell: cell[2])[:SHOWN],
    }
