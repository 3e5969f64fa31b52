"""Beyond Lemma 1: independent contexts are enough, and solutions are never unique."""

from __future__ import annotations

from thrampoulidis2024.lemma_1_overparameterization import families
from thrampoulidis2024.setting import DATASETS, FULL_RANK

from ntpcheck.checks.existence import nothing_claimed
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset


def solvable_from(data: Dataset, spare: int = 0) -> Evidence:
    """`families` wherever d >= m + spare; elsewhere nothing is said."""
    enough = data.size("d") >= data.size("m") + spare
    return families(data) if enough else nothing_claimed(data)


@claim("linear/sharper/independent-contexts", cite="Lemma 1", domain=DATASETS, assumes=(FULL_RANK,))
def independent_contexts(data: Dataset, effort: Effort) -> Evidence:
    """(4) and (6) each have infinitely many solutions already when d >= m and H has full rank.

    Checked as Lemma 1, moving decoders along N with equal rows where d = m: every logit of a context then
    moves by the same amount. So d > m in Lemma 1 can be weakened to d >= m.
    """
    return solvable_from(data)
