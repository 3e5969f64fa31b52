"""Whether normalised gradient descent converges on F: a step that keeps its length along F says no.

One case is decided for good. One context h, three tokens, two of them equally frequent, so W* = 0. In the
logits L = W h a step is -eta |h| r / |r|, r = softmax - p. With delta = L_1 - L_2, y = (L_1 + L_2) / 2 - L_3
and sigma the softmax of token 3, r has the components (1 - sigma) tanh(delta / 2) / sqrt2 along F and
-sqrt(3/2) sigma along (1, 1, -2) / sqrt6. So, with a = sqrt2 eta |h| and theta the angle of r to F,

    |delta'| = |a cos theta - |delta||,   y' - y = (3/2) eta |h| sigma / |r| <= b := sqrt(3/2) eta |h|.

Let y_0 >= 0 and r_0 = min(|delta_0|, a - |delta_0|) > 0. As long as |delta| >= r_0 / 2,
tan^2 theta <= 12 sigma^2 / tanh^2(r_0 / 4), since 1 - sigma >= 1/2, and 1 - cos <= tan^2 / 2. And
sigma <= e^-y / 2, |r| <= sqrt2 give sum sigma^2 <= (sqrt2 / (3 eta |h|)) sum e^-y (y' - y) <=
(sqrt2 / (3 eta |h|)) e^(b - y_0). So all a (1 - cos theta) together are at most
4 e^(b - y_0) / tanh^2(r_0 / 4). Where that is below r_0 / 2, |delta_k| stays within r_0 / 2 of |delta_0| and
a - |delta_0| in turn, hence above r_0 / 2: the distance of P_F W_k from W* never falls below
r_0 / (2 sqrt2 |h|).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ntpcheck.arithmetic import FLOAT, Array, as_numpy, exact_array, positive
from ntpcheck.checks.existence import floats_only, unsettled
from ntpcheck.checks.limit import INTEGRATED, OPEN, UNDEFINED, Row, collected, matrices
from ntpcheck.checks.optimisers import STEPS, normalised
from ntpcheck.claim import Effort
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.entropy import logits
from ntpcheck.reference.frame import Floats, Frame, frames

KEPT = 0.25  # of eta: a step that long along F, at k and at k / 2, is no convergence


def normalised_finite_part(run: Run, star: Callable[[Run], Array], effort: Effort) -> Evidence:
    """P_F W_k -> W* `[..., V, d]` along normalised descent; undefined where the data has no W*.

    One exact instance is decided where it is the case of the module's head.
    """
    return rests_at(run, star) if run.xp is FLOAT else _straddling(run)


@floats_only
def rests_at(run: Run, candidate: Callable[[Run], Array]) -> Evidence:
    """P_F W_k -> candidate `[..., V, d]`. Floats only.

    Slack: minus the length of the last step along F where steps keep theirs, else minus the distance from the
    candidate where W_k rests on F.
    """
    wanted = matrices(candidate(run))
    path = normalised(run)[0]
    at = (STEPS // 2 - 1, STEPS // 2, STEPS - 1, STEPS)
    records = [matrices(path.at(k)) for k in at]
    etas = run.eta.reshape(-1).tolist()
    rows = [
        _row(frame, wanted[i], eta, [record[i] for record in records])
        for i, (frame, eta) in enumerate(zip(frames(run), etas, strict=True))
    ]
    return collected(run, rows)


def _row(frame: Frame, C: Floats, eta: float, W: list[Floats]) -> Row:
    if not frame.compatible:
        return UNDEFINED
    steps = [float(np.linalg.norm(frame.F @ (b - a).ravel())) for a, b in (W[:2], W[2:])]
    projected = (frame.F.T @ (frame.F @ W[3].ravel())).reshape(C.shape)
    scale = 1 + float(np.linalg.norm(W[3]))
    if max(steps) <= INTEGRATED * scale:
        return Row(-float(np.linalg.norm(projected - C)), INTEGRATED * scale, scale)
    # A far start crosses F with steps of full length too: only steps that turn back say something.
    turned = float((frame.F @ (W[3] - W[2]).ravel()) @ (frame.F @ (W[1] - W[0]).ravel()))
    near = float(np.linalg.norm(frame.F @ (W[3] - W[1]).ravel())) <= 2 * eta
    kept = min(steps) >= KEPT * eta and near and turned != 0
    return Row(-steps[1], KEPT * steps[1], scale) if kept else OPEN


def _straddling(run: Run) -> Evidence:
    """`kept_apart` where one exact run is the case of the module's head."""
    counts = as_numpy(run.counts)
    nothing = unsettled(exact_array(0))
    if counts.shape != (1, 3) or (counts > 0).sum() != 2 or not (run.embeddings != 0).any():
        return nothing
    first, second = np.flatnonzero(counts[0])
    (out,) = np.flatnonzero(counts[0] == 0)
    if counts[0, first] != counts[0, second]:
        return nothing
    xp: Any = run.xp
    L = logits(run, run.W0)[0]
    reach = run.eta * xp.sqrt(xp.sum(run.embeddings * run.embeddings, (-2, -1)))
    # Sums, so that the numbers of one instance stay arrays of shape ().
    delta = xp.abs(xp.sum(L[[first]] - L[[second]], -1))
    depth = xp.sum(L[[first]] + L[[second]] - 2 * L[[out]], -1) / 2
    return kept_apart(xp, delta, depth, reach)


def kept_apart(xp: Any, delta: Array, depth: Array, reach: Array) -> Evidence:
    """The case of the module's head on one exact instance: |delta|, y and eta |h| at the start.

    Slack: 8 e^(b - y_0) (E + 2)^2 - r_0 E^2, E = expm1(r_0 / 2); open where that is not negative.
    """
    gap = xp.minimum(delta, xp.sqrt(0 * reach + 2) * reach - delta)
    if not (positive(depth) and positive(gap)):
        return unsettled(exact_array(0))
    raised = xp.expm1(gap / 2)
    far = xp.exp(xp.sqrt(0 * reach + 3) / xp.sqrt(0 * reach + 2) * reach - depth)
    slack = 8 * far * (raised + 2) * (raised + 2) - gap * raised * raised
    sure = positive(0 - slack)
    return Evidence(slack, 0 * slack, 1 + 0 * slack) if sure else unsettled(exact_array(0))
