"""One token-priority graph in condensed order: its components, layer by layer, the highest priority first.

Two components of one layer reach each other in neither direction; an edge between components leads to a
later layer, the layer of a component being the length of the longest chain of components above it.
Source: Sec. 3.1.
"""

from typing import Any

import numpy as np

from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attention


def condensed(data: Attention, k: int) -> dict[str, Any]:
    """The graph of last token k of one instance, token ids from 0.

    `layers`: lists of components, each a list of tokens; `edges`: pairs of different tokens.
    """
    nodes = np.flatnonzero(np.asarray(graph.nodes(data))[k]).tolist()
    edges, reach, tied = (
        np.asarray(found(data))[k] for found in (graph.edges, graph.reachable, graph.same_component)
    )
    components = sorted({tuple(j for j in nodes if j == i or tied[i, j]) for i in nodes})
    depth: dict[tuple[int, ...], int] = {}

    def place(component: tuple[int, ...]) -> int:
        if component not in depth:
            above = [other for other in components if other != component and reach[other[0], component[0]]]
            depth[component] = 1 + max((place(other) for other in above), default=-1)
        return depth[component]

    layers: list[list[list[int]]] = [[] for _ in range(1 + max(map(place, components), default=-1))]
    for component in components:
        layers[place(component)].append(list(component))
    pairs = [[i, j] for i in nodes for j in nodes if i != j and edges[i, j]]
    return {"layers": layers, "edges": pairs}
