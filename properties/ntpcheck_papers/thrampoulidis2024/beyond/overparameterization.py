"""Beyond Lemma 1: independent contexts are enough, and solutions are never unique."""

from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset
from ntpcheck_papers.thrampoulidis2024.section_3.lemma_1_overparameterization import families
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS


@claim("linear/sharper/independent-contexts", domain=DATASETS)
def independent_contexts(data: Dataset, effort: Effort) -> Evidence:
    """Checked as Lemma 1, moving decoders along N with equal rows where d = m: every logit of a context then
    moves by the same amount. So d > m in Lemma 1 can be weakened to d >= m.
    """
    return families(data)
