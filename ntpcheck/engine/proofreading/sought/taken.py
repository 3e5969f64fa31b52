"""The first steps of optimisers, each taken when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ntpcheck.dynamics.attention_descent import attention_trajectory
from ntpcheck.dynamics.optimisers import ADAM, ADAM_WITHOUT_EPSILON, GD, NGD, Optimiser, trajectory
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.attention_loss import gradient
from ntpcheck.reference.frame import Floats

STEPS = (64, 2048)  # of optimisers
FADING = {"f_k": 0.9, "s_k": 0.99}  # powers of these that Adam's means are divided by


def optimisers(run: Any) -> dict[str, Callable[[], Any]]:
    """What takes `STEPS` steps, by the sequence."""
    half, rows = run.replace(eta=run.eta / 2), int(np.prod(run.batch, dtype=int))
    if isinstance(run, AttentionRun):
        return {
            "W_tau": partial(attention_trajectory, run, STEPS),
            "N_tau": partial(attention_trajectory, run, STEPS, normalised=True),
            "Whalf_tau": partial(attention_trajectory, half, STEPS),
            "squares_tau": partial(_squares, run),
        }
    ways: list[tuple[str, Run, Optimiser]] = [
        ("W_k", run, GD), ("NGD_k", run, NGD), ("Adam_k", run, ADAM_WITHOUT_EPSILON),
        ("eps-Adam_k", run, ADAM), ("Whalf_k", half, GD),
    ]  # fmt: skip
    fading = {name: np.tile(x ** (1.0 + np.array(STEPS))[:, None], rows) for name, x in FADING.items()}
    found = {name: partial(trajectory, one, STEPS, optimiser) for name, one, optimiser in ways}
    return found | {name: partial(np.asarray, x) for name, x in fading.items()}


def _squares(run: AttentionRun) -> Floats:
    """`[2, ...]` the sums of squared gradients before `STEPS` steps of gradient descent."""
    W = attention_trajectory(run, range(max(STEPS))).W
    slopes = np.stack([gradient(run, here).flatten(-2).norm(dim=-1).cpu().numpy() ** 2 for here in W])
    return np.stack([slopes[:k].sum(0) for k in STEPS])
