"""Theorem 2: on any data the regularisation path tends to W^mm's direction, and on S_cyc to W^cyc."""

from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention_paths import PATHS
from ntpcheck.domains.imposed import attention_path as imposed
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.pair_correction import known_correction
from ntpcheck_papers.li2024.section_4 import path_given as given
from ntpcheck_papers.li2024.section_4 import path_limits as limits
from ntpcheck_papers.li2024.shared import path_level as level
from ntpcheck_papers.li2024.shared.svm import svm_direction

FINITE_CORRECTION = Assumption("finite-correction", level.finite_correction)
STEEP_CORRECTION = Assumption("steep-at-correction", given.steep_at_correction, imposed.steep_at_shares)


@claim("attention/theorem-2/direction", domain=PATHS)
def direction(data: Attention, effort: Effort) -> Evidence:
    """Where the cyclic risk has many minimisers, what is left of the risk chooses among them: with the linear
    loss and a component whose tokens are equally often the label, W_R grows within S_cyc.
    """
    return limits.direction(data, svm_direction, effort)


@claim("attention/theorem-2/direction/amended", domain=PATHS)
def direction_amended(data: Attention, effort: Effort) -> Evidence:
    """Checked where S_cyc is {0} or a line; with the log-loss, which has both conditions, everywhere
    (attention/theorem-2/log-loss).
    """
    return limits.direction(data, svm_direction, effort)


@claim("attention/theorem-2/cyclic-part", domain=PATHS)
def cyclic_part(data: Attention, effort: Effort) -> Evidence:
    """The proof takes W_R for the shortest of the minimisers of the cyclic risk, which it need not be
    near.
    """
    return limits.cyclic_part(data, known_correction, effort)


@claim("attention/theorem-2/cyclic-part/amended", domain=PATHS)
def cyclic_part_amended(data: Attention, effort: Effort) -> Evidence:
    """Checked where S_cyc is {0} or a line, and with the log-loss.

    Added: the first condition of the direction; the second, on l', plays no part.
    """
    return limits.cyclic_part(data, known_correction, effort)


@claim("attention/theorem-2/decomposition", domain=PATHS)
def decomposition(data: Attention, effort: Effort) -> Evidence:
    """The difference tends to the part of W~ orthogonal to W^mm, which is zero only if c_e / alpha_e is one
    number for all support vectors.
    """
    return limits.decomposition(data, known_correction, effort)


@claim("attention/theorem-2/decomposition/amended", domain=PATHS)
def decomposition_amended(data: Attention, effort: Effort) -> Evidence:
    """The difference itself tends to a constant, or grows like log R."""
    return limits.decomposition(data, known_correction, effort, relative=True)


@claim("attention/theorem-2/decomposition@log-loss/amended", domain=PATHS)
def decomposition_log_amended(data: Attention, effort: Effort) -> Evidence:
    """Checked at points of the path, by the distance over R for the best C_R."""
    return limits.decomposition(data, known_correction, effort, relative=True)


@claim("attention/theorem-2/log-loss", domain=PATHS)
def log_loss(data: Attention, effort: Effort) -> Evidence:
    """Checked at points of the path, against the rates of both limits."""
    return limits.both_limits(data, effort)
