"""One entry for every optimiser that the paper runs or mentions, at constant step size."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch

from ntpcheck.dynamics.adam import Moments, adam_iterates
from ntpcheck.dynamics.gradient_descent import Trajectory, gradient_descent
from ntpcheck.dynamics.normalised import normalised_iterates
from ntpcheck.dynamics.sgd import sgd_iterates
from ntpcheck.errors import InvalidInstance
from ntpcheck.instances.dataset import Run
from ntpcheck.instances.streams import Stream
from ntpcheck.reference.frame import Floats

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
        return adam_trajectories([run], steps, optimiser.moments)[0]
    if not isinstance(run, Stream):
        raise InvalidInstance(f"a {type(run).__name__} has no draws. SGD runs on a Stream: give it a seed.")
    labelled = slice(0 if optimiser.name == "sgd-tokens" else run.eta.numel(), None)
    return _paths([run], steps, sgd_iterates([run], steps, labelled))[0]


def adam_trajectories(runs: Sequence[Run], steps: Sequence[int], moments: Moments) -> list[Trajectory]:
    """The iterates of Adam, of runs of several sizes, which cost hardly more than one."""
    return _paths(runs, steps, adam_iterates(runs, steps, moments))


def normalised_trajectory(run: Run, steps: Sequence[int]) -> tuple[Trajectory, Floats]:
    """The iterates of normalised gradient descent, and log T_k `[K, B]`, the log of the time they took."""
    return normalised_trajectories([run], steps)[0]


def normalised_trajectories(runs: Sequence[Run], steps: Sequence[int]) -> list[tuple[Trajectory, Floats]]:
    """The same of runs of several sizes."""
    found, times = zip(*normalised_iterates(runs, steps), strict=True)
    ends = np.cumsum([run.eta.numel() for run in runs])[:-1]
    return list(zip(_paths(runs, steps, found), np.split(np.stack(times), ends, axis=1), strict=True))


def sgd_trajectories(runs: Sequence[Stream], steps: Sequence[int]) -> list[tuple[Trajectory, Trajectory]]:
    """The iterates of SGD over contexts, and those over tokens, of runs of several sizes.

    A step of them all costs hardly more than one.
    """
    twice, rows = [*runs, *runs], sum(run.eta.numel() for run in runs)
    paths = _paths(twice, steps, sgd_iterates(twice, steps, slice(rows, None)))
    return list(zip(paths[: len(runs)], paths[len(runs) :], strict=True))


def _paths(runs: Sequence[Run], steps: Sequence[int], found: Iterable[list[Floats]]) -> list[Trajectory]:
    """The trajectory of each run from the weights `[B, V, d]` of all at each step."""
    stacks = (
        torch.as_tensor(np.stack(W), device=run.W0.device)
        for run, W in zip(runs, zip(*found, strict=True), strict=True)
    )
    return [
        Trajectory(np.asarray(steps), W.reshape(len(steps), *run.W0.shape))
        for run, W in zip(runs, stacks, strict=True)
    ]
