"""Theorem 1: the regularisation path tends to the direction of W^mm, and on F to W*."""

from ntpcheck.checks.direction import margin_direction
from ntpcheck.checks.path_limit import path_direction, path_finite_part, path_loss
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset
from ntpcheck_papers.thrampoulidis2024.setting import PATHS
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.shared.path_decomposition import decomposition


@claim("linear/theorem-1/direction", domain=PATHS)
def direction(data: Dataset, effort: Effort) -> Evidence:
    """Checked on W_B itself up to B = 10^6 ||W^mm|| and beyond, against 1 - cos = ||D||^2 / (2 B^2) (1 +
    O(1/B)) with D predicted from the data; with zero duals D grows like log B, and is predicted too.
    """
    return path_direction(data, margin_direction, effort)


@claim("linear/theorem-1/direction@short", domain=PATHS)
def direction_short(data: Dataset, effort: Effort) -> Evidence:
    """Checked like the other versions' statement; undefined where W^mm = 0."""
    return path_direction(data, margin_direction, effort)


@claim("linear/theorem-1/proof/loss-limit", domain=PATHS)
def loss_limit(data: Dataset, effort: Effort) -> Evidence:
    """Checked at B from near 0 to 10^6 ||W^mm|| by CE(W_B) <= CE(W* + R W^mm) at equal norm, both in
    logarithms of what exceeds H; the right side is at most H + C e^(-R).
    """
    return path_loss(data, effort)


@claim("linear/section-4/path-finite-part", domain=PATHS)
def finite(data: Dataset, effort: Effort) -> Evidence:
    """Checked on W_B itself, where P_F(W_B) - W* follows the law e^(-r) (H_F^(-1) G + O(1/r)), r the multiple
    of W^mm in W_B. Lemma 4 repeats the statement: linear/lemma-4/5 checks it by what a small loss forces.
    """
    return path_finite_part(data, lambda one: finite_part(one).W, effort)


@claim("linear/section-5/decomposition-path", domain=PATHS)
def decomposed(data: Dataset, effort: Effort) -> Evidence:
    """Checked at the last points of the path, and exactly by the limit's size: it is the part of W~
    orthogonal to W^mm, zero iff c_n / alpha_n is one number for all support vectors.
    """
    return decomposition(data)


@claim("linear/section-5/decomposition-path/amended", domain=PATHS)
def decomposed_amended(data: Dataset, effort: Effort) -> Evidence:
    """The difference itself tends to a constant, or grows like log B."""
    return decomposition(data, relative=True)
