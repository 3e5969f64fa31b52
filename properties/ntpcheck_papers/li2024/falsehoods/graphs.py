"""False neighbours of the claims on graphs, acyclic datasets and the cyclic subset.

Each is false on a dataset of at most four tokens and four sequences, most on two sequences of two tokens.
"""

from __future__ import annotations

from ntpcheck.claim import Assumption
from ntpcheck_papers.li2024.falsehoods.planting import checked, neighbours
from ntpcheck_papers.li2024.section_3 import graph_facts as facts
from ntpcheck_papers.li2024.section_3.acyclic_facts import (
    acyclic,
    below_label,
    below_outside,
    has_loops,
    three_subsets,
    three_ways,
)
from ntpcheck_papers.li2024.setting import ACYCLIC, REALIZABLE

__all__ = ["PLANTED_GRAPHS"]

TWO_COMPONENTS = Assumption("at-most-two-components", lambda data: facts.at_most_one_component(data, 2))

SECTIONS = (
    *neighbours(
        ("section-1/label-priority",),
        (
            "flipped-inequality",
            "Tokens rank above the label.",
            checked(facts.label_priority, relation="below"),
        ),
        (
            "wrong-quantifier",
            "The label ranks strictly above.",
            checked(facts.label_priority, relation="strict"),
        ),
        ("wrong-set", "In the graph of the label.", checked(facts.label_priority, query="label")),
    ),
    *neighbours(
        ("section-3.1/partition",),
        ("wrong-set", "So do weakly connected components.", checked(facts.partition, weak=True)),
        ("tightened-bound", "N_k is less than the number of nodes.", checked(facts.partition, spare=1)),
    ),
    *neighbours(
        ("section-3.1/exclusive",),
        ("wrong-set", "No edge joins tokens of one component.", checked(facts.exclusive, edges=True)),
        (
            "wrong-quantifier",
            "One of them holds for any two nodes.",
            checked(facts.exclusive, exhaustive=True),
        ),
    ),
    *neighbours(
        ("section-3.1/empty-graph",),
        ("wrong-set", "N_k = 0 iff e_k is in no input.", checked(facts.empty_graphs, of="anywhere")),
        ("wrong-constant", "N_k <= 1 iff e_k is no last token.", checked(facts.empty_graphs, most=1)),
    ),
    # y -> x of an acyclic graph is strict, so the reverse is false wherever a label has another token.
    *neighbours(
        ("section-3.1/strict-order", "section-3.1/strict-order/amended"),
        ("flipped-inequality", "Edges i -> j have j => i.", checked(facts.strictly_ordered, reverse=True)),
        (
            "dropped-assumption",
            "Edges i -> j have i => j, whatever the SCCs are.",
            {"assumes": ()} | checked(facts.strictly_ordered, linked=True),
        ),
    ),
    *neighbours(
        ("section-3.2/single-component-zero",),
        ("dropped-assumption", "W^mm = 0 always.", {"assumes": ()}),
        (
            "dropped-assumption/two-components",
            "If no graph has more than two components.",
            {"assumes": (TWO_COMPONENTS,)},
        ),
    ),
)

DEFINITIONS = (
    # Where the claim as printed holds at all, no graph has a loop and every input lies below its label.
    *neighbours(
        ("definition-1/acyclic-iff-empty",),
        ("wrong-set/components", "With weak components.", checked(three_ways, weak=True)),
        ("wrong-set/union", "The graphs' union is acyclic iff.", checked(three_ways, united=True)),
        (
            "flipped-inequality",
            "Definition 1 removes the tokens x with x => y.",
            checked(three_ways, reverse=True),
        ),
    ),
    *neighbours(
        ("definition-1/acyclic-iff-empty/amended",),
        (
            "wrong-set/components",
            "With weak components, self-loops aside.",
            checked(three_ways, loops=False, dropped=True, weak=True),
        ),
        ("wrong-set/self-loops", "With self-loops, samples dropped.", checked(three_ways, dropped=True)),
        ("omitted-term", "Self-loops aside, no sample dropped.", checked(three_ways, loops=False)),
    ),
    *neighbours(
        ("definition-1/caption", "definition-1/caption/amended"),
        (
            "flipped-inequality",
            "Definition 1 removes the tokens x with x => y.",
            checked(three_subsets, dropped=True, split=True, reverse=True),
        ),
        (
            "wrong-set",
            "Definition 1 removes the tokens x with y -> x.",
            checked(three_subsets, dropped=True, split=True, edges=True),
        ),
    ),
    *neighbours(
        ("definition-1/caption/amended",),
        ("omitted-term", "No sample is dropped, edges are.", checked(three_subsets, split=True)),
    ),
    # Two graphs may order the same tokens in opposite ways: then their union has a cycle.
    *neighbours(
        ("definition-2/realizable", "definition-2/realizable/amended"),
        (
            "wrong-set",
            "If all SCCs are single tokens, the graphs' union is acyclic, self-loops aside.",
            {"assumes": (ACYCLIC,)} | checked(acyclic, loops=False, united=True),
        ),
        (
            "dropped-assumption",
            "Realizable datasets are acyclic, self-loops aside.",
            {"assumes": (REALIZABLE,)} | checked(acyclic, loops=False),
        ),
    ),
    *neighbours(
        ("definition-2/self-loops",),
        ("dropped-assumption", "No dataset of singleton SCCs is acyclic.", {"assumes": (ACYCLIC,)}),
        ("wrong-quantifier", "Every node has an edge to itself.", checked(has_loops, everywhere=True)),
    ),
    *neighbours(
        ("equation-4/outside",),
        ("wrong-set", "For t outside O_i.", checked(below_outside, outside="label")),
        ("flipped-inequality", "(x_it => y_i) for t outside R_i.", checked(below_outside, reverse=True)),
    ),
    *neighbours(
        ("equation-5/complement",),
        ("wrong-set/inside", "For i in I.", checked(below_label, inside=True)),
        ("wrong-set/label", "The label itself too.", checked(below_label, every=True)),
    ),
)

PLANTED_GRAPHS = (*SECTIONS, *DEFINITIONS)
