"""Hypotheses that compare d with m, as Remark 1 and its neighbours make them."""

from __future__ import annotations

from ntpcheck.checks.compare import at_most, below
from ntpcheck.claim import Assumption
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset


def dimensions(
    data: Dataset, *, times: int = 1, spare: int = 0, strict: bool = False, flipped: bool = False
) -> Evidence:
    """times * d >= m + spare, or > where strict; flipped: <= or <. Slack: the difference."""
    m, d = data.sized("m") + spare, data.sized("d") * times
    m, d = (d, m) if flipped else (m, d)
    return below(m, d, terms=0) if strict else at_most(m, d, terms=0)


MORE_THAN_HALF = Assumption("d-above-half-m", lambda data: dimensions(data, times=2, strict=True))
AT_LEAST_AS_MANY = Assumption("d-at-least-m", dimensions)
