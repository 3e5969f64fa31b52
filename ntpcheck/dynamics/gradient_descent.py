"""Gradient descent of a batch of runs, recorded at log-spaced steps and kept with the batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from ntpcheck.dynamics.joint import iterates_of
from ntpcheck.dynamics.steps import SHORT, Problem
from ntpcheck.instances.dataset import Run
from ntpcheck.instances.together import across

STEPS = 4096  # of the run that every claim shares; log-time flow takes it from there


@dataclass(frozen=True)
class Trajectory:
    """Iterates W `[K, ..., V, d]` at the step counts `steps` `[K]`, increasing."""

    steps: np.ndarray
    W: Tensor

    def at(self, k: int) -> Tensor:
        """W_k `[..., V, d]` at a recorded step."""
        return self.W[int(np.flatnonzero(self.steps == k)[0])]

    def part(self, rows: list[int]) -> Trajectory:
        """That of some runs of a batch `[B]`."""
        return Trajectory(self.steps, self.W[:, rows])


def log_spaced(last: int, per_decade: int = 8) -> list[int]:
    """0, 1, .. `last`, about `per_decade` steps per factor of ten; every power of two is among them."""
    spaced = np.geomspace(1, last, 1 + int(per_decade * np.log10(max(last, 10)))).round().astype(int)
    powers = 2 ** np.arange(int(np.log2(last)) + 1)
    return sorted({0, last, *spaced.tolist(), *powers.tolist()})


def gradient_descent(run: Run, steps: Sequence[int]) -> Trajectory:
    """W_k = W_{k-1} - eta grad CE(W_{k-1}) from W_0, recorded at `steps` (increasing). Source: Sec. 5."""
    return _descents([run], steps)[0]


def _descents(runs: Sequence[Run], steps: Sequence[int]) -> list[Trajectory]:
    """The same of runs that differ in size; only where all have `SHORT` contexts at most."""
    problems = [
        Problem(*(run.flat(x) for x in (run.embeddings, run.pi, run.p, run.W0, run.eta))) for run in runs
    ]
    return [
        Trajectory(np.asarray(steps), W.reshape(len(steps), *run.W0.shape))
        for run, W in zip(runs, iterates_of(problems, steps), strict=True)
    ]


def of_size(run: Run) -> object:
    """What runs have in common that are trained as one: that all contexts are short, or else their size."""
    return run.size("m") <= SHORT or tuple(map(run.size, "mVd"))


@across(of_size)
def descent(runs: list[Run]) -> list[Trajectory]:
    """The first `STEPS` steps of a run or batch: one training run for every claim about it."""
    with torch.no_grad():
        return _descents(runs, log_spaced(STEPS))
