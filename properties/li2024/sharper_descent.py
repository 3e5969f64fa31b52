"""Beyond Theorem 3: how long a step may be, and what gradient descent does to second order.

L' = (1/4n) sum_i D_i^2 ||xbar_i||^2, D_i the diameter of X_i (attention/sharper/lipschitz), takes the place
of the paper's L = 2 sqrt(T_max) ||E||^4, and 2 / L' that of 1 / L.
Notation, as for linear decoders: z_n = P_perp((e_y - e_t) xbar^T) for the tokens t outside R_i, c_n their
weights at W^cyc over n, alpha the multipliers of (Graph-SVM), SV its support vectors.
"""

from __future__ import annotations

from li2024.lemmas_5_6_descent import RISK, SETTING
from li2024.setting import ATTENTION_RUNS
from ntpcheck.checks import attention_descent as steps
from ntpcheck.checks import attention_limit as limits
from ntpcheck.checks import laws
from ntpcheck.checks.residuals import residual_rate, step_shift
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention import ATTENTION_STEPS
from ntpcheck.domains.imposed import attention_steps as imposed
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttentionRun

LONG_STEP = Assumption("long-step", "ours", steps.long_step, imposed.long_step)
STRICT = Assumption("strict-complementarity", "ours", laws.strict_complementarity)
ZERO_DUALS = Assumption("zero-duals", "ours", laws.zero_duals, imposed.idle_edge)
STANDING = (*SETTING, LONG_STEP)
REGULAR = (*STANDING, STRICT)


@claim("attention/sharper/descent", cite="Lemma 5", domain=ATTENTION_STEPS, assumes=RISK)
def descent(run: AttentionRun, effort: Effort) -> Evidence:
    """L(W(tau+1)) - L(W(tau)) <= -eta (1 - eta L' / 2) ||grad L(W(tau))||^2, for any eta.

    So the risk falls for every eta < 2 / L'; at eta = 1/L' this is Lemma 5, for steps several times as long.
    """
    return steps.descends_sharply(run)


@claim("attention/sharper/norm", cite="Theorem 4", domain=ATTENTION_RUNS, assumes=STANDING)
def norm(run: AttentionRun, effort: Effort) -> Evidence:
    """||W(tau)|| - ||W^mm|| log tau is o(log tau) for every eta < 2 / L'."""
    return limits.norm_grows(run, effort)


@claim("attention/sharper/norm-any-step", cite="Theorem 4", domain=ATTENTION_RUNS, assumes=SETTING)
def norm_any_step(run: AttentionRun, effort: Effort) -> Evidence:
    """||W(tau)|| - ||W^mm|| log tau is o(log tau) for every eta and W(0).

    So Theorem 4 needs no bound on eta; its proof does, since it goes through Lemma 5.
    """
    return limits.norm_grows(run, effort, settled=False)


@claim("attention/sharper/cyclic-part", cite="Theorem 3, (3)", domain=ATTENTION_RUNS, assumes=STANDING)
def cyclic_part(run: AttentionRun, effort: Effort) -> Evidence:
    """The projection of W(tau) on S_cyc tends to W^cyc for every eta < 2 / L'.

    2 / lambda_max of the risk's curvature on S_cyc at W^cyc cannot be exceeded: beyond it W^cyc repels.
    """
    return limits.cyclic_limit(run, limits.cyclic_correction, effort)


@claim("attention/sharper/loss-law", cite="Lemma 5", domain=ATTENTION_RUNS, assumes=STANDING)
def loss(run: AttentionRun, effort: Effort) -> Evidence:
    """eta tau (L(W(tau)) - inf L) / ||W^mm||^2 tends to 1.

    inf L = (|I| / n) Lbar(W^cyc). Checked at the end of the log-time flow.
    """
    return laws.loss_law(run)


@claim("attention/sharper/offset", cite="Theorem 3", domain=ATTENTION_RUNS, assumes=REGULAR)
def offset(run: AttentionRun, effort: Effort) -> Evidence:
    """On span(SV), W(tau) - W^mm log tau tends to the W~ with eta sum of c_n exp(-<W~, z>) = alpha_z.

    The sum is over all tokens with the same z. Assumed: every support vector has a positive multiplier in
    some dual solution; alpha is the one that W~ selects. W~ does not depend on W(0).
    """
    return laws.span_limit(run, laws.balanced_offset)


@claim("attention/sharper/settles", cite="Theorem 3", domain=ATTENTION_RUNS, assumes=REGULAR)
def settles(run: AttentionRun, effort: Effort) -> Evidence:
    """W(tau) - W^mm log tau converges if every support vector has a positive multiplier.

    In some dual solution. Checked by how far it moves between log tau = 10^3 and 10^4 and beyond.
    """
    return laws.settles(run)


@claim(
    "attention/sharper/log-log-drift",
    cite="Theorem 3",
    domain=ATTENTION_RUNS,
    assumes=(*RISK, ZERO_DUALS, LONG_STEP),
)
def log_log(run: AttentionRun, effort: Effort) -> Evidence:
    """(W(tau) - W^mm log tau) / log log tau tends to W2 != 0 where some multiplier is always 0 on SV.

    W2 is the least matrix with <W2, z_n> = 0 on the support vectors that have a positive multiplier and >= 1
    on those that have none. Checked as a slope against log log tau.
    """
    return laws.drifts(run)


@claim("attention/sharper/cyclic-part-rate", cite="Theorem 3, (3)", domain=ATTENTION_RUNS, assumes=STANDING)
def cyclic_rate(run: AttentionRun, effort: Effort) -> Evidence:
    """eta tau (P_S W(tau) - W^cyc) tends to H^{-1} G, G = P_S sum over SV of alpha_n (q_i - e_t) xbar_i^T.

    S = S_cyc, H the curvature of the risk on it at W^cyc, q_i the mean embedding under the softmax on R_i
    there. So (3) is reached no faster than 1 / tau unless G = 0: strict edges pull at equal priorities.
    """
    return laws.finite_rate(run)


@claim("attention/sharper/direction-rate", cite="Theorem 3, (2)", domain=ATTENTION_RUNS, assumes=REGULAR)
def direction(run: AttentionRun, effort: Effort) -> Evidence:
    """(log tau)^2 (1 - corr(W(tau), W^mm)) tends to ||D||^2 / (2 ||W^mm||^2).

    D is the part orthogonal to W^mm of the limit of W(tau) - W^mm log tau, W^cyc and W(0)'s frozen part
    included. So (2) is reached no faster than 1 / log^2 tau unless D = 0.
    """
    return laws.direction_rate(run)


@claim("attention/sharper/residual-rate", cite="Theorem 3", domain=ATTENTION_RUNS, assumes=REGULAR)
def residual(run: AttentionRun, effort: Effort) -> Evidence:
    """On span(SV), W(tau) - W^mm log tau - W~ = O(tau^-r log tau), r = min(lambda_min(A), theta - 1, 1).

    A = sum over SV of alpha_n z_n z_n^T on span(SV), theta the smallest margin above 1.
    """
    return residual_rate(run)


@claim("attention/sharper/step-shift", cite="Theorem 3", domain=ATTENTION_RUNS, assumes=REGULAR)
def shift(run: AttentionRun, effort: Effort) -> Evidence:
    """On span(SV), halving eta moves the limit of W(tau) - W^mm log tau by -W^mm log 2.

    Checked on two runs, with eta and with eta / 2.
    """
    return step_shift(run)
