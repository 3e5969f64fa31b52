"""Definitions 1 and 2, Fig. 2 and Eqs. (4), (5): acyclic datasets and the cyclic subset."""

from __future__ import annotations

from li2024.setting import ACYCLIC, GRAPHS, REALIZABLE
from ntpcheck.checks import acyclic_facts
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attention


@claim("attention/definition-1/acyclic-iff-empty", cite="Sec. 3.2, before Def. 2", domain=GRAPHS)
def acyclic_iff_empty(data: Attention, effort: Effort) -> Evidence:
    """All graphs are directed acyclic iff all SCCs are singletons, equivalently the cyclic subset is empty.

    Reading: an edge y -> y, which the construction adds for every label that stands in its input, is a cycle;
    a sample of Definition 1 is in the subset as long as a token of it is left. Both as the text has it.
    """
    return acyclic_facts.three_ways(data)


@claim("attention/definition-1/acyclic-iff-empty/amended", cite="Sec. 3.2, before Def. 2", domain=GRAPHS)
def acyclic_iff_empty_amended(data: Attention, effort: Effort) -> Evidence:
    """Self-loops aside, all graphs are acyclic iff all SCCs are singletons iff the set I of (5) is empty.

    The change: edges y -> y do not count, and samples that keep no token but their label are left out.
    """
    return acyclic_facts.three_ways(data, loops=False, dropped=True)


@claim("attention/definition-1/caption", cite="Fig. 2, Def. 1, (5)", domain=GRAPHS)
def caption(data: Attention, effort: Effort) -> Evidence:
    """The cyclic subset of the caption, of Definition 1 and of (5) are the same.

    The caption removes all singleton SCCs with their edges; Definition 1 removes the tokens x with y => x;
    (5) keeps the samples with distinct tokens from the label's SCC, and of these the tokens of that SCC.
    Reading: "distinct" is distinct from the label, as the sentence on the complement of I has it.
    """
    return acyclic_facts.three_subsets(data)


@claim("attention/definition-1/caption/amended", cite="Fig. 2, Def. 1, (5)", domain=GRAPHS)
def caption_amended(data: Attention, effort: Effort) -> Evidence:
    """The three subsets agree if edges between SCCs and samples left with their label alone are dropped.

    The change: the caption removes the edges between any two SCCs, and Definition 1 and the caption drop
    samples that keep no token but their label.
    """
    return acyclic_facts.three_subsets(data, dropped=True, split=True)


@claim("attention/definition-2/realizable", cite="Definition 2", domain=GRAPHS, assumes=(REALIZABLE, ACYCLIC))
def realizable(data: Attention, effort: Effort) -> Evidence:
    """A realizable dataset whose SCCs are all singletons is acyclic: its graphs are directed acyclic.

    Reading: an edge y -> y, which the construction adds for every label that stands in its input, is a cycle
    as the text has it; the paper does not seem to mean that.
    """
    return acyclic_facts.acyclic(data)


@claim(
    "attention/definition-2/realizable/amended",
    cite="Definition 2",
    domain=GRAPHS,
    assumes=(REALIZABLE, ACYCLIC),
)
def realizable_amended(data: Attention, effort: Effort) -> Evidence:
    """A realizable dataset whose SCCs are all singletons has graphs that are acyclic but for self-loops.

    The change: edges y -> y do not count as cycles.
    """
    return acyclic_facts.acyclic(data, loops=False)


@claim("attention/definition-2/self-loops", cite="Definition 2", domain=GRAPHS, assumes=(REALIZABLE,))
def self_loops(data: Attention, effort: Effort) -> Evidence:
    """No realizable dataset is acyclic in the sense of Definition 2 and the construction of Section 3.1.

    Ours: the sequence of a label contains it, which makes the edge y -> y.
    """
    return acyclic_facts.has_loops(data)


@claim("attention/equation-4/outside", cite="after (4)", domain=GRAPHS)
def outside(data: Attention, effort: Effort) -> Evidence:
    """For any t outside R_i, (y_i => x_it) in the graph of the last token."""
    return acyclic_facts.below_outside(data)


@claim("attention/equation-5/complement", cite="after (5)", domain=GRAPHS)
def complement(data: Attention, effort: Effort) -> Evidence:
    """For i outside I, the input tokens other than the label have strictly lower priority than the label."""
    return acyclic_facts.below_label(data)
