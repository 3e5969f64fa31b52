"""Definitions 1 and 2, Fig. 2 and Eqs. (4), (5): acyclic datasets and the cyclic subset.

The counterparts, as booleans, of `ntpcheck.instances.graph`.
"""

from ntpcheck.arithmetic import Array
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attention
from ntpcheck_papers.li2024.setting import GRAPHS
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.assumptions import fact
from ntpcheck_papers.li2024.shared.graph_facts import all_of, any_of, either, implies


def _unlabelled(data: Attention) -> Array:
    """`[..., n, K]`: 1 at the input's tokens other than the label."""
    return priority.present(data) * (1 - priority.is_label(data))


def component(data: Attention) -> Array:
    """`[..., n, K]`: 1 on R_i."""
    same = priority.of_samples(data, priority.same_component(data))
    return priority.present(data) * either(data, priority.is_label(data), same)


def by_definition_1(data: Attention) -> Array:
    """`[..., n, K]`: 1 at the tokens x that Definition 1 keeps, not y => x."""
    return priority.present(data) * (1 - priority.of_samples(data, priority.strict(data)))


def by_caption(data: Attention, *, split: bool = False) -> Array:
    """`[..., n, K]`: 1 at the tokens that the caption keeps, in components of several tokens as the label is.

    split: the edges between two components go as well, so that the label's component alone is kept.
    """
    several = data.xp.max(priority.same_component(data), -1)
    both = several[..., :, None] * several[..., None, :]
    kept = priority.present(data) * priority.of_samples(data, both)
    return kept * component(data) if split else kept


def several_left(data: Attention, kept: Array) -> Array:
    """`[..., n, K]`: the tokens kept, of samples that keep one other than the label."""
    return kept * data.xp.max(kept * _unlabelled(data), -1)[..., None]


def directed_acyclic(data: Attention, *, loops: bool = True) -> Array:
    """`[...]`: 1 where no graph has a cycle; `loops`: an edge y -> y is one."""
    links = priority.edges(data) if loops else priority.edges(data) * priority.apart(data)
    return 1 - any_of(data, priority.closure(data, links) * (1 - priority.apart(data)), 3)


def singletons(data: Attention) -> Array:
    """`[...]`: 1 where every component is a single token."""
    return 1 - any_of(data, priority.same_component(data), 3)


def three_ways(data: Attention, *, loops: bool = True, dropped: bool = False) -> Evidence:
    """All graphs directed acyclic, all components single tokens, and the cyclic subset empty, all or none.

    dropped: from the cyclic subset of Definition 1, samples that keep no token but their label are dropped.
    """
    left = by_definition_1(data)
    left = several_left(data, left) if dropped else left
    ways = (directed_acyclic(data, loops=loops), singletons(data), 1 - any_of(data, left, 2))
    spread = either(data, *ways) - data.xp.minimum(data.xp.minimum(ways[0], ways[1]), ways[2])
    return fact(data, 1 - spread)


def three_subsets(data: Attention, *, dropped: bool = False, split: bool = False) -> Evidence:
    """Definition 1, the caption and (5) keep the same tokens of every sample.

    dropped: from the first two, samples that keep no token but their label are dropped. split: see
    by_caption.
    """
    first, second = by_definition_1(data), by_caption(data, split=split)
    third = several_left(data, component(data))
    if dropped:
        first, second = several_left(data, first), several_left(data, second)
    differs = either(data, data.xp.abs(first - third), data.xp.abs(second - third))
    return fact(data, 1 - any_of(data, differs, 2))


def acyclic(data: Attention, *, loops: bool = True) -> Evidence:
    """All graphs are directed acyclic."""
    return fact(data, directed_acyclic(data, loops=loops))


@claim("attention/definition-1/acyclic-iff-empty", domain=GRAPHS)
def acyclic_iff_empty(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    return three_ways(data)


@claim("attention/definition-1/acyclic-iff-empty/amended", domain=GRAPHS)
def acyclic_iff_empty_amended(data: Attention, effort: Effort) -> Evidence:
    """The change: edges y -> y do not count, and samples that keep no token but their label are left out."""
    return three_ways(data, loops=False, dropped=True)


@claim("attention/definition-1/caption", domain=GRAPHS)
def caption(data: Attention, effort: Effort) -> Evidence:
    """The caption removes all singleton SCCs with their edges; Definition 1 removes the tokens x with y => x;
    (5) keeps the samples with distinct tokens from the label's SCC, and of these the tokens of that SCC.
    """
    return three_subsets(data)


@claim("attention/definition-1/caption/amended", domain=GRAPHS)
def caption_amended(data: Attention, effort: Effort) -> Evidence:
    """The change: the caption removes the edges between any two SCCs, and Definition 1 and the caption drop
    samples that keep no token but their label.
    """
    return three_subsets(data, dropped=True, split=True)


@claim("attention/definition-2/realizable", domain=GRAPHS)
def realizable(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    return acyclic(data)


@claim("attention/definition-2/realizable/amended", domain=GRAPHS)
def realizable_amended(data: Attention, effort: Effort) -> Evidence:
    """The change: edges y -> y do not count as cycles."""
    return acyclic(data, loops=False)


@claim("attention/definition-2/self-loops", domain=GRAPHS)
def self_loops(data: Attention, effort: Effort) -> Evidence:
    """Ours: the sequence of a label contains it, which makes the edge y -> y."""
    # Some graph has a cycle.
    return fact(data, 1 - directed_acyclic(data))


@claim("attention/equation-4/outside", domain=GRAPHS)
def outside(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    # y_i => x for every token x of X_i outside R_i.
    below = priority.of_samples(data, priority.strict(data))
    return fact(data, all_of(data, implies(priority.present(data) * (1 - component(data)), below), 2))


@claim("attention/equation-5/complement", domain=GRAPHS)
def complement(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    # For i outside I, y_i => x for every token x of X_i other than y_i.
    member = data.xp.max(several_left(data, component(data)), -1)[..., None]
    asked = (1 - member) * _unlabelled(data)
    below = priority.of_samples(data, priority.strict(data))
    return fact(data, all_of(data, implies(asked, below), 2))
