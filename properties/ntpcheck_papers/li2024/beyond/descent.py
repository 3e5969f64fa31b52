"""Beyond Theorem 3: how long a step may be, and what gradient descent does to second order.

L' = (1/4n) sum_i D_i^2 ||xbar_i||^2, D_i the diameter of X_i (attention/sharper/lipschitz), takes the place
of the paper's L = 2 sqrt(T_max) ||E||^4, and 2 / L' that of 1 / L.
Notation, as for linear decoders: z_n = P_perp((e_y - e_t) xbar^T) for the tokens t outside R_i, c_n their
weights at W^cyc over n, alpha the multipliers of (Graph-SVM), SV its support vectors.
"""

from dataclasses import replace

from ntpcheck.checks import laws
from ntpcheck.checks.compare import at_most
from ntpcheck.checks.finite_rate import balanced_rate, finite_rate
from ntpcheck.checks.residuals import log_two, residual_rate, step_shift
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention import ATTENTION_STEPS
from ntpcheck.domains.imposed import attention_steps as imposed
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.reference.attention_loss import attention_loss, gradient
from ntpcheck_papers.li2024.section_5 import descent as steps
from ntpcheck_papers.li2024.section_5.descent import step_terms
from ntpcheck_papers.li2024.section_5.gradient import sharper_smoothness
from ntpcheck_papers.li2024.setting import ATTENTION_RUNS
from ntpcheck_papers.li2024.shared import limit as limits
from ntpcheck_papers.li2024.shared.meaning import where_finite
from ntpcheck_papers.li2024.shared.scores import log_error

LONG_STEP = Assumption("long-step", steps.long_step, imposed.long_step)
STRICT = Assumption("strict-complementarity", laws.strict_complementarity)
ZERO_DUALS = Assumption("zero-duals", laws.zero_duals, imposed.idle_edge)


@claim("attention/sharper/descent", domain=ATTENTION_STEPS)
def descent(run: AttentionRun, effort: Effort) -> Evidence:
    """So the risk falls for every eta < 2 / L'; at eta = 1/L' this is Lemma 5, for steps several times as
    long.
    """
    # L(W(1)) - L(W(0)) <= -eta (1 - eta L' / 2) ||grad L(W(0))||^2, L' as in `long_step`.
    slope = gradient(run, run.W0)
    after = attention_loss(run, run.W0 - run.eta[..., None, None] * slope)
    before, square = attention_loss(run, run.W0), run.xp.sum(slope * slope, (-2, -1))
    bend = run.eta * sharper_smoothness(run) / 2
    size = run.xp.abs(after) + run.xp.abs(before) + run.eta * (1 + bend) * square
    terms = step_terms(run)
    found = at_most(after - before, -run.eta * (1 - bend) * square, terms=terms, scale=1 + size)
    return where_finite(run, replace(found, error=found.error + log_error(run, run.W0)), run.W0)


@claim("attention/sharper/norm", domain=ATTENTION_RUNS)
def norm(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked at the end of the log-time flow, against the law's rate."""
    return limits.norm_grows(run, effort)


@claim("attention/sharper/norm-any-step", domain=ATTENTION_RUNS)
def norm_any_step(run: AttentionRun, effort: Effort) -> Evidence:
    """So Theorem 4 needs no bound on eta; its proof does, since it goes through Lemma 5."""
    return limits.norm_grows(run, effort, settled=False)


@claim("attention/sharper/cyclic-part", domain=ATTENTION_RUNS)
def cyclic_part(run: AttentionRun, effort: Effort) -> Evidence:
    """2 / lambda_max of the risk's curvature on S_cyc at W^cyc cannot be exceeded: beyond it W^cyc repels."""
    return limits.cyclic_limit(run, limits.cyclic_correction, effort)


@claim("attention/sharper/loss-law", domain=ATTENTION_RUNS)
def loss(run: AttentionRun, effort: Effort) -> Evidence:
    """inf L = (|I| / n) Lbar(W^cyc). Checked at the end of the log-time flow."""
    return laws.loss_law(run)


@claim("attention/sharper/offset", domain=ATTENTION_RUNS)
def offset(run: AttentionRun, effort: Effort) -> Evidence:
    """The sum is over all tokens with the same z. Assumed: every support vector has a positive multiplier in
    some dual solution; alpha is the one that W~ selects. W~ does not depend on W(0).
    """
    return laws.span_limit(run, laws.balanced_offset)


@claim("attention/sharper/settles", domain=ATTENTION_RUNS)
def settles(run: AttentionRun, effort: Effort) -> Evidence:
    """In some dual solution. Checked by how far it moves between log tau = 10^3 and 10^4 and beyond."""
    return laws.settles(run)


@claim("attention/sharper/log-log-drift", domain=ATTENTION_RUNS)
def log_log(run: AttentionRun, effort: Effort) -> Evidence:
    """W2 is the least matrix with <W2, z_n> = 0 on the support vectors that have a positive multiplier and >=
    1 on those that have none. Checked as a slope against log log tau.
    """
    return laws.drifts(run, laws.balanced_drift)


@claim("attention/sharper/cyclic-part-rate", domain=ATTENTION_RUNS)
def cyclic_rate(run: AttentionRun, effort: Effort) -> Evidence:
    """S = S_cyc, H the curvature of the risk on it at W^cyc, q_i the mean embedding under the softmax on R_i
    there. So (3) is reached no faster than 1 / tau unless G = 0: strict edges pull at equal priorities.
    """
    return finite_rate(run, balanced_rate)


@claim("attention/sharper/direction-rate", domain=ATTENTION_RUNS)
def direction(run: AttentionRun, effort: Effort) -> Evidence:
    """D is the part orthogonal to W^mm of the limit of W(tau) - W^mm log tau, W^cyc and W(0)'s frozen part
    included. So (2) is reached no faster than 1 / log^2 tau unless D = 0.
    """
    return laws.direction_rate(run, laws.seen_turn)


@claim("attention/sharper/residual-rate", domain=ATTENTION_RUNS)
def residual(run: AttentionRun, effort: Effort) -> Evidence:
    """A = sum over SV of alpha_n z_n z_n^T on span(SV), theta the smallest margin above 1."""
    return residual_rate(run)


@claim("attention/sharper/step-shift", domain=ATTENTION_RUNS)
def shift(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked on two runs, with eta and with eta / 2."""
    return step_shift(run, log_two)
