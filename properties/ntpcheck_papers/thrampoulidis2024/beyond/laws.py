"""Beyond Theorem 2: what gradient descent does to second order, and how fast."""

from ntpcheck.checks.finite_rate import balanced_rate, finite_rate
from ntpcheck.checks.laws import (
    balanced_drift,
    balanced_offset,
    direction_rate,
    drifts,
    loss_law,
    seen_turn,
    settles,
    span_limit,
    strict_complementarity,
    zero_duals,
)
from ntpcheck.checks.residuals import log_two, residual_rate, step_shift
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains import imposed
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from ntpcheck_papers.thrampoulidis2024.setting import RUNS, SEPARABLE, SMALL_STEP, SOME_TOKEN_OUT

STRICT = Assumption("strict-complementarity", strict_complementarity)
ZERO_DUALS = Assumption("zero-duals", zero_duals, imposed.tight_margins)
DEGENERATE = (SOME_TOKEN_OUT, SEPARABLE, ZERO_DUALS, SMALL_STEP)


@claim("linear/sharper/loss-law", domain=RUNS)
def loss(run: Run, effort: Effort) -> Evidence:
    """Checked at the end of the log-time flow. So the loss falls like 1/k whatever the data, and its constant
    knows the maximum margin only.
    """
    return loss_law(run)


@claim("linear/sharper/offset", domain=RUNS)
def offset(run: Run, effort: Effort) -> Evidence:
    """Assumed: every support vector has a positive multiplier in some dual solution; alpha is then the dual
    solution that W~ selects. x_n = P_perp((e_z - e_v) h_j^T), c_n = pi_j exp(l_v - LSE over S_j of l), l the
    logits of W*. W~ does not depend on W_0.
    """
    return span_limit(run, balanced_offset)


@claim("linear/sharper/settles", domain=RUNS)
def converges(run: Run, effort: Effort) -> Evidence:
    """Checked by how far it moves between log k = 10^3 and 10^4 and beyond."""
    return settles(run)


@claim("linear/sharper/log-log-drift", domain=RUNS)
def log_log(run: Run, effort: Effort) -> Evidence:
    """W2 is the least matrix with <W2, x_n> = 0 on the support vectors that have a positive multiplier and >=
    1 on those that have none. Checked as a slope against log log k. Compatibility is not needed.
    """
    return drifts(run, balanced_drift)


@claim("linear/sharper/finite-part-rate", domain=RUNS)
def finite_part(run: Run, effort: Effort) -> Evidence:
    """H_F is the Hessian of CE_F at W* on F. So P_F(W_k) is at distance Theta(1/k) from W* unless G = 0."""
    return finite_rate(run, balanced_rate)


@claim("linear/sharper/direction-rate", domain=RUNS)
def direction(run: Run, effort: Effort) -> Evidence:
    """D is the part orthogonal to W^mm of the limit of W_k - W^mm log k: of W* and of all parts of W~. The
    direction is thus never reached faster than 1/log^2 k unless D = 0.
    """
    return direction_rate(run, seen_turn)


@claim("linear/sharper/residual-rate", domain=RUNS)
def residual(run: Run, effort: Effort) -> Evidence:
    """A = sum over SV of alpha_n x_n x_n^T on span(SV), theta the smallest margin above 1. Checked by whether
    k^r / log k times the residual is bounded over the flow's window where it is between 10^-3 and 10^-8.
    """
    return residual_rate(run)


@claim("linear/sharper/step-shift", domain=RUNS)
def shift(run: Run, effort: Effort) -> Evidence:
    """Checked on two runs, with eta and with eta / 2."""
    return step_shift(run, log_two)
