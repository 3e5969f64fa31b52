"""Beyond (22): a Lipschitz constant of the gradient that is attained."""

from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingPair, Attention
from ntpcheck_papers.li2024.section_5 import gradient as checks
from ntpcheck_papers.li2024.setting import ATTENDING_PAIRS, ATTENTION


@claim("attention/sharper/lipschitz", domain=ATTENDING_PAIRS)
def lipschitz(data: AttendingPair, effort: Effort) -> Evidence:
    """It is the smallest constant for one sequence of two tokens, and at most ||E||^4 / 2."""
    return checks.sharper_lipschitz(data)


@claim("attention/sharper/lipschitz-without-length", domain=ATTENDING_PAIRS)
def without_length(data: AttendingPair, effort: Effort) -> Evidence:
    """||e_j - e_k||^2 <= 2 ||E||^2 and ||xbar|| <= ||E||."""
    return checks.lipschitz(data, root=False, parts=16)


@claim("attention/sharper/lipschitz-attained", domain=ATTENTION)
def attained(data: Attention, effort: Effort) -> Evidence:
    """Checked for the dataset whose inputs all hold the first and the last token once: the second derivative
    of L at 0 along Z = (e_a - e_b) xbar^T is (D^2 ||xbar||^2 / 4) ||Z||^2.
    """
    return checks.attained(data)


@claim("attention/sharper/softmax-half", domain=ATTENDING_PAIRS)
def softmax_half(data: AttendingPair, effort: Effort) -> Evidence:
    """The derivative diag(s) - s s^T of the softmax has no eigenvalue above 1/2."""
    return checks.softmax_contracts(data, parts=32)


@claim("attention/sharper/softmax-weights", domain=ATTENDING_PAIRS)
def softmax_weights(data: AttendingPair, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.ends_21(data, parts=32)
