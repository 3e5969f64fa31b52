"""Y. Li, Y. Huang, M. E. Ildiz, A. S. Rawat, S. Oymak, Mechanics of next token prediction (AISTATS 2024)."""

from functools import partial
from pathlib import Path

from ntpcheck.claim import Assumption, Claim, Paper
from ntpcheck.contents import dependencies, held
from ntpcheck.formulas.planted import planted
from ntpcheck_papers.li2024.falsehoods import CHECKS
from ntpcheck_papers.li2024.figures import figure_2_graphs
from ntpcheck_papers.li2024.figures.reproduce import TARGETS

__all__ = ["PAPER"]

GRAPHS = "attention/section-3.1/partition"  # the claim that the report shows graphs beside
HERE = Path(__file__).parent
BOOK = HERE / "attention.book"

PAPER = Paper(
    key="attention",
    book=BOOK,
    claims=held(__name__, Claim),
    assumptions=held(__name__, Assumption, without=("falsehoods",)),
    planted=planted(BOOK, HERE / "falsehoods", from_text=(HERE / "blind",), checks=CHECKS),
    folder=HERE,
    figures={GRAPHS: partial(figure_2_graphs.figure, GRAPHS)},
    targets=TARGETS,
    **dependencies(HERE),
)
