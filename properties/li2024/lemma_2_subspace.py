"""Lemma 2: the cyclic correction lies in S_cyc, the max-margin solution is orthogonal to it."""

from __future__ import annotations

from li2024.setting import FEASIBLE, NONZERO_SVM, SUBSPACES, WEIGHED
from ntpcheck.checks.attention_svm import orthogonal, svm_orthogonal
from ntpcheck.checks.cyclic_span import one_span, seen_inside
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention


@claim("attention/lemma-2/in-subspace", cite="Lemma 2", domain=WEIGHED)
def in_subspace(data: Attending, effort: Effort) -> Evidence:
    """W^cyc lies in S_cyc.

    W^cyc is the shortest minimiser of the cyclic risk, so it lies in S_cyc if the risk is the same at W and
    at P_S W, for every W. Checked on the logits of W - P_S W, which must be equal within each sample.
    Reading: that W^cyc and W^mm are not zero is supposed for their angle only; not assumed here. xbar is the
    last token of the whole input, also where Definition 1 removes it.
    """
    return seen_inside(data)


@claim("attention/lemma-2/svm-orthogonal", cite="Lemma 2", domain=SUBSPACES, assumes=(FEASIBLE, NONZERO_SVM))
def mm_orthogonal(data: Attention, effort: Effort) -> Evidence:
    """W^mm is orthogonal to S_cyc.

    Checked on the matrices that span S_cyc in Definition 3.
    Reading: W^mm != 0 is supposed; that W^cyc is not zero says nothing here and is not assumed.
    """
    return svm_orthogonal(data)


@claim("attention/lemma-2/orthogonal", cite="Lemma 2", domain=WEIGHED, assumes=(FEASIBLE, NONZERO_SVM))
def cyclic_orthogonal(data: Attending, effort: Effort) -> Evidence:
    """<W^cyc, W^mm> = 0.

    Checked for P_S W with any W, hence for W^cyc wherever there is one, and for W^cyc where it is known.
    """
    return orthogonal(data)


@claim("attention/lemma-2/same-span", cite="App. B.3", domain=SUBSPACES)
def same_span(data: Attention, effort: Effort) -> Evidence:
    """S, the span of all (e_j - e_j') e_k^T with j and j' in one SCC of graph k, equals S_cyc."""
    return one_span(data)
