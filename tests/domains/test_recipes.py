"""The paper's recipes give the paper's sizes."""

from __future__ import annotations

import pytest
import torch

from ntpcheck.domains.recipes import apportioned, paper_size, planar


def generator(seed=0):
    return torch.Generator().manual_seed(seed)


@pytest.mark.parametrize(("recipe", "sizes", "support", "n"), [
    (paper_size, (50, 10, 60), 6, 5000),
    (planar, (3, 5, 2), 3, 300),
])  # fmt: skip
def test_a_recipe_has_the_stated_sizes(recipe, sizes, support, n):
    run = recipe(generator())
    assert run.batch == ()
    assert (run.size("m"), run.size("V"), run.size("d")) == sizes
    assert set(run.support.sum(-1).tolist()) == {support}
    assert run.n == n
    assert run.eta == 0.5
    assert torch.equal(run.embeddings * 64, torch.round(run.embeddings * 64))


def test_the_entropy_of_paper_size_data_is_the_papers():
    runs = paper_size(generator(1), 40)
    p = runs.p
    entropy = -(runs.pi[..., None] * torch.where(p > 0, p * torch.log(torch.where(p > 0, p, 1.0)), 0.0)).sum(
        (-2, -1)
    )
    assert abs(entropy.mean().item() - 1.445) < 2 * entropy.std().item()


def test_the_start_is_lecun():
    start = paper_size(generator(2), 40).W0
    assert abs(start.std().item() - 60**-0.5) < 0.005


def test_a_batch_of_recipes_has_different_rows():
    runs = planar(generator(), 3)
    assert runs.batch == (3,)
    assert not torch.equal(runs.counts[0], runs.counts[1])


def test_apportioned_counts_sum_to_the_total_and_live_on_the_mask():
    mask = torch.rand(20, 4, 7, generator=generator()) < 0.5
    mask[..., 0] = True
    counts = apportioned(generator(), mask, 9)
    assert bool((counts.sum(-1) == 9).all())
    assert torch.equal(counts > 0, mask)
