"""Lemma 2: the cyclic correction lies in S_cyc, the max-margin solution is orthogonal to it."""

from ntpcheck import ulps
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.reference.attention_loss import cyclic_part, logits
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.setting import SUBSPACES, WEIGHED
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.cyclic_span import one_span
from ntpcheck_papers.li2024.shared.feasible import margins
from ntpcheck_papers.li2024.shared.scores import projected_logits
from ntpcheck_papers.li2024.shared.svm import orthogonal, zero


@claim("attention/lemma-2/in-subspace", domain=WEIGHED)
def in_subspace(data: Attending, effort: Effort) -> Evidence:
    """W^cyc is the shortest minimiser of the cyclic risk, so it lies in S_cyc if the risk is the same at W
    and at P_S W, for every W. Checked on the logits of W - P_S W, which must be equal within each sample.
    """
    xp, tokens = data.xp, cyclic_part(data).tokens
    v = logits(data, data.W - project(data, data.W))
    high = xp.max(xp.where(tokens, v, xp.min(v, -1)[..., None]), -1)
    low = xp.min(xp.where(tokens, v, xp.max(v, -1)[..., None]), -1)
    spread = priority.largest(data, xp.where(tokens.any(-1), high - low, 0), 1)
    E = xp.abs(data.embeddings)
    size = priority.largest(data, E @ xp.abs(data.W) @ E.mT, 2) * data.size("d")
    error = xp.rounding(size, ulps.logits(data.size("d")) + 4) + 2 * projected_logits(data, data.W)
    return Evidence(-spread, error, size + 1)


@claim("attention/lemma-2/svm-orthogonal", domain=SUBSPACES)
def mm_orthogonal(data: Attention, effort: Effort) -> Evidence:
    """Checked on the matrices that span S_cyc in Definition 3."""
    # <W^mm, (e_j - mean of its component) e_k^T> = 0 for every component of every graph.
    xp, found = data.xp, graph_svm(data)
    together = priority.same_component(data)
    sums = xp.sum(together * margins(data, found.W), -1)
    off = priority.largest(data, xp.abs(sums / (1 + xp.sum(together, -1))), 2)
    return zero(data, off, found)


@claim("attention/lemma-2/orthogonal", domain=WEIGHED)
def cyclic_orthogonal(data: Attending, effort: Effort) -> Evidence:
    """Checked for P_S W with any W, hence for W^cyc wherever there is one, and for W^cyc where it is
    known.
    """
    return orthogonal(data)


@claim("attention/lemma-2/same-span", domain=SUBSPACES)
def same_span(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    return one_span(data)
