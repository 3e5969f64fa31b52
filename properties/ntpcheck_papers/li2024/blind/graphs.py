"""False neighbours on token-priority graphs, written from the paper's text alone."""

from __future__ import annotations

from typing import Any

from ntpcheck.checks.compare import decided
from ntpcheck.claim import Planted
from ntpcheck.instances import cyclic, graph
from ntpcheck_papers.li2024.blind.frame import above, components, converse, everywhere, related, tied
from ntpcheck_papers.li2024.blind.weights import planted, same_everywhere

Data = Any


def fact(data: Data, holds: Any):
    return decided(holds, data.xp.sum(data.embeddings, (-2, -1)))


def others(data: Data) -> Any:
    return data.present & ~data.is_label


def label_strictly_above(data: Data, effort: Any):
    return fact(data, everywhere(~others(data) | above(data), 2))


def label_below(data: Data, effort: Any):
    return fact(data, everywhere(~others(data) | related(data, converse(graph.reachable(data))), 2))


def fewer_components(data: Data, effort: Any):
    return fact(data, everywhere(components(data) <= data.size("K") - 1, 1))


def edge_or_tie(data: Data, effort: Any):
    return fact(data, everywhere(~(graph.edges(data) & graph.same_component(data)), 3))


def empty_without_label(data: Data, effort: Any):
    return fact(data, everywhere((components(data) == 0) == ~data.is_label.any(-2), 1))


def second_above(data: Data, effort: Any):
    joined = graph.edges(data) & (graph.strict(data) | graph.same_component(data))
    return fact(data, everywhere(~joined | converse(graph.strict(data)), 3))


def all_samples_cyclic(data: Data, effort: Any):
    acyclic = everywhere(~graph.same_component(data), 3)
    return fact(data, acyclic == cyclic.samples(data).all(-1))


def removes_above(data: Data, effort: Any):
    kept = data.present & ~related(data, converse(graph.strict(data)))
    same = (kept == cyclic.by_equation_5(data)) | ~cyclic.samples(data)[..., None]
    return fact(data, everywhere(same, 2))


def outside_above(data: Data, effort: Any):
    outside = data.present & ~tied(data)
    return fact(data, everywhere(~outside | related(data, converse(graph.strict(data))), 2))


def outside_the_label(data: Data, effort: Any):
    return fact(data, everywhere(~others(data) | related(data, graph.strict(data)), 2))


def inside_strictly_lower(data: Data, effort: Any):
    inside = cyclic.samples(data)[..., None] & others(data)
    return fact(data, everywhere(~inside | above(data), 2))


def reachable_kept(data: Data, effort: Any):
    kept = data.present & (data.is_label | related(data, graph.reachable(data)))
    return same_everywhere(data, kept & cyclic.samples(data)[..., None], cyclic.by_equation_5(data))


def strongly_connected(data: Data, effort: Any):
    return fact(data, everywhere(components(data) <= 1, 1))


def two_components(data: Data, effort: Any):
    few = everywhere(components(data) <= 2, 1)
    return fact(data, ~few | everywhere(~graph.strict(data), 3))


def joined_by_an_edge(data: Data, effort: Any):
    joined = graph.edges(data) | converse(graph.edges(data))
    return fact(data, everywhere(~graph.same_component(data) | joined, 3))


def transitive(data: Data, effort: Any):
    above_it = graph.strict(data)
    both = (above_it[..., :, :, None] & above_it[..., None, :, :]).any(-2)
    return fact(data, everywhere(~both | above_it, 3))


GRAPHS: tuple[Planted, ...] = (
    # (X, y) = (01, 0) and (01, 1), last token 0: 0 -> 1 -> 0 is one component
    planted(
        "section-1/label-priority",
        "wrong-quantifier/strict",
        "The label has strictly higher priority than the other tokens of the sequence",
        label_strictly_above,
    ),
    # (01, 0): 0 -> 1, and no path leads from 1 to 0
    planted(
        "section-1/label-priority",
        "flipped-inequality/other-tokens",
        "The other tokens of the sequence have higher or equal priority compared to the label",
        label_below,
    ),
    # (01, 0) with K = 2: two components
    planted(
        "section-3.1/partition",
        "tightened-bound/tokens",
        "The SCCs of a graph partition it, and N_k <= K - 1",
        fewer_components,
    ),
    # a 2-cycle has both edges inside its component
    planted(
        "section-3.1/exclusive",
        "wrong-set/edge",
        "An edge i -> j and (i, j in the same SCC) cannot both be present",
        edge_or_tie,
    ),
    # (012, 0), (01, 1), (02, 2), last token 0: one component, and no edge between 1 and 2
    planted(
        "section-3.1/exclusive",
        "wrong-set/adjacent",
        "(i, j in the same SCC) and no edge between i and j cannot both be present",
        joined_by_an_edge,
    ),
    # (01, 0), (12, 1), last token 1: 0 => 1 => 2, and no edge 0 -> 2
    planted(
        "section-3.1/strict-order/amended",
        "wrong-condition/path",
        "If every SCC is a single token, i => j and j => l imply i => l",
        transitive,
    ),
    # (1, 0): last token 1, label 0; the graph of 1 has nodes and that of 0 has none
    planted(
        "section-3.1/empty-graph",
        "wrong-set/label",
        "N_k = 0 iff no training sample has e_k as its label",
        empty_without_label,
    ),
    # (01, 0): the edge 0 -> 1 has no way back
    planted(
        "section-3.1/strict-order/amended",
        "flipped-inequality/second",
        "If every SCC is a single token, of two tokens joined by an edge i -> j the second is strictly above",
        second_above,
    ),
    # the 2-cycle: joined by an edge, and neither is above
    planted(
        "section-3.1/strict-order/amended",
        "dropped-assumption/any-component",
        "Of two tokens joined by an edge i -> j the first is strictly above",
        None,
        drops=("acyclic",),
    ),
    # (01, 0) with independent embeddings: two components, one constraint >= 1
    planted(
        "section-3.2/single-component-zero",
        "dropped-assumption/at-most-two",
        "If N_k <= 2 for all k, then W^mm = 0",
        two_components,
        assumes=(),
    ),
    # (01, 0): every component is a single token, and the sample is not in I
    planted(
        "definition-1/acyclic-iff-empty/amended",
        "wrong-quantifier",
        "Self-loops aside, all graphs are acyclic iff the set I of (5) is all of [n]",
        all_samples_cyclic,
    ),
    # (012, 0), (01, 1), last token 0: 2 is below the label, (5) removes it and this keeps it
    planted(
        "definition-1/caption/amended",
        "flipped-inequality/above",
        "Removing the tokens strictly above the label leaves, for i in I, the tokens that (5) keeps",
        removes_above,
    ),
    # the 2-cycle again
    planted(
        "definition-2/realizable/amended",
        "dropped-assumption/any-component",
        "A realizable dataset has graphs that are acyclic but for self-loops",
        None,
        drops=("acyclic",),
    ),
    # (1, 0): the one edge 0 -> 1 makes an acyclic graph without a loop
    planted(
        "definition-2/self-loops",
        "dropped-assumption/any-data",
        "No dataset is acyclic in the sense of Definition 2",
        None,
        drops=("realizable",),
    ),
    # (01, 0): 1 is outside R, and 0 => 1
    planted(
        "equation-4/outside",
        "flipped-inequality/below",
        "For any t outside R_i, (x_it => y_i) in the graph of the last token",
        outside_above,
    ),
    # the 2-cycle: the other token is outside O_i and in the label's component
    planted(
        "equation-4/outside",
        "wrong-set/labels",
        "For any t outside O_i, (y_i => x_it) in the graph of the last token",
        outside_the_label,
    ),
    # by (5) every i in I has a token other than the label in the label's component
    planted(
        "equation-5/complement",
        "wrong-set",
        "For i in I, the input tokens other than the label have strictly lower priority",
        inside_strictly_lower,
    ),
    # (012, 0), (01, 1), last token 0: 2 can be reached from 0 and is not in its component
    planted(
        "lemma-7/proof/removed-tokens/amended",
        "wrong-set/reachable",
        "X-bar_i, i in I, is X_i without the tokens that cannot be reached from its label",
        reachable_kept,
    ),
    # (01, 0): 1 does not lead to 0
    planted(
        "sharper/one-piece",
        "wrong-quantifier/strongly-connected",
        "Every graph is strongly connected",
        strongly_connected,
    ),
)
