"""Each map lands inside its assumption, as read by independent code, and disturbs nothing else."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
import torch

from ntpcheck.domains import DATASETS, OFFSETS, PAIRS, RUNS, SCALED, imposed
from ntpcheck.instances.base import stack
from ntpcheck.instances.dataset import Dataset
from tests.domains import oracles

BATCHES, ROWS = 12, 10


def wild(domain, seed=0, batches=BATCHES, rows=ROWS):
    generator = torch.Generator().manual_seed(seed)
    return [domain.sampler(generator, rows) for _ in range(batches)]


def landed(domain, function, **how):
    """Every row of the domain's batches after a map."""
    return [row for batch in wild(domain, **how) for row in function(batch).rows()]


def changed(batch, moved):
    """Names of the fields that a map of unchanged shape altered."""
    return {name for name, array in batch.arrays().items() if not torch.equal(array, getattr(moved, name))}


ALL = [getattr(imposed, name) for name in imposed.__all__]
DATA_MAPS = [f for f in ALL if f.__name__ not in {
    "separating_decoder", "separating_second_decoder", "small_step", "tied_offset",
    "uniform_full_support_with_equal_rows", "resting_start", "nonnegative_gamma",
}]  # fmt: skip


@pytest.mark.parametrize("function", DATA_MAPS, ids=lambda f: f.__name__)
def test_a_map_treats_a_batch_row_by_row(function):
    for batch in wild(DATASETS, batches=6):
        moved = function(batch)
        single = stack([function(row) for row in batch.rows()])
        assert changed(moved, single) == set()


@pytest.mark.parametrize("function", DATA_MAPS, ids=lambda f: f.__name__)
def test_a_map_is_deterministic_and_keeps_type_and_other_fields(function):
    for batch in wild(SCALED, batches=4):
        moved, again = function(batch), function(batch)
        assert type(moved) is type(batch)
        assert changed(moved, again) == set()
        assert torch.equal(moved.gamma, batch.gamma)
        same = slice(0, min(batch.size("V"), moved.size("V"))), slice(0, batch.size("d"))
        assert torch.equal(moved.W[(..., *same)], batch.W[(..., *same)])


@pytest.mark.parametrize(
    "name", ["independent_contexts", "general_position", "power_of_two_counts", "argmax_supports"]
)
def test_a_map_applied_twice_changes_nothing_more(name):
    function = getattr(imposed, name)
    for batch in wild(DATASETS, batches=30):
        once = function(batch)
        assert changed(once, function(once)) == set()


def test_independent_contexts_have_full_rank():
    for data in landed(DATASETS, imposed.independent_contexts):
        assert oracles.rank(oracles.rows(data)) == min(data.size("m"), data.size("d"))


def test_independent_contexts_are_left_alone_where_they_are_independent():
    data = Dataset([[1.0, 0.0], [1.0, 1.0]], [[1, 1], [0, 2]])
    assert torch.equal(imposed.independent_contexts(data).embeddings, data.embeddings)


def test_general_position_makes_every_small_subset_independent():
    for data in landed(DATASETS, imposed.general_position):
        k = min(data.size("m"), data.size("d"))
        assert all(oracles.rank(list(subset)) == k for subset in combinations(oracles.rows(data), k))


def test_nonzero_embeddings_are_nonzero():
    for data in landed(DATASETS, imposed.nonzero_embeddings):
        assert all(any(row) for row in oracles.rows(data))


def test_overparameterized_has_more_dimensions_than_contexts_and_keeps_logits():
    for batch in wild(SCALED):
        moved = imposed.overparameterized(batch)
        assert moved.size("d") > moved.size("m")
        kept = (moved.embeddings[..., : batch.size("d")] == batch.embeddings).all(-1).all(-1)
        logits, before = moved.embeddings @ moved.W.mT, batch.embeddings @ batch.W.mT
        assert torch.equal(logits[kept], before[kept])


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_overparameterized_and_independent_contexts_hold_together_in_either_order(order):
    maps = (imposed.overparameterized, imposed.independent_contexts)
    for data in landed(DATASETS, lambda batch: maps[order[1]](maps[order[0]](batch))):
        assert data.size("d") > data.size("m") == oracles.rank(oracles.rows(data))


def test_power_of_two_counts_are_compatible_with_bounded_integers():
    for data in landed(DATASETS, imposed.power_of_two_counts, batches=30):
        assert oracles.compatible(data)
        assert data.counts.max() <= 3 * 10**8 * 4096


def test_power_of_two_counts_keep_the_supports():
    for batch in wild(DATASETS):
        assert torch.equal(imposed.power_of_two_counts(batch).support, batch.support)


def test_argmax_supports_are_separable():
    for data in landed(DATASETS, imposed.argmax_supports, batches=30):
        assert oracles.separable(data)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_separable_and_compatible_hold_together_in_either_order(order):
    maps = (imposed.argmax_supports, imposed.power_of_two_counts)
    inside = landed(DATASETS, lambda batch: maps[order[1]](maps[order[0]](batch)), batches=30)
    assert all(oracles.separable(data) and oracles.compatible(data) for data in inside)
    dependent = [d for d in inside if oracles.rank(oracles.rows(d)) < d.size("m") and not d.support.all()]
    assert len(dependent) > len(inside) / 10


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_separating_decoder_and_compatibility_hold_together_in_either_order(order):
    maps = (imposed.separating_decoder, imposed.power_of_two_counts)
    for data in landed(SCALED, lambda batch: maps[order[1]](maps[order[0]](batch)), batches=20):
        assert oracles.compatible(data)
        assert oracles.separates(data, data.W)


def test_separating_decoders_leave_supports_of_many_sizes():
    rows = landed(SCALED, imposed.separating_decoder, batches=40)
    shares = [
        len(s) / data.size("V") for data in rows for s in oracles.in_support(data) if data.size("V") > 2
    ]
    assert sum(share == 1 for share in shares) < len(shares) / 2
    assert sum(0.3 < share < 1 for share in shares) > len(shares) / 4


def test_a_separating_decoder_separates_with_integer_margins():
    for data in landed(SCALED, imposed.separating_decoder, batches=20):
        assert oracles.separates(data, data.W)
        logits = data.embeddings @ data.W.mT
        assert torch.equal(logits, logits.round())


def test_two_separating_decoders_separate_and_differ():
    def both(batch):
        return imposed.separating_second_decoder(imposed.separating_decoder(batch))

    rows = landed(PAIRS, both)
    assert all(oracles.separates(data, data.W) and oracles.separates(data, data.W2) for data in rows)
    assert any(not torch.equal(data.W, data.W2) for data in rows)


def test_a_tied_offset_ties_every_support_and_is_often_more_than_a_common_row():
    rows = landed(OFFSETS, lambda batch: imposed.tied_offset(imposed.argmax_supports(batch)))
    assert all(oracles.ties(data, data.U) for data in rows)
    assert sum(bool((data.U[:1] != data.U).any()) for data in rows) > len(rows) / 4


def test_one_hot_supports_are_one_hot_and_keep_pi():
    for batch in wild(DATASETS):
        moved = imposed.one_hot_supports(batch)
        assert bool((moved.support.sum(-1) == 1).all())
        assert torch.equal(moved.pi, batch.pi)


def test_one_hot_and_separable_is_reached_by_combining_them():
    rows = landed(
        DATASETS, lambda batch: imposed.argmax_supports(imposed.one_hot_supports(batch)), batches=40
    )
    both = [data for data in rows if all(len(s) == 1 for s in oracles.in_support(data))]
    assert all(oracles.separable(data) for data in both)
    assert len(both) > len(rows) / 3
    assert any(oracles.rank(oracles.rows(data)) < data.size("m") for data in both)


def test_uniform_supports_are_uniform():
    for data in landed(DATASETS, imposed.uniform_supports):
        assert all(len({c for c in row if c}) == 1 for row in data.counts.tolist())


def test_a_binary_vocabulary_has_two_tokens_and_keeps_pi():
    for batch in wild(SCALED):
        moved = imposed.binary_vocabulary(batch)
        assert moved.size("V") == moved.W.shape[-2] == 2
        assert torch.equal(moved.pi, batch.pi)


def test_some_token_is_out_of_support_after_nonfull_support():
    for data in landed(SCALED, imposed.nonfull_support):
        assert min(min(row) for row in data.counts.tolist()) == 0


def test_obstructed_data_are_not_both_compatible_and_separable():
    for data in landed(DATASETS, imposed.obstructed, batches=30):
        assert not (oracles.separable(data) and oracles.compatible(data))


def test_small_steps_make_the_hessian_bound_definite_exactly():
    for data in landed(RUNS, imposed.small_step):
        eta, n, d = Fraction(data.eta.item()), int(data.counts.sum()), data.size("d")
        H, weights = oracles.rows(data), [Fraction(int(c.sum()), n) for c in data.counts]
        moment = [
            [sum(w * h[a] * h[b] for w, h in zip(weights, H, strict=True)) for b in range(d)]
            for a in range(d)
        ]
        gap = [[(a == b) - eta * moment[a][b] for b in range(d)] for a in range(d)]
        assert eta > 0
        # A border step may miss by the rounding of one eigenvalue; the assumption's check decides those.
        assert oracles.definite(
            [[x + (a == b) * Fraction(1, 2**40) for b, x in enumerate(r)] for a, r in enumerate(gap)]
        )


def test_small_steps_keep_steps_that_are_small_and_reach_the_border():
    run = RUNS.sampler(torch.Generator().manual_seed(0), 1).row(0)
    border = run.replace(
        embeddings=torch.full_like(run.embeddings, 2.0)[..., :1], W0=run.W0[..., :1], eta=torch.tensor(7.0)
    )
    assert imposed.small_step(border).eta.item() == 0.25
    assert imposed.small_step(border.replace(eta=torch.tensor(2.0**-9))).eta.item() == 2.0**-9


def test_matching_instances_match_exactly():
    for data in landed(SCALED, imposed.uniform_full_support_with_equal_rows):
        assert all(len(set(row)) == 1 for row in data.counts.tolist())
        assert bool((data.W[:1] == data.W).all())


def test_gamma_is_nonnegative():
    assert all(data.gamma.item() >= 0 for data in landed(SCALED, imposed.nonnegative_gamma))


def test_a_resting_start_matches_every_distribution_exactly():
    for run in landed(RUNS, imposed.resting_start):
        counts, W0 = run.counts, run.W0
        assert bool((counts == counts[..., :1]).all())
        assert bool((counts > 0).all())
        assert bool((W0[:1] == W0).all())
