"""Convexity at explicit midpoints, and the least-norm decoder against feasible competitors."""

from dataclasses import replace

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array, positive
from ntpcheck.checks.compare import equal
from ntpcheck.checks.decoders import margin, scores
from ntpcheck.checks.existence import by_row, unsettled
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Decoding
from ntpcheck.reference.max_margin import max_margin
from ntpcheck.reference.subspace import project_off, steadiness


def inner(A: Array, B: Array, data: Dataset) -> Array:
    """`[...]` the Frobenius inner product of `[..., V, d]` matrices."""
    return data.xp.sum(A * B, (-2, -1))


def shortest(data: Decoding) -> Evidence:
    """||W||^2 >= ||W^mm||^2 + ||W - W^mm||^2, so that other feasible W are longer."""
    xp, found = data.xp, max_margin(data)
    W, best = data.W, found.W
    apart = inner(W - best, W - best, data)
    slack = inner(W, W, data) - inner(best, best, data) - apart
    size = inner(W, W, data) + inner(best, best, data) + apart
    reach = 4 * found.error * (1 + 8 * xp.sqrt(size)) if xp is FLOAT else 0
    error = xp.rounding(size, ulps.entries(W) + 4) + reach
    return by_row(found.feasible, lambda: Evidence(slack, error, size), lambda: unsettled(slack))


def smallest_margin(data: Dataset, W: Array) -> tuple[Array, Array]:
    """`[...]` min over j, z in S_j, v not in S_j of (e_z - e_v)^T W h_j, and a bound on its error."""
    xp, found = data.xp, scores(data, W)
    per_context = margin(data, found.logits, 0)
    full = xp.all(data.support, -1)
    highest = xp.max(xp.abs(per_context), -1)[..., None] + 1
    return xp.min(xp.where(full, highest, per_context), -1), 2 * xp.max(found.error, -1)


def widest(data: Decoding) -> Evidence:
    """No unit competitor in the complement of F has a smallest margin as large as W^mm / ||W^mm||.

    W^mm's own smallest margin is 1, so 1/||W^mm|| after normalising. Competitors U: the part of W off F,
    and W^mm moved a little towards it. Slack: ||U|| - margin(U) ||W^mm||, strict unless U is a nonnegative
    multiple of W^mm.
    """
    found = max_margin(data)
    off = project_off(data, data.W)
    own, error = smallest_margin(data, found.W)
    reached = equal(own, own * 0 + 1, terms=0)
    if data.xp is FLOAT:
        reached = Evidence(
            reached.slack, error + found.error * (1 + data.embeddings.abs().sum((-2, -1))), reached.scale
        )
    size = data.xp.sqrt(inner(data.W, data.W, data))
    lost = data.xp.rounding(size, ulps.projected(data.W)) / steadiness(data)
    competitors = [_against(data, U, lost) for U in (off, 64 * found.W + off)]
    exists = by_row(found.feasible, lambda: both(reached, *competitors), lambda: unsettled(own))
    # Over no token out of support the minimum is empty and W^mm = 0 has no direction.
    some_out = data.xp.any(~data.support, (-2, -1))
    return replace(exists, defined=some_out)


def _against(data: Decoding, U: Array, lost: Array) -> Evidence:
    """||U|| > margin(U) ||W^mm||, or >= where U is zero or along W^mm; U is known up to `lost` `[...]`."""
    xp, found = data.xp, max_margin(data)
    best = inner(found.W, found.W, data)
    g, error = smallest_margin(data, U)
    square = inner(U, U, data)
    length = xp.sqrt(square)
    height = xp.sqrt(best)
    product = inner(U, found.W, data)
    slack = length - g * height
    size = length + xp.abs(g) * height
    # W^mm off by e moves this by square e^2 where U is parallel to it: there its slope vanishes.
    hidden = xp.rounding(square * best, 2 * ulps.entries(U) + 2) + square * found.error * found.error
    apart = positive(square * best - product * product - hidden) | positive(0 - product)
    spare = xp.rounding(size, ulps.entries(U) + 4) + error * height
    if xp is FLOAT:
        reach = 2 * xp.max(xp.sum(xp.abs(data.embeddings), -1), -1)
        spare = spare + found.error * (xp.abs(g) + length) + (lost + 64 * found.error) * (1 + reach * height)
    return Evidence(slack, spare, size, strict=apart)
