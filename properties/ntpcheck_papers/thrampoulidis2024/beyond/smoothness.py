"""Beyond Appendix E: the sharpest smoothness constant, and the steps that it allows."""

from __future__ import annotations

from ntpcheck.checks.direction import direction_limit, margin_direction
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding, Offset, Run, Scaled
from ntpcheck_papers.thrampoulidis2024.beyond import sharpness
from ntpcheck_papers.thrampoulidis2024.beyond.threshold import stretches
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS, OFFSETS, RUNS, SCALED

POSITIVE_ROW = Assumption("positive-row", sharpness.positive_row, sharpness.turned_contexts)
STEP_BELOW = Assumption("step-below-2-over-L", sharpness.step_below, sharpness.longest_step)


@claim("linear/sharper/smoothness/binary", domain=DECODINGS)
def binary(data: Decoding, effort: Effort) -> Evidence:
    """Checked along D = (g, -g) at W = 0: CE(D) + CE(-D) - 2 CE(0) >= sum_j pi_j (x_j^2 - x_j^4 / 6), x_j = g
    . h_j. At a leading eigenvector g the right side is L ||D||^2 (1 - O(|g|^2)).
    """
    return sharpness.binary_curvature(data)


@claim("linear/sharper/smoothness/half-space", domain=OFFSETS)
def half_space(data: Offset, effort: Effort) -> Evidence:
    """Checked at W = gamma (w, w, 0, .., 0), where the first two tokens share the probability q_j = 1 / (1 +
    (V - 2) exp(-gamma w . h_j) / 2): there the curvature along (g, -g, 0, ..) is q_j times its bound, and q_j
    tends to 1.
    """
    return sharpness.half_space_curvature(data)


@claim("linear/sharper/steps/descent", domain=SCALED)
def descent(data: Scaled, effort: Effort) -> Evidence:
    """The last sum is at most 2 L ||G||^2: every step below 2/L lowers the loss, four times the paper's
    1/(2L).
    """
    return sharpness.step_bound(data)


@claim("linear/sharper/steps/loss", domain=RUNS)
def loss(run: Run, effort: Effort) -> Evidence:
    """Checked against k (CE(W_k) - CE(U)) <= ||W_0 - U||^2 / (2 eta) + (CE(W_0) - H) / (2 - eta L), U = W* +
    log k W^mm, at every recorded step.
    """
    return sharpness.loss_below(run)


@claim("linear/sharper/steps/direction", domain=RUNS)
def direction(run: Run, effort: Effort) -> Evidence:
    """Checked like Theorem 2's statement."""
    return direction_limit(run, margin_direction, effort)


@claim("linear/sharper/steps/threshold", domain=SCALED)
def threshold(data: Scaled, effort: Effort) -> Evidence:
    """Checked for D = P_F W, by squares. At W* the softmax within S_j is p_j, which gives H_F."""
    return stretches(data)
