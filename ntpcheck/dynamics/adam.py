"""Adam with bias correction, in weight space: its second moments belong to the coordinates of W.

The root of the second moment is the state, updated by hypot, so that it does not underflow before the
gradient does; W - W_0 is kept by itself, so that steps are not rounded to W_0's last digit.
Source: D. Kingma and J. Ba, Adam (2015), Algorithm 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ntpcheck.dynamics.normalised import Batch
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.frame import Floats


@dataclass(frozen=True)
class Moments:
    """beta_1, beta_2 and epsilon >= 0. The defaults: the paper's betas, and the epsilon it does not name."""

    first: float = 0.9
    second: float = 0.99
    epsilon: float = 1e-8


def adam_iterates(run: Run, steps: Sequence[int], moments: Moments) -> Iterator[Floats]:
    """W_k `[B, V, d]` at each k of `steps` (increasing, 0 allowed).

    W_{k+1} = W_k - eta m^ / (sqrt(v^) + epsilon), entry by entry; an entry whose gradient has always been
    zero stays, also where epsilon is 0.
    """
    batch = Batch(run)
    moved, mean, root = (np.zeros_like(batch.W0) for _ in range(3))
    weights, H = batch.pi[:, :, None], batch.H
    keep, take = np.sqrt(moments.second), np.sqrt(1 - moments.second)
    done = 0
    with np.errstate(over="ignore", under="ignore"):
        for k in steps:
            for i in range(done + 1, k + 1):
                residual = weights * batch.residuals(batch.logits + H @ moved.swapaxes(1, 2))
                gradient = residual.swapaxes(1, 2) @ H
                mean = moments.first * mean + (1 - moments.first) * gradient
                root = np.hypot(keep * root, take * gradient)
                below = root / np.sqrt(1 - moments.second**i) + moments.epsilon
                rate = batch.eta / (1 - moments.first**i)
                moved -= rate[:, None, None] * mean / np.where(below > 0, below, 1.0)
            done = k
            yield batch.W0 + moved
