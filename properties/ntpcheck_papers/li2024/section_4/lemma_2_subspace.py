"""Lemma 2: the cyclic correction lies in S_cyc, the max-margin solution is orthogonal to it."""

from __future__ import annotations

from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck_papers.li2024.setting import SUBSPACES, WEIGHED
from ntpcheck_papers.li2024.shared.cyclic_span import one_span, seen_inside
from ntpcheck_papers.li2024.shared.svm import orthogonal, svm_orthogonal


@claim("attention/lemma-2/in-subspace", domain=WEIGHED)
def in_subspace(data: Attending, effort: Effort) -> Evidence:
    """W^cyc is the shortest minimiser of the cyclic risk, so it lies in S_cyc if the risk is the same at W
    and at P_S W, for every W. Checked on the logits of W - P_S W, which must be equal within each sample.
    """
    return seen_inside(data)


@claim("attention/lemma-2/svm-orthogonal", domain=SUBSPACES)
def mm_orthogonal(data: Attention, effort: Effort) -> Evidence:
    """Checked on the matrices that span S_cyc in Definition 3."""
    return svm_orthogonal(data)


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
