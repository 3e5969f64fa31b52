"""Footnote 8: stochastic gradient descent keeps the direction, and strong growth holds over contexts."""

from ntpcheck.checks.direction import margin_direction
from ntpcheck.checks.optimisers import sgd_direction
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.optimisers import STREAMS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding
from ntpcheck.instances.streams import Stream
from ntpcheck_papers.thrampoulidis2024.section_5.growth import strong_growth
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS


@claim("linear/footnote-8/strong-growth", domain=DECODINGS)
def growth(data: Decoding, effort: Effort) -> Evidence:
    """Checked with an explicit rho of the data, derived in growth.py."""
    return strong_growth(data)


@claim("linear/footnote-8/sgd-direction", domain=STREAMS)
def direction(run: Stream, effort: Effort) -> Evidence:
    """Checked at log k = 10^4 and beyond by the mean motion from an early iterate of one run, held against a
    later one and against the law. Rigor: a trend of sampled runs.
    """
    return sgd_direction(run, margin_direction, effort)
