"""Token-priority graphs as 0/1 numbers of the instance's number system.

The arrays are those of `ntpcheck.instances.graph`, computed by +, -, *, min, max and abs from counts, last
and labels alone, so that a fact about graphs has a slack like any other.
"""

from typing import Any

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import cached


@cached
def present(data: Attention) -> Array:
    """`[..., n, K]`: 1 where the token stands in the input sequence."""
    return data.xp.minimum(data.number("counts"), 1)


@cached
def is_label(data: Attention) -> Array:
    """`[..., n, K]`: 1 where the token is the sequence's label."""
    return _one_hot(data, "labels")


@cached
def is_last(data: Attention) -> Array:
    """`[..., n, K]`: 1 where the token is the sequence's last token."""
    return _one_hot(data, "last")


def _one_hot(data: Attention, name: str) -> Array:
    ids = data.number(name)[..., None]
    tokens = data.xp.asarray(list(range(data.size("K"))), data.number(name))
    return 1 - data.xp.minimum(data.xp.abs(ids - tokens), 1)


@cached
def edges(data: Attention) -> Array:
    """`[..., K, K, K]`: 1 at k, i, j where the graph of last token k has the edge i -> j; also i = j."""
    if data.xp is FLOAT:
        return graph.edges(data).double()
    from_label = is_last(data)[..., :, None] * is_label(data)[..., None, :]
    return data.xp.max(from_label[..., None] * present(data)[..., None, None, :], -4)


@cached
def reachable(data: Attention) -> Array:
    """`[..., K, K, K]`: 1 at k, i, j where some path of at least one edge leads from i to j."""
    if data.xp is FLOAT:
        return graph.reachable(data).double()
    return closure(data, edges(data))


def closure(data: Attention, links: Array) -> Array:
    """The transitive closure of a relation `[..., K, K]` of 0/1 numbers."""
    for through in range(data.size("K")):
        links = data.xp.maximum(links, links[..., :, through, None] * links[..., None, through, :])
    return links


@cached
def nodes(data: Attention) -> Array:
    """`[..., K, K]`: 1 at k, i where token i is a node of the graph of last token k."""
    xp, links = data.xp, edges(data)
    return xp.maximum(xp.max(links, -1), xp.max(links, -2))


@cached
def same_component(data: Attention) -> Array:
    """`[..., K, K, K]`: 1 at k, i, j where i and j, different, are reachable from each other."""
    reach = reachable(data)
    return reach * reach.swapaxes(-1, -2) * apart(data)


@cached
def strict(data: Attention) -> Array:
    """`[..., K, K, K]`: 1 at k, i, j where i => j: i -> j is an edge and i is not reachable from j."""
    return edges(data) * (1 - reachable(data).swapaxes(-1, -2)) * apart(data)


@cached
def apart(data: Attention) -> Array:
    """`[K, K]`: 1 off the diagonal."""
    K = data.size("K")
    return data.xp.asarray([[int(i != j) for j in range(K)] for i in range(K)], data.number("counts"))


def of_samples(data: Attention, relation: Array) -> Array:
    """`[..., n, K]`: a relation `[..., K, K, K]` of a sequence's label to every token, in its graph."""
    labelled = is_last(data)[..., :, None] * is_label(data)[..., None, :]
    return _total(data, labelled[..., None] * relation[..., None, :, :, :])


def _total(data: Attention, cells: Array) -> Array:
    return data.xp.sum(data.xp.sum(cells, -3), -2)


def largest(data: Attention, values: Any, axes: int) -> Array:
    """The maximum over the last `axes` axes."""
    for _ in range(axes):
        values = data.xp.max(values, -1)
    return values


def smallest(data: Attention, values: Any, axes: int) -> Array:
    """The minimum over the last `axes` axes."""
    for _ in range(axes):
        values = data.xp.min(values, -1)
    return values
