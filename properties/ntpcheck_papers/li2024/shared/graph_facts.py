"""Facts about token-priority graphs as numbers 0 and 1: what the combinatorial statements are checked by.

Every conclusion is a polynomial, with minima and maxima, of counts, last tokens and labels.
"""

from ntpcheck.arithmetic import Array
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import cached
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.assumptions import fact


def implies(a: Array, b: Array) -> Array:
    """1 where the 0/1 number a is 0 or b is 1."""
    return 1 - a * (1 - b)


def either(data: Attention, *options: Array) -> Array:
    for option in options[1:]:
        options = (data.xp.maximum(options[0], option),)
    return options[0]


def all_of(data: Attention, cells: Array, axes: int) -> Array:
    """1 where all cells of the last `axes` axes are."""
    return priority.smallest(data, cells, axes)


def any_of(data: Attention, cells: Array, axes: int) -> Array:
    """1 where some cell of the last `axes` axes is."""
    return priority.largest(data, cells, axes)


@cached
def in_one(data: Attention) -> Array:
    """`[..., K, K, K]`: 1 at k, i, j where i and j are nodes of graph k, equal or in one component."""
    there = priority.nodes(data)
    return priority.same_component(data) + there[..., None] * (1 - priority.apart(data))


@cached
def component_count(data: Attention) -> Array:
    """`[..., K]` N_k: the nodes that come first in their component."""
    K = data.size("K")
    earlier = data.xp.asarray([[int(j < i) for j in range(K)] for i in range(K)], data.number("counts"))
    first = 1 - data.xp.max(priority.same_component(data) * earlier, -1)
    return data.xp.sum(priority.nodes(data) * first, -1)


def partition(data: Attention) -> Evidence:
    """Components partition the nodes into strongly connected subgraphs, N_k <= number of nodes <= K.

    A partition: being in one component is an equivalence on the nodes. Strongly connected: i and j of one
    component are joined by a path inside it.
    """
    one = in_one(data)
    chained = one[..., :, :, None] * one[..., None, :, :]
    transitive = all_of(data, implies(chained, one[..., :, None, :]), 4)
    inner = priority.closure(data, priority.edges(data) * one)
    connected = all_of(data, implies(one * priority.apart(data), inner), 3)
    count, nodes = component_count(data), data.xp.sum(priority.nodes(data), -1)
    fewer = _at_least(data, nodes - count) * _at_least(data, data.sized("K")[..., None] - nodes)
    return fact(data, transitive * connected * data.xp.min(fewer, -1))


def _at_least(data: Attention, number: Array) -> Array:
    """1 where an integer is >= 0."""
    return data.xp.maximum(data.xp.minimum(number + 1, 1), 0)


def positive(data: Attention, number: Array) -> Array:
    """1 where a nonnegative integer is > 0."""
    return data.xp.minimum(number, 1)


def single(data: Attention) -> Array:
    """`[...]`: 1 where no graph has more than one component."""
    return data.xp.min(_at_least(data, 1 - component_count(data)), -1)


def at_most_one_component(data: Attention) -> Evidence:
    """N_k <= 1 for all k."""
    return fact(data, single(data))


def strictly_ordered(data: Attention, *, linked: bool = False) -> Evidence:
    """Where all components are single tokens, of two nodes of a graph one is above the other.

    Above: it reaches the other and is not reached from there. linked: of two tokens joined by an edge, which
    is an edge of strict priority.
    """
    there, reached = priority.nodes(data), priority.reachable(data)
    if linked:
        above, pairs = priority.strict(data), priority.edges(data)
    else:
        above = reached * (1 - reached.swapaxes(-1, -2))
        above = either(data, above, above.swapaxes(-1, -2))
        pairs = there[..., :, None] * there[..., None, :]
    return fact(data, all_of(data, implies(pairs * priority.apart(data), above), 3))
