"""The rows of (Graph-SVM) and (Acyc-SVM) that imply all others, read off the token-priority graphs.

Ties within a component follow from those with its first token. With them, all edges between two components
say the same, so one stands for them; and an edge between components that a longer path also joins follows
from that path, whose margins add to 2 or more. What stays is the transitive reduction of the acyclic graph
of components. (Acyc-SVM) has no ties, so there the reduction is that of the graph of strict edges.
Source: Sec. 3.2.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch

from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import cached


class Pairs(NamedTuple):
    """Rows (e_high - e_low) e_query^T of a flattened batch, in order of instance, ties first within each.

    instance, query, high, low `[N]` int; tie `[N]` bool: an equality.
    """

    instance: np.ndarray
    query: np.ndarray
    high: np.ndarray
    low: np.ndarray
    tie: np.ndarray

    def of(self, instance: int) -> Pairs:
        """The rows of one instance."""
        return Pairs(*(column[self.instance == instance] for column in self))


@cached
def first_in_component(data: Attention) -> np.ndarray:
    """`[..., K, K]` int: entry k, i is the first token of i's component in the graph of last token k."""
    together = _numpy(graph.same_component(data)) | np.eye(data.size("K"), dtype=bool)
    return together.argmax(-1)


@cached
def reduced_rows(data: Attention) -> Pairs:
    """The rows of (Graph-SVM)."""
    K, first = data.size("K"), first_in_component(data).reshape(-1, data.size("K"), data.size("K"))
    strict = _numpy(graph.strict(data)).reshape(-1, K, K, K)
    reach = _numpy(graph.reachable(data)).reshape(-1, K, K, K)
    instance, query, token = (first != np.arange(K)).nonzero()
    ties = Pairs(instance, query, first[instance, query, token], token, np.ones(len(token), dtype=bool))
    # Components are visited through their first tokens only.
    heads = first == np.arange(K)
    above = reach & ~reach.swapaxes(-1, -2) & heads[..., :, None] & heads[..., None, :]
    cover = above & ~_product(above, above)
    instance, query, high, low = strict.nonzero()
    top, bottom = first[instance, query, high], first[instance, query, low]
    kept = cover[instance, query, top, bottom]
    key = (((instance * K + query) * K + top) * K + bottom)[kept]
    _, index = np.unique(key, return_index=True)
    instance, query, high, low = (column[kept][index] for column in (instance, query, high, low))
    return _joined(ties, Pairs(instance, query, high, low, np.zeros(len(index), dtype=bool)))


@cached
def reduced_strict_rows(data: Attention) -> Pairs:
    """The rows of (Acyc-SVM): its strict edges without those that a longer path of strict edges implies."""
    K = data.size("K")
    strict = _numpy(graph.strict(data)).reshape(-1, K, K, K)
    closure = strict.copy()
    for through in range(K):
        closure |= closure[..., :, through, None] & closure[..., None, through, :]
    instance, query, high, low = (strict & ~_product(strict, closure)).nonzero()
    return Pairs(instance, query, high, low, np.zeros(len(low), dtype=bool))


def _joined(ties: Pairs, margins: Pairs) -> Pairs:
    whole = [np.concatenate(columns) for columns in zip(ties, margins, strict=True)]
    order = np.argsort(whole[0], kind="stable")
    return Pairs(*(column[order] for column in whole))


def _product(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The boolean matrix product."""
    return left.astype(np.float32) @ right.astype(np.float32) > 0


def _numpy(mask: Any) -> np.ndarray:
    return mask.cpu().numpy() if isinstance(mask, torch.Tensor) else np.asarray(mask)
