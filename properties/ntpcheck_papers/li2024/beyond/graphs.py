"""Beyond Sections 3 and 4: converses, and hypotheses that Lemmas 1 and 2 and feasibility can do without."""

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.attention_paths import SCALED_PATHS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, AttendingScaled, Attention
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.section_4.path_exact import off_subspace
from ntpcheck_papers.li2024.section_4.path_steps import margins
from ntpcheck_papers.li2024.setting import ATTENDING, ATTENTION, GRAPHS, SUBSPACES, WEIGHED
from ntpcheck_papers.li2024.shared import minimum, priority
from ntpcheck_papers.li2024.shared.assumptions import fact
from ntpcheck_papers.li2024.shared.graph_facts import all_of, any_of, either, implies, single
from ntpcheck_papers.li2024.shared.scores import projection_error
from ntpcheck_papers.li2024.shared.svm import orthogonal, solution_exists


@claim("attention/sharper/zero-only-if", domain=GRAPHS)
def zero_only_if(data: Attention, effort: Effort) -> Evidence:
    """A graph is in one piece, so that two components are joined by an edge, which is strict. Checked:
    without i => j there is no graph of two components.
    """
    return fact(data, implies(1 - any_of(data, priority.strict(data), 3), single(data)))


@claim("attention/sharper/one-piece", domain=GRAPHS)
def one_piece(data: Attention, effort: Effort) -> Evidence:
    """Every label of the graph has an edge to the last token, and every other node has one from a label.

    Every node of graph k but k is joined to k by edges, directions aside, and k is a node of it.
    """
    links = priority.edges(data)
    links = data.xp.maximum(links, links.swapaxes(-1, -2))
    unit = 1 - priority.apart(data)
    to_query = data.xp.sum(priority.closure(data, links) * unit[..., :, None, :], -1)  # [k, i]: i ~> k
    there = priority.nodes(data)
    return fact(data, all_of(data, implies(there, either(data, unit, to_query)), 2))


@claim("attention/sharper/feasible-independent", domain=SUBSPACES)
def feasible_independent(data: Attention, effort: Effort) -> Evidence:
    """E W E^T can then be any matrix."""
    return solution_exists(data)


@claim("attention/sharper/feasible-affine", domain=ATTENTION)
def feasible_affine(data: Attention, effort: Effort) -> Evidence:
    """W e_k can then be chosen for each k, and the differences (e_i - e_j)^T w of any one vector w."""
    return solution_exists(data)


@claim("attention/sharper/lemma-2-orthogonal", domain=WEIGHED)
def lemma_2_orthogonal(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return orthogonal(data)


@claim("attention/sharper/epsilon", domain=SCALED_PATHS)
def epsilon(data: AttendingScaled, effort: Effort) -> Evidence:
    """With m the least margin, W' + (1 - m) W^mm keeps all constraints. Equality for one strict priority."""
    # The least margin of W' is at most 1 - ||W' - W^mm||^2 / (2 ||W^mm||^2). With m the least margin, W' + (1
    # - m) W^mm keeps all constraints: <W', W^mm> >= m ||W^mm||^2, so that ||W' - W^mm||^2 <= 2 (1 - m)
    # ||W^mm||^2 where ||W'|| <= ||W^mm||.
    xp, best, found = data.xp, graph_svm(data), margins(data)
    apart = off_subspace(data, data.W) - best.W
    square, whole = (xp.sum(X * X, (-2, -1)) for X in (apart, best.W))
    whole = xp.where(whole == 0, 1, whole) if xp is FLOAT else whole + (1 if bool(whole[()] == 0) else 0)
    left = square / (2 * whole)
    slack = 1 - xp.minimum(found.least, 2) - left
    error = found.error + xp.rounding(1 + left, 2 * ulps.entries(data.W) + 8)
    if xp is FLOAT:
        off = best.error + projection_error(data, data.W)
        error = error + 4 * off * (1 + square.sqrt()) / whole * (1 + left)
    return Evidence(slack, error, 1 + left)


@claim("attention/sharper/above-minimum", domain=ATTENDING)
def above_minimum(data: Attending, effort: Effort) -> Evidence:
    """Under Assumption 3 every token but the label has a smaller score, and every token some attention."""
    return minimum.above_minimum(data)
