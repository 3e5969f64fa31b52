"""Beyond Figure 3: how fast normalised descent turns to W^mm where no component has several tokens.

There the gradient vanishes with exp(-margin), and ||W(tau)|| grows linearly. W(tau) - t W^mm, t the multiple
of W^mm in W(tau), stays bounded: what leaves it is pulled back by steps of one length, whatever that is, as
long as each support vector has a positive multiplier.
"""

from __future__ import annotations

from ntpcheck.claim import Effort, claim
from ntpcheck.domains.attention_optimisers import NORMALISED_RUNS
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.attention import AttentionRun
from ntpcheck_papers.li2024.figures.normalised import norm_linear, normalised_direction
from ntpcheck_papers.li2024.section_3.svm import svm_direction


@claim("attention/sharper/normalised-direction", domain=NORMALISED_RUNS)
def normalised_direction_rate(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked as for Figure 3, by a bound on 1 - corr that falls like 1 / log^2 T, T the time of the gradient
    flow that the run follows, and by a norm that grows linearly, as log T does.
    """
    return both(normalised_direction(run, svm_direction, effort), norm_linear(run, effort))
