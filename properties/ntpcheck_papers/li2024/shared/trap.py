"""A two-cycle that one exact run of attention descent never leaves, at a distance from W^cyc.

Let e_k be orthogonal to every other last token, and let the sequences that end in k come in pairs: each
contains the tokens i and j, once each and no other, and as many are labelled i as j. Then the column W e_k
moves by itself along e_i - e_j: with x = (e_i - e_j)^T W e_k, the risk is (p / n) log of (1 + e^x)(1 +
e^-x) for p pairs, least at x = 0, where W^cyc has it, and a step of gradient descent is

    f(x) = x - kappa tanh(x / 2),   kappa = p eta ||e_i - e_j||^2 ||e_k||^2 / n.

f is odd. If 0 < a < b, f increases on [a, b], that is kappa / 2 sech^2(a / 2) <= 1, and

    kappa tanh(a / 2) <= a + b <= kappa tanh(b / 2),

then f maps [a, b] into [-b, -a] and back: |x| >= a for ever after |x_0| in [a, b].
"""

import math
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq

from ntpcheck.arithmetic import as_numpy, exact_array
from ntpcheck.checks.existence import failures, unsettled
from ntpcheck.evidence import Evidence, Rigor
from ntpcheck.instances.attention import AttentionRun

STEPS, ROOM, GRID = 400, 0.02, 64  # iterates looked at; what is added to the interval they fill; its grid


class _Cycle(NamedTuple):
    """Query token k, the tokens i and j, the number of pairs, and the interval [a, b]."""

    k: int
    i: int
    j: int
    pairs: int
    a: fmpq
    b: fmpq


def trapped(run: AttentionRun) -> Evidence:
    """Fails where some column of W is trapped away from W^cyc for ever; else decides nothing.

    Slack: minus the least of the conditions above.
    """
    found = _cycle(run)
    if found is None:
        return unsettled(exact_array(0))
    xp = run.xp
    kappa, x = _start(run, found)
    a, b = (0 * run.eta + end for end in (found.a, found.b))
    size = xp.abs(x)
    decay = xp.exp(-a)
    at_a, at_b = (1 - decay) / (1 + decay), (1 - xp.exp(-b)) / (1 + xp.exp(-b))
    conditions = (
        size - a, b - size, a + b - kappa * at_a, kappa * at_b - a - b,
        1 - kappa * 2 * decay / ((1 + decay) * (1 + decay)), a,
    )  # fmt: skip
    slack = -xp.min(xp.stack(conditions), -1)
    return failures(Evidence(slack, 0 * slack, 1 + xp.abs(slack), rigor=Rigor.BALL))


def _start(run: AttentionRun, cycle: _Cycle) -> tuple[Any, Any]:
    """kappa and x_0."""
    xp, E = run.xp, run.embeddings
    apart, query = E[cycle.i] - E[cycle.j], E[cycle.k]
    lengths = xp.sum(apart * apart, -1) * xp.sum(query * query, -1)
    kappa = cycle.pairs * run.eta * lengths / run.sized("n")
    return kappa, xp.sum(apart * xp.sum(run.W0 * query, -1), -1)


def _cycle(run: AttentionRun) -> _Cycle | None:
    """The first query token of one exact run whose column is trapped, with its interval."""
    for k in sorted({int(token) for token in run.last}):
        own = [s for s in range(run.size("n")) if int(run.last[s]) == k]
        others = {int(run.last[s]) for s in range(run.size("n"))} - {k}
        pair = _pair(run, own)
        free = all((run.embeddings[t] * run.embeddings[k]).sum() == 0 for t in others)
        if pair is not None and free:
            ends = _interval(run, (k, *pair), len(own) // 2)
            if ends is not None:
                return _Cycle(k, *pair, len(own) // 2, *ends)
    return None


def _pair(run: AttentionRun, own: list[int]) -> tuple[int, int] | None:
    """i and j, if the sequences hold these two tokens once each and are labelled evenly."""
    tokens = {tuple(np.flatnonzero(as_numpy(run.counts)[s])) for s in own}
    labels = sorted(int(run.labels[s]) for s in own)
    once = all(run.counts[s].max() == 1 for s in own)
    if len(tokens) != 1 or not once or len(next(iter(tokens))) != 2 or len(own) % 2:
        return None
    i, j = (int(token) for token in next(iter(tokens)))
    return (i, j) if labels == sorted([i, j] * (len(own) // 2)) else None


def _interval(run: AttentionRun, tokens: tuple[int, int, int], pairs: int) -> tuple[fmpq, fmpq] | None:
    """a and b around the iterates of |x|, in doubles; None where they come close to 0."""
    k, i, j = tokens
    E, d = run.floats().embeddings.cpu().numpy(), run.floats()
    apart, query = E[i] - E[j], E[k]
    kappa = pairs * float(d.eta) * float(apart @ apart) * float(query @ query) / run.size("n")
    x = abs(float(apart @ d.W0.cpu().numpy() @ query))
    seen = [x]
    for _ in range(STEPS):
        x = abs(x - kappa * math.tanh(x / 2))
        seen.append(x)
    a = math.floor((min(seen) - ROOM) * GRID)
    b = math.ceil((max(seen) + ROOM) * GRID)
    return (fmpq(a, GRID), fmpq(b, GRID)) if a > 0 else None
