"""Figures 3 to 6: normalised gradient descent on the log-loss, and what its curves are taken to show.

Reading: "validate our Theorem 3" says that in the setting of the figure the quantity does tend to the limit,
not that a run of 4000 iterations is near it. The setting is the recipe of `experiments` with its normalised
steps, which Theorem 3 does not speak of; the step size goes from 0.01 to 128 times it, and log T_k to 10^4
where the run ends at about 16, T_k the time of gradient flow that the run has taken.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from li2024.experiments import ACYCLIC_RUNS, GENERAL_RUNS, HEAD_RUNS
from li2024.lemmas_5_6_descent import SETTING
from li2024.setting import ACYCLIC, FEASIBLE, NONZERO_SVM, REALIZABLE
from ntpcheck.checks import attention_heads as heads
from ntpcheck.checks import attention_limit as limits
from ntpcheck.checks import attention_normalised as steps
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention_optimisers import NORMALISED_RUNS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttentionRun

# As drawn: to impose a hypothesis would leave the recipe.
IN_FIGURE_3 = tuple(replace(a, impose=None) for a in (REALIZABLE, ACYCLIC, FEASIBLE, NONZERO_SVM))
IN_FIGURE_4 = tuple(replace(a, impose=None) for a in (REALIZABLE, FEASIBLE, NONZERO_SVM))
SETTLED_SQUARED = Assumption("settled-squared", "ours", partial(heads.settled, cross_entropy=False))
SETTLED_CROSSED = Assumption("settled-crossed", "ours", partial(heads.settled, cross_entropy=True))


@claim("attention/figures/fig-3", cite="Fig. 3", domain=ACYCLIC_RUNS, assumes=IN_FIGURE_3)
def acyclic_direction(run: AttentionRun, effort: Effort) -> Evidence:
    """In the setting of Figure 3, the correlation of W(tau) with W^mm tends to 1.

    Checked at log T = 10^4, T the time of the gradient flow that the run follows, against the law of 1 -
    corr, or on the run itself where its norm has grown beyond that.
    """
    return steps.normalised_direction(run, limits.svm_direction, effort)


@claim("attention/figures/fig-4a", cite="Fig. 4a", domain=GENERAL_RUNS, assumes=IN_FIGURE_4)
def general_direction(run: AttentionRun, effort: Effort) -> Evidence:
    """In the setting of Figure 4, the correlation of W(tau) with W^mm tends to 1.

    Checked like Figure 3. With a component of several tokens 1 - corr falls like 1 / log^2 tau, which is why
    the curve ends lower than that of Figure 3.
    """
    return steps.normalised_direction(run, limits.svm_direction, effort)


@claim("attention/figures/fig-4b", cite="Fig. 4b", domain=NORMALISED_RUNS, assumes=SETTING)
def cyclic_part(run: AttentionRun, effort: Effort) -> Evidence:
    """Along normalised gradient descent the projection of W(tau) on S_cyc tends to W^cyc.

    Every step has length eta, and near W^cyc almost all of it lies in S_cyc: the projection ends on two
    points eta apart across W^cyc. The figure's last distance, below 0.01, is below the step size 0.01.
    Reading: hedge. "Verify the convergence of the cyclic component" is read as Theorem 3's (3), under its
    hypotheses, for the normalised steps of the figure with a constant eta.
    """
    return steps.cyclic_part(run, limits.cyclic_correction, effort)


@claim("attention/figures/fig-4b/amended", cite="Fig. 4b", domain=GENERAL_RUNS, assumes=IN_FIGURE_4)
def cyclic_part_within(run: AttentionRun, effort: Effort) -> Evidence:
    """In the setting of Figure 4, the projection of W(tau) on S_cyc comes and stays within eta of W^cyc.

    The change: a distance below the step size in the place of 0.
    """
    return steps.within(run, effort)


@claim("attention/figures/normalised-faster", cite="Sec. 5, App. D", domain=GENERAL_RUNS, assumes=IN_FIGURE_4)
def norm_ahead(run: AttentionRun, effort: Effort) -> Evidence:
    """In the setting of Figure 4, the norm of W(tau) is larger after normalised steps than after plain ones.

    Checked at about forty numbers of steps from 1 to 2048, with the same step size.
    Reading: hedge. "To accelerate the increasing of the norm" is read at every number of steps.
    """
    return steps.norm_ahead(run, effort)


@claim(
    "attention/figures/normalised-faster@rate", cite="Sec. 5, App. D", domain=NORMALISED_RUNS, assumes=SETTING
)
def norm_outgrows(run: AttentionRun, effort: Effort) -> Evidence:
    """The ratio of the norms of W(tau) after normalised steps and after plain ones tends to infinity.

    Plain descent's norm grows like ||W^mm|| log(eta tau). With a component of several tokens normalised steps
    end up crossing W^cyc for ever: one is worth 2 / lambda of flow time, lambda the largest curvature on
    S_cyc, so their norm grows like ||W^mm|| log(2 tau / lambda): the gain is a constant factor in tau.
    Reading: hedge. "To accelerate" is read as a faster rate.
    """
    return steps.norm_outgrows(run, effort)


@claim(
    "attention/figures/normalised-faster@rate/amended",
    cite="Sec. 5, App. D",
    domain=ACYCLIC_RUNS,
    assumes=IN_FIGURE_3,
)
def norm_outgrows_acyclic(run: AttentionRun, effort: Effort) -> Evidence:
    """On acyclic data as in Figure 3 normalised steps make the norm grow linearly, plain ones like log tau.

    The change: acyclic data. Checked at every recorded step against ||W(tau)|| >= eta tau / (||W^mm|| max
    ||x_n||) - ||W(0)||, x_n the rows of the constraints: no step loses more than that factor of its length.
    """
    return steps.norm_linear(run, effort)


@claim("attention/figures/fig-5", cite="Fig. 5", domain=HEAD_RUNS, assumes=(*IN_FIGURE_4, SETTLED_SQUARED))
def squared_nearer_pseudo(run: AttentionRun, effort: Effort) -> Evidence:
    """In the setting of Figure 5, W(tau) correlates with the pseudo W^mm at least as much as with W^mm.

    Checked after 1024 steps of length 0.025 to 0.8, which go from 0.13 to 4 times as far as 2000 of length
    0.1, on runs whose selection has settled: any threshold from 1/100 to 1/10 gives the same pseudo-graphs.
    Reading: hedge. "Aligns more closely" is read for each run at the end of it, and not as a limit: with C =
    E a score reaches 1, where the squared loss is flat, and inputs that attend to their label then need half
    the margin of others, so that the limit is the pseudo W^mm on some runs and not on others.
    """
    return heads.nearer_pseudo(run, effort, cross_entropy=False)


@claim("attention/figures/fig-6", cite="Fig. 6", domain=HEAD_RUNS, assumes=(*IN_FIGURE_4, SETTLED_CROSSED))
def crossed_nearer_pseudo(run: AttentionRun, effort: Effort) -> Evidence:
    """In the setting of Figure 6, W(tau) correlates with the pseudo W^mm at least as much as with W^mm.

    Checked like Figure 5. Reading: hedge; cross-entropy is that of softmax(C f(X)), with C = E.
    """
    return heads.nearer_pseudo(run, effort, cross_entropy=True)
