"""Token-priority graphs on the page: what is drawn, what is said, and that both are the same every time."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from ntpcheck.claim import Effort
from ntpcheck.instances import graph
from ntpcheck.reference.condensation import condensed
from ntpcheck.report.figures.graph import RADIUS, graph_panel
from ntpcheck.report.figures.training import panels
from ntpcheck_papers.li2024.figures.figure_2_graphs import data, figure

CHAIN = {
    "title": "a <chain>",
    "layers": [[[3]], [[1]], [[0], [2]]],
    "edges": [[3, 1], [1, 0], [3, 0], [1, 2]],
}


def test_title_and_words_reach_a_screen_reader() -> None:
    root = ElementTree.fromstring(graph_panel(CHAIN))
    assert (root.get("role"), root.findtext("title")) == ("img", "a <chain>")
    assert root.findtext("desc") == (
        "Components from the highest priority down: {e4}; below it {e2}; below it {e1} and {e3}. "
        "Edges: e4 to e2, e2 to e1, e4 to e1, e2 to e3."
    )


def test_every_node_edge_and_component_is_drawn_inside_the_frame() -> None:
    text = graph_panel(CHAIN)
    assert [text.count(f'class="{name}"') for name in ("dot", "arrow", "tip", "box")] == [4, 4, 4, 4]
    width, height = (int(x) for x in re.findall(r'viewBox="0 0 (\d+) (\d+)"', text)[0])
    for x, y in re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', text):
        assert RADIUS < float(x) < width - RADIUS
        assert RADIUS < float(y) < height - RADIUS


def test_an_empty_graph_is_drawn_too() -> None:
    assert "Edges: none" in graph_panel({"title": "none", "layers": [], "edges": []})


def test_the_report_shows_both_graphs_the_same_every_time() -> None:
    first, second = (panels(figure("a-claim", Effort())["series"]) for _ in range(2))
    assert first == second
    assert len(first) == 2
    assert "{e1, e2, e3}; below it {e4}" in first[1]


@pytest.mark.parametrize("k", range(4))
def test_layers_hold_the_components_and_edges_lead_down(k: int) -> None:
    found, reach = condensed(data(), k), graph.reachable(data())[k]
    place = {t: d for d, layer in enumerate(found["layers"]) for c in layer for t in c}
    assert sorted(place) == graph.nodes(data())[k].nonzero().flatten().tolist()
    for i, j in found["edges"]:
        together = any(i in c and j in c for layer in found["layers"] for c in layer)
        assert together == bool(reach[i, j] & reach[j, i])
        assert place[i] == place[j] if together else place[i] < place[j]
