"""Sections 1, 3.1 and 3.2: what token-priority graphs and their components are like."""

from __future__ import annotations

from li2024.setting import ACYCLIC, GRAPHS, ONE_COMPONENT
from ntpcheck.checks import graph_facts
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attention


@claim("attention/section-1/label-priority", cite="Sec. 1", domain=GRAPHS)
def label_priority(data: Attention, effort: Effort) -> Evidence:
    """The label has higher or equal priority compared to the other tokens in the sequence.

    Higher: y => x; equal: y and x in one component; both in the graph of the sequence's last token.
    """
    return graph_facts.label_priority(data)


@claim("attention/section-3.1/partition", cite="Sec. 3.1", domain=GRAPHS)
def partition(data: Attention, effort: Effort) -> Evidence:
    """The SCCs of a graph partition it into strongly connected subgraphs, and N_k <= its nodes <= K.

    Checked: being reachable from each other is an equivalence on the nodes, and two tokens of one component
    are joined by a path that stays inside it.
    """
    return graph_facts.partition(data)


@claim("attention/section-3.1/exclusive", cite="Sec. 3.1", domain=GRAPHS)
def exclusive(data: Attention, effort: Effort) -> Evidence:
    """(i => j) and (i, j in the same SCC) cannot both be present in the same graph."""
    return graph_facts.exclusive(data)


@claim("attention/section-3.1/empty-graph", cite="footnote 3", domain=GRAPHS)
def empty_graph(data: Attention, effort: Effort) -> Evidence:
    """N_k = 0 iff no training sample has e_k as its last token."""
    return graph_facts.empty_graphs(data)


@claim("attention/section-3.1/strict-order", cite="Sec. 3.1", domain=GRAPHS, assumes=(ACYCLIC,))
def strict_order(data: Attention, effort: Effort) -> Evidence:
    """If every SCC is a single token, all tokens within a graph have strict priority orders.

    Reading: of any two tokens of one graph, one is strictly above the other.
    """
    return graph_facts.strictly_ordered(data)


@claim("attention/section-3.1/strict-order/amended", cite="Sec. 3.1", domain=GRAPHS, assumes=(ACYCLIC,))
def strict_order_amended(data: Attention, effort: Effort) -> Evidence:
    """If every SCC is a single token, of two tokens joined by an edge i -> j the first is strictly above.

    The change: tokens joined by an edge, in the place of all tokens.
    """
    return graph_facts.strictly_ordered(data, linked=True)


@claim(
    "attention/section-3.2/single-component-zero", cite="Sec. 3.2", domain=GRAPHS, assumes=(ONE_COMPONENT,)
)
def single_component_zero(data: Attention, effort: Effort) -> Evidence:
    """If N_k <= 1 for all k, then W^mm = 0.

    Checked: no graph has a strict edge; the zero matrix then satisfies (Graph-SVM), and nothing is shorter.
    """
    return graph_facts.no_priority(data)
