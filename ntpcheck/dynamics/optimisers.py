"""One entry for every optimiser that the paper runs or mentions, at constant step size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from torch import Tensor

from ntpcheck.dynamics.adam import Moments, adam_iterates
from ntpcheck.dynamics.gradient_descent import Trajectory, gradient_descent
from ntpcheck.dynamics.normalised import normalised_iterates
from ntpcheck.dynamics.sgd import sgd_iterates
from ntpcheck.errors import InvalidInstance
from ntpcheck.instances.dataset import Run
from ntpcheck.instances.streams import Stream

DEFAULTS = Moments()
Name = Literal["gd", "ngd", "adam", "sgd-contexts", "sgd-tokens"]


@dataclass(frozen=True)
class Optimiser:
    """An optimiser by name, and Adam's constants."""

    name: Name
    moments: Moments = DEFAULTS


GD, NGD, ADAM = Optimiser("gd"), Optimiser("ngd"), Optimiser("adam")
SGD_CONTEXTS, SGD_TOKENS = Optimiser("sgd-contexts"), Optimiser("sgd-tokens")
ADAM_WITHOUT_EPSILON = Optimiser("adam", Moments(epsilon=0.0))


def trajectory(run: Run, steps: Sequence[int], optimiser: Optimiser = GD) -> Trajectory:
    """W_k `[K, ..., V, d]` of a float run or batch from W_0 = run.W0 with step size run.eta.

    steps: increasing step counts, 0 allowed; `log_spaced(last)` is the usual choice. Computed on the CPU,
    returned on the run's device. Raises InvalidInstance for SGD on a run without a seed. Source: App. A,
    Figs 4 and 5; footnote 8.
    """
    if optimiser.name == "gd":
        return gradient_descent(run, steps)
    if optimiser.name == "ngd":
        return normalised_trajectory(run, steps)[0]
    if optimiser.name == "adam":
        found = list(adam_iterates(run, steps, optimiser.moments))
    elif isinstance(run, Stream):
        labelled = slice(0 if optimiser.name == "sgd-tokens" else run.eta.numel(), None)
        found = [W for W, in sgd_iterates([run], steps, labelled)]
    else:
        raise InvalidInstance(f"a {type(run).__name__} has no draws. SGD runs on a Stream: give it a seed.")
    return Trajectory(np.asarray(steps), _stacked(run, found))


def normalised_trajectory(run: Run, steps: Sequence[int]) -> tuple[Trajectory, np.ndarray]:
    """The iterates of normalised gradient descent, and log T_k `[K, B]`, the log of the time they took."""
    found, times = zip(*normalised_iterates(run, steps), strict=True)
    return Trajectory(np.asarray(steps), _stacked(run, list(found))), np.stack(times)


def sgd_trajectories(runs: Sequence[Stream], steps: Sequence[int]) -> list[tuple[Trajectory, Trajectory]]:
    """The iterates of SGD over contexts, and those over tokens, of runs of several sizes.

    A step of them all costs hardly more than one.
    """
    twice, rows = [*runs, *runs], sum(run.eta.numel() for run in runs)
    found = zip(*sgd_iterates(twice, steps, slice(rows, None)), strict=True)
    paths = [
        Trajectory(np.asarray(steps), _stacked(run, list(W))) for run, W in zip(twice, found, strict=True)
    ]
    return list(zip(paths[: len(runs)], paths[len(runs) :], strict=True))


def _stacked(run: Run, iterates: list[np.ndarray]) -> Tensor:
    out = torch.as_tensor(np.stack(iterates), device=run.W0.device)
    return out.reshape(len(iterates), *run.W0.shape)
