"""Strong growth: the mean squared norm of a sampled gradient against the squared norm of its mean.

Draw context j with probability pi_j, and let g_j = (s_j - p_j) h_j^T, s_j = softmax(W h_j). The condition is
E ||g_j||^2 <= rho ||grad CE(W)||^2 for some rho and every W. On compatible and separable data it holds, with
this rho. Let G = ||grad CE(W)||, h = max ||h_j||, w = ||W^mm||, sigma_j the softmax outside S_j, q_j the
softmax inside S_j, renormalised, and d = P_F W - W*.

outside.  -<grad CE, W^mm> = sum_j pi_j sum_{v not in S_j} s_jv <W^mm, x_jv> >= sum_j pi_j sigma_j, because
          W^mm ties every support. So sum_j pi_j sigma_j <= w G.
inside.   With a = d h_j, q_jz is proportional to p_jz e^{a_z}. Hence <grad CE, d> = sum_j pi_j (<q_j - p_j,
          a> + sum_{v not in S_j} s_jv (a_v - <q_j, a>)) >= sum_j pi_j <q_j - p_j, a> - sqrt2 h w G ||d||.
          With D the largest spread of a over a support, <q_j - p_j, a> >= 0 for all j, and at that support
          it is at least p_z p_z' (1 - e^-D) D, from the two tokens z, z' furthest apart. And D >= kappa ||d||
          on F, where kappa = min over unit d of max |row d| >= 1/sqrt(N tr(K^+)) for the N rows
          (e_a - e_z) h_j^T that span F, with Gram matrix K. So 1 - e^-D <= (1 + sqrt2 h w) G / (kappa pi_min
          p_min^2), with the least pi_j, and the least p_jz of a context with several tokens.
together. |q_jz - p_jz| sums to at most 2 (1 - e^-D), so ||s_j - p_j|| <= sqrt2 (sigma_j + 1 - e^-D), and
          sqrt(rho) = sqrt2 h (w / sqrt(pi_min) + (1 + sqrt2 h w) / (kappa pi_min p_min^2)).

Below, squares of sums are bounded by twice the sums of squares, which keeps rho rational. Where every support
is one token, D = 0 and rho = 2 h^2 w^2 / pi_min.
"""

from typing import Any, NamedTuple

import numpy as np
import torch
from flint import fmpq, fmpq_mat

from ntpcheck import decompositions, ulps
from ntpcheck.arithmetic import FLOAT, Array, exact
from ntpcheck.checks.decoders import scores
from ntpcheck.evidence import Evidence
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset, Decoding
from ntpcheck.reference.max_margin import max_margin
from ntpcheck.reference.solvers.rational import exact_rows
from ntpcheck_papers.thrampoulidis2024.shared.convexity import inner

RANK = 2.0**-33  # singular values below this share of the largest count as zero
LOGIT_LIMIT = 700.0  # exp of more overflows


class Residual(NamedTuple):
    """softmax(W h_j) - p_j `[..., m, V]`, and a bound `[..., m, V]` on its error."""

    value: Array
    error: Array


def residual(data: Dataset, W: Array) -> Residual:
    """s_jv = e_v / (1 + rho_j) out of support, (q_jz - p_jz - p_jz rho_j) / (1 + rho_j) in it.

    Out-of-support odds e_v are accurate relative to themselves. q_jz - p_jz is exactly zero where S_j is one
    token; elsewhere a logit error e moves it by at most 4 e.
    """
    xp: Any = data.xp
    found, inside = scores(data, W), data.support
    lowest = xp.min(found.logits, -1)[..., None]
    top = xp.max(xp.where(inside, found.logits, lowest), -1)[..., None]
    raised = xp.where(inside, xp.exp(xp.where(inside, found.logits - top, 0 * top)), 0)
    total = xp.sum(raised, -1)[..., None]
    relative = found.logits - top
    if xp is FLOAT:
        relative = relative.clamp_max(LOGIT_LIMIT)
    odds = xp.where(inside, 0, xp.exp(xp.where(inside, 0 * top, relative)) / total)
    rho = xp.sum(odds, -1)[..., None]
    apart = xp.where(inside, raised / total - data.p, 0)
    value = (apart - data.p * rho + odds) / (1 + rho)
    several = xp.sum(xp.where(inside, 1 + 0 * odds, 0), -1)[..., None] > 1
    moved = found.error[..., None] + xp.rounding(found.error[..., None] * 0 + 1, ulps.softmax(data.size("V")))
    error = 4 * moved * xp.abs(odds + data.p * rho) / (1 + rho) + xp.where(several & inside, 4 * moved, 0)
    return Residual(value, error if xp is FLOAT else 0 * value)


def rows_trace(data: Dataset) -> Array:
    """`[...]` N tr(K^+), at least 1 / kappa^2: N rows spanning F, K their Gram matrix; 0 where F = {0}.

    Floats take every (e_a - e_z) h_j^T, a the first token of S_j; exact instances a basis among them.
    """
    if data.xp is not FLOAT:
        return _exact_trace(data)
    values, kept = _row_values(data)
    inverse = torch.where(kept, 1 / torch.where(kept, values, 1.0) ** 2, 0.0).sum(-1)
    return inverse * (data.support.sum((-2, -1)) - data.size("m"))


def _trace_error(data: Dataset) -> Array:
    """`[...]` what rounding does to `rows_trace`, relative to it: the least value that counts is off most."""
    values, kept = _row_values(data)
    least = torch.where(kept, values, values[..., :1]).amin(-1)
    condition = torch.where(least > 0, values[..., 0] / torch.where(least > 0, least, 1.0), 1.0)
    size = data.size("V") * data.size("d")
    return FLOAT.rounding(condition, 2 * ulps.spectrum(data.size("m") * data.size("V"), size))


@cached
def _row_values(data: Dataset) -> tuple[torch.Tensor, torch.Tensor]:
    """The singular values of the rows, and which of them count."""
    anchor = data.support.to(torch.float64).argmax(-1)
    unit = torch.eye(data.size("V"), dtype=torch.float64, device=data.embeddings.device)
    pairs = torch.where(data.support[..., None], unit[anchor][..., None, :] - unit, 0.0)  # [..., m, V, V]
    rows = (pairs[..., None] * data.embeddings[..., :, None, None, :]).flatten(-2).flatten(-3, -2)
    values = decompositions.svdvals(rows)
    return values, values > RANK * values[..., :1]


@cached
def _exact_trace(data: Dataset) -> Array:
    rows = exact_rows(data)
    if not rows.basis:
        return np.asarray(exact(0), dtype=object)
    # Rows are scaled to integers there: undo it.
    scales = [fmpq(1, rows.scales[j]) for j, _ in rows.basis]
    size = len(scales)
    gram = fmpq_mat(rows.inner(rows.basis))
    scaled = fmpq_mat(
        size, size, [gram[i, k] * scales[i] * scales[k] for i in range(size) for k in range(size)]
    )
    inverse = scaled.inv()
    return np.asarray(sum((inverse[i, i] for i in range(size)), fmpq(0)) * size, dtype=object)


def growth_constant(data: Dataset) -> Array:
    """`[...]` rho of the module's head; where the data is not separable, what it gives for W^mm = 0."""
    xp, best = data.xp, max_margin(data)
    like = data.pi[..., 0]
    width = xp.max(xp.sum(data.embeddings * data.embeddings, -1), -1)
    square = inner(best.W, best.W, data) + 0 * like
    least = xp.min(data.pi, -1)
    several = xp.sum(xp.where(data.support, 1 + 0 * data.p, 0), -1)[..., None] > 1
    rare = xp.min(xp.min(xp.where(data.support & several, data.p, 1), -1), -1)
    spread = rows_trace(data) + 0 * like
    one_hot = ~xp.any(several[..., 0], -1)
    outside = square / least
    inside = spread * (2 + 4 * width * square) / (least * rare * rare) ** 2
    return xp.where(one_hot, 2 * width * outside, 4 * width * (outside + inside))


def strong_growth(data: Decoding) -> Evidence:
    """E ||g_j||^2 <= rho ||grad CE(W)||^2 at W, rho = `growth_constant`."""
    return grows_by(data, growth_constant(data), 0 * data.pi[..., 0])


def token_noise(data: Decoding) -> Array:
    """`[...]` what E ||g_jz||^2 has more than E ||g_j||^2: sum_j pi_j ||h_j||^2 (1 - ||p_j||^2).

    Here the token z is drawn too, with probability p_jz, and g_jz = (s_j - e_z) h_j^T.
    """
    xp: Any = data.xp
    squares = xp.sum(data.embeddings * data.embeddings, -1)
    return xp.sum(data.pi * squares * (1 - xp.sum(data.p * data.p, -1)), -1)


def grows_by(data: Decoding, rho: Array, noise: Array) -> Evidence:
    """E ||g_j||^2 + noise <= rho ||grad CE(W)||^2 at W."""
    xp: Any = data.xp
    found = residual(data, data.W)
    squares = xp.sum(data.embeddings * data.embeddings, -1)
    own = xp.sum(found.value * found.value, -1)
    size = xp.max(xp.abs(found.value), -1)
    wrong = xp.max(found.error, -1)
    mean = xp.sum(data.pi * squares * own, -1) + noise
    mean_error = xp.sum(data.pi * squares * 2 * data.size("V") * (size + wrong) * wrong, -1)
    pulled = (data.pi[..., None] * found.value).swapaxes(-1, -2) @ data.embeddings
    lengths = xp.sqrt(squares)
    off = xp.sum(data.pi * lengths * wrong * data.size("V"), -1)
    reach = xp.sqrt(inner(pulled, pulled, data)) if xp is FLOAT else 0 * off
    terms = ulps.entries(pulled) + ulps.total(data.size("m")) + ulps.total(data.size("V")) + 8
    right = rho * inner(pulled, pulled, data)
    right_error = rho * (2 * reach * off + off * off) + xp.rounding(right, 2 * terms)
    if xp is FLOAT:  # what rho may be off by
        best = max_margin(data)
        length = xp.sqrt(inner(best.W, best.W, data))
        share = torch.where(length > 0, best.error / torch.where(length > 0, length, 1.0), 0.0)
        right_error = right_error + right * (_trace_error(data) + 4 * share)
    error = mean_error + right_error + xp.rounding(mean, 2 * terms)
    return Evidence(right - mean, error if xp is FLOAT else 0 * mean, mean + right)
