"""Beyond Figures 3 and 4: how fast normalised descent turns to W^mm, and where it ends on S_cyc.

Where no component has several tokens, the gradient vanishes with exp(-margin), and ||W(tau)|| grows linearly.
W(tau) - t W^mm, t the multiple of W^mm in W(tau), stays bounded: what leaves it is pulled back by steps of
one length, whatever that is, as long as each support vector has a positive multiplier.

Else steps end up in S_cyc: two points eta apart, between which the gradient turns round, and so across
W^cyc. Where eta is small the risk is a quadratic form between them, with W^cyc in the middle of its segment
or along it; then the two distances from W^cyc are eta together.
"""

from collections.abc import Callable
from dataclasses import replace

import torch

from ntpcheck.checks.existence import floats_only
from ntpcheck.checks.limit import OPEN, Row, collected
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.attention_optimisers import NORMALISED_RUNS
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck_papers.li2024.experiments import GENERAL_RUNS
from ntpcheck_papers.li2024.figures.normalised import End, ends, norm_linear, normalised_direction
from ntpcheck_papers.li2024.shared.svm import svm_direction

RETURNED, PART = 2.0**-12, 8  # of eta: where two steps lead back; what is read to 1 in this
STEPS_OFF = 64.0  # a run from farther off is still on its way after the steps that are looked at


def nearer(run: AttentionRun) -> AttentionRun:
    """W(0) scaled by a power of two, where it is more than `STEPS_OFF` steps away from 0."""
    far = torch.linalg.matrix_norm(run.W0) / (STEPS_OFF * run.eta)
    power = torch.where(far > 1, torch.frexp(far).exponent, 0)
    return run.replace(W0=run.W0 * torch.exp2(-power.double())[..., None, None])


NEAR_RUNS = replace(
    NORMALISED_RUNS,
    name="normalised attention runs from near 0",
    strategy=lambda: NORMALISED_RUNS.strategy().map(nearer),
    sampler=lambda generator, batch: nearer(NORMALISED_RUNS.sampler(generator, batch)),
)


@claim("attention/sharper/normalised-direction", domain=NEAR_RUNS)
def normalised_direction_rate(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked as for Figure 3, by a bound on 1 - corr that falls like 1 / log^2 T, T the time of the gradient
    flow that the run follows, and by a norm that grows linearly, as log T does. Runs start within 64 steps of
    0: from farther off the rate shows after about ||W(0)|| / eta steps.
    """
    return both(normalised_direction(run, svm_direction, effort), norm_linear(run, effort))


@claim("attention/sharper/normalised-cycle", domain=GENERAL_RUNS)
def normalised_cycle(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked at the last two of 2,048 steps, or four times as many, once two steps lead back to `RETURNED`.
    So the projection on S_cyc has no limit, ||W(tau)|| grows like log tau, and 1 - corr falls like
    1 / log^2 tau: as for plain descent.
    """
    return mean_distance(run, lambda end: (end.far + end.near) / 2, 1 / 2)


@floats_only
def mean_distance(run: AttentionRun, taken: Callable[[End], float], wanted: float) -> Evidence:
    """What is taken of the ends, in eta, is as wanted to 1/8. Slack: 1/8 less their difference."""
    rows, distances = list[Row](), list[float]()
    for frame, end in zip(attention_frames(run), ends(run, RETURNED), strict=True):
        distances.append(float("nan") if end is None else taken(end))
        apart = abs(distances[-1] - wanted) if len(frame.F) else 0.0
        rows.append(OPEN if end is None else Row(1 / PART - apart, end.back + 2.0**-30))
    return collected(run, rows, distance_over_eta=distances)
