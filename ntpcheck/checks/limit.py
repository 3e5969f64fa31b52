"""Limits of training runs: loss, norm and finite part. Guarantees and laws decide, never a finite run
alone.

Loss and norm follow from bounds that hold at every step (`ntpcheck.reference.guarantee`); the run is held
against them step by step, and the limit is then theirs. The finite part is read off the log-time flow where
it has long settled, and held against the balance that it should follow. Floats only: one exact instance is
decided where it can be decided for good (an infimum above the entropy, a start that never moves), else left
open.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array, exact_array
from ntpcheck.checks.descent_trap import finite_part_stays, loss_stays, stationary
from ntpcheck.checks.existence import unsettled
from ntpcheck.checks.gap import above_infimum
from ntpcheck.checks.pull import pulled
from ntpcheck.claim import Effort
from ntpcheck.dynamics.flow import Flow, flows
from ntpcheck.dynamics.gradient_descent import Trajectory, descent
from ntpcheck.evidence import Evidence, Rigor
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck.reference.entropy import cross_entropy_gap, log_p
from ntpcheck.reference.frame import Floats, Frame, frames
from ntpcheck.reference.guarantee import attained, log_loss_bound, norm_bound, smoothness
from ntpcheck.reference.law import finite_part, largest_curvature

ROUNDING = 2.0**-52  # one unit of docs/rounding.md
INTEGRATED = 2.0**-38  # absolute accuracy of a flow's F-part, relative to 1 + ||W*||
REPELLED = 2.0**-20  # a start exactly on a repelling W* may stay there: nearer than this nothing is said
FAR = 1e4  # log k at which a guarantee's limit is taken


class Row(NamedTuple):
    """What one run says: a slack with its error and scale, or nothing (`defined` false)."""

    slack: float
    error: float = 0.0
    scale: float = 1.0
    defined: bool = True


OPEN = Row(float("nan"))
UNDEFINED = Row(float("nan"), defined=False)


def collected(data: Dataset | Attention, rows: Sequence[Row], **measured: Sequence[float]) -> Evidence:
    """The rows of a batch as evidence, rigor TREND."""

    def column(values: Sequence[Any], dtype: torch.dtype = torch.float64) -> Array:
        return torch.tensor(values, dtype=dtype, device=data.embeddings.device).reshape(data.batch)

    slack, error, scale, defined = zip(*rows, strict=True) if rows else ((), (), (), ())
    return Evidence(
        column(slack),
        column(error),
        column(scale),
        defined=column(defined, torch.bool),
        rigor=Rigor.TREND,
        measured={name: column(values) for name, values in measured.items()},
    )


def matrices(W: Array) -> Floats:
    """`[B, V, d]` the matrices of a float batch `[..., V, d]`, one after the other."""
    return W.reshape(-1, *W.shape[-2:]).cpu().numpy()


def starts(run: Run) -> list[tuple[Frame, Floats, float]]:
    """Frame, W_0 `[V, d]` and eta of every row of a float batch."""
    return list(zip(frames(run), matrices(run.W0), run.eta.reshape(-1).tolist(), strict=True))


class Gaps(NamedTuple):
    """CE(W_k) - H along the shared run, `[K, B]`, its part in support, and its rounding error."""

    value: Floats
    inside: Floats
    error: Floats


@cached
def gaps(run: Run) -> Gaps:
    """CE(W_k) - H at every recorded step."""
    trajectory = descent(run)
    parts = cross_entropy_gap(run, trajectory.W)
    # A logit is off by e; KL is quadratic in it near its minimum, and log1p(rho) moves by a factor e.
    size = (run.embeddings.abs() @ trajectory.W.abs().mT).amax((-2, -1)) + log_p(run).abs().amax((-2, -1))
    e = (ulps.dot(run.size("d")) + ulps.log_sum_exp(run.size("V"))) * ROUNDING * (1 + size)
    error = 4 * e * ((2 * parts.in_support).sqrt() + e) + 4 * e * parts.out_of_support
    K = len(trajectory.steps)
    return Gaps(*(x.reshape(K, -1).cpu().numpy() for x in (parts.total, parts.in_support, error)))


def loss_limit(run: Run, effort: Effort) -> Evidence:
    """CE(W_k) -> H.

    Slack: the least distance of CE(W_k) - H below its guaranteed bound. Where the data is not compatible or
    not separable, minus what a dual point keeps the infimum above H.
    """
    if run.xp is not FLOAT:
        return loss_stays(run)
    path, rows = gaps(run), []
    for i, (frame, start, eta) in enumerate(starts(run)):
        if not (frame.compatible and frame.separable):
            rows.append(OPEN)
        elif not guaranteed(frame, eta):
            rows.append(_unguaranteed(frame, eta, path.inside[:, i]))
        else:
            bound = log_loss_bound(frame, start, eta, _log_steps(run))
            rows.append(_within(bound, path.value[1:, i], path.error[1:, i]))
    return _or_obstructed(run, collected(run, rows))


def guaranteed(frame: Frame, eta: float) -> bool:
    """Whether the step is short enough for the bounds of `reference.guarantee`."""
    return eta * smoothness(frame) <= 1 + ROUNDING


def _log_steps(run: Run) -> Floats:
    return np.log(descent(run).steps[1:])


def _within(log_bound: Floats, value: Floats, error: Floats) -> Row:
    """bound - value at every step, in nats; the worst step."""
    bound = np.exp(log_bound)
    slack, error = bound - value, error + ulps.steps(8) * ROUNDING * (1 + np.abs(log_bound)) * bound
    worst = int(np.argmin(slack + error))
    return Row(float(slack[worst]), float(error[worst]), 1 + float(bound[worst]))


def _unguaranteed(frame: Frame, eta: float, inside: Floats) -> Row:
    """A step beyond the guarantee. Past 2 / lambda_max(H_F) iterates are repelled from W*: no limit H.

    inside: CE_F(W_k) - H. Slack: minus the least of it over the late half of the records.
    """
    least = float(inside[len(inside) // 2 :].min())
    repelled = eta * largest_curvature(frame) > 2 and least > REPELLED
    return Row(-least, least / 2) if repelled else OPEN


def _or_obstructed(run: Run, evidence: Evidence) -> Evidence:
    """The evidence, with the gap above H on rows where the data is not compatible or not separable."""
    blocked = torch.tensor([not (f.compatible and f.separable) for f in frames(run)], device=run.W0.device)
    blocked = blocked.reshape(run.batch)
    if not bool(blocked.any()):
        return evidence
    gap = above_infimum(run, flipped=True)
    slack, error, scale = (
        torch.where(blocked, there, here)
        for there, here in zip(
            (gap.slack, gap.error, gap.scale), (evidence.slack, evidence.error, evidence.scale), strict=True
        )
    )
    return Evidence(slack, error, scale, defined=evidence.defined, rigor=Rigor.TREND)


def norm_limit(run: Run, effort: Effort) -> Evidence:
    """||W_k|| -> infinity.

    Slack where W^mm exists and is not zero: the least of ||W_k|| - N_k, along the run and at the end of its
    log-time flow, and of N at a far k minus the largest norm of the run; N_k is the norm that the guaranteed
    loss forces, which grows like log k. Where the infimum is attained the iterates
    stay bounded, and -1. Beyond the guarantee, what `pulled` says. One exact instance fails for good where it
    starts at a critical point.
    """
    if run.xp is not FLOAT:
        return stationary(run)
    trajectory, rows = descent(run), []
    norms = trajectory.W.flatten(-2).norm(dim=-1).reshape(len(trajectory.steps), -1).cpu().numpy()
    for i, ((frame, start, eta), flow) in enumerate(zip(starts(run), flows(run), strict=True)):
        if guaranteed(frame, eta) and frame.moves:
            end = None if flow is None or not flow.completed else flow_end(flow)
            s = _log_steps(run)
            rows.append(_forced((frame, start, eta), (s, norms[:, i]), end))
        elif frame.moves:
            rows.append(Row(*pulled(frame, _row(trajectory, i))))
        else:
            bounded = attained(frame) if guaranteed(frame, eta) else None
            rows.append(OPEN if bounded is None else Row(-1.0 if bounded else 1.0))
    return collected(run, rows, norm=norms[-1].tolist())


def flow_end(flow: Flow) -> tuple[float, float]:
    """log k and ||W|| at the end of a flow."""
    return float(flow.s[-1]), float(np.linalg.norm(flow.decoder(-1)))


def _forced(
    begun: tuple[Frame, Floats, float], path: tuple[Floats, Floats], end: tuple[float, float] | None
) -> Row:
    """path: log k and norm at the recorded steps, the norm at k = 0 first; end: the same at one late k."""

    def forced(s: Any) -> Floats:
        return norm_bound(begun[0], log_loss_bound(*begun, np.asarray(s)))

    s, norms = path
    reach, largest = np.sqrt(2.0) * np.linalg.norm(begun[0].H, axis=1).max(), float(norms.max())
    # N grows like s / reach, so this far on it has left all norms seen behind.
    slack = min(float((norms[1:] - forced(s)).min()), float(forced(FAR + 4 * reach * largest)) - largest)
    scale = 1 + largest
    if end is not None:
        slack, scale = min(slack, end[1] - float(forced(end[0]))), max(scale, 1 + end[1])
    entries = begun[0].H.shape[1] * begun[0].support.shape[1]
    units = ulps.total(entries) + ulps.steps(16)  # lengths, and a bound
    return Row(slack, units * ROUNDING * scale, scale)


def finite_part_limit(
    run: Run, candidate: Callable[[Run], Array], effort: Effort, *, compatible_only: bool = True
) -> Evidence:
    """P_F W_k -> candidate `[..., V, d]`; undefined where the data has no W*, unless not compatible_only.

    Slack: twice the distance from W* that the balance of pulls allows at a late step k, minus the distance
    of P_F W_k from the candidate there. Beyond 2 / lambda_max(H_F) the run itself is what is measured.
    """
    if run.xp is not FLOAT:
        # Where the data need not be compatible the candidate is no rational matrix.
        return finite_part_stays(run, candidate) if compatible_only else unsettled(exact_array(0))
    wanted = matrices(candidate(run))
    trajectory, rows, distances, strays = descent(run), [], [], []
    for i, ((frame, _, eta), flow) in enumerate(zip(starts(run), flows(run), strict=True)):
        exists = frame.compatible or not compatible_only
        row = OPEN if exists else UNDEFINED
        if exists and eta * largest_curvature(frame) > 2:
            row = repelled(frame, wanted[i], _row(trajectory, i))
        elif exists and flow is None:
            row = _stalled(frame, wanted[i], _row(trajectory, i))
        elif exists and flow is not None and flow.completed:
            row = settled(flow, eta, wanted[i])
        rows.append(row)
        distances.append(-row.slack)
        strays.append(float("nan") if flow is None else flow.stray)
    return collected(run, rows, distance=distances, stray=strays)


def _row(trajectory: Trajectory, i: int) -> Floats:
    return trajectory.W.reshape(len(trajectory.steps), -1, *trajectory.W.shape[-2:])[:, i].cpu().numpy()


def settled(flow: Flow, eta: float, wanted: Floats) -> Row:
    """The flow's F-part at its last early record against the balance of the pulls there."""
    frame, at = flow.frame, flow.early - 1
    here = frame.centre + frame.matrix(flow.f[at], 0 * flow.u[at])
    weights = np.exp(frame.log_c + np.log(eta) - frame.cells @ flow.u[at] - flow.s[at] * frame.excess)
    balance = np.linalg.norm(finite_part(frame, weights)) / eta * np.exp(-flow.s[at])
    scale = 1 + float(np.linalg.norm(frame.centre)) + float(np.linalg.norm(wanted))
    if flow.stray > 0.5:
        return OPEN  # discrete steps do not follow the flow on F
    return Row(2 * float(balance) - float(np.linalg.norm(here - wanted)), INTEGRATED * scale, scale)


def repelled(frame: Frame, wanted: Floats, path: Floats) -> Row:
    """W* repels: the least distance over the last half of the records."""
    late = [np.linalg.norm(frame.F @ (W - wanted).ravel()) for W in path[len(path) // 2 :]]
    least = float(min(late))
    return Row(-least, least / 2, 1 + least) if least > REPELLED else OPEN


def _stalled(frame: Frame, wanted: Floats, path: Floats) -> Row:
    """Inseparable data, no law: the distance at the last step, trusted as far as it has stopped changing."""
    far, near = (float(np.linalg.norm(frame.F @ (W - wanted).ravel())) for W in (path[-4], path[-1]))
    return Row(-near, 8 * abs(near - far) + INTEGRATED * (1 + near), 1 + near)
