"""Theorem 2: on any data the regularisation path tends to W^mm's direction, and on S_cyc to W^cyc."""

from __future__ import annotations

from li2024.setting import FEASIBLE, IDENTITY_HEAD, LOG_LOSS, LOSS, NONZERO_SVM, REALIZABLE
from ntpcheck.checks import attention_path_given as given
from ntpcheck.checks import attention_path_level as level
from ntpcheck.checks import attention_path_limits as limits
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention_paths import PATHS
from ntpcheck.domains.imposed import attention_path as imposed
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.pair_correction import known_correction

FINITE_CORRECTION = Assumption("finite-correction", "Theorem 2", level.finite_correction)
SETTING = (REALIZABLE, IDENTITY_HEAD, *LOSS, FEASIBLE, NONZERO_SVM, FINITE_CORRECTION)
SOLE_MINIMISER = Assumption("sole-minimiser", "ours", given.sole_minimiser)
STEEP_CORRECTION = Assumption(
    "steep-at-correction", "ours", given.steep_at_correction, imposed.steep_at_shares
)
REPAIRED = (REALIZABLE, IDENTITY_HEAD, *LOSS, FEASIBLE, NONZERO_SVM, SOLE_MINIMISER, STEEP_CORRECTION)
LOGARITHM = (REALIZABLE, IDENTITY_HEAD, LOG_LOSS, FEASIBLE, NONZERO_SVM)


@claim("attention/theorem-2/direction", cite="Theorem 2", domain=PATHS, assumes=SETTING)
def direction(data: Attention, effort: Effort) -> Evidence:
    """W_R / R tends to W^mm / ||W^mm||.

    Where the cyclic risk has many minimisers, what is left of the risk chooses among them: with the linear
    loss and a component whose tokens are equally often the label, W_R grows within S_cyc.
    Reading: |W^cyc| finite is known of acyclic data, of such level components, where W^cyc = 0, and of single
    pairs of tokens with one minimiser; other data are not counted.
    """
    return limits.direction(data, limits.svm_direction, effort)


@claim("attention/theorem-2/direction/amended", cite="Theorem 2", domain=PATHS, assumes=REPAIRED)
def direction_amended(data: Attention, effort: Effort) -> Evidence:
    """W_R / R tends to W^mm / ||W^mm|| if W^cyc is the only minimiser in S_cyc and l' is not 0 there.

    Added: that the cyclic risk has one minimiser in S_cyc and is larger at infinity, and that l' does not
    vanish at the score of any R_i at W^cyc. Checked where S_cyc is {0} or a line; with the log-loss, which
    has both, everywhere (attention/theorem-2/log-loss).
    """
    return limits.direction(data, limits.svm_direction, effort)


@claim("attention/theorem-2/cyclic-part", cite="Theorem 2", domain=PATHS, assumes=SETTING)
def cyclic_part(data: Attention, effort: Effort) -> Evidence:
    """The projection of W_R on S_cyc tends to W^cyc.

    The proof takes W_R for the shortest of the minimisers of the cyclic risk, which it need not be near.
    """
    return limits.cyclic_part(data, known_correction, effort)


@claim("attention/theorem-2/cyclic-part/amended", cite="Theorem 2", domain=PATHS, assumes=REPAIRED)
def cyclic_part_amended(data: Attention, effort: Effort) -> Evidence:
    """The projection of W_R on S_cyc tends to W^cyc if that is the cyclic risk's only minimiser in S_cyc.

    Added: that the cyclic risk has one minimiser in S_cyc and is larger at infinity. Checked like the
    direction.
    """
    return limits.cyclic_part(data, known_correction, effort)


@claim("attention/theorem-2/decomposition", cite="after Theorem 2", domain=PATHS, assumes=SETTING)
def decomposition(data: Attention, effort: Effort) -> Evidence:
    """W_R - C_R W^mm - W^cyc tends to 0 for an appropriate C_R > 0.

    It tends to the part of W~ orthogonal to W^mm, which is zero only if c_e / alpha_e is one number for all
    support vectors.
    Reading: hedge. The text says that W_R "is approximately" this; read as a difference that vanishes.
    """
    return limits.decomposition(data, effort)


@claim("attention/theorem-2/decomposition/amended", cite="after Theorem 2", domain=PATHS, assumes=REPAIRED)
def decomposition_amended(data: Attention, effort: Effort) -> Evidence:
    """W_R - C_R W^mm - W^cyc is o(R) for an appropriate C_R > 0, under the hypotheses that repair Theorem 2.

    Changed: relative to R. The difference itself tends to a constant, or grows like log R.
    """
    return limits.decomposition(data, effort, relative=True)


@claim("attention/theorem-2/decomposition@log-loss", cite="after Theorem 2", domain=PATHS, assumes=LOGARITHM)
def decomposition_log(data: Attention, effort: Effort) -> Evidence:
    """With the log-loss, W_R - C_R W^mm - W^cyc tends to 0 for an appropriate C_R > 0.

    It tends to a constant here too.
    Reading: hedge. As without the log-loss.
    """
    return limits.decomposition(data, effort)


@claim(
    "attention/theorem-2/decomposition@log-loss/amended",
    cite="after Theorem 2",
    domain=PATHS,
    assumes=LOGARITHM,
)
def decomposition_log_amended(data: Attention, effort: Effort) -> Evidence:
    """With the log-loss, W_R - C_R W^mm - W^cyc is o(R) for an appropriate C_R > 0.

    Changed: relative to R.
    """
    return limits.decomposition(data, effort, relative=True)


@claim("attention/theorem-2/log-loss", cite="Theorem 2, Sec. 5", domain=PATHS, assumes=LOGARITHM)
def log_loss(data: Attention, effort: Effort) -> Evidence:
    """With the log-loss, both limits of Theorem 2 hold.

    Reading: Section 5 takes up the theorem for l(u) = -log u, whose derivative is not bounded, and finds
    W^cyc finite. Checked by the laws of both.
    """
    return limits.both_limits(data, effort)
