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
        found = list(sgd_iterates(run, steps, tokens=optimiser.name == "sgd-tokens"))
    else:
        raise InvalidInstance(f"a {type(run).__name__} has no draws. SGD runs on a Stream: give it a seed.")
    return Trajectory(np.asarray(steps), _stacked(run, found))


def normalised_trajectory(run: Run, steps: Sequence[int]) -> tuple[Trajectory, np.ndarray]:
    """The iterates of normalised gradient descent, and log T_k `[K, B]`, the log of the time they took."""
    found, times = zip(*normalised_iterates(run, steps), strict=True)
    return Trajectory(np.asarray(steps), _stacked(run, list(found))), np.stack(times)


def sgd_trajectories(run: Stream, steps: Sequence[int]) -> tuple[Trajectory, Trajectory]:
    """The iterates of SGD over contexts, and those over tokens: a step of both costs hardly more than one."""
    rows = len(run.eta.reshape(-1))
    twice = Stream(**{name: torch.cat([run.flat(array)] * 2) for name, array in run.arrays().items()})
    found = list(sgd_iterates(twice, steps, apart=rows))
    contexts, tokens = (_stacked(run, [W[part] for W in found]) for part in (slice(rows), slice(rows, None)))
    return Trajectory(np.asarray(steps), contexts), Trajectory(np.asarray(steps), tokens)


def _stacked(run: Run, iterates: list[np.ndarray]) -> Tensor:
    out = torch.as_tensor(np.stack(iterates), device=run.W0.device)
    return out.reshape(len(iterates), *run.W0.shape)
