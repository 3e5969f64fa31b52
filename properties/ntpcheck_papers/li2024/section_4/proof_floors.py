"""Proofs of Lemma 4 and Theorem 2: the floor of the risk beside a part in S_cyc, and how it is reached."""

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.checks.path_points import approached
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.attention_paths import PATHS, SCALED_PATHS
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import Attending, AttendingPair, AttendingScaled, Attention
from ntpcheck.instances.graph import component
from ntpcheck.reference.attention_loss import (
    attention_loss,
    below_labels,
    cyclic_part,
    outputs,
    picks_label,
    weights,
)
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.section_4 import floor as floors
from ntpcheck_papers.li2024.section_4.chains import TINY
from ntpcheck_papers.li2024.section_4.floor import (
    allowance,
    approach,
    faded,
    floor_of_shares,
    improves_on,
    inner,
    lowest,
    short_of_infimum,
)
from ntpcheck_papers.li2024.section_4.path_limits import ONE, by_path, outside, over_radius
from ntpcheck_papers.li2024.setting import ATTENDING, ATTENDING_PAIRS
from ntpcheck_papers.li2024.shared.scores import reach


@claim("attention/lemma-4/proof/eq-12", domain=ATTENDING_PAIRS)
def equation_12(data: AttendingPair, effort: Effort) -> Evidence:
    """W_perp = W - P_S W and W_par = P_S W2; b are the logits of W_par."""
    return floors.same_distribution(data)


@claim("attention/lemma-4/proof/zero-probabilities", domain=ATTENDING_PAIRS)
def zero_probabilities(data: AttendingPair, effort: Effort) -> Evidence:
    """R_i holds the label, and without it the score is 0, below that of any W."""
    return floors.no_better_assignment(data, outside=True)


@claim("attention/lemma-4/proof/zero-probabilities/amended", domain=ATTENDING_PAIRS)
def zero_probabilities_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """Checked as stated."""
    return floors.no_better_assignment(data)


@claim("attention/lemma-4/proof/step-1", domain=SCALED_PATHS)
def step_1(data: AttendingScaled, effort: Effort) -> Evidence:
    """gamma_i^max = sum_O e^b / sum_R e^b with the logits b of W_par = P_S W2. Checked with a rate: the
    difference is between 0 and a constant of the data times e^-R, at every R.
    """
    # 0 <= L(R W^mm + V) - (1/n) sum_i l(share_i) <= c_up e^-R (1/n) sum_i share_i C_i, V = P_S W2.
    return approach(data, floor_of_shares(data)).within(data.xp)


@claim("attention/lemma-4/proof/selected", domain=ATTENDING)
def selected_share(data: Attending, effort: Effort) -> Evidence:
    """Both equalities, the bound, and where it is attained."""
    # u_i = sum_O s = (sum_R s / sum s) share_i <= share_i, with equality where R_i is all.
    xp, s, inside = data.xp, weights(data, data.W), component(data)
    share, u = inner(data, data.W).share, outputs(data, data.W)
    own, part = (xp.sum(xp.where(shown, s, 0), -1) for shown in (data.is_label, inside))
    part = part / xp.sum(xp.where(data.present, s, 0), -1)
    alone = ~(data.present & ~inside).any(-1)
    scale = 1 + reach(data, data.W)[..., None] + xp.abs(u)
    terms = 2 * ulps.attention(data.size("K"), data.size("d")) + 4 * ulps.total(data.size("K"))
    equals = (equal(a, b, terms=terms, axes=1, scale=scale) for a, b in ((u, own), (own, part * share)))
    attained = equal(xp.where(alone, u - share, 0), 0 * u, terms=terms, axes=1, scale=scale)
    bounded = at_most(u, share, terms=terms, axes=1, scale=scale)
    return both(both(*equals), both(bounded, attained))


@claim("attention/lemma-4/proof/step-2", domain=ATTENDING)
def step_2(data: Attending, effort: Effort) -> Evidence:
    """W^mm != 0: some input has a token outside R_i, which keeps some attention."""
    # L(W) > (1/n) sum_i l(share_i). Where the score is the label's share and l strictly decreases, that is so
    # iff some odds_i is positive: the largest is the slack, to which no rounding is relative.
    xp, found = data.xp, inner(data, data.W)
    floor = xp.sum(table.value(data.loss, data.knee, found.share), -1) / data.sized("n")
    risk = attention_loss(data, data.W)
    size = 1 + xp.abs(risk) + xp.abs(floor)
    terms = ulps.risk(data.size("K"), data.size("d"), data.size("n"))
    wide = xp.rounding(1 + reach(data, data.W), terms) * size
    decreasing = [row for row, loss in enumerate(table.LOSSES) if loss.decreasing]
    told = picks_label(data).all(-1) & (sum((data.loss == row) * 1 for row in decreasing) > 0)
    hidden = xp.where(below_labels(data).any(-1), TINY if xp is FLOAT else 0, 0 * found.outside)
    slack = xp.where(told, xp.max(found.outside + hidden, -1), risk - floor)
    error = xp.where(told, 0 * wide, wide)
    return Evidence(slack, error, size, strict=True)


@claim("attention/theorem-2/proof/risk-bound", domain=ATTENDING)
def risk_bound(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return floors.above_floor(data)


@claim("attention/theorem-2/proof/diverges", domain=PATHS)
def diverges(data: Attention, effort: Effort) -> Evidence:
    """Checked with its rate: over R it tends to 1."""
    # ||W_R - P_S W_R|| / R -> 1.
    return by_path(data, lambda travel: approached(travel, over_radius(travel, outside(travel)), [ONE] * 3))


@claim("attention/theorem-2/proof/eq-14", domain=SCALED_PATHS)
def equation_14(data: AttendingScaled, effort: Effort) -> Evidence:
    """The right side depends on R, and exceeds the limit where P_S W_R does not minimise the cyclic risk.
    Refuted by a W_par with a lower right side than all V in the ball have.
    """
    # (14): no right side at a V of norm at most R / 64 is above the infimum. Decided against it, mostly.
    # Without samples in I both sides are l(1).
    level = ~cyclic_part(data).samples.any(-1)
    return short_of_infimum(data, lowest(data, data.R / 64, component(data)), level=level)


@claim("attention/theorem-2/proof/eq-14/amended", domain=SCALED_PATHS)
def equation_14_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """L(W_R) is at least that, which is at least the infimum over W_par; along R W^mm + W_par the risk tends
    to it. Checked: the bound at any W, and the rate.
    """
    return floors.floor_is_limit(data, floors.floor_of_shares(data))


@claim("attention/theorem-2/proof/eq-15", domain=ATTENDING)
def equation_15(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return floors.cyclic_risk(data)


@claim("attention/theorem-2/proof/eq-16", domain=SCALED_PATHS)
def equation_16(data: AttendingScaled, effort: Effort) -> Evidence:
    """The right side at P_S W_R is at most L(W_R), which is at most what L tends to along R W^mm + W_par, the
    right side at W_par: both tend to the infimum. Checked are the bound at any W, and the rate along R W^mm.
    """
    share, level, cyclic = floors.floor_by_samples(data)
    return floors.floor_is_limit(data, (1 - share) * level + share * cyclic)


@claim("attention/theorem-2/proof/optimal", domain=SCALED_PATHS)
def optimal(data: AttendingScaled, effort: Effort) -> Evidence:
    """W_R "returns the min-norm optimal solution". With a strict edge no W is optimal, and beyond the ball of
    radius R the risk falls: refuted by W_par = P_S W2 with a floor below every risk in the ball.
    """
    # L(W_R) is not above the infimum of L. Decided against it, mostly.
    return short_of_infimum(data, lowest(data, data.R, data.present), level=False)


@claim("attention/theorem-2/proof/optimal/amended", domain=SCALED_PATHS)
def optimal_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked: for any W, R W^mm + P_S W has a risk above L(W) by at most a constant times e^-R."""
    # L(R W^mm + P_S W) <= L(W) + c_up e^-R (1/n) sum_i share_i C_i, for every W.
    V = project(data, data.W)
    return improves_on(data, data.R[..., None, None] * graph_svm(data).W + V, allowance(data, V))


@claim("attention/section-4.2/selected", domain=SCALED_PATHS)
def selected(data: AttendingScaled, effort: Effort) -> Evidence:
    """Checked by a bound C_i e^(-R) on the weights of the tokens outside R_i."""
    # At R W^mm + V the tokens outside R_i get at most e^-R C_i, V = P_S W2.
    odds = inner(data, project(data, data.W2)).outside
    return faded(data, below_labels(data), data.xp.exp(-data.R)[..., None] * odds)
