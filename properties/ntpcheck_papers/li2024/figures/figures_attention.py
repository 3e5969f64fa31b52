"""Figures 3 to 6: normalised gradient descent on the log-loss, and what its curves are taken to show.

Reading: "validate our Theorem 3" says that in the setting of the figure the quantity does tend to the limit,
not that a run of 4000 iterations is near it. The setting is the recipe of `experiments` with its normalised
steps, which Theorem 3 does not speak of; the step size goes from 0.01 to 128 times it, and log T_k to 10^4
where the run ends at about 16, T_k the time of gradient flow that the run has taken.
"""

from functools import partial

from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention_optimisers import NORMALISED_RUNS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttentionRun
from ntpcheck_papers.li2024.experiments import ACYCLIC_RUNS, GENERAL_RUNS, HEAD_RUNS
from ntpcheck_papers.li2024.figures import normalised as steps
from ntpcheck_papers.li2024.section_6 import heads
from ntpcheck_papers.li2024.shared import limit as limits
from ntpcheck_papers.li2024.shared.svm import svm_direction

SETTLED_SQUARED = Assumption("settled-squared", partial(heads.settled, cross_entropy=False))
SETTLED_CROSSED = Assumption("settled-crossed", partial(heads.settled, cross_entropy=True))


@claim("attention/figures/fig-3", domain=ACYCLIC_RUNS)
def acyclic_direction(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked at log T = 10^4, T the time of the gradient flow that the run follows, against the law of 1 -
    corr, or on the run itself where its norm has grown beyond that.
    """
    return steps.normalised_direction(run, svm_direction, effort)


@claim("attention/figures/fig-4a", domain=GENERAL_RUNS)
def general_direction(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked like Figure 3. With a component of several tokens 1 - corr falls like 1 / log^2 tau, which is
    why the curve ends lower than that of Figure 3.
    """
    return steps.normalised_direction(run, svm_direction, effort)


@claim("attention/figures/fig-4b", domain=NORMALISED_RUNS)
def cyclic_part(run: AttentionRun, effort: Effort) -> Evidence:
    """Every step has length eta, and near W^cyc almost all of it lies in S_cyc: the projection ends on two
    points eta apart across W^cyc. The figure's last distance, below 0.01, is below the step size 0.01.
    """
    return steps.cyclic_part(run, limits.cyclic_correction, effort)


@claim("attention/figures/fig-4b/amended", domain=GENERAL_RUNS)
def cyclic_part_within(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked on runs of the figure's recipe."""
    return steps.within(run, effort)


@claim("attention/figures/normalised-faster", domain=GENERAL_RUNS)
def norm_ahead(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked at about forty numbers of steps from 1 to 2048, with the same step size."""
    return steps.norm_ahead(run, effort)


@claim("attention/figures/normalised-faster@rate", domain=NORMALISED_RUNS)
def norm_outgrows(run: AttentionRun, effort: Effort) -> Evidence:
    """Plain descent's norm grows like ||W^mm|| log(eta tau). With a component of several tokens normalised
    steps end up crossing W^cyc for ever: one is worth 2 / lambda of flow time, lambda the largest curvature
    on S_cyc, so their norm grows like ||W^mm|| log(2 tau / lambda): the gain is a constant factor in tau.
    """
    return steps.norm_outgrows(run, effort)


@claim("attention/figures/normalised-faster@rate/amended", domain=ACYCLIC_RUNS)
def norm_outgrows_acyclic(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked at every recorded step against ||W(tau)|| >= eta tau / (||W^mm|| max ||x_n||) - ||W(0)||, x_n
    the rows of the constraints: no step loses more than that factor of its length.
    """
    return steps.norm_linear(run, effort)


@claim("attention/figures/fig-5", domain=HEAD_RUNS)
def squared_nearer_pseudo(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked after 1024 steps of length 0.025 to 0.8, which go from 0.13 to 4 times as far as 2000 of length
    0.1, on runs whose selection has settled: any threshold from 1/100 to 1/10 gives the same pseudo-graphs.
    """
    return heads.nearer_pseudo(run, effort, cross_entropy=False)


@claim("attention/figures/fig-6", domain=HEAD_RUNS)
def crossed_nearer_pseudo(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked like Figure 5."""
    return heads.nearer_pseudo(run, effort, cross_entropy=True)
