"""The training figure: one run step by step, the law drawn in, and the log-time flow that goes on."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ntpcheck.dynamics.flow import continued
from ntpcheck.dynamics.gradient_descent import gradient_descent, log_spaced
from ntpcheck.dynamics.panels import Panels, asymptotics, followed, measured
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.frame import Frame, frames

STEPS = 10_000
SOON = 1e-300  # log k + y from which on the asymptotics is drawn: it is positive
NAMES = {"loss_gap": "loss", "norm": "norm", "one_minus_cos": "apart", "distance": "distance"}


def training_figure(run: Run, horizon: float, *, title: str = "") -> dict[str, Any]:
    """Loss minus entropy, norm, 1 - cos to W^mm and distance to W* along one run, with law and flow.

    The run is separable and some token is out of support. horizon: log k that the flow goes on to.
    """
    frame, eta = frames(run)[0], float(run.eta)
    trajectory = gradient_descent(run, log_spaced(STEPS))
    flow = continued(frame, eta, trajectory, horizon)
    k = trajectory.steps[1:]
    done = measured(run, frame, np.log(k), list(trajectory.W[1:].cpu().numpy()))
    ahead = followed(run, flow, np.flatnonzero(flow.s > np.log(STEPS)))
    late = ("one_minus_cos", "distance")
    series = {
        "title": title or ", ".join(f"{axis}={run.size(axis)}" for axis in "mVd"),
        "k": k.tolist(),
        **_told(done),
        "law": _told(asymptotics(flow, done.s, SOON))
        | {"flow": _told(asymptotics(flow, ahead.s, SOON), late)},
        "flow": {"log_k": ahead.s.tolist(), **_told(ahead, late)},
    }
    return {**series, "plane": _plane(run, frame)} if run.size("d") == 2 else series


def _told(panels: Panels, names: Sequence[str] = tuple(NAMES)) -> dict[str, Any]:
    return {name: getattr(panels, NAMES[name]).tolist() for name in names}


def _plane(run: Run, frame: Frame) -> dict[str, Any]:
    """Rows of W^mm, contexts and what follows them, all in R^2."""
    support = run.support.cpu().numpy()
    return {
        "title": "rows of W^mm as arrows, contexts as dots",
        "words": frame.W.tolist(),
        "contexts": run.embeddings.tolist(),
        "follows": [np.flatnonzero(row).tolist() for row in support],
    }
