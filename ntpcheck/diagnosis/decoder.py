"""A decoder of the user's own held against the theory: its loss, its angle to W^mm, what it breaks."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch

from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.entropy import cross_entropy_gap, entropy, logits
from ntpcheck.reference.max_margin import max_margin

TIE = 1e-6  # nats: logits in support that differ by more are told as not tied
SHOWN = 8  # cells that are named


def decoder(data: Dataset, given: torch.Tensor, *, separable: bool | None) -> dict[str, Any]:
    """What is told of a W `[V, d]`; "cells" lists (context, token, margin) of those most broken.

    A column's mean over the tokens changes no probability, so W counts without it, as W^mm has none.
    """
    W = given - given.mean(0)
    gap = cross_entropy_gap(data, W)
    return {
        "norm": float(W.norm()),
        "loss": float(entropy(data) + gap.total),
        "above_entropy": float(gap.total),
        "in_support": float(gap.in_support),
        "out_of_support": float(gap.out_of_support),
        **(_direction(data, W) if separable else {}),
        **_constraints(data, W),
    }


def _direction(data: Dataset, W: torch.Tensor) -> dict[str, Any]:
    """The angle to W^mm, where both have a direction; from the part off W^mm, so that it does not cancel."""
    best = max_margin(data)
    norm = float(best.W.norm())
    if not (bool(best.decided) and norm and bool(W.any())):
        return {}
    towards = best.W / norm
    along = float((W * towards).sum())
    angle = math.atan2(float((W - along * towards).norm()), along)
    return {"degrees": math.degrees(angle), "one_minus_cos": 2 * math.sin(angle / 2) ** 2}


def _constraints(data: Dataset, W: torch.Tensor) -> dict[str, Any]:
    """(6a): logits in support are equal; (6b): the others are at least 1 below, and below at all."""
    scores, inside = logits(data, W).numpy(), data.support.numpy()
    least = np.where(inside, scores, np.inf).min(1)
    spread = np.where(inside, scores - least[:, None], 0.0)
    margins = np.where(inside, np.inf, least[:, None] - scores)
    wrong = np.argwhere(margins <= 0)
    worst = wrong[np.argsort(margins[tuple(wrong.T)], kind="stable")][:SHOWN].tolist()
    return {
        "equations": int(inside.sum() - len(inside)),
        "untied": int((spread > TIE).sum()),
        "largest_spread": float(spread.max()),
        "margins": int((~inside).sum()),
        "below_one": int((margins < 1).sum()),
        "wrong_order": len(wrong),
        "wrong_contexts": int((margins <= 0).any(1).sum()),
        "cells": [(j, v, float(margins[j, v])) for j, v in worst],
    }
