"""Beyond Sections 3 and 4: converses, and hypotheses that Lemmas 1 and 2 and feasibility can do without."""

from __future__ import annotations

from li2024.setting import (
    AFFINE_TOKENS,
    ANOTHER_TOKEN,
    ATTENDING,
    ATTENTION,
    FEASIBLE,
    GRAPHS,
    HEAD_SELECTS,
    INDEPENDENT_QUERIES,
    INDEPENDENT_TOKENS,
    LOSS,
    SUBSPACES,
    WEIGHED,
)
from ntpcheck.checks import attention_minimum, graph_facts
from ntpcheck.checks.attention_svm import orthogonal, solution_exists
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention


@claim("attention/sharper/zero-only-if", cite="ours, beside Sec. 3.2", domain=GRAPHS)
def zero_only_if(data: Attention, effort: Effort) -> Evidence:
    """W^mm = 0 only if N_k <= 1 for all k: the converse of attention/section-3.2/single-component-zero.

    A graph is in one piece, so that two components are joined by an edge, which is strict. Checked: without
    i => j there is no graph of two components.
    """
    return graph_facts.zero_only_if(data)


@claim("attention/sharper/one-piece", cite="ours, beside Sec. 3.1", domain=GRAPHS)
def one_piece(data: Attention, effort: Effort) -> Evidence:
    """Every graph is connected, directions aside: its last token is joined to every other node.

    Every label of the graph has an edge to the last token, and every other node has one from a label.
    """
    return graph_facts.one_piece(data)


@claim(
    "attention/sharper/feasible-independent",
    cite="ours, beside Theorem 2",
    domain=SUBSPACES,
    assumes=(INDEPENDENT_TOKENS,),
)
def feasible_independent(data: Attention, effort: Effort) -> Evidence:
    """If the embeddings are linearly independent, (Graph-SVM) is feasible, whatever the head is.

    E W E^T can then be any matrix.
    """
    return solution_exists(data)


@claim(
    "attention/sharper/feasible-affine",
    cite="ours, beside Theorem 2",
    domain=ATTENTION,
    assumes=(AFFINE_TOKENS, INDEPENDENT_QUERIES),
)
def feasible_affine(data: Attention, effort: Effort) -> Evidence:
    """If the embeddings are affinely and those of last tokens linearly independent, (Graph-SVM) is feasible.

    W e_k can then be chosen for each k, and the differences (e_i - e_j)^T w of any one vector w.
    """
    return solution_exists(data)


@claim("attention/sharper/lemma-2-orthogonal", cite="ours, Lemma 2", domain=WEIGHED, assumes=(FEASIBLE,))
def lemma_2_orthogonal(data: Attending, effort: Effort) -> Evidence:
    """<W^cyc, W^mm> = 0 without the supposition that W^cyc, W^mm != 0."""
    return orthogonal(data)


@claim(
    "attention/sharper/above-minimum",
    cite="ours, Lemma 1",
    domain=ATTENDING,
    assumes=(ANOTHER_TOKEN, HEAD_SELECTS, *LOSS),
)
def above_minimum(data: Attending, effort: Effort) -> Evidence:
    """L(W) > L* needs neither acyclic data nor realizable labels, if some input has another token.

    Under Assumption 3 every token but the label has a smaller score, and every token some attention.
    """
    return attention_minimum.above_minimum(data)
