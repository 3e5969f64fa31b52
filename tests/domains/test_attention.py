"""Attention domains draw the promised space, corners included; maps land inside what they impose."""

from __future__ import annotations

from itertools import product
from random import Random

import networkx as nx
import numpy as np
import pytest
import torch
from hypothesis import find

from ntpcheck.domains import attention_recipes as recipes
from ntpcheck.domains.attention import (
    ATTENDING,
    ATTENDING_PAIRS,
    ATTENDING_SCALED,
    ATTENTION,
    ATTENTION_RUNS,
    GRAPHS,
)
from ntpcheck.domains.imposed import attention as imposed
from ntpcheck.domains.imposed import attention_svm
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances import graph
from ntpcheck.instances.base import stack
from ntpcheck_papers.li2024.shared import assumptions as checks
from ntpcheck_papers.li2024.shared.feasible import feasible
from ntpcheck_papers.li2024.shared.graph_facts import at_most_one_component
from ntpcheck_papers.li2024.shared.minimum import another_token
from ntpcheck_papers.li2024.shared.scores import keeps_priorities
from tests.domains.drawn import QUICKLY, batches

EVERY = [ATTENTION, ATTENDING, ATTENDING_PAIRS, ATTENDING_SCALED, ATTENTION_RUNS]
domains = pytest.mark.parametrize("domain", EVERY, ids=lambda domain: domain.name)


@pytest.mark.parametrize("domain", [ATTENDING_SCALED, ATTENTION_RUNS], ids=lambda domain: domain.name)
def test_every_corner_is_drawn_with_weight_one_in_forty_and_none_is_everything(domain):
    drawn = batches(domain, 200, rows=5)
    share = {
        name: float(np.mean([predicate(batch).double().mean().item() for batch in drawn]))
        for name, predicate in domain.corners.items()
    }
    assert {name: value for name, value in share.items() if not 1 / 40 <= value < 0.95} == {}


@domains
def test_a_sampler_is_deterministic_and_gives_the_batch_it_was_asked_for(domain):
    for one, two in zip(batches(domain, 5, 7, seed=7), batches(domain, 5, 7, seed=7), strict=True):
        assert one.batch == (7,)
        assert all(torch.equal(a, getattr(two, name)) for name, a in one.arrays().items())


@domains
def test_entries_are_small_dyadic_numbers(domain):
    for batch in batches(domain, 20):
        for name, array in batch.arrays().items():
            if name not in batch.INTEGERS and name != "eta":
                assert torch.equal(array * 2**12, torch.round(array * 2**12))
                assert array.abs().max() <= 2**14


def test_corners_read_exact_instances_too():
    for batch in batches(ATTENTION_RUNS, 4, rows=2):
        for row in batch.rows():
            exact = row.exact()
            assert all(bool(c(row)) == bool(c(exact)) for c in ATTENTION_RUNS.corners.values())


@pytest.mark.parametrize(
    ("domain", "corner"),
    [
        (domain, corner)
        for domain in (ATTENTION, ATTENDING_SCALED, ATTENTION_RUNS)
        for corner in domain.corners
        if domain is ATTENTION or corner not in ATTENTION.corners
    ],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_the_strategy_reaches_every_corner(domain, corner):
    predicate = domain.corners[corner]
    found = find(domain.strategy(), lambda x: bool(predicate(x)), settings=QUICKLY, random=Random(0))
    assert predicate(found)


def test_the_scope_holds_every_small_dataset_once():
    """A sequence counts by its tokens, its last one and its label; the order of sequences does not count."""
    seen = set()
    for batch in GRAPHS.scope():
        for row in batch.rows():
            samples = zip(row.counts.tolist(), row.last.tolist(), row.labels.tolist(), strict=True)
            seen.add((row.size("K"), tuple(sorted((tuple(c), q, y) for c, q, y in samples))))
    wanted = set()
    for K in (1, 2, 3):
        words = [word for T in (1, 2, 3) for word in product(range(K), repeat=T)]
        samples = {(tuple(word.count(k) for k in range(K)), word[-1], y) for word in words for y in range(K)}
        wanted |= {(K, tuple(sorted(pair))) for pair in product(samples, repeat=2)}
        wanted |= {(K, (sample,)) for sample in samples}
    assert seen == wanted
    assert len(wanted) == sum(batch.batch[0] for batch in GRAPHS.scope())


MAPS = {
    imposed.realizable: checks.realizable,
    imposed.acyclic_labels: checks.acyclic,
    imposed.identity_head: checks.identity_head,
    imposed.independent_tokens: checks.independent_tokens,
    imposed.selecting_head: checks.head_selects,
    imposed.decreasing_loss: checks.decreasing_loss,
    imposed.bounded_loss: checks.bounded_derivative,
    imposed.steep_loss: checks.nonvanishing_slope,
    imposed.log_loss: checks.log_loss,
    imposed.one_component: at_most_one_component,
    attention_svm.feasible: feasible,
}


@pytest.mark.parametrize("function", MAPS, ids=lambda f: f.__name__)
def test_a_map_lands_inside_keeps_what_is_inside_and_treats_a_batch_row_by_row(function):
    for batch in batches(ATTENTION_RUNS, 10, 12):
        moved = function(batch)
        assert (judge(MAPS[function](moved)) == Outcome.HOLDS).all()
        assert type(moved) is type(batch)
        again, single = function(moved), stack([function(row) for row in batch.rows()])
        for name, array in moved.arrays().items():
            assert torch.equal(array, getattr(again, name)), name
            assert torch.equal(array, getattr(single, name)), name


def test_maps_on_weights_steps_and_scales_land_inside():
    for batch in batches(ATTENTION_RUNS, 10, 12):
        assert (judge(checks.small_step(imposed.descending_step(batch))) == Outcome.HOLDS).all()
        more = imposed.another_token(batch)
        assert (judge(another_token(more)) == Outcome.HOLDS).all() or batch.size("K") == 1
    for batch in batches(ATTENDING_SCALED, 10, 12):
        assert (judge(keeps_priorities(imposed.priority_weights(batch))) == Outcome.HOLDS).all()
        assert (imposed.positive_scale(batch).R > 0).all()


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_realizable_and_acyclic_hold_together_in_either_order(order):
    maps = (imposed.realizable, imposed.acyclic_labels)
    for batch in batches(ATTENTION, 20, 8):
        moved = maps[order[1]](maps[order[0]](batch))
        assert (judge(checks.realizable(moved)) == Outcome.HOLDS).all()
        for row in moved.rows():
            for cells in graph.edges(row):
                assert all(len(c) == 1 for c in nx.strongly_connected_components(_library(cells)))


def _library(cells):
    return nx.DiGraph([(int(i), int(j)) for i, j in cells.nonzero()])


def test_stacked_components_are_two_pairs_one_above_the_other():
    batch = next(b for b in batches(ATTENTION, 60, 4) if min(b.size("n"), b.size("K")) == 4 == b.size("n"))
    library = _library(graph.edges(imposed.stacked(batch).row(0))[3])
    parts = {frozenset(part) for part in nx.strongly_connected_components(library)}
    assert {frozenset({0, 1}), frozenset({2, 3})} <= parts
    assert nx.has_path(library, 0, 2)
    assert not nx.has_path(library, 2, 0)


def test_the_paper_s_recipes_have_its_sizes():
    runs = recipes.runs(recipes.ACYCLIC, 0, 50)
    assert (runs.size("K"), runs.size("d"), runs.size("n"), int(runs.counts[0, 0].sum())) == (8, 8, 4, 6)
    assert (judge(checks.acyclic(runs)) == Outcome.HOLDS).all()
    assert torch.allclose(runs.embeddings.norm(dim=-1), torch.ones(1, dtype=torch.float64))
    runs = recipes.runs(recipes.GENERAL, 0, 50)
    assert (runs.size("K"), runs.size("d"), runs.size("n"), int(runs.counts[0, 0].sum())) == (6, 8, 6, 4)
    for recipe in (recipes.ACYCLIC, recipes.GENERAL):
        inside = recipes.runs(recipe, 1, 50)
        assert all(
            (judge(f(inside)) == Outcome.HOLDS).all() for f in (checks.realizable, checks.identity_head)
        )
    literal = judge(checks.realizable(recipes.runs(recipes.Recipe(n=6, T=4, K=6, d=8, labels="any"), 0, 200)))
    assert (literal == Outcome.HOLDS).mean() < 0.1  # where labels are free, few datasets are realizable
    assert (judge(checks.head_selects(recipes.runs(recipes.GENERAL_HEAD, 0, 20))) == Outcome.HOLDS).all()
    assert recipes.runs(recipes.ACYCLIC, 3).batch == ()


def test_the_public_code_s_recipes_draw_tokens_once_and_graphs_as_wanted():
    for recipe, cyclic in (
        (recipes.CODE_ACYCLIC, False),
        (recipes.CODE_GENERAL, True),
        (recipes.CODE_HEAD, True),
    ):
        runs, left_out = recipes.counted(recipe, 0, 40)
        assert runs.batch == (40,)
        assert left_out > 0
        assert int(runs.counts.max()) == 1
        assert (graph.same_component(runs).flatten(-3).any(-1) == cyclic).all()
        assert (judge(checks.realizable(runs)) == Outcome.HOLDS).all()
        assert 0.9 / 8**0.5 < float(runs.W0.abs().max()) <= 1 / 8**0.5
        assert torch.equal(runs.W0, recipes.runs(recipe, 0, 40).W0)
