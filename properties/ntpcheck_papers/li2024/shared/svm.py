"""(Graph-SVM) as a program: when it is (Acyc-SVM), when it is feasible, what W^mm is orthogonal to."""

import numpy as np
import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import decided
from ntpcheck.checks.existence import unsettled
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.reference.cyclic import Correction, cyclic_basis, cyclic_correction, project
from ntpcheck.reference.graph_svm import GraphSVM, graph_svm
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.feasible import ray, where_solvable


def solution_exists(data: Attention) -> Evidence:
    """Some W satisfies the constraints of (Graph-SVM).

    One exact infeasible instance shows a ray: every W has some margin of at most max |M| ||W||_1, M the mean
    of rows (e_i - e_j) e_k^T of strict edges with the ray's weights plus a combination of ties; M is zero.
    """
    found = graph_svm(data)
    if data.xp is FLOAT:
        square = (found.W**2).sum((-2, -1))
        slack = 1 / (1 + square.sqrt())
        slack = torch.where(found.feasible, slack, torch.full_like(slack, -1.0))
        return Evidence(slack, torch.where(found.decided, 0.0, torch.inf), 1 + slack.abs())
    if not bool(np.all(found.decided)):
        return unsettled(data.number("knee"))
    if not bool(np.all(found.feasible)):
        slack = ray(data, found)
        return Evidence(slack, 0 * slack, 1 + slack, strict=True)
    return decided(found.feasible, data.embeddings)


def absolute_logits(data: Attention, W: Array) -> Array:
    """`[...]` the largest entry of |E| |W| |E|^T: the largest sum of absolute products behind a logit."""
    E = data.xp.abs(data.embeddings)
    return priority.largest(data, E @ data.xp.abs(W) @ E.mT, 2)


def zero(data: Attention, off: Array, found: GraphSVM, size: Array | None = None) -> Evidence:
    """A number that is zero up to what is not known of W^mm; undefined without W^mm."""
    xp = data.xp
    scale = absolute_logits(data, found.W) + (1 if size is None else size)
    if xp is not FLOAT:
        return where_solvable(data, Evidence(-off, 0 * off, scale), found)
    reach = 4 * (data.embeddings**2).sum(-1).amax(-1)
    error = reach * found.error + xp.rounding(scale, 4 * ulps.entries(found.W) + 8)
    error = torch.where(found.decided, torch.where(found.feasible, error, 0.0), torch.inf)
    return Evidence(-off, error, scale, defined=found.feasible | ~found.decided)


def orthogonal(data: Attending) -> Evidence:
    """<P_S W, W^mm> = 0 for every W, and <W^cyc, W^mm> = 0 where W^cyc is known; S is S_cyc."""
    xp, found = data.xp, graph_svm(data)
    inside = project(data, data.W)
    off = xp.abs(xp.sum(inside * found.W, (-2, -1)))
    lengths = [xp.sum(xp.abs(x), (-2, -1)) for x in (data.W, found.W)]
    evidence = zero(data, off, found, lengths[0] * lengths[1])
    if xp is not FLOAT:
        cyclic = cyclic_correction(data)
        known = bool(np.all(cyclic.state == Correction.FOUND))
        both_zero = xp.abs(xp.sum(cyclic.W * found.W, (-2, -1))) if known else 0 * off
        return where_solvable(data, Evidence(-xp.maximum(off, both_zero), 0 * off, evidence.scale), found)
    reach = data.W.norm(dim=(-2, -1)) * found.error
    settled = torch.where(cyclic_basis(data).settled, 0.0, torch.inf)
    return Evidence(-off, evidence.error + reach + settled, evidence.scale, defined=evidence.defined)


def svm_margins(data: Attention) -> tuple[Array, Array]:
    """(e_{y_i} - e_k)^T W^mm xbar_i `[..., n, K]`, and a bound on its error."""
    best, xp = graph_svm(data), data.xp
    scores = data.queries @ best.W.swapaxes(-1, -2) @ data.embeddings.swapaxes(-1, -2)
    own = xp.sum(xp.where(data.is_label, scores, 0), -1)[..., None]
    size = xp.sum(xp.abs(data.embeddings), (-2, -1))
    wrong = xp.rounding(xp.sum(xp.abs(best.W), (-2, -1)), ulps.logits(data.size("d")) + 4)
    reach = size * size * (xp.asarray(best.error, size) + wrong)
    return own - scores, reach[..., None, None] + 0 * scores


def svm_direction(data: Attention) -> Array:
    """W^mm `[..., d, d]`; zero where there is none."""
    return graph_svm(data).W
