"""Fig. 5: normalised gradient descent and Adam have the same implicit bias, and converge faster."""

from __future__ import annotations

from ntpcheck.checks.direction import margin_direction
from ntpcheck.checks.optimisers import normalised_direction
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.optimisers import OPTIMISER_RUNS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from thrampoulidis2024.lemma_2_norm_growth import STANDING


@claim("linear/figures/fig-5-ngd-direction", cite="Fig. 5, left", domain=OPTIMISER_RUNS, assumes=STANDING)
def normalised(run: Run, effort: Effort) -> Evidence:
    """cos(W_k, W^mm) tends to 1 along normalised gradient descent.

    Checked at log T = 10^4, T the time of the gradient flow that the run follows, or on the run itself where
    its norm grows linearly.
    Reading: "same implicit bias" is Theorem 2's statement, under its hypotheses, for W_{k+1} = W_k - eta
    grad CE / ||grad CE|| with a constant eta.
    """
    return normalised_direction(run, margin_direction, effort)
