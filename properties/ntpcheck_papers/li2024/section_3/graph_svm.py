"""Section 3.2: (Graph-SVM), what it is on acyclic data, and when it is feasible."""

from ntpcheck import ulps
from ntpcheck.checks.compare import equal
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck_papers.li2024.setting import ATTENDING, ATTENTION, SUBSPACES
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.feasible import margins
from ntpcheck_papers.li2024.shared.svm import absolute_logits, solution_exists


@claim("attention/graph-svm/acyclic-reduction", domain=ATTENDING)
def acyclic_reduction(data: Attending, effort: Effort) -> Evidence:
    """Checked for any W: it misses the constraints of one program exactly as far as those of the other."""
    found = margins(data, data.W)
    strict = priority.strict(data)
    below = priority.smallest(data, strict * (found - 1), 3)
    off = priority.largest(data, priority.same_component(data) * data.xp.abs(found), 3)
    size = priority.largest(data, data.xp.abs(found), 3) + 2
    terms, size = ulps.logits(data.size("d")) + 4, absolute_logits(data, data.W) + size
    return equal(data.xp.minimum(below, -off), below, terms=terms, scale=size)


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
