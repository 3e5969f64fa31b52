"""Beyond Figure 3: how fast normalised descent turns to W^mm where no component has several tokens.

There the gradient vanishes with exp(-margin), and ||W(tau)|| grows linearly. W(tau) - t W^mm, t the multiple
of W^mm in W(tau), stays bounded: what leaves it is pulled back by steps of one length, whatever that is, as
long as each support vector has a positive multiplier.
"""

from __future__ import annotations

from dataclasses import replace

import torch

from ntpcheck.claim import Effort, claim
from ntpcheck.domains.attention_optimisers import NORMALISED_RUNS
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.attention import AttentionRun
from ntpcheck_papers.li2024.figures.normalised import norm_linear, normalised_direction
from ntpcheck_papers.li2024.section_3.svm import svm_direction

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
