"""False neighbours written from the paper's text alone: F, W*, W^mm and the proofs; and their vocabulary."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ntpcheck.arithmetic import Array
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.claim import Assumption, Claim, Conclude, Effort, Planted
from ntpcheck.evidence import Evidence
from ntpcheck.reference.compatible import compatibility
from ntpcheck.reference.max_margin import max_margin
from ntpcheck.reference.subspace import project, project_off

TERMS = 2.0**14  # generous: what is planted is off by far more, and the file knows no count of ours


def logits(data: Any, W: Array) -> Array:
    """`[..., m, V]` W h_j."""
    return data.embeddings @ W.mT


def spread(data: Any, W: Array) -> Array:
    """`[..., m, z, v]` (e_z - e_v)^T W h_j."""
    rows = logits(data, W)
    return rows[..., :, None] - rows[..., None, :]


def log_softmax(data: Any, W: Array) -> Array:
    """`[..., m, V]` log S_z(W h_j)."""
    rows = logits(data, W)
    return rows - data.xp.logsumexp(rows, -1)[..., None]


def loss(data: Any, W: Array) -> Array:
    """CE(W) of (2)."""
    return -data.xp.sum(data.pi * data.xp.sum(data.p * log_softmax(data, W), -1), -1)


def floor(data: Any, W: Array) -> Array:
    """CE_F(W): the loss with every softmax restricted to the support."""
    xp, rows = data.xp, logits(data, W)
    return xp.sum(data.pi * (xp.logsumexp(rows, -1, where=data.support) - xp.sum(data.p * rows, -1)), -1)


def log_p(data: Any) -> Array:
    """log p_jz in support, 0 elsewhere."""
    return data.xp.log(data.xp.where(data.support, data.p, 1))


def entropy(data: Any) -> Array:
    """H = -sum_j pi_j sum_z p_jz log p_jz."""
    return -data.xp.sum(data.pi * data.xp.sum(data.p * log_p(data), -1), -1)


def inner(data: Any, A: Array, B: Array) -> Array:
    """<A, B> of two matrices."""
    return data.xp.sum(A * B, (-2, -1))


def largest(xp: Any, x: Array, axes: int) -> Array:
    """The largest entry in absolute value over the last axes."""
    x = xp.abs(x)
    for _ in range(axes):
        x = xp.max(x, -1)
    return x


def size(data: Any, *decoders: Array) -> Array:
    """A magnitude of the logits of some decoders."""
    return 1 + sum(largest(data.xp, logits(data, W), 2) for W in decoders)


def says(of: str, kind: str, statement: str, conclude: Conclude) -> Planted:
    """A claim with another conclusion."""
    return Planted(f"linear/{of}", kind, statement, {"conclude": conclude})


def assuming(of: str, kind: str, statement: str, drops: tuple[str, ...]) -> Planted:
    """A claim without some of its assumptions."""
    return Planted(f"linear/{of}", kind, statement, {}, drops=drops)


def weakened(of: Claim, kind: str, statement: str, drops: tuple[str, ...], *adds: Assumption) -> Planted:
    """A claim with weaker assumptions in the place of some."""
    return Planted(of.id, kind, statement, {}, drops=drops, adds=adds)


def shared(data: Any) -> Array:
    """`[..., a, b]` bool: the words follow the same contexts."""
    each = data.support[..., :, :, None] == data.support[..., :, None, :]
    return data.xp.all(each, -3)


def together(data: Any) -> Array:
    """`[..., a, b]` bool: the words follow some context both."""
    return data.xp.any(data.support[..., :, :, None] & data.support[..., :, None, :], -3)


def row_gap(data: Any, W: Array, mask: Any) -> Evidence:
    """Rows of W agree wherever the mask `[..., a, b]` says so."""
    xp = data.xp
    difference = largest(xp, W[..., :, None, :] - W[..., None, :, :], 1)
    worst = largest(xp, xp.where(mask, difference, 0), 2)
    return equal(worst, 0 * worst, terms=TERMS, scale=1 + largest(xp, W, 2))


def just_one_solution(data: Any, effort: Effort) -> Evidence:
    solution = compatibility(data).W
    other = solution + project_off(data, data.W)
    return equal(other, solution, terms=TERMS, axes=2, scale=1 + largest(data.xp, data.W, 2)[..., None, None])


def separator_in_F(data: Any, effort: Effort) -> Evidence:
    return equal(project(data, data.W), data.W, terms=TERMS, axes=2, scale=1 + abs(data.W))


def margins_above_one(data: Any, effort: Effort) -> Evidence:
    xp, cells = data.xp, data.support[..., :, None] & ~data.support[..., None, :]
    margins = xp.where(cells, spread(data, data.W), 2)
    found = at_most(1 + 0 * margins, margins, terms=TERMS, axes=3, scale=1 + abs(margins))
    return replace(found, strict=True)


def tied_among_all(data: Any, effort: Effort) -> Evidence:
    ties = spread(data, data.W)
    return equal(ties, 0 * ties, terms=TERMS, axes=3, scale=1 + abs(ties))


def separates_as_it_is(data: Any, effort: Effort) -> Evidence:
    xp, cells = data.xp, data.support[..., :, None] & ~data.support[..., None, :]
    margin = xp.where(cells, spread(data, data.W), 1)
    for _ in range(3):
        margin = xp.min(margin, -1)
    return at_most(0 * margin, xp.maximum(-margin, margin - 1), terms=TERMS, scale=size(data, data.W))


def everything_is_F(data: Any, effort: Effort) -> Evidence:
    return equal(project(data, data.W), data.W, terms=TERMS, axes=2, scale=1 + abs(data.W))


def counts_swapped(data: Any, effort: Effort) -> Evidence:
    """(6b) has sum S_j - m constraints once z is an anchor of its context."""
    cells = data.xp.asarray(~data.support + 0, data.embeddings)
    inside = data.xp.asarray(data.support + 0, data.embeddings)
    found = data.xp.sum(cells, (-2, -1))
    return equal(found, data.xp.sum(inside, (-2, -1)) - data.sized("m"), terms=TERMS, scale=1 + found)


def longest(data: Any, effort: Effort) -> Evidence:
    best = max_margin(data).W
    left, right = inner(data, data.W, data.W), inner(data, best, best)
    return at_most(left, right, terms=TERMS, scale=1 + left + right)


def all_support_vectors(data: Any, effort: Effort) -> Evidence:
    xp, cells = data.xp, data.support[..., :, None] & ~data.support[..., None, :]
    margins = xp.where(cells, spread(data, max_margin(data).W), 1)
    scale = 1 + largest(xp, margins, 3)[..., None, None, None]
    return equal(margins, 1 + 0 * margins, terms=TERMS, axes=3, scale=scale)


def margin_in_F(data: Any, effort: Effort) -> Evidence:
    best = max_margin(data).W
    return equal(project(data, best), best, terms=TERMS, axes=2, scale=1 + abs(best))


def modulus_two(data: Any, effort: Effort) -> Evidence:
    def half(A: Array) -> Array:
        return inner(data, A, A) / 2

    left = half((data.W + data.W2) / 2) + half(data.W - data.W2) / 2
    right = (half(data.W) + half(data.W2)) / 2
    return at_most(left, right, terms=TERMS, scale=left + right)


def norms_subtracted(data: Any, effort: Effort) -> Evidence:
    """||W* + R W^mm||^2 = B^2 with R = (B - ||W*||) / ||W^mm||."""
    xp, star, best = data.xp, compatibility(data).W, max_margin(data).W
    length = xp.sqrt(inner(data, star, star))
    B = length + data.gamma
    genie = star + ((B - length) / xp.sqrt(inner(data, best, best)))[..., None, None] * best
    return equal(inner(data, genie, genie), B * B, terms=TERMS, scale=1 + B * B)


def twice_as_fast(data: Any, effort: Effort) -> Evidence:
    """CE(W* + R W^mm) <= H + V e^(M ||W*||) e^(-2 R), M = sqrt(2) max ||h_j||."""
    xp, star, best = data.xp, compatibility(data).W, max_margin(data).W
    reach = 2 * xp.max(xp.sum(data.embeddings * data.embeddings, -1), -1) * inner(data, star, star)
    bound = data.sized("V") * xp.exp(xp.sqrt(reach) - 2 * data.gamma)
    genie = star + data.gamma[..., None, None] * best
    H = entropy(data)
    return at_most(loss(data, genie), H + bound, terms=TERMS, scale=1 + H + size(data, genie))


def inverse_of_sum(data: Any, effort: Effort) -> Evidence:
    """log sum over v in S_j of e^(l_v - l_z) = log p_jz at W* + R W^mm."""
    xp = data.xp
    genie = compatibility(data).W + data.gamma[..., None, None] * max_margin(data).W
    rows = logits(data, genie)
    total = xp.logsumexp(rows, -1, where=data.support)[..., None] - rows
    left, right = xp.where(data.support, total, 0), log_p(data)
    return equal(left, right, terms=TERMS, axes=2, scale=size(data, genie)[..., None, None])


def sum_over_all_tokens(data: Any, effort: Effort) -> Evidence:
    """log sum over all v of e^(l_v - l_z) = -log p_jz at W* + P_perp W."""
    decoder = compatibility(data).W + project_off(data, data.W)
    left = data.xp.where(data.support, -log_softmax(data, decoder), 0)
    return equal(left, -log_p(data), terms=TERMS, axes=2, scale=size(data, decoder)[..., None, None])


def attained_at_star(data: Any, effort: Effort) -> Evidence:
    star = compatibility(data).W
    return equal(loss(data, star), entropy(data), terms=TERMS, scale=size(data, star))


def pythagoras_minus(data: Any, effort: Effort) -> Evidence:
    inside, off = project(data, data.W), project_off(data, data.W)
    left = inner(data, data.W, data.W)
    return equal(left, inner(data, inside, inside) - inner(data, off, off), terms=TERMS, scale=1 + left)


def floor_on_the_complement(data: Any, effort: Effort) -> Evidence:
    off = project_off(data, data.W)
    return equal(floor(data, data.W), floor(data, off), terms=TERMS, scale=size(data, data.W, off))


def triangle_flipped(data: Any, effort: Effort) -> Evidence:
    inside, off = project(data, data.W), project_off(data, data.W)
    whole, within, out = (data.xp.sqrt(inner(data, A, A)) for A in (data.W, inside, off))
    return at_most(out, whole - within, terms=TERMS, scale=1 + whole)


def equal_rows_of_star(data: Any, effort: Effort) -> Evidence:
    return row_gap(data, compatibility(data).W, shared(data))


def equal_rows_once_together(data: Any, effort: Effort) -> Evidence:
    return row_gap(data, max_margin(data).W, together(data))


def longer_margin(data: Any, effort: Effort) -> Evidence:
    """<W*, W^mm> = ||W^mm||^2, as for projections onto one subspace."""
    star, best = compatibility(data).W, max_margin(data).W
    left, right = inner(data, star, best), inner(data, best, best)
    return equal(left, right, terms=TERMS, scale=1 + right + inner(data, star, star))


def from_the_start(data: Any, effort: Effort) -> Evidence:
    inside, star = project(data, data.W0), compatibility(data).W
    scale = 1 + (largest(data.xp, data.W0, 2) + largest(data.xp, star, 2))[..., None, None]
    return equal(inside, star, terms=TERMS, axes=2, scale=scale)


def limit_attained(data: Any, effort: Effort) -> Evidence:
    """CE(W* + gamma W^d) = H."""
    decoder = compatibility(data).W + data.gamma[..., None, None] * data.W
    return equal(loss(data, decoder), entropy(data), terms=TERMS, scale=size(data, decoder))


def floor_attained(data: Any, effort: Effort) -> Evidence:
    """CE(P_F U + R W^d) = CE_F(P_F U)."""
    start = project(data, data.U)
    decoder = start + data.gamma[..., None, None] * data.W
    return equal(loss(data, decoder), floor(data, start), terms=TERMS, scale=size(data, start, decoder))
