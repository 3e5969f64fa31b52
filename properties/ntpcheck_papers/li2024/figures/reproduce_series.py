"""Curves of a hundred runs: correlation, distance and norm along normalised descent, and along the flow."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch

from ntpcheck.claim import Claim, Effort
from ntpcheck.dynamics.flow import Flow, flow
from ntpcheck.dynamics.gradient_descent import Trajectory
from ntpcheck.dynamics.panels import apart
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.reference.frame import Floats, Frame
from ntpcheck.target import Comparison, inferred
from ntpcheck_papers.li2024.section_6.heads import correlation

GRID = np.geomspace(2.0, 1e4, 120)  # log T
LATE = 4  # the flow starts at this share of the run


def apartness(known: Sequence[Frame], W: torch.Tensor) -> Floats:
    """`[R, B]` 1 - corr with W^mm of weights `[R, B, d, d]`; NaN where these are zero."""
    return np.array(
        [
            [apart(frame, w) if w.any() else np.nan for frame, w in zip(known, row, strict=True)]
            for row in W.numpy()
        ]
    )


def distances(known: Sequence[Frame], W: torch.Tensor, to: torch.Tensor | None = None) -> Floats:
    """`[R, B]` the distance of projections on S_cyc from W^cyc, or from those of others `[R, B, d, d]`."""
    centres = np.stack([f.centre for f in known])
    gaps = W.numpy() - (centres if to is None else to.numpy())
    return np.array(
        [[float(np.linalg.norm(f.F @ g.ravel())) for f, g in zip(known, row, strict=True)] for row in gaps]
    )


class Further(NamedTuple):
    """1 - corr at log T = `GRID` `[G, B]`: along each run and the flow that goes on, and by the law."""

    along: Floats
    law: Floats
    lawful: Floats  # [R, B] 1 - corr by the law at the runs' own steps
    ends: Floats  # [B] log T at the runs' ends
    completed: list[bool]


def further(known: Sequence[Frame], path: Trajectory, log_times: Floats, eta: float) -> Further:
    """The runs continued by gradient flow from a quarter of their steps on."""
    values, start = apartness(known, path.W), len(path.steps) - 1
    start = int(np.searchsorted(path.steps, path.steps[-1] // LATE))
    along, laws, lawful, completed = [], [], [], []
    for i, frame in enumerate(known):
        s, run = log_times[1:, i], values[1:, i]
        first, last = (path.W[k, i].numpy() for k in (start, -1))
        found = flow(frame, 1.0, float(np.exp(log_times[start, i])), first, (float(np.exp(s[-1])), last))
        late = found.s > s[-1]
        more = [apart(frame, found.decoder(int(k))) for k in np.flatnonzero(late)]
        s, run = np.concatenate([s, found.s[late]]), np.concatenate([run, more])
        inside = np.exp(np.interp(np.log(GRID), np.log(np.maximum(s, 1e-3)), np.log(run)))
        along.append(np.where(log_times[1, i] <= GRID, inside, np.nan))
        laws.append(_law(found, GRID))
        lawful.append(_law(found, log_times[:, i]))
        completed.append(found.completed)
    return Further(np.stack(along, 1), np.stack(laws, 1), np.stack(lawful, 1), log_times[-1], completed)


def _law(found: Flow, s: Floats) -> Floats:
    law, frame = found.law, found.frame
    assert law is not None
    B = found.bounded_part(-1)
    along = float((B * frame.W).sum()) / law.square
    side = float(np.linalg.norm(B - along * frame.W))
    late = np.where(s + law.shift < 2, np.nan, s)
    return law.one_minus_cos(late, side)


def spread(values: Floats) -> tuple[Floats, Floats, Floats]:
    """Mean, and one standard deviation below and above it, over the last axis."""
    mean, deviation = values.mean(-1), values.std(-1, ddof=1)
    return mean, mean - deviation, mean + deviation


def middle(values: Floats) -> tuple[Floats, Floats, Floats]:
    """Median and the bounds of the middle four fifths over the last axis, for logarithmic axes."""
    found = np.full((3, len(values)), np.nan)
    known = ~np.isnan(values).all(-1)
    found[:, known] = np.nanquantile(values[known], (0.1, 0.5, 0.9), axis=-1)
    return found[1], found[0], found[2]


def joined(W: torch.Tensor, finite: torch.Tensor, along: torch.Tensor) -> Floats:
    """`[B]` the correlation of W with `finite` + R `along`, R what brings it nearest. `[B, d, d]`."""
    R = ((W - finite) * along).sum((-2, -1)) / (along * along).sum((-2, -1))
    return correlation(W, finite + R[:, None, None] * along).numpy()


def told(values: Floats, digits: int = 4) -> str:
    """A mean with its spread over the runs."""
    return f"{values.mean():.{digits}f} +- {values.std(ddof=1):.{digits}f} over {len(values)} instances"


def inference(
    run: AttentionRun, claim: Claim, steps: Sequence[float], expected: str = "HOLDS", who: str = ""
) -> Comparison:
    """What a claim says of some runs at several step sizes."""
    said, outcomes = [], list[Outcome]()
    for eta in steps:
        found = judge(claim.check(run.replace(eta=0 * run.eta + eta), Effort()))
        outcomes += found.tolist()
        said.append(f"{int((found == Outcome.HOLDS).sum())} of {len(found)} at eta = {eta:g}")
    ours = f"holds on {', '.join(said)}"
    return inferred(claim, outcomes, ours, expected=expected == "HOLDS", who=who)
