"""Token-priority graphs of a witness, one per last token, laid out by their strongly connected components."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from ntpcheck.report.figures.graph import graph_panel

Edge = tuple[int, int]
LARGEST = 10  # tokens of a graph that can still be read
MOST = 4  # graphs of one dataset


def graphs(instance: Mapping[str, Any]) -> list[str]:
    """The first few readable graphs, as SVG, of a dataset given by its `counts`, `last` and `labels`."""
    found: dict[int, set[Edge]] = {}
    for counts, last, label in zip(instance["counts"], instance["last"], instance["labels"], strict=True):
        edges = {(int(label), token) for token, count in enumerate(counts) if int(count)}
        found.setdefault(int(last), set()).update(edges)
    readable = [(last, edges) for last, edges in sorted(found.items()) if len(_nodes(edges)) <= LARGEST]
    return [graph_panel(_series(last, edges)) for last, edges in readable[:MOST]]


def _series(last: int, edges: set[Edge]) -> dict[str, Any]:
    return {"title": f"last token e{last + 1}", "layers": layers(edges), "edges": sorted(edges)}


def layers(edges: set[Edge]) -> list[list[list[int]]]:
    """Components by the length of the longest path to them, so that edges lead to later layers only."""
    nodes = _nodes(edges)
    reach = set(edges)
    for through, i, j in product(nodes, nodes, nodes):
        if (i, through) in reach and (through, j) in reach:
            reach.add((i, j))
    components: list[list[int]] = []
    for token in nodes:
        home = next((c for c in components if (c[0], token) in reach and (token, c[0]) in reach), None)
        if home is None:
            components.append([token])
        else:
            home.append(token)
    ranks = [0] * len(components)
    for _ in components:
        for below, above in product(range(len(components)), repeat=2):
            if above != below and (components[above][0], components[below][0]) in reach:
                ranks[below] = max(ranks[below], ranks[above] + 1)
    return [
        [c for c, r in zip(components, ranks, strict=True) if r == rank]
        for rank in range(max(ranks, default=-1) + 1)
    ]


def _nodes(edges: set[Edge]) -> list[int]:
    return sorted({token for edge in edges for token in edge})
