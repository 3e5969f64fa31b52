"""Theorem 1: the regularisation path tends to the direction of W^mm, and on F to W*."""

from __future__ import annotations

from ntpcheck.checks.direction import margin_direction
from ntpcheck.checks.finite_part import finite_part
from ntpcheck.checks.path_decomposition import decomposition
from ntpcheck.checks.path_limit import path_direction, path_finite_part, path_loss
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset
from thrampoulidis2024.setting import COMPATIBLE, PATHS, SEPARABLE, SOME_TOKEN_OUT

SHORT = (SEPARABLE, COMPATIBLE)
STANDING = (SOME_TOKEN_OUT, *SHORT)


@claim("linear/theorem-1/direction", cite="Theorem 1", domain=PATHS, assumes=STANDING)
def direction(data: Dataset, effort: Effort) -> Evidence:
    """cos(W_B, W^mm) tends to 1 as B grows.

    Checked on W_B itself up to B = 10^6 ||W^mm|| and beyond, against 1 - cos = ||D||^2 / (2 B^2) (1 + O(1/B))
    with D predicted from the data; with zero duals D grows like log B, and is predicted too.
    """
    return path_direction(data, margin_direction, effort)


@claim("linear/theorem-1/direction@short", cite="Theorem A.3", domain=PATHS, assumes=SHORT)
def direction_short(data: Dataset, effort: Effort) -> Evidence:
    """cos(W_B, W^mm) tends to 1 as B grows.

    Checked like the other versions' statement; undefined where W^mm = 0.
    Reading: "Crucially, the probability vectors p_j are sparse, i.e., the support set S_j of p_j satisfies
    |S_j| << |V| = V", in the short version's introduction, sets no bound; nothing else there rules out full
    supports. With them W^mm = 0 has no direction, and W_B is not one decoder for large B.
    """
    return path_direction(data, margin_direction, effort)


@claim("linear/theorem-1/direction@short/amended", cite="Theorem A.3", domain=PATHS, assumes=STANDING)
def direction_short_amended(data: Dataset, effort: Effort) -> Evidence:
    """cos(W_B, W^mm) tends to 1 as B grows, if some token is out of some support.

    The change: some S_j < V, which the other versions assume. It is the least: it says that W^mm is not 0.
    """
    return path_direction(data, margin_direction, effort)


@claim("linear/theorem-1/proof/loss-limit", cite="Lemma 4, proof", domain=PATHS, assumes=SHORT)
def loss_limit(data: Dataset, effort: Effort) -> Evidence:
    """CE(W_B) tends to H ("see proof of Theorem 1").

    Checked at B from near 0 to 10^6 ||W^mm|| by CE(W_B) <= CE(W* + R W^mm) at equal norm, both in logarithms
    of what exceeds H; the right side is at most H + C e^(-R).
    """
    return path_loss(data, effort)


@claim("linear/section-4/path-finite-part", cite="Sec. 4, after Theorem 1", domain=PATHS, assumes=STANDING)
def finite(data: Dataset, effort: Effort) -> Evidence:
    """P_F(W_B) tends to W* as B grows.

    Checked on W_B itself, where P_F(W_B) - W* follows the law e^(-r) (H_F^(-1) G + O(1/r)), r the multiple of
    W^mm in W_B. Lemma 4 repeats the statement: linear/lemma-4/5 checks it by what a small loss forces.
    """
    return path_finite_part(data, lambda one: finite_part(one).W, effort)


@claim("linear/section-5/decomposition-path", cite="after Theorem 2", domain=PATHS, assumes=STANDING)
def decomposed(data: Dataset, effort: Effort) -> Evidence:
    """W_B - (W* + ||P_perp(W_B)|| W^mm / ||W^mm||) tends to 0.

    Checked at the last points of the path, and exactly by the limit's size: it is the part of W~ orthogonal
    to W^mm, zero iff c_n / alpha_n is one number for all support vectors.
    Reading: hedge. The text says that W_k "is approximately" this in the limit, "analogous to the result we
    obtained previously for the regularization path"; read as a difference that vanishes.
    """
    return decomposition(data)


@claim("linear/section-5/decomposition-path/amended", cite="after Theorem 2", domain=PATHS, assumes=STANDING)
def decomposed_amended(data: Dataset, effort: Effort) -> Evidence:
    """W_B - (W* + ||P_perp(W_B)|| W^mm / ||W^mm||) is o(||W_B||).

    The change: relative to the norm. The difference itself tends to a constant, or grows like log B.
    """
    return decomposition(data, relative=True)
