"""Section 5, around Theorem 2: the norm of the iterates, and what they are near to; (22) of the appendix."""

from __future__ import annotations

from ntpcheck.checks.descent_parts import late_growth, near_star, parts_limit
from ntpcheck.checks.finite_part import finite_part
from ntpcheck.checks.first_step import norm_grows
from ntpcheck.checks.limit import finite_part_limit
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from thrampoulidis2024.lemma_2_norm_growth import STANDING
from thrampoulidis2024.setting import RUNS
from thrampoulidis2024.theorem_2_proof import STEPS


@claim("linear/section-5/norm-increases", cite="Sec. 5, before Lemma 2", domain=STEPS, assumes=STANDING)
def norm_increases(run: Run, effort: Effort) -> Evidence:
    """The norm of the iterates of gradient descent increases with iterations.

    Checked at the first step, ||W_1|| > ||W_0||.
    Reading: hedge; with every iteration, from "arbitrary initial point W_0". The sentence announces Lemma 2,
    that the norm tends to infinity, which is checked as linear/lemma-2/norm.
    """
    return norm_grows(run)


@claim(
    "linear/section-5/norm-increases/amended", cite="Sec. 5, before Lemma 2", domain=RUNS, assumes=STANDING
)
def norm_increases_late(run: Run, effort: Effort) -> Evidence:
    """The norm of the iterates of gradient descent increases from some iteration on.

    Added: from some iteration on. Checked by d||W|| / d log k, which tends to ||W^mm|| > 0.
    """
    return late_growth(run, effort)


@claim("linear/section-5/decomposition", cite="after Theorem 2", domain=RUNS, assumes=STANDING)
def decomposition(run: Run, effort: Effort) -> Evidence:
    """W_k - (W* + ||P_perp(W_k)|| W^mm / ||W^mm||) tends to zero.

    Checked at the end of the log-time flow, where that is the part of W~ orthogonal to W^mm, and exactly by
    the column means of W_0, which no step changes.
    Reading: hedge. The text prints "approximately equal", "in the limit of iterations".
    """
    return parts_limit(run, effort)


@claim("linear/section-5/decomposition/amended", cite="after Theorem 2", domain=RUNS, assumes=STANDING)
def decomposition_amended(run: Run, effort: Effort) -> Evidence:
    """W_k - (W* + ||P_perp(W_k)|| W^mm / ||W^mm||), over ||W_k||, tends to zero.

    The change: relative to ||W_k||. It falls like 1/log k, at the end of the log-time flow.
    """
    return parts_limit(run, effort, relative=True)


@claim("linear/lemma-5/finite-part-bounded", cite="(22)", domain=STEPS, assumes=STANDING)
def finite_part_bounded(run: Run, effort: Effort) -> Evidence:
    """For large k, ||W_k,F - W*|| <= ||W*||, and so ||W_k,F|| <= 2 ||W*||.

    Checked by the limit W* where that is not zero, else by whether W_k,F vanishes from some k on.
    """
    return near_star(run, effort)


@claim("linear/lemma-5/finite-part-bounded/amended", cite="(22)", domain=RUNS, assumes=STANDING)
def finite_part_bounded_amended(run: Run, effort: Effort) -> Evidence:
    """For large k, ||W_k,F - W*|| <= ||W*|| + 1, and so ||W_k,F|| <= 2 ||W*|| + 1.

    The change: + 1, for W* = 0. Checked by the limit W* of W_k,F.
    """
    return finite_part_limit(run, lambda data: finite_part(data).W, effort)
