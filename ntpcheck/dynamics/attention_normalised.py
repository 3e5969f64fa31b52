"""Gradient descent on the attention risk under the log-loss, plain or normalised, with the time it takes.

A normalised step is a step of gradient descent of size eta / ||grad L||; T_k, the sum of the sizes of the
first k steps, is the time that gradient flow would have taken.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from ntpcheck.dynamics.attention_logits import DENSE, Logits
from ntpcheck.dynamics.attention_single import Single
from ntpcheck.dynamics.gradient_descent import Trajectory
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.reference.frame import Floats


def timed_descent(
    run: AttentionRun, steps: Sequence[int], *, normalised: bool = True
) -> tuple[Trajectory, Floats]:
    """W_k `[len(steps), B, d, d]` and log T_k `[len(steps), B]` at each k of `steps` (increasing).

    The head picks the label and the loss is the logarithm; elsewhere the numbers say nothing. Where the
    gradient is zero a normalised step leaves W as it is, and T is infinite. Computed on the processor,
    returned on the run's device. Source: Algo-GD; App. D.
    """
    one = normalised and run.eta.numel() == 1 and run.size("n") * run.size("K") <= DENSE
    state, W, times, done = Single(run) if one else Logits(run), list[Floats](), list[Floats](), 0
    step = state.normalised if normalised else state.plain
    with np.errstate(all="ignore"):
        for k in steps:
            for _ in range(k - done):
                step()
            done = k
            W.append(state.weights())
            times.append(state.time())
    return Trajectory(np.asarray(steps), torch.as_tensor(np.stack(W), device=run.W0.device)), np.stack(times)
