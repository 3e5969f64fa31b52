"""Definitions 1 and 2, Fig. 2 and Eqs. (4), (5): acyclic datasets and the cyclic subset."""

from __future__ import annotations

from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attention
from ntpcheck_papers.li2024.section_3 import acyclic_facts
from ntpcheck_papers.li2024.setting import GRAPHS


@claim("attention/definition-1/acyclic-iff-empty", domain=GRAPHS)
def acyclic_iff_empty(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    return acyclic_facts.three_ways(data)


@claim("attention/definition-1/acyclic-iff-empty/amended", domain=GRAPHS)
def acyclic_iff_empty_amended(data: Attention, effort: Effort) -> Evidence:
    """The change: edges y -> y do not count, and samples that keep no token but their label are left out."""
    return acyclic_facts.three_ways(data, loops=False, dropped=True)


@claim("attention/definition-1/caption", domain=GRAPHS)
def caption(data: Attention, effort: Effort) -> Evidence:
    """The caption removes all singleton SCCs with their edges; Definition 1 removes the tokens x with y => x;
    (5) keeps the samples with distinct tokens from the label's SCC, and of these the tokens of that SCC.
    """
    return acyclic_facts.three_subsets(data)


@claim("attention/definition-1/caption/amended", domain=GRAPHS)
def caption_amended(data: Attention, effort: Effort) -> Evidence:
    """The change: the caption removes the edges between any two SCCs, and Definition 1 and the caption drop
    samples that keep no token but their label.
    """
    return acyclic_facts.three_subsets(data, dropped=True, split=True)


@claim("attention/definition-2/realizable", domain=GRAPHS)
def realizable(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    return acyclic_facts.acyclic(data)


@claim("attention/definition-2/realizable/amended", domain=GRAPHS)
def realizable_amended(data: Attention, effort: Effort) -> Evidence:
    """The change: edges y -> y do not count as cycles."""
    return acyclic_facts.acyclic(data, loops=False)


@claim("attention/definition-2/self-loops", domain=GRAPHS)
def self_loops(data: Attention, effort: Effort) -> Evidence:
    """Ours: the sequence of a label contains it, which makes the edge y -> y."""
    return acyclic_facts.has_loops(data)


@claim("attention/equation-4/outside", domain=GRAPHS)
def outside(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    return acyclic_facts.below_outside(data)


@claim("attention/equation-5/complement", domain=GRAPHS)
def complement(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    return acyclic_facts.below_label(data)
