"""Exact runs of gradient descent that never do what a limit asks: critical points and two-cycles.

For these take V = 2 and a context j, and let x = (e_0 - e_1)^T W h_j, sigma(x) = 1 / (1 + e^-x) and p =
p_j0.

two-cycle.  Let h_j be orthogonal to all other embeddings and p = 1/2. Then x moves by itself, by a step f(x)
    = x - kappa tanh(x / 2), kappa = eta pi_j ||h_j||^2, which is odd, and convex where x > 0. If 0 < a < b
    and
        f(a) <= -a,   f(b) <= -a,   f(c) - |f'(c)| (b - a) >= -b   for some c in [a, b],
    then f maps [a, b] into [-b, -a], as a convex function lies below its chord and above its tangents, and
    back: |x_k| >= a for ever after a <= |x_0| <= b. Both are possible as soon as kappa > 4.

So P_F(W_k) has no limit, and CE(W_k) stays above H, as x_k changes its sign for ever.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq

from ntpcheck.arithmetic import Array, exact_array
from ntpcheck.checks.existence import failures, undefined, unsettled
from ntpcheck.checks.gap import above_infimum
from ntpcheck.evidence import Evidence, Outcome, Rigor, outcome_of
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.entropy import logits
from ntpcheck.reference.solvers.exact_compatible import obstruction

GRID, FINE = 64, 2**14  # a and b are multiples of 1/64, c of 2^-14


class _Cycle(NamedTuple):
    """Context j and the numbers a < c < b."""

    j: int
    a: fmpq
    b: fmpq
    c: fmpq


def stationary(run: Run) -> Evidence:
    """Fails for one exact run that starts at a critical point, so that W_k = W_0; else decides nothing.

    Logits are rational, and the softmax of rational logits is rational only where all of them tie. So what
    is looked for are ties with sum_j pi_j (1/V - p_j) h_j^T = 0.
    """
    scores = np.asarray(logits(run, run.W0))
    level = all(bool(x == row[0]) for row in scores for x in row)
    pull = [(fmpq(1, run.size("V")) - p) * w for p, w in zip(run.p, run.pi, strict=True)]
    if not level or (np.asarray(pull).T @ np.asarray(run.embeddings)).any():
        return unsettled(exact_array(0))
    return Evidence(exact_array(-1), exact_array(0), exact_array(1), rigor=Rigor.EXACT)


def loss_stays(run: Run) -> Evidence:
    """Fails where CE(W_k) stays above H, for one exact run: its infimum does, or a two-cycle keeps it there.

    Else decides nothing: an infimum H alone does not show that descent gets there.
    """
    found = failures(above_infimum(run, flipped=True))
    return found if outcome_of(found) is Outcome.FAILS else two_cycle(run)


def finite_part_stays(run: Run, candidate: Callable[[Run], Array]) -> Evidence:
    """Fails where P_F(W_k) stays away from the candidate, for one exact run; else decides nothing.

    Undefined on incompatible data.
    """
    if obstruction(run) is not None:
        return undefined()
    mixed = (np.asarray(run.counts > 0).sum(-1) > 1) & np.asarray(run.embeddings != 0).any(-1)
    if not mixed.any():  # F = {0}
        off = run.xp.sum(run.xp.abs(candidate(run)), (-2, -1))
        return Evidence(-off, 0 * off, 1 + off)
    return two_cycle(run)


def two_cycle(run: Run) -> Evidence:
    """Fails where some context's logits are caught in the two-cycle; else decides nothing.

    Slack: minus the least of the conditions above.
    """
    found = _cycle(run)
    if found is None:
        return unsettled(exact_array(0))
    xp: Any = run.xp
    h, j = run.embeddings, found.j
    kappa = run.eta * run.pi[j] * xp.sum(h[j] * h[j], -1)
    size = xp.abs(xp.sum((run.W0[0] - run.W0[1]) * h[j], -1))
    a, b, c = (0 * run.eta + end for end in found[1:])
    at_a, at_b, at_c = (_half_tanh(xp, end) for end in (a, b, c))
    lowest = c - kappa * at_c - xp.abs(1 - kappa / 2 * (1 - at_c * at_c)) * (b - a)
    conditions = (size - a, b - size, a, kappa * at_a - 2 * a, kappa * at_b - a - b, lowest + b)
    slack = -xp.min(xp.stack(conditions), -1)
    return failures(Evidence(slack, 0 * slack, 1 + xp.abs(slack), rigor=Rigor.BALL))


def _half_tanh(xp: Any, x: Any) -> Any:
    """tanh(x / 2)."""
    decay = xp.exp(-x)
    return (1 - decay) / (1 + decay)


def _cycle(run: Run) -> _Cycle | None:
    """The first context that is caught, with its numbers, chosen in doubles."""
    if run.size("V") != 2:
        return None
    for j in range(run.size("m")):
        gram = [(run.embeddings[i] * run.embeddings[j]).sum() for i in range(run.size("m"))]
        even = run.counts[j, 0] == run.counts[j, 1] > 0
        if even and gram[j] != 0 and all(x == 0 for i, x in enumerate(gram) if i != j):
            kappa = float(run.eta * run.pi[j] * gram[j])
            x = abs(float(((run.W0[0] - run.W0[1]) * run.embeddings[j]).sum()))
            ends = _interval(kappa, x) if kappa > 4 else None
            if ends is not None:
                return _Cycle(j, *ends)
    return None


def _interval(kappa: float, x: float) -> tuple[fmpq, fmpq, fmpq] | None:
    """a, b and c around |x_0| for a given kappa > 4; None where |x_0| escapes, or is too near to 0.

    f is least at c, and b = max(|x_0|, -f(c)); then f(b) is the largest value, and a is what it leaves.
    """

    def f(y: float) -> float:
        return y - kappa * math.tanh(y / 2)

    c = 2 * math.acosh(math.sqrt(kappa / 2))
    b = (math.floor(max(x, -f(c)) * GRID) + 2) / GRID
    a = (math.ceil(min(x, -f(b), c) * GRID) - 1) / GRID
    while a > 0 and f(a) >= -a:
        a -= 1 / GRID
    exact = fmpq(round(a * GRID), GRID), fmpq(round(b * GRID), GRID), fmpq(round(c * FINE), FINE)
    return exact if a > 0 and f(b) < -a else None
