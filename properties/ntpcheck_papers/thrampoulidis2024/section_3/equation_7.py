"""Equation (7): what separation does to the softmax probabilities along gamma W^d.

The versions display the second sum's exponents differently: e_v - e_v' in the short version and on arXiv,
e_v' - e_v in the NeurIPS version.
"""

from typing import Any

from ntpcheck import ulps
from ntpcheck.arithmetic import Array
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.checks.decoders import Scores, log_total, scores, surprisal
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Scaled
from ntpcheck_papers.thrampoulidis2024.setting import SCALED


def scaled_scores(data: Scaled) -> Scores:
    """The logits of gamma W."""
    return scores(data, data.gamma[..., None, None] * data.W)


def _terms(data: Scaled, found: Scores) -> Array:
    """`[..., 1, 1]` roundings: those of the sums, and twice the relative error of the logits."""
    counted = 2 * ulps.softmax(data.size("V"))
    return counted + 2 * (ulps.dot(data.size("d")) + 3) * data.xp.max(found.size, -1)[..., None, None]


def displayed(data: Scaled, *, outside: int) -> Evidence:
    """-log of the display against -log S_v(gamma W h_j), at every v out of support.

    The display is (sum over S_j of exp(gamma (e_z - e_v)^T W h_j) + sum over v' not in S_j of
    exp(outside gamma (e_v' - e_v)^T W h_j))^-1; two positive numbers are equal iff their logs are.
    """
    xp, found = data.xp, scaled_scores(data)
    ahead = found.logits[..., None, :] - found.logits[..., :, None]
    display = log_total(xp.where(data.support[..., None, :], ahead, outside * ahead))
    left, right = (xp.where(data.support, 0, side) for side in (display, surprisal(found.logits)))
    return equal(left, right, terms=_terms(data, found), axes=2)


@claim("linear/equation-7/equality@short", domain=SCALED)
def equality_short(data: Scaled, effort: Effort) -> Evidence:
    """Checked at every out-of-support token, in logs."""
    return displayed(data, outside=-1)


@claim("linear/equation-7/equality@neurips", domain=SCALED)
def equality_neurips(data: Scaled, effort: Effort) -> Evidence:
    """Checked at every out-of-support token, in logs."""
    return displayed(data, outside=1)


@claim("linear/equation-7/equality@short/amended", domain=SCALED)
def equality_short_amended(data: Scaled, effort: Effort) -> Evidence:
    """Checked as stated."""
    return displayed(data, outside=1)


@claim("linear/equation-7/first-step", domain=SCALED)
def first_step(data: Scaled, effort: Effort) -> Evidence:
    """Checked in logs. That is "removes non-negative exponential terms"."""
    # -log S_v(gamma W h_j) >= log(sum over S_j of e^(gamma (e_z - e_v)^T W h_j)), v out of support.
    xp: Any = data.xp
    found = scores(data, data.gamma[..., None, None] * data.W)
    scored = found.logits
    shown = xp.logsumexp(scored, -1, where=data.support)[..., None] - scored
    slack = xp.where(data.support, 0 * scored, surprisal(scored) - shown)
    error = 4 * found.error + xp.rounding(2 * found.size + 1, 2 * ulps.softmax(data.size("V")))
    return Evidence(xp.min(xp.min(slack, -1), -1), xp.max(error, -1), 1 + xp.max(found.size, -1))


@claim("linear/equation-7/bound", domain=SCALED)
def bound(data: Scaled, effort: Effort) -> Evidence:
    """Checked at every out-of-support token, in logs: -log S_v(gamma W^d h_j) >= gamma."""
    xp, found = data.xp, scaled_scores(data)
    exponent = data.gamma[..., None, None]
    left = xp.where(data.support, 0, exponent + 0 * found.logits)
    right = xp.where(data.support, 0, surprisal(found.logits))
    return at_most(left, right, terms=_terms(data, found), axes=2)
