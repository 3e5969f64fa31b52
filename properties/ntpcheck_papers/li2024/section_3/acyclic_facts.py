"""Acyclic datasets and the cyclic subset: wordings of each as numbers 0 and 1, and whether they agree.

The counterparts, as booleans, of `ntpcheck.instances.cyclic`. Options other than the defaults make false
neighbours.
"""

from __future__ import annotations

from ntpcheck.arithmetic import Array
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attention
from ntpcheck_papers.li2024.section_3 import priority
from ntpcheck_papers.li2024.section_3.assumptions import fact
from ntpcheck_papers.li2024.section_3.graph_facts import all_of, any_of, either, implies


def _unlabelled(data: Attention) -> Array:
    """`[..., n, K]`: 1 at the input's tokens other than the label."""
    return priority.present(data) * (1 - priority.is_label(data))


def component(data: Attention) -> Array:
    """`[..., n, K]`: 1 on R_i."""
    same = priority.of_samples(data, priority.same_component(data))
    return priority.present(data) * either(data, priority.is_label(data), same)


def by_definition_1(data: Attention, *, reverse: bool = False, edges: bool = False) -> Array:
    """`[..., n, K]`: 1 at the tokens x that Definition 1 keeps, not y => x.

    reverse: not x => y. edges: not y -> x, for x other than y.
    """
    above = priority.edges(data) * priority.apart(data) if edges else priority.strict(data)
    below = priority.of_samples(data, above.swapaxes(-1, -2) if reverse else above)
    return priority.present(data) * (1 - below)


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


def directed_acyclic(data: Attention, *, loops: bool = True, united: bool = False) -> Array:
    """`[...]`: 1 where no graph has a cycle; `loops`: an edge y -> y is one. united: their union has none."""
    links = priority.edges(data) if loops else priority.edges(data) * priority.apart(data)
    links = data.xp.max(links, -3) if united else links
    unit = 1 - priority.apart(data)
    return 1 - any_of(data, priority.closure(data, links) * unit, 2 if united else 3)


def singletons(data: Attention, *, weak: bool = False) -> Array:
    """`[...]`: 1 where every component is a single token. weak: with edges taken in both directions."""
    if not weak:
        return 1 - any_of(data, priority.same_component(data), 3)
    return 1 - any_of(data, priority.edges(data) * priority.apart(data), 3)


def three_ways(
    data: Attention,
    *,
    loops: bool = True,
    dropped: bool = False,
    weak: bool = False,
    united: bool = False,
    reverse: bool = False,
) -> Evidence:
    """All graphs directed acyclic, all components single tokens, and the cyclic subset empty, all or none.

    dropped: from the cyclic subset of Definition 1, samples that keep no token but their label are dropped.
    united: the union of the graphs is acyclic. reverse: see by_definition_1.
    """
    left = by_definition_1(data, reverse=reverse)
    left = several_left(data, left) if dropped else left
    acyclic = directed_acyclic(data, loops=loops, united=united)
    ways = (acyclic, singletons(data, weak=weak), 1 - any_of(data, left, 2))
    spread = either(data, *ways) - data.xp.minimum(data.xp.minimum(ways[0], ways[1]), ways[2])
    return fact(data, 1 - spread)


def three_subsets(
    data: Attention, *, dropped: bool = False, split: bool = False, reverse: bool = False, edges: bool = False
) -> Evidence:
    """Definition 1, the caption and (5) keep the same tokens of every sample.

    dropped: from the first two, samples that keep no token but their label are dropped. split: see
    by_caption. reverse, edges: see by_definition_1.
    """
    first, second = by_definition_1(data, reverse=reverse, edges=edges), by_caption(data, split=split)
    third = several_left(data, component(data))
    if dropped:
        first, second = several_left(data, first), several_left(data, second)
    differs = either(data, data.xp.abs(first - third), data.xp.abs(second - third))
    return fact(data, 1 - any_of(data, differs, 2))


def acyclic(data: Attention, *, loops: bool = True, united: bool = False) -> Evidence:
    """All graphs are directed acyclic."""
    return fact(data, directed_acyclic(data, loops=loops, united=united))


def has_loops(data: Attention, *, everywhere: bool = False) -> Evidence:
    """Some graph has a cycle; everywhere: every node of every graph has an edge to itself."""
    if not everywhere:
        return fact(data, 1 - directed_acyclic(data))
    unit = 1 - priority.apart(data)
    loops = data.xp.max(priority.edges(data) * unit, -1)
    return fact(data, all_of(data, implies(priority.nodes(data), loops), 2))


def below_outside(data: Attention, *, outside: str = "component", reverse: bool = False) -> Evidence:
    """y_i => x for every token x of X_i outside R_i. outside: "label" for outside O_i."""
    kept = component(data) if outside == "component" else priority.present(data) * priority.is_label(data)
    strict = priority.strict(data)
    below = priority.of_samples(data, strict.swapaxes(-1, -2) if reverse else strict)
    return fact(data, all_of(data, implies(priority.present(data) * (1 - kept), below), 2))


def below_label(data: Attention, *, inside: bool = False, every: bool = False) -> Evidence:
    """For i outside I, y_i => x for every token x of X_i other than y_i; inside: for i in I.

    every: for x = y_i too.
    """
    member = data.xp.max(several_left(data, component(data)), -1)[..., None]
    asked = (member if inside else 1 - member) * (priority.present(data) if every else _unlabelled(data))
    below = priority.of_samples(data, priority.strict(data))
    return fact(data, all_of(data, implies(asked, below), 2))
