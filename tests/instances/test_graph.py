"""Graphs, components and index sets against three libraries and against the definitions, read by hand."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
import torch
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from ntpcheck.domains.attention import ATTENTION
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attention
from ntpcheck_papers.li2024.section_3 import definitions_1_2
from ntpcheck_papers.li2024.shared import priority

NAMES = ("edges", "nodes", "reachable", "same_component", "strict")


def dataset(sequences, K):
    """Pairs of a word and a label."""
    counts = [[word.count(k) for k in range(K)] for word, _ in sequences]
    zeros = [[0]] * K
    labels, last = [label for _, label in sequences], [word[-1] for word, _ in sequences]
    return Attention(zeros, zeros, counts, last, labels, 0, 0)


def drawn(count, rows):
    generator = torch.Generator().manual_seed(0)
    return [ATTENTION.sampler(generator, rows) for _ in range(count)]


def by_hand(data):
    """The edges of each graph, as the construction adds them."""
    found = [set() for _ in range(data.size("K"))]
    for word, last, label in zip(data.counts.tolist(), data.last.tolist(), data.labels.tolist(), strict=True):
        found[last] |= {(label, token) for token, count in enumerate(word) if count}
    return found


def test_edges_are_those_of_the_construction():
    for batch in drawn(20, 4):
        for index, row in enumerate(batch.rows()):
            cells = graph.edges(batch)[index]
            assert by_hand(row) == [{(i, j) for i, j in g.nonzero().tolist()} for g in cells]


def test_edges_of_more_sequences_than_are_looked_at_together():
    generator, n, K = torch.Generator().manual_seed(1), 2 * graph.SEQUENCES + 3, 12
    counts = torch.randint(0, 20, (n, K), generator=generator) // 19
    last, labels = torch.randint(0, K, (2, n), generator=generator)
    counts[torch.arange(n), last] += 1
    data = Attention(
        torch.zeros(K, 1), torch.zeros(K, 1), counts, last, labels, torch.tensor(0), torch.tensor(0.0)
    )
    found = graph.edges(data)
    assert by_hand(data) == [{(i, j) for i, j in g.nonzero().tolist()} for g in found]
    assert by_hand(data) != [{(i, j) for i, j in g.nonzero().tolist()} for g in graph.edges(first(data))]


def first(data):
    part = slice(graph.SEQUENCES)
    counts, last, labels = data.counts[part], data.last[part], data.labels[part]
    return Attention(data.embeddings, data.head, counts, last, labels, data.loss, data.knee)


def by_scipy(size, links):
    graph = csr_array((np.ones(len(links)), links.T), shape=(size, size))
    return connected_components(graph, connection="strong")[1]


def by_networkx(size, links):
    library = nx.DiGraph(links.tolist())
    library.add_nodes_from(range(size))
    return numbered(size, nx.strongly_connected_components(library))


def by_rustworkx(size, links):
    rustworkx = pytest.importorskip("rustworkx")
    library = rustworkx.PyDiGraph()
    library.add_nodes_from(range(size))
    library.add_edges_from_no_data(list(map(tuple, links.tolist())))
    return numbered(size, rustworkx.strongly_connected_components(library))


def numbered(size, parts):
    of = np.empty(size, dtype=int)
    for number, part in enumerate(parts):
        of[list(part)] = number
    return of


@pytest.mark.parametrize("library", [by_scipy, by_networkx, by_rustworkx])
def test_components_agree_with_a_library_on_ten_thousand_graphs(library):
    """All graphs of a batch side by side, as one graph with that many parts."""
    seen = 0
    for batch in drawn(80, 48):
        links, same, K = graph.edges(batch).numpy(), graph.same_component(batch).numpy(), batch.size("K")
        links, same = links.reshape(-1, K, K), same.reshape(-1, K, K)
        row, i, j = links.nonzero()
        part = library(len(links) * K, np.stack([row * K + i, row * K + j], 1)).reshape(-1, K)
        together = (part[:, :, None] == part[:, None, :]) & ~np.eye(K, dtype=bool)
        assert (together == same).all()
        seen += len(links)
    assert seen >= 10_000


def test_paths_agree_with_a_library():
    for batch in drawn(12, 2):
        links, reach = graph.edges(batch).numpy(), graph.reachable(batch).numpy()
        for index in np.ndindex(links.shape[:2]):
            library = nx.DiGraph(np.argwhere(links[index]).tolist())
            assert set(nx.transitive_closure(library, reflexive=False).edges) == {
                (i, j) for i, j in np.argwhere(reach[index])
            }


@pytest.mark.parametrize("name", NAMES)
def test_numbers_and_booleans_are_the_same_graphs(name):
    for batch in drawn(8, 3):
        wanted = getattr(graph, name)(batch)
        assert torch.equal(getattr(priority, name)(batch), wanted.double())
        exact = batch.row(0).exact()
        assert (getattr(graph, name)(exact) == wanted[0].numpy()).all()
        assert (getattr(priority, name)(exact) == wanted[0].numpy().astype(int)).all()


def by_equation_5(data: Attention) -> torch.Tensor:
    """`[..., n, K]` bool: R_i for samples with a token of it that is not the label, none of others."""
    return definitions_1_2.several_left(data, definitions_1_2.component(data)) > 0


def test_index_sets_of_a_small_example():
    """k = 3: 0 and 2 follow each other, 1 and 3 are below both."""
    data = dataset([([0, 1, 2, 3], 2), ([2, 2, 0, 3], 0), ([1, 3], 1), ([1, 3], 3), ([0, 2, 1], 2)], 4)
    assert graph.component(data)[0].tolist() == [True, False, True, False]
    assert graph.component(data)[1].tolist() == [True, False, True, False]
    assert by_equation_5(data).any(-1).tolist() == [True, True, True, True, False]
    assert by_equation_5(data)[0].tolist() == [True, False, True, False]
    assert definitions_1_2.by_definition_1(data)[4].tolist() == [0, 0, 1, 0]
    assert definitions_1_2.by_caption(data)[0].tolist() == [1, 1, 1, 1]  # two components of several tokens


def test_a_label_alone_is_kept_by_definition_1_only():
    data = dataset([([0, 0], 0)], 1)
    assert definitions_1_2.by_definition_1(data).tolist() == [[1]]
    assert definitions_1_2.by_caption(data).tolist() == [[0]]
    assert by_equation_5(data).tolist() == [[False]]


def test_index_sets_agree_with_their_definitions():
    for batch in drawn(15, 4):
        for row in batch.rows():
            component, by_5 = graph.component(row), by_equation_5(row)
            for i, (word, k, y) in enumerate(
                zip(row.counts.tolist(), row.last.tolist(), row.labels.tolist(), strict=True)
            ):
                library = nx.DiGraph([*by_hand(row)[k]])
                own = next(part for part in nx.strongly_connected_components(library) if y in part)
                tokens = {token for token, count in enumerate(word) if count}
                assert set(component[i].nonzero()[:, 0].tolist()) == tokens & own
                kept = tokens & own if tokens & own - {y} else set()
                assert set(by_5[i].nonzero()[:, 0].tolist()) == kept
                below = {x for x in tokens - {y} if y not in nx.descendants(library, x)}
                assert set(definitions_1_2.by_definition_1(row)[i].nonzero()[:, 0].tolist()) == tokens - below
