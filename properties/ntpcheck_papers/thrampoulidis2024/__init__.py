"""C. Thrampoulidis, Implicit optimization bias of next-token prediction in linear models (NeurIPS 2024)."""

from pathlib import Path

from ntpcheck.claim import Assumption, Claim, Paper
from ntpcheck.contents import dependencies, held
from ntpcheck.formulas.planted import planted
from ntpcheck_papers.thrampoulidis2024.falsehoods import CHECKS
from ntpcheck_papers.thrampoulidis2024.figures.reproduce import TARGETS
from ntpcheck_papers.thrampoulidis2024.section_5 import theorem_2_gradient_descent

__all__ = ["PAPER"]

HERE = Path(__file__).parent
BOOK = HERE / "linear.book"

PAPER = Paper(
    key="linear",
    book=BOOK,
    claims=held(__name__, Claim),
    assumptions=held(__name__, Assumption, without=("falsehoods",)),
    planted=planted(BOOK, HERE / "falsehoods", from_text=(HERE / "blind",), checks=CHECKS),
    folder=HERE,
    figures={
        theorem_2_gradient_descent.direction.id: theorem_2_gradient_descent.figure,
        theorem_2_gradient_descent.finite.id: theorem_2_gradient_descent.planar_figure,
    },
    targets=TARGETS,
    older=("short", "arxiv-v1"),
    **dependencies(HERE),
)
