"""The radius (13) beyond which W^mm beats a competitor, and whether it does.

With c_i = sum_O e^(b_it), d_i = sum_R e^(b_it), eps in (0, 1] and c_dn, c_up, bbar as in the other files,

    R_eps = (1 / eps) log(2 n T c_up c_j d_i^2 / (c_dn c_i d_j^2)) + 2 bbar / eps,

for all samples i and j, which is no less than for those of the proof: "worst-case choices of c_i, d_i, c_j,
d_j" (App. C.5).
Doubles compare the logarithms of what the risks exceed their common floor by; balls compare the risks.
"""

from typing import Any

import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingScaled
from ntpcheck.instances.graph import component
from ntpcheck.reference.attention_loss import attention_loss
from ntpcheck.reference.attention_path import inner_scores
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck.reference.secants import mean_steepness
from ntpcheck_papers.li2024.section_4.path_exact import off_subspace
from ntpcheck_papers.li2024.section_4.path_losses import steepness
from ntpcheck_papers.li2024.section_4.path_steps import bbar, beside_label, lengths, margins
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.scores import projection_error

FAR = 2**60  # a margin of tokens that are not asked about


def no_longer(data: AttendingScaled) -> Evidence:
    """||W'|| <= ||W^mm||."""
    xp, best = data.xp, graph_svm(data)
    sizes = [xp.sum(W * W, (-2, -1)) for W in (off_subspace(data, data.W), best.W)]
    square = xp.sum(data.W * data.W, (-2, -1))
    error = xp.rounding(square + sizes[1], ulps.entries(data.W) + 4)
    error = error + 3 * xp.sqrt(square) * projection_error(data, data.W)
    if xp is FLOAT:
        error = error + (2 * xp.sqrt(sizes[1]) + best.error) * best.error
    return Evidence(sizes[1] - sizes[0], error, sizes[0] + sizes[1])


def falls_short(data: AttendingScaled) -> Evidence:
    """eps > 0: some strict priority has a margin below 1 under W'."""
    found = margins(data)
    least = data.xp.minimum(found.least, 2)
    return Evidence(1 - least, found.error, 1 + data.xp.abs(least), strict=True)


def eps_at_most_one(data: AttendingScaled) -> Evidence:
    """No margin of W' is negative."""
    found = margins(data)
    least = data.xp.minimum(found.least, 2)
    return Evidence(least, found.error, 1 + data.xp.abs(least))


def beyond_radius(data: AttendingScaled, *, all_tokens: bool = False) -> Evidence:
    """R > R_eps, bbar over the R_i, or over all tokens; undefined where there is no c_dn > 0."""
    xp, found, slopes = data.xp, margins(data), steepness(data)
    steep: Any = slopes.least > 0 if xp is FLOAT else bool(slopes.least[()] > 0)
    if xp is not FLOAT and not steep:
        zero = 0 * data.R
        return Evidence(zero, zero, 1 + zero, defined=False)
    floor = xp.where(steep, slopes.least, 1) if xp is FLOAT else slopes.least
    longest = priority.largest(data, lengths(data)[0], 1)
    size = _log_squares(data)
    worst = xp.max(size, -1) + xp.max(-size, -1)
    radius = xp.log(2 * data.sized("n") * longest * slopes.most / floor) + worst
    radius = radius + 2 * bbar(data, all_tokens=all_tokens)
    slack = data.R * xp.minimum(1 - found.least, 1) - radius
    scale = 1 + xp.abs(slack) + xp.abs(radius)
    terms = 4 * ulps.dot(data.size("d")) + 2 * ulps.total(data.size("K")) + 8 * ulps.LOG + 16
    return Evidence(slack, 8 * found.error + xp.rounding(scale, terms), scale, strict=True, defined=steep)


def _log_squares(data: AttendingScaled) -> Array:
    """log(d_i^2 / c_i) `[..., n]`, through the label's own b."""
    xp, (own, total) = data.xp, beside_label(data)
    return own + 2 * xp.log(total) - xp.log(lengths(data)[1])


def _log_excess(data: AttendingScaled, at: torch.Tensor) -> torch.Tensor:
    """log(l(u_i - g_i) - l(u_i)) `[..., n]` of a float batch, for margins at `[..., n, K]` times R."""
    found, inside = margins(data), component(data)
    size = data.counts.clamp_min(1).to(torch.float64).log() + found.inner
    lse = torch.where(inside, size, -torch.inf).logsumexp(-1)
    faded = torch.where(found.below, size - data.R[..., None, None] * at, -torch.inf).logsumexp(-1) - lse
    log_u = torch.where(data.is_label, size, 0.0).sum(-1) - lse
    log_g = log_u - torch.nn.functional.softplus(-faded, threshold=700)
    log_g = torch.where(torch.isneginf(faded), -torch.inf, log_g)
    return log_g + mean_steepness(data, inner_scores(data, project(data, data.W2)), log_g.exp()).log()


def beats(data: AttendingScaled) -> Evidence:
    """L(R W' + V) > L(R W^mm + V). Slack on doubles: of the logarithms of what exceeds the floor."""
    if data.xp is FLOAT:
        found = margins(data)
        rival, best = (_log_excess(data, at).logsumexp(-1) for at in (found.rival, found.best))
        scale = 1 + rival.abs() + best.abs()
        terms = 2 * ulps.log_sum_exp(data.size("K")) + 2 * ulps.log_sum_exp(data.size("n")) + 4 * ulps.LOG
        return Evidence(rival - best, 8 * found.error + data.xp.rounding(scale, terms), scale, strict=True)
    V, W = project(data, data.W2), off_subspace(data, data.W)
    rival, best = (attention_loss(data, data.R * at + V) for at in (W, graph_svm(data).W))
    return Evidence(rival - best, 0 * rival, 1 + data.xp.abs(rival), strict=True)
