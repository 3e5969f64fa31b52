"""Lower bounds on the loss above entropy by one of its terms, and the two cases they are made for."""

from typing import Any

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array, positive
from ntpcheck.checks.decoders import margin, same, scores, spread, surprisal
from ntpcheck.checks.loss import excess
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset, Decoding, Scaled
from ntpcheck.reference.entropy import log_p
from ntpcheck.reference.subspace import project_off
from ntpcheck_papers.thrampoulidis2024.shared.approach import log_odds, moved
from ntpcheck_papers.thrampoulidis2024.shared.genie import frame, widest_logit
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import projection_error


def least(data: Dataset, table: Array) -> Array:
    """`[...]` the smallest entry of `[..., m, V]`."""
    return data.xp.min(data.xp.min(table, -1), -1)


def one_term(data: Decoding, *, corrected: bool = False, at_zero: bool = False) -> Evidence:
    """CE(W) - H >= pi_j p_jz log(p_jz / s_jz) for every context and in-support token, s_j the softmax.

    corrected: pi_j (p_jz log(p_jz / s_jz) - p_jz + s_jz) on the right, which is nonnegative. at_zero: 0 in
    the place of W.
    """
    xp, found = data.xp, scores(data, 0 * data.W if at_zero else data.W)
    rare = surprisal(found.logits)
    term = data.p * (log_p(data) + rare)
    if corrected:
        term = term + xp.exp(-rare) - data.p
    term = xp.where(data.support, data.pi[..., None] * term, 0)
    whole = excess(data, found)
    slack = least(
        data, xp.where(data.support, whole.total[..., None, None] - term, whole.total[..., None, None])
    )
    size = 1 + xp.max(found.size + xp.max(xp.abs(log_p(data)), -1), -1)
    error = whole.inside_error + whole.outside_error + 4 * xp.max(found.error, -1)
    terms = 2 * ulps.softmax(data.size("V")) + ulps.LOG_P + 4
    return Evidence(slack, error + xp.rounding(size, terms), size)


def one_step(data: Decoding) -> Evidence:
    """CE(W) - H >= pi_j p_jz (log p_jz + l_jz' - l_jz - 1) for all j and z, z' in S_j."""
    xp, found = data.xp, scores(data, data.W)
    ahead = found.logits[..., None, :] - found.logits[..., :, None] + log_p(data)[..., None]
    term = (data.pi[..., None] * data.p)[..., None] * (ahead - 1)
    whole = excess(data, found)
    pair = data.support[..., :, None] & data.support[..., None, :] & ~same(data.size("V"), data.embeddings)
    slack = whole.total[..., None, None, None] - xp.where(pair, term, 0 * term)
    size = 1 + xp.max(found.size + xp.max(xp.abs(log_p(data)), -1), -1)
    error = whole.inside_error + whole.outside_error + 4 * xp.max(found.error, -1)
    error = error + xp.rounding(size, ulps.LOG_P + 8)
    return Evidence(least(data, xp.min(slack, -1)), error, size)


# Why 4. Let a = pi_j p_jz, b = pi_j p_jz' and x = l_jz' - l_jz for W - W*. The softmax with this x that loses
# least leaves the other shares as p has them: CE - H >= a x - (a + b) log((a + b) / (a e^-x + b)). That grows
# with a and with b, both at least 1/n; there it is (x - 2 log 2 + 2 log(1 + e^-x)) / n >= log(e^x / 4) / n.


def tilted(data: Decoding, *, over: int | None = None) -> Evidence:
    """CE(W) - H >= (R' delta - log n) / n wherever case (i) holds for W with a delta in (0, 1).

    Case (i): (e_z' - e_z)^T (W - W*) h_j >= R' delta for some j and z, z' in S_j, R' = ||W - W*|| / ||W^mm||.
    The largest R' delta is the largest such difference, or R'. over: in the place of the n in the logarithm.
    """
    xp, at = data.xp, frame(data)
    found = scores(data, data.W)
    whole, away = excess(data, found), data.W - at.star
    wide = xp.max(spread(data, found.logits - log_p(data)), -1)  # W* has the differences of log p
    ratio = xp.sqrt(xp.sum(away * away, (-2, -1))) / at.height
    pull = xp.minimum(wide, ratio)
    n = data.n + 0 * pull
    wanted = (pull - xp.log(n if over is None else over + 0 * n)) / n
    size = 1 + xp.max(found.size + xp.max(xp.abs(log_p(data)), -1), -1) + ratio
    error = whole.inside_error + whole.outside_error + 4 * xp.max(found.error, -1)
    error = error + xp.rounding(size, ulps.entries(data.W) + 2 * ulps.LOG_P + 8)
    if xp is FLOAT:
        error = error + (at.star_error + ratio * at.margin_error) / at.height
    return Evidence(whole.total - wanted, error, size)


def off_ties_or_case_i(data: Scaled) -> Evidence:
    """W^ = (0 - W*) / R' lies in the complement of F, or case (i) holds for it with delta = gamma.

    R' = ||W*|| / ||W^mm||. Asked where 0 < delta < 1 and case (ii) holds. Slack: the largest of what case (i)
    exceeds delta by, of minus ||W*||, and of what case (ii) misses, times ||W*||.
    """
    xp, at, delta = data.xp, frame(data), data.gamma
    size, found = xp.sqrt(at.star_square), moved(data, 0 - at.star, at.star_error)
    wide, gap = xp.max(spread(data, found.logits), -1), margin(data, found.logits, 1 + 2 * found.size)
    first, second = at.height * wide - delta * size, at.height * xp.min(gap, -1) - (1 - delta) * size
    slack = xp.maximum(xp.maximum(first, 0 - size), second)
    asked = at.exists & positive(delta) & positive(1 - delta) & positive(size)
    reach = (1 + xp.abs(delta)) * size + at.height * xp.max(found.size, -1)
    error = 2 * at.height * xp.max(found.error, -1)
    error = error + xp.rounding(reach, ulps.entries(at.star) + 8)
    if xp is FLOAT:
        error = error + at.margin_error * xp.max(found.size, -1) + 2 * at.star_error
    return Evidence(xp.where(asked, slack, 1 + 0 * slack), xp.where(asked, error, 0 * error), 1 + reach)


def right_total(data: Decoding) -> Evidence:
    """sum over S_j of e^(l_z' - l_z) = 1/p_jz for every z in S_j, in logs, at W* + P_perp W."""
    xp, at = data.xp, frame(data)
    found = moved(data, at.star + project_off(data, data.W), at.star_error + projection_error(data, data.W))
    total = xp.logsumexp(found.logits, -1, where=data.support)[..., None] - found.logits
    miss = xp.where(data.support, xp.abs(total + log_p(data)), 0)
    size = found.size + xp.max(xp.abs(log_p(data)), -1) + 1
    error = 2 * found.error + xp.rounding(size, ulps.log_sum_exp(data.size("V")) + ulps.LOG_P + 4)
    return Evidence(-xp.max(xp.max(miss, -1), -1), xp.max(error, -1), xp.max(size, -1))


def exposed(data: Decoding) -> Evidence:
    """CE - H >= pi_j p_jz log(1 + p_jz c e^-y_j) >= c e^-y_j / (2 n^2) at W* + P_perp W, for all z in S_j.

    c = e^(-||W*|| M), and y_j = R' (1 - delta) is the smallest margin of context j at P_perp W, or zero if
    that is negative: the largest delta below 1 for which case (ii) holds there.
    """
    xp: Any = data.xp
    at = frame(data)
    off = project_off(data, data.W)
    found = moved(data, at.star + off, at.star_error + projection_error(data, data.W))
    open_, pulled = ~xp.all(data.support, -1), scores(data, off)
    gap = xp.maximum(margin(data, pulled.logits, 0 * found.size), 0 * found.size)
    share = xp.exp(-widest_logit(data)[..., None] - gap)
    terms = data.pi[..., None] * data.p * xp.log1p(data.p * share[..., None])
    odds = log_odds(data, found.logits)
    paid = data.pi * (xp.maximum(odds, 0 * odds) + xp.log1p(xp.exp(-xp.abs(odds))))
    if xp is FLOAT:
        paid = xp.where(odds < 0, data.pi * xp.log1p(xp.exp(odds)), paid)
    whole = xp.sum(xp.where(open_, paid, 0 * paid), -1)[..., None, None]
    n = data.n[..., None, None]
    last = share[..., None] / (2 * n * n)
    first, second = whole - terms, terms - last
    asked = data.support & open_[..., None]
    slack = least(data, xp.where(asked, xp.minimum(first, second), 1 + 0 * first))
    counted = 2 * ulps.log_sum_exp(data.size("V")) + 4 * ulps.LOG + 16
    eps = 8 * found.error + 8 * pulled.error + xp.rounding(found.size + 1, counted)
    counted = ulps.entries(data.W) + ulps.dot(data.size("d")) + 4
    eps = xp.max(eps, -1) + xp.rounding(widest_logit(data), counted)
    if xp is FLOAT:
        reach = data.embeddings.abs().sum((-2, -1))
        eps = eps + 8 * (at.star_error + projection_error(data, data.W)) * reach
    size = whole[..., 0, 0] + xp.max(xp.max(xp.where(asked, terms + last, 0 * terms), -1), -1)
    return Evidence(slack, size * eps, size)
