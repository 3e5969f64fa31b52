"""Ascent on minus the slack: random moves of the rows nearest to failing, a whole batch at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ntpcheck.claim import Claim
from ntpcheck.engine.sweep import impose
from ntpcheck.errors import InvalidInstance
from ntpcheck.evidence import Evidence, bounds

ROUNDS, PARENTS = 12, 8
GRID = 64  # moved entries are multiples of 1/64, so that what is found prints well
STEPS = (4.0, 1.0, 0.25, 1 / 16)  # standard deviations of the moves, one after the other

Feed = Callable[[Any], tuple[Any, Evidence] | None]


def climb(claim: Claim, start: Any, source: torch.Generator, feed: Feed, over: Callable[[], bool]) -> None:
    """Moves a batch of one shape towards failure; every batch on the way goes through `feed`.

    The best rows by slack / scale are parents; children move one field's entries by a few random directions,
    and are pulled inside again where none of them is. Stops where nothing is inside, or once it is `over`.
    """
    looked = feed(start) or feed(impose(claim.assumes, start))
    for round_ in range(ROUNDS):
        if looked is None or over():
            return
        parents, evidence = looked
        parents = parents.select(np.argsort(_normalised(evidence), kind="stable")[:PARENTS])
        children = _children(parents, source, STEPS[round_ % len(STEPS)], start.batch[0])
        looked = feed(children) or feed(impose(claim.assumes, children)) or looked


def _normalised(evidence: Evidence) -> np.ndarray:
    """`[B]` slack over scale; what is undefined or not a number comes last."""
    lower, upper, _ = bounds(evidence)
    scale = np.abs(np.asarray(torch.as_tensor(evidence.scale).cpu(), dtype=float))
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = (lower + upper) / 2 / np.where(scale > 0, scale, 1.0)
    return np.where(np.isfinite(relative), relative, np.inf)


def _children(parents: Any, source: torch.Generator, step: float, wanted: int) -> Any:
    """`wanted` copies of the parents, each with some field moved; moves that break a rule are taken back."""
    rows = torch.arange(wanted) % parents.batch[0]
    copies = parents.select(rows)
    for name in copies.AXES:
        moved = _moved(getattr(copies, name), source, step, integer=name in copies.INTEGERS)
        try:
            copies = copies.replace(**{name: moved})
        except InvalidInstance:
            continue
    return copies


def _moved(array: torch.Tensor, source: torch.Generator, step: float, *, integer: bool) -> torch.Tensor:
    """The array with about half of its rows changed in about a third of their entries."""
    chosen = torch.rand(array.shape[:1], generator=source) < 0.5
    entries = torch.rand(array.shape, generator=source) < 1 / 3
    mask = entries & chosen.reshape(-1, *[1] * (array.ndim - 1))
    if integer:
        shift = torch.randint(-1, 2, array.shape, generator=source)
        return torch.where(mask, (array.cpu() + shift).clamp(min=0), array.cpu()).to(array.device)
    shift = torch.round(GRID * step * torch.randn(array.shape, generator=source, dtype=torch.float64)) / GRID
    return torch.where(mask.to(array.device), array + shift.to(array.device), array)
