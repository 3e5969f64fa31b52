"""Sections 1, 3.1 and 3.2: what token-priority graphs and their components are like."""

from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attention
from ntpcheck_papers.li2024.setting import GRAPHS
from ntpcheck_papers.li2024.shared import graph_facts, priority
from ntpcheck_papers.li2024.shared.assumptions import fact
from ntpcheck_papers.li2024.shared.graph_facts import (
    all_of,
    any_of,
    component_count,
    either,
    implies,
    positive,
)


@claim("attention/section-1/label-priority", domain=GRAPHS)
def label_priority(data: Attention, effort: Effort) -> Evidence:
    """Higher: y => x; equal: y and x in one component; both in the graph of the sequence's last token."""
    holds = either(data, priority.same_component(data), priority.strict(data))
    ranked = priority.of_samples(data, holds)
    asked = priority.present(data) * (1 - priority.is_label(data))
    return fact(data, all_of(data, implies(asked, ranked), 2))


@claim("attention/section-3.1/partition", domain=GRAPHS)
def partition(data: Attention, effort: Effort) -> Evidence:
    """Checked: being reachable from each other is an equivalence on the nodes, and two tokens of one
    component are joined by a path that stays inside it.
    """
    return graph_facts.partition(data)


@claim("attention/section-3.1/exclusive", domain=GRAPHS)
def exclusive(data: Attention, effort: Effort) -> Evidence:
    """(i => j) and (i and j in one component) never hold together."""
    return fact(data, 1 - any_of(data, priority.strict(data) * priority.same_component(data), 3))


@claim("attention/section-3.1/empty-graph", domain=GRAPHS)
def empty_graph(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    # N_k = 0 iff no input has the last token k.
    empty = 1 - positive(data, component_count(data))
    unused = 1 - data.xp.max(priority.is_last(data), -2)
    return fact(data, data.xp.min(1 - data.xp.abs(empty - unused), -1))


@claim("attention/section-3.1/strict-order", domain=GRAPHS)
def strict_order(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    return graph_facts.strictly_ordered(data)


@claim("attention/section-3.1/strict-order/amended", domain=GRAPHS)
def strict_order_amended(data: Attention, effort: Effort) -> Evidence:
    """The change: tokens joined by an edge, in the place of all tokens."""
    return graph_facts.strictly_ordered(data, linked=True)


@claim("attention/section-3.2/single-component-zero", domain=GRAPHS)
def single_component_zero(data: Attention, effort: Effort) -> Evidence:
    """Checked: no graph has a strict edge; the zero matrix then satisfies (Graph-SVM), and nothing is
    shorter.
    """
    return fact(data, 1 - any_of(data, priority.strict(data), 3))
