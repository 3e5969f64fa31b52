"""Fig. 5: normalised gradient descent and Adam have the same implicit bias, and converge faster."""

from __future__ import annotations

from ntpcheck.arithmetic import Array
from ntpcheck.checks.cycles import normalised_finite_part
from ntpcheck.checks.direction import margin_direction
from ntpcheck.checks.finite_part import finite_part
from ntpcheck.checks.optimisers import normalised_direction
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.optimisers import OPTIMISER_RUNS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from thrampoulidis2024.lemma_2_norm_growth import STANDING
from thrampoulidis2024.setting import ONE_HOT


def star(run: Run) -> Array:
    """W* `[..., V, d]`."""
    return finite_part(run).W


@claim("linear/figures/fig-5-ngd-direction", cite="Fig. 5, left", domain=OPTIMISER_RUNS, assumes=STANDING)
def normalised(run: Run, effort: Effort) -> Evidence:
    """cos(W_k, W^mm) tends to 1 along normalised gradient descent.

    Checked at log T = 10^4, T the time of the gradient flow that the run follows, or on the run itself where
    its norm grows linearly.
    Reading: "same implicit bias" is Theorem 2's statement, under its hypotheses, for W_{k+1} = W_k - eta
    grad CE / ||grad CE|| with a constant eta.
    """
    return normalised_direction(run, margin_direction, effort)


@claim("linear/figures/fig-5-ngd-finite-part", cite="Fig. 5, left", domain=OPTIMISER_RUNS, assumes=STANDING)
def normalised_finite(run: Run, effort: Effort) -> Evidence:
    """P_F(W_k) tends to W* along normalised gradient descent.

    Every step has length eta, and near W* almost all of it lies along F: P_F W_k ends on a cycle about W*.
    Reading: "same implicit bias" is Theorem 2's statement, under its hypotheses, for W_{k+1} = W_k - eta
    grad CE / ||grad CE|| with a constant eta. The cycle's width, about eta = 0.01, does not show in Fig. 5.
    """
    return normalised_finite_part(run, star, effort)


@claim(
    "linear/figures/fig-5-ngd-finite-part/amended",
    cite="Fig. 5, left",
    domain=OPTIMISER_RUNS,
    assumes=(ONE_HOT, *STANDING),
)
def normalised_finite_amended(run: Run, effort: Effort) -> Evidence:
    """P_F(W_k) tends to W* along normalised gradient descent if every context has one next token.

    Added: one-hot supports, the setting of the analyses that the paper cites. F is then {0}.
    """
    return normalised_finite_part(run, star, effort)
