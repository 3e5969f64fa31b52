"""Section 3.2: (Graph-SVM), what it is on acyclic data, and when it is feasible."""

from __future__ import annotations

from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck_papers.li2024.setting import ATTENDING, ATTENTION, SUBSPACES
from ntpcheck_papers.li2024.shared.svm import same_program, solution_exists


@claim("attention/graph-svm/acyclic-reduction", domain=ATTENDING)
def acyclic_reduction(data: Attending, effort: Effort) -> Evidence:
    """Checked for any W: it misses the constraints of one program exactly as far as those of the other."""
    return same_program(data)


@claim("attention/graph-svm/feasible", domain=SUBSPACES)
def feasible(data: Attention, effort: Effort) -> Evidence:
    """C E^T = I makes the embeddings independent, so that E W E^T can be anything. Checked by W^mm; only a
    Farkas ray counts as failure.
    """
    return solution_exists(data)


@claim("attention/graph-svm/feasible@assumption-3", domain=ATTENTION)
def feasible_selecting(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    return solution_exists(data)


@claim("attention/graph-svm/feasible@assumption-3/amended", domain=ATTENTION)
def feasible_amended(data: Attention, effort: Effort) -> Evidence:
    """Added: that the embeddings are linearly independent."""
    return solution_exists(data)
