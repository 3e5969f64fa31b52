"""Beyond Remark 1: how many labellings of contexts in general position are linearly separable."""

from ntpcheck.checks.compare import decided
from ntpcheck.checks.existence import by_row, unsettled
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, Rigor
from ntpcheck.instances.dataset import Dataset
from ntpcheck_papers.thrampoulidis2024.beyond.dichotomies import cover_function, separable_dichotomies
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS


def counted(data: Dataset, predicted: int) -> Evidence:
    """The number of separable labellings is as predicted."""
    found = separable_dichotomies(data)
    return by_row(
        found.sure,
        lambda: decided(found.number == predicted, data.embeddings, rigor=Rigor.FLOAT),
        lambda: unsettled(0 * data.sized("m")),
    )


@claim("linear/sharper/cover-count", domain=DATASETS)
def cover_count(data: Dataset, effort: Effort) -> Evidence:
    """All are counted: a separating w can be moved until it is orthogonal to d - 1 of the contexts, whose
    labels are then free, so the normals of every d - 1 contexts list all separable labellings. Hence all are
    separable iff d >= m, and exactly half at m = 2d, which is what the threshold 1/2 refers to.
    """
    return counted(data, cover_function(data.size("m"), data.size("d")))
