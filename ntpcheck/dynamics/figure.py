"""The training figure: one run step by step, the law drawn in, and the log-time flow that goes on."""

from __future__ import annotations

from typing import Any

import numpy as np

from ntpcheck.dynamics.flow import Flow, continued
from ntpcheck.dynamics.gradient_descent import gradient_descent, log_spaced
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.entropy import cross_entropy_gap
from ntpcheck.reference.frame import Floats, Frame, frames
from ntpcheck.reference.law import one_minus_cos

STEPS = 10_000


def training_figure(run: Run, horizon: float, *, title: str = "") -> dict[str, Any]:
    """Loss minus entropy, norm, 1 - cos to W^mm and distance to W* along one run, with law and flow.

    The run is separable and some token is out of support. horizon: log k that the flow goes on to.
    """
    frame, eta = frames(run)[0], float(run.eta)
    trajectory = gradient_descent(run, log_spaced(STEPS))
    k, W = trajectory.steps[1:], trajectory.W[1:]
    flow = continued(frame, eta, trajectory, horizon)
    weights = W.cpu().numpy()
    late = np.flatnonzero(flow.s > np.log(STEPS))
    ahead = np.stack([flow.decoder(int(i)) for i in late])
    series = {
        "title": title or ", ".join(f"{axis}={run.size(axis)}" for axis in "mVd"),
        "k": k.tolist(),
        "loss_gap": cross_entropy_gap(run, W).total.tolist(),
        "norm": np.linalg.norm(weights, axis=(1, 2)).tolist(),
        "one_minus_cos": [apart(frame, w) for w in weights],
        "distance": [_distance(frame, w) for w in weights],
        "law": _law(flow, k, flow.s[late]),
        "flow": {
            "log_k": flow.s[late].tolist(),
            "one_minus_cos": [apart(frame, w) for w in ahead],
            # Once settled the F-part is no longer integrated: the panel ends there.
            "distance": [float(np.linalg.norm(flow.f[i])) if i < flow.early else float("nan") for i in late],
        },
    }
    return {**series, "plane": _plane(run, frame)} if run.size("d") == 2 else series


def apart(frame: Frame, W: Floats) -> float:
    """1 - cos(W, W^mm)."""
    square = float((frame.W * frame.W).sum())
    along = float((W * frame.W).sum()) / square
    if along <= 0:
        return 1.0 - along * np.sqrt(square) / float(np.linalg.norm(W))
    rest = W - along * frame.W
    return float(one_minus_cos((rest * rest).sum() / (along * along * square)))


def _distance(frame: Frame, W: Floats) -> float:
    """||P_F W - centre||."""
    return float(np.linalg.norm(frame.F @ (W - frame.centre).ravel()))


def _law(flow: Flow, k: np.ndarray, ahead: np.ndarray) -> dict[str, Any]:
    """The four asymptotics at steps k, and the last two at log k = ahead. D is what the flow's end makes it.

    NaN before log k + y is positive: there is no asymptotics yet.
    """
    law, frame = flow.law, flow.frame
    assert law is not None
    B = flow.bounded_part(-1)
    along = float((B * frame.W).sum()) / law.square
    side = float(np.linalg.norm(B - along * frame.W))
    s = np.where(np.log(k) + law.shift > 0, np.log(k), np.nan)
    return {
        "loss_gap": law.loss(k).tolist(),
        "norm": np.sqrt(law.square * (s + law.shift) ** 2 + side**2).tolist(),
        "one_minus_cos": law.one_minus_cos(s, side).tolist(),
        "distance": (np.linalg.norm(law.finite) / (law.eta * k)).tolist(),
        "flow": {
            "one_minus_cos": law.one_minus_cos(ahead, side).tolist(),
            "distance": (np.linalg.norm(law.finite) / law.eta * np.exp(-ahead)).tolist(),
        },
    }


def _plane(run: Run, frame: Frame) -> dict[str, Any]:
    """Rows of W^mm, contexts and what follows them, all in R^2."""
    support = run.support.cpu().numpy()
    return {
        "title": "rows of W^mm as arrows, contexts as dots",
        "words": frame.W.tolist(),
        "contexts": run.embeddings.tolist(),
        "follows": [np.flatnonzero(row).tolist() for row in support],
    }
