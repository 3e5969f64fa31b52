"""The log-loss risk bounds how far the logits of one component are apart, and with them the part in S_cyc.

An edge y -> t of sample i has l_i >= log(1 + (m_t / m_y) e^(v_t - v_y)) >= v_t - v_y - log(m_y / m_t).
The edges of a path have different labels, hence belong to different samples: along one from t back to y,

    v_y - v_t <= n L(W) + (K - 1) log M,    M the largest m_y / m_t,

for t in the component of y; samples of such edges are those of the cyclic subset, and |I| Lbar can stand for
n L.
"""

import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.dynamics.attention_descent import first_iterates
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attending, Attention, AttentionRun
from ntpcheck.reference.attention_loss import attention_loss, cyclic_part, gradient
from ntpcheck.reference.cyclic import cyclic_basis, project
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.feasible import margins
from ntpcheck_papers.li2024.shared.meaning import where_finite
from ntpcheck_papers.li2024.shared.scores import log_error, projected_logits, reach

STEPS = 2  # of a run that are looked at


def apart(data: Attention, W: Array, *, every_edge: bool = False) -> Array:
    """`[...]` the largest (e_i - e_j)^T W e_k, i and j in one component of graph k.

    every_edge: i and j joined by an edge i -> j as well.
    """
    pairs = graph.same_component(data)
    pairs = pairs | graph.edges(data) if every_edge else pairs
    return priority.largest(data, data.xp.where(pairs, margins(data, W), 0), 3)


def _counts(data: Attention) -> Array:
    """`[...]` (K - 1) log M."""
    xp, counts = data.xp, data.number("counts")
    own = xp.sum(xp.where(data.is_label, counts, 0), -1)[..., None]
    ratios = xp.where(data.present, xp.maximum(own, 1) / xp.maximum(counts, 1), 1)
    return (data.size("K") - 1) * xp.log(priority.largest(data, ratios, 2))


def _rounding(data: Attention, *points: Array) -> Array:
    far = 1 + sum(reach(data, W) for W in points)
    error = data.xp.rounding(far, ulps.risk(data.size("K"), data.size("d"), data.size("n")))
    return error + log_error(data, *points)


def keeps_component(data: Attending) -> Evidence:
    """Logits of tokens of one component differ by at most n L(W) + (K - 1) log M."""
    left = apart(data, data.W)
    right = data.sized("n") * attention_loss(data, data.W) + _counts(data)
    size = 1 + data.xp.abs(left) + data.xp.abs(right)
    found = Evidence(right - left, _rounding(data, data.W) * data.size("n"), size)
    return where_finite(data, found, data.W)


def coercive(data: Attending) -> Evidence:
    """|I| Lbar(V) + (K - 1) log M >= D, V = P_S W, and D > 0 unless V = 0: so Lbar(t V) -> oo.

    D is the largest difference of logits of V in one component, and grows like t.
    """
    return both(*bounded_below(data, project(data, data.W)))


def bounded_below(data: Attending, V: Array) -> tuple[Evidence, Evidence]:
    """At V `[..., d, d]`: that |I| Lbar(V) + (K - 1) log M >= D, and that D > 0 unless V = 0."""
    xp, part, D = data.xp, cyclic_part(data), apart(data, V)
    samples = xp.asarray(part.samples.sum(-1), data.embeddings)
    right = samples * attention_loss(part, V) + _counts(data)
    size = 1 + xp.abs(right) + D
    error = _rounding(data, data.W) * data.size("n")
    if xp is FLOAT:
        error = error + 4 * data.size("n") * projected_logits(data, data.W)
        length = V.abs().flatten(-2).amax(-1)
        moved = length > error
        grown = torch.where(moved | (length == 0), D, torch.nan)  # V that may be rounding alone: left open
    else:
        moved, grown = bool((V != 0).any()), D
    bound = Evidence(right - D, error, size)
    seen = Evidence(grown, xp.where(moved, error, 0 * error), size, strict=moved)
    return bound, seen


def stays_bounded(run: AttentionRun) -> Evidence:
    """Logits of one component at W(tau) differ by at most n L(W(0)) + (K - 1) log M; tau <= `STEPS`.

    They are those of the part of W(tau) in S_cyc, which they determine.
    """
    path = first_iterates(run, STEPS)
    first = attention_loss(run, path[0])
    left = run.xp.max(run.xp.stack([apart(run, W) for W in path]), -1)
    right = run.sized("n") * first + _counts(run)
    size = 1 + run.xp.abs(left) + run.xp.abs(right)
    found = Evidence(right - left, _rounding(run, *path) * run.size("n"), size)
    return where_finite(run, found, *path)


def squares(run: AttentionRun) -> list[Array]:
    """`[...]` ||D||^2, ||D_perp||^2 and ||D_par||^2 for the step D from W(0)."""
    step = run.eta[..., None, None] * gradient(run, run.W0)
    inside = project(run, step)
    return [run.xp.sum(D * D, (-2, -1)) for D in (step, step - inside, inside)]


def parts_of_step(run: AttentionRun, sizes: list[Array]) -> Evidence:
    """Of three sizes `[...]` of a step the second is at most the first, which is the sum of the others."""
    terms = 2 * ulps.entries(run.W0) + 4
    found = both(
        at_most(sizes[1], sizes[0], terms=terms, scale=sizes[0]),
        equal(sizes[0], sizes[1] + sizes[2], terms=terms, scale=sizes[0]),
    )
    return settled_part(run, found)


def settled_part(run: AttentionRun, found: Evidence) -> Evidence:
    """The same, open where S_cyc is not settled, undefined where the risk is not finite."""
    if run.xp is FLOAT:
        lost = FLOAT.rounding(4 * found.scale, ulps.projected(run.W0)) / cyclic_basis(run).steady
        found = Evidence(found.slack, found.error + lost, found.scale)
    return where_finite(run, found, run.W0)
