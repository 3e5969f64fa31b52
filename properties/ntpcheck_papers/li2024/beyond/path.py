"""Beyond Theorem 2: the regularisation path under the log-loss to second order, with rates.

Throughout lambda = e^(-r) / r is the multiplier of ||W|| <= R, grad L(W_R) + lambda W_R = 0. The laws are
those of the linear model (`reference.path_law`) along the frame of `reference.attention_frame`: S_cyc is F
there, W^cyc is W*, the tokens outside R_i are the cells. The names are those of `descent`, at step size 1.
"""

from ntpcheck.checks import path_laws as laws
from ntpcheck.checks.attention_travels import log_travels
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.attention_paths import PATHS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attention


@claim("attention/sharper/path-offset", domain=PATHS)
def offset(data: Attention, effort: Effort) -> Evidence:
    """W~ lies in span(SV): the path has no start that it could depend on."""
    return laws.tends(data, log_travels, laws.offset, laws.limit_offset)


@claim("attention/sharper/path-offset-rate", domain=PATHS)
def offset_rate(data: Attention, effort: Effort) -> Evidence:
    """So the rate is 1/r whatever the data; descent's tau^(-min(1, lambda_min(A), theta - 1)) is not."""
    return laws.tends(data, log_travels, laws.offset_rate, laws.limit_offset_rate, magnified=True)


@claim("attention/sharper/path-direction", domain=PATHS)
def direction(data: Attention, effort: Effort) -> Evidence:
    """So the direction of Theorem 2 is reached no faster than 1 / R^2 unless D = 0."""
    return laws.tends(data, log_travels, laws.angle, laws.limit_angle)


@claim("attention/sharper/path-cyclic-part", domain=PATHS)
def cyclic_part(data: Attention, effort: Effort) -> Evidence:
    """S = S_cyc, H the curvature of the risk on it at W^cyc. So P_S W_R is exponentially near W^cyc in R."""
    return laws.tends(data, log_travels, laws.finite_rate, laws.limit_finite_rate, on_f=True)


@claim("attention/sharper/path-multiplier", domain=PATHS)
def multiplier(data: Attention, effort: Effort) -> Evidence:
    """Checked at points of the path that go out to norms where the limit shows."""
    return laws.tends(data, log_travels, laws.log_multiplier, laws.limit_log_multiplier)


@claim("attention/sharper/path-loss", domain=PATHS)
def loss(data: Attention, effort: Effort) -> Evidence:
    """The least risk at norm R is inf L + ||W^mm||^2 e^y e^(-R / ||W^mm||) (1 + O(1 / R))."""
    return laws.tends(data, log_travels, laws.log_loss, laws.limit_log_loss)


@claim("attention/sharper/path-zero-duals", domain=PATHS)
def zero_duals(data: Attention, effort: Effort) -> Evidence:
    """v grows like W2 log r, W2 the least matrix with <W2, z_n> = 0 on the support vectors that have a
    positive multiplier and >= 1 on those that have none. So 1 - corr is of order log(R)^2 / R^2.
    """
    return laws.tends(data, log_travels, laws.offset, laws.nested)
