"""Section 5, around Theorem 2: the norm of the iterates, and what they are near to; (22) of the appendix."""

from ntpcheck.checks.limit import finite_part_limit
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from ntpcheck_papers.thrampoulidis2024.section_5.descent_parts import late_growth, near_star, parts_limit
from ntpcheck_papers.thrampoulidis2024.section_5.first_step import norm_grows
from ntpcheck_papers.thrampoulidis2024.section_5.theorem_2_proof import STEPS
from ntpcheck_papers.thrampoulidis2024.setting import RUNS
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part


@claim("linear/section-5/norm-increases", domain=STEPS)
def norm_increases(run: Run, effort: Effort) -> Evidence:
    """Checked at the first step, ||W_1|| > ||W_0||."""
    return norm_grows(run)


@claim("linear/section-5/norm-increases/amended", domain=RUNS)
def norm_increases_late(run: Run, effort: Effort) -> Evidence:
    """Checked by d||W|| / d log k, which tends to ||W^mm|| > 0."""
    return late_growth(run, effort)


@claim("linear/section-5/decomposition", domain=RUNS)
def decomposition(run: Run, effort: Effort) -> Evidence:
    """Checked at the end of the log-time flow, where that is the part of W~ orthogonal to W^mm, and exactly
    by the column means of W_0, which no step changes.
    """
    return parts_limit(run, effort)


@claim("linear/section-5/decomposition/amended", domain=RUNS)
def decomposition_amended(run: Run, effort: Effort) -> Evidence:
    """The difference falls like 1/log k, at the end of the log-time flow."""
    return parts_limit(run, effort, relative=True)


@claim("linear/lemma-5/finite-part-bounded", domain=STEPS)
def finite_part_bounded(run: Run, effort: Effort) -> Evidence:
    """Checked by the limit W* where that is not zero, else by whether W_k,F vanishes from some k on."""
    return near_star(run, effort)


@claim("linear/lemma-5/finite-part-bounded/amended", domain=RUNS)
def finite_part_bounded_amended(run: Run, effort: Effort) -> Evidence:
    """The change: + eps, for W* = 0. Checked by the limit W* of W_k,F."""
    return finite_part_limit(run, lambda data: finite_part(data).W, effort)
