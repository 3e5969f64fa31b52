"""The displayed steps from the convexity of the risk to where descent goes: one step, or one comparison.

With W_par = P_S W on S = S_cyc, W_perp = W - W_par and R = ||W_perp||.
"""

from dataclasses import replace

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import at_most, below
from ntpcheck.dynamics.attention_descent import first_iterates
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, AttendingPair, AttendingScaled, Attention, AttentionRun
from ntpcheck.reference.attention_loss import (
    Part,
    attention_loss,
    below_labels,
    cyclic_part,
    gradient,
    logits,
)
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.section_5.descent import step_terms
from ntpcheck_papers.li2024.shared.meaning import where_finite
from ntpcheck_papers.li2024.shared.scores import projected_logits, reach

STEPS = 2  # of a run that are looked at


def slopes(run: AttentionRun) -> list[Array]:
    """`[...]` ||grad L(W(tau))||^2 at the first iterates."""
    path = first_iterates(run, STEPS)
    return [run.xp.sum(slope * slope, (-2, -1)) for slope in (gradient(run, W) for W in path[:-1])]


def falls_by(run: AttentionRun, paid: Array) -> Evidence:
    """L(W(0)) - L(W(T)) is at least `paid` `[...]`, T = `STEPS`."""
    path = first_iterates(run, STEPS)
    risks = [attention_loss(run, W) for W in (path[0], path[-1])]
    size = risks[0] + risks[1] + paid + reach(run, path[0])
    terms = STEPS * step_terms(run)
    found = at_most(paid, risks[0] - risks[1], terms=terms, scale=1 + size)
    return where_finite(run, found, *path)


def difference_of_squares(data: AttendingPair, *, closed: bool = False) -> Evidence:
    """(a^2 - b^2) / (2 b) > a - b for a = ||W2||, b = ||W||; closed: >= instead."""
    a, b = norm(data, data.W2), norm(data, data.W)
    left, right = (a * a - b * b) / (2 * b), a - b
    size = a + b + (a * a + b * b) / b
    return (at_most if closed else below)(right, left, terms=2 * ulps.entries(data.W) + 8, scale=size)


def norm_above_half(data: AttendingPair) -> Evidence:
    """||W|| > 1/2."""
    square = data.xp.sum(data.W * data.W, (-2, -1))
    error = data.xp.rounding(square, ulps.entries(data.W) + 2)
    return Evidence(4 * square - 1, 4 * error, 4 * square + 1, strict=True)


def risk_floor(data: Attending) -> Evidence:
    """L(W) >= (|I| / n) Lbar(W_par), the loss of the other samples being l(1) = 0."""
    part, (inside, _, _) = cyclic_part(data), split(data, data.W)
    floor = attention_loss(part, inside) * _share(data, part)
    above, far = attention_loss(data, data.W), reach(data, data.W) + reach(data, inside)
    terms = step_terms(data)
    found = at_most(floor, above, terms=terms, scale=1 + above + floor + far)
    return replace(found, error=found.error + 2 * projected_logits(data, data.W))


def positive_norms(data: AttendingPair) -> Evidence:
    """W and W2 are not zero."""
    xp = data.xp
    sizes = [xp.sum(W * W, (-2, -1)) for W in (data.W, data.W2)]
    slack = xp.minimum(*sizes)
    return Evidence(slack, 0 * slack, slack, strict=True)


def cyclic_limit(data: AttendingScaled, *, share: bool) -> Array:
    """`[...]` Lbar(W_par); share: times |I| / n."""
    part, (inside, _, _) = cyclic_part(data), split(data, data.W)
    return attention_loss(part, inside) * (_share(data, part) if share else 1)


def limit_of_risk(data: AttendingScaled, limit: Array) -> Evidence:
    """L(R W^mm + W_par + W') tends to a limit `[...]` as R does to infinity.

    W' is the part of W orthogonal to S_cyc and W^mm. Checked at every R: W^mm
    and W' tie the tokens of R_i, and W^mm has all others at least R below them, so that with g_it =
    (x_it - e_y)^T (W_par + W') xbar_i the risk is above its limit by no more than e^-R (1/n) sum over i and
    t outside R_i of m_it e^g_it / m_iy. Slack: that bound minus the distance.
    """
    xp, best = data.xp, graph_svm(data)
    inside, outside, _ = split(data, data.W)
    square = xp.sum(best.W * best.W, (-2, -1))
    overlap = xp.sum(outside * best.W, (-2, -1)) / xp.where(square == 0, 1, square)
    rest = inside + outside - overlap[..., None, None] * best.W
    point = rest + data.R[..., None, None] * best.W
    distance = xp.abs(attention_loss(data, point) - limit)
    allowed = _excess(data, rest)
    far = reach(data, point)
    error = xp.rounding(limit + distance + far, step_terms(data))
    error = error + (data.R * best.error * _largest(data) if xp is FLOAT else 0)
    error = error + xp.rounding(allowed, step_terms(data)) * (1 + far)
    return Evidence(allowed - distance, error, limit + distance + 1)


def _share(data: Attention, part: Part) -> Array:
    """`[...]` |I| / n."""
    return data.xp.asarray(part.samples.sum(-1), data.embeddings) / data.sized("n")


def _excess(data: AttendingScaled, rest: Array) -> Array:
    """`[...]` e^-R (1/n) sum over i and t outside R_i of m_it e^g_it / m_iy."""
    xp, counts = data.xp, data.number("counts")
    v = logits(data, rest)
    own = xp.sum(xp.where(data.is_label, v, 0), -1)[..., None]
    copies = xp.sum(xp.where(data.is_label, counts, 0), -1)[..., None]
    outside = below_labels(data)
    lower = xp.where(outside, v - own - data.R[..., None, None], 0)
    terms = xp.where(outside, counts * xp.exp(lower) / copies, 0)
    return xp.sum(xp.sum(terms, -1), -1) / data.sized("n")


def split(data: Attention, W: Array) -> tuple[Array, Array, Array]:
    """W_par, W_perp `[..., d, d]` and R `[...]`."""
    inside = project(data, W)
    return inside, W - inside, norm(data, W - inside)


def norm(data: Attention, W: Array) -> Array:
    """`[...]` ||W||."""
    return data.xp.sqrt(data.xp.sum(W * W, (-2, -1)))


def _largest(data: Attention) -> Array:
    """`[...]` (sum |E|)^2, above every logit of a W of norm 1."""
    size = data.xp.sum(data.xp.abs(data.embeddings), (-2, -1))
    return size * size
