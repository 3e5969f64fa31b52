"""Whether the panels of a training figure tend to what theory has them tend to, at the far end of the
log-time flow.

At s = log k the law says: CE - H = ||W^mm||^2 / (eta k), d||W|| / ds = ||W^mm||, and 1 - cos as in
`ntpcheck.reference.law`. Each check holds the flow against one of these, so that a wrong limit or a wrong
slope misses by a factor that grows with s, whatever the step size. Floats only.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.existence import floats_only
from ntpcheck.checks.limit import OPEN, UNDEFINED, Row, collected, starts
from ntpcheck.claim import Effort
from ntpcheck.dynamics.flow import BACK, Flow, flows
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.law import Law, apart, largest_curvature

SLACK = 2.0  # of a law: the factor that its error terms may make
ROUNDING = 2.0**-48  # of a log or a direction: 16 units, a log-sum-exp over the cells of few words
HALF = 0.5  # in logits: a run that strays further from the flow is not told by it

Ask = Callable[[Flow, Law, int], Row]


@floats_only
def asked(run: Run, ask: Ask) -> Evidence:
    """`ask` of every row whose flow is complete and follows its run; undefined where W^mm is 0 or none."""
    rows = []
    for i, ((frame, _, eta), flow) in enumerate(zip(starts(run), flows(run), strict=True)):
        row = OPEN
        if frame.separable is not None and not frame.moves:
            row = UNDEFINED
        elif flow is not None and flow.law is not None and flow.completed:
            # Past 2 / lambda_max(H_F) iterates are repelled from W*, and no flow tells what they do.
            follows = flow.stray <= HALF and eta * largest_curvature(frame) < 2
            row = ask(flow, flow.law, i) if follows else OPEN
        rows.append(row)
    return collected(run, rows)


def loss_panel(run: Run, effort: Effort) -> Evidence:
    """CE(W_k) tends to H, and CE(W_k) - H falls like 1/k.

    Slack: log 2 minus |log of eta k (CE - H) / ||W^mm||^2| at the end of the flow.
    """
    return asked(run, lambda flow, law, _: falls(flow, log_ratio(flow, law)))


def log_ratio(flow: Flow, law: Law) -> float:
    """The logarithm of eta k (CE - H) / ||W^mm||^2 at the end of the flow."""
    from scipy.special import logsumexp

    frame, s = flow.frame, flow.s[-1]
    # CE - H = sum_n c_n exp(-<w, x_n>) up to its square, w = u + s W^mm.
    value = logsumexp(frame.log_c - frame.cells @ flow.u[-1] - s * frame.excess)
    return float(value - np.log(law.square / law.eta))


def falls(flow: Flow, log_ratio: float) -> Row:
    """Whether such a ratio is 1, up to a factor of `SLACK`."""
    # A decoder that is off by e has exponents off by e |x_n|.
    reach = float(np.linalg.norm(flow.frame.cells, axis=1).max())
    error = flow.error * reach + ROUNDING * float(flow.s[-1])
    return Row(float(np.log(SLACK)) - abs(log_ratio), error)


def norm_panel(run: Run, effort: Effort) -> Evidence:
    """||W_k|| tends to infinity like ||W^mm|| log k."""
    return asked(run, lambda flow, law, _: like_margin(slope(flow, law)))


class Slope(NamedTuple):
    """The slope of ||W|| over log k in units of ||W^mm||, what the law leaves between it and 1, its error."""

    value: float
    allowed: float
    error: float


def slope(flow: Flow, law: Law) -> Slope:
    """Over the last records of the flow."""
    s0, s1 = flow.s[-1 - BACK], flow.s[-1]
    unit = np.sqrt(law.square)
    norms = [float(np.linalg.norm(flow.decoder(r))) for r in (-1 - BACK, -1)]
    allowed = SLACK * float(law.one_minus_cos(s0, float(np.linalg.norm(flow.bounded_part(-1)))))
    moved = float(np.linalg.norm(flow.u[-1] - flow.u[-1 - BACK])) / (s1 - s0) / unit
    error = moved + ROUNDING * norms[1] / (s1 - s0) / unit
    return Slope(float((norms[1] - norms[0]) / (s1 - s0) / unit), allowed, float(error))


def like_margin(found: Slope) -> Row:
    """It is 1, up to what the law leaves."""
    return Row(found.allowed - abs(found.value - 1), found.error)


def corrected_panel(run: Run, candidate: Callable[[Run], Array], effort: Effort) -> Evidence:
    """cos(W_k - W*, candidate) tends to 1, candidate `[..., V, d]`.

    Slack: `SLACK` times the law's 1 - cos at the end of the flow, its D without W*, minus 1 - cos there.
    """
    exact = run.xp is not FLOAT
    wanted = None if exact else candidate(run).reshape(-1, *run.W0.shape[-2:]).cpu().numpy()

    def ask(flow: Flow, law: Law, i: int) -> Row:
        assert wanted is not None
        frame, s, C = flow.frame, flow.s[-1], wanted[i]
        if not C.any():
            return UNDEFINED
        W, B = (part - frame.centre for part in (flow.decoder(-1), flow.bounded_part(-1)))
        along = float((B * frame.W).sum()) / law.square
        bound = SLACK * float(law.one_minus_cos(s, float(np.linalg.norm(B - along * frame.W))))
        value = apart(W, C)
        size = np.sqrt(law.square)
        turn = flow.error / (size * s) + frame.error / size + 2 * ROUNDING
        error = (np.sqrt(2 * value) + SLACK * np.sqrt(2 * bound)) * turn + turn * turn
        return Row(bound - value, float(error))

    return asked(run, ask)
