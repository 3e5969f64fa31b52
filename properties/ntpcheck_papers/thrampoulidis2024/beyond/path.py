"""Beyond Theorem 1: the regularisation path to second order, with rates.

Throughout lambda = e^(-r) / r is the multiplier of ||W|| <= B, grad CE(W_B) + lambda W_B = 0. W~ in span(SV)
solves c_n exp(-<W~, x_n>) = alpha_n on the support vectors SV, alpha a dual solution of NTP-SVM, with x_n =
P_perp((e_z - e_v) h_j^T) and c_n = pi_j exp(l_v - LSE over S_j of l), l the logits of W*.
"""

from ntpcheck.checks import path_laws as laws
from ntpcheck.checks.direction import margin_direction
from ntpcheck.checks.path_limit import path_direction
from ntpcheck.checks.path_points import travels
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset
from ntpcheck_papers.thrampoulidis2024.beyond.laws import STRICT
from ntpcheck_papers.thrampoulidis2024.setting import COMPATIBLE, PATHS, SEPARABLE, SOME_TOKEN_OUT

REGULAR = (SOME_TOKEN_OUT, SEPARABLE, COMPATIBLE, STRICT)


@claim("linear/sharper/path-offset", domain=PATHS)
def path_offset(data: Dataset, effort: Effort) -> Evidence:
    """W~ lies in span(SV): unlike gradient descent's limit it has no part that depends on a history or a
    start.
    """
    return laws.tends(data, travels, laws.offset, laws.limit_offset)


@claim("linear/sharper/path-offset-rate", domain=PATHS)
def path_offset_rate(data: Dataset, effort: Effort) -> Evidence:
    """So the rate is 1/r whatever the data; descent's k^(-min(1, lambda_min(A), theta - 1)) is not."""
    return laws.tends(data, travels, laws.offset_rate, laws.limit_offset_rate, magnified=True)


@claim("linear/sharper/path-direction", domain=PATHS)
def path_direction_rate(data: Dataset, effort: Effort) -> Evidence:
    """Checked at points of the path that go out to norms where the limit shows."""
    return laws.tends(data, travels, laws.angle, laws.limit_angle)


@claim("linear/sharper/path-finite-part", domain=PATHS)
def path_finite(data: Dataset, effort: Effort) -> Evidence:
    """H_F is the Hessian of CE_F at W* on F. So P_F(W_B) is exponentially near W* in B."""
    return laws.tends(data, travels, laws.finite_rate, laws.limit_finite_rate, on_f=True)


@claim("linear/sharper/path-multiplier", domain=PATHS)
def path_multiplier(data: Dataset, effort: Effort) -> Evidence:
    """Checked at points of the path that go out to norms where the limit shows."""
    return laws.tends(data, travels, laws.log_multiplier, laws.limit_log_multiplier)


@claim("linear/sharper/path-loss", domain=PATHS)
def path_loss_rate(data: Dataset, effort: Effort) -> Evidence:
    """The best loss at norm B is H + ||W^mm||^2 e^y e^(-B/||W^mm||) (1 + O(1/B))."""
    return laws.tends(data, travels, laws.log_loss, laws.limit_log_loss)


@claim("linear/sharper/path-zero-duals", domain=PATHS)
def path_zero_duals(data: Dataset, effort: Effort) -> Evidence:
    """Assumed: some support vectors Z have multiplier zero in every dual solution; SV+ are the others. w in
    span(SV+) is W~ of SV+. v is the path of the cells P x_n of Z, P the projection off span(SV+), with
    weights c_n exp(-<w, x_n>): it grows like W2 log r, W2 the least point with <W2, P x_n> >= 1 on Z. So
    P_perp(W_B) - r W^mm is unbounded; the direction tends to W^mm with 1 - cos of order log(B)^2 / B^2.
    """
    return laws.tends(data, travels, laws.offset, laws.nested)


@claim("linear/sharper/path-without-compatibility", domain=PATHS)
def path_without_compatibility(data: Dataset, effort: Effort) -> Evidence:
    """The same law holds with the minimiser of CE_F on F in the place of W*: compatibility is redundant."""
    return path_direction(data, margin_direction, effort)
