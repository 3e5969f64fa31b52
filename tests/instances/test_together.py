"""What is computed for several batches at once is what each would compute by itself, and is computed once."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.checks.optimisers import normalised
from ntpcheck.dynamics.gradient_descent import STEPS, descent
from ntpcheck.instances.dataset import Decoding, Run
from ntpcheck.instances.together import across, chosen, joined, jointly, together, unite
from tests.dynamics.runs import random_run


def points(*corners: float) -> Decoding:
    W = torch.tensor(corners, dtype=torch.float64)[:, None, None]
    return Decoding(torch.ones(len(corners), 1, 1), torch.ones(len(corners), 1, 1).long(), W)


def watched():
    """A function of a batch that costs by the call, and the corners that it was called for."""
    calls: list[list[float]] = []

    @together
    def halves(data: Decoding):
        corners = data.W.reshape(-1)
        calls.append(corners.tolist())
        return [x / 2 for x in corners.tolist()], np.stack([corners, corners / 2]), corners[None] / 2

    return halves, calls


def test_distinct_rows_of_united_batches_are_computed_once():
    halves, calls = watched()
    batches = points(1, 2, 3), points(3, 4, 1), points(5)
    unite(batches)
    for batch in (*batches[::-1], *batches):
        listed, records, tensor = halves(batch)
        corners = batch.W.reshape(-1)
        assert listed == (corners / 2).tolist()
        assert torch.equal(tensor, corners[None] / 2)
        assert np.array_equal(records, np.stack([corners, corners / 2]))
    assert calls == [[1, 2, 3, 4, 5]]


def test_batches_of_other_sizes_and_alone_are_computed_by_themselves():
    halves, calls = watched()
    wide = Decoding(torch.ones(2, 1, 2), torch.ones(2, 1, 1).long(), torch.ones(2, 1, 2))
    single = points(1, 2)
    unite([single, wide, single])
    assert halves(single)[0] == [0.5, 1.0]
    assert calls == [[1, 2]]
    assert halves(wide)[0] == [0.5] * 4
    assert len(calls) == 2


def test_chosen_rows_are_read_off_what_is_known_and_else_computed_alone():
    halves, calls = watched()
    known, new = points(1, 2, 3), points(1, 2, 3)
    halves(known)
    mask = np.array([True, False, True])
    assert halves(chosen(known, mask))[0] == [0.5, 1.5]
    assert calls == [[1, 2, 3]]
    assert halves(chosen(new, mask))[0] == [0.5, 1.5]
    assert calls == [[1, 2, 3], [1, 3]]
    assert chosen(known, np.ones(3, dtype=bool)) is known


def test_batches_in_a_row_are_read_off_what_they_are_united_with():
    halves, calls = watched()
    a, b, c = points(1, 2), points(2, 3), points(9)
    unite([a, b, c])
    row = joined([b, a])
    assert row.W.reshape(-1).tolist() == [2, 3, 1, 2]
    assert halves(row)[0] == [1.0, 1.5, 0.5, 1.0]
    assert halves(a)[0] == [0.5, 1.0]
    assert calls == [[1, 2, 3, 9]]
    apart = joined([points(5), points(6)])
    assert halves(apart)[0] == [2.5, 3.0]
    assert calls == [[1, 2, 3, 9], [5, 6]]


def test_what_was_united_last_is_asked_and_what_is_known_comes_first():
    halves, calls = watched()
    a, b = points(1, 2), points(3)
    unite([a, b])
    some = chosen(a, np.array([False, True]))
    unite([some, b, points(7)])
    assert halves(b)[0] == [1.5]
    assert calls == [[2, 3, 7]]
    assert halves(a)[0] == [0.5, 1.0]
    assert calls == [[2, 3, 7], [1, 2, 3]]
    again = chosen(a, np.array([True, False]))
    assert halves(again)[0] == [0.5]
    assert len(calls) == 2


@pytest.mark.parametrize("m", [3, 9])  # two forms of a step
def test_a_run_trained_with_others_takes_the_same_steps_to_the_last_digit(m: int):
    runs = [random_run(seed, m=m, d=4, V=4) for seed in (0, 1)]
    alone = [(descent(run.replace()).at(STEPS), normalised(run.replace())[0].W) for run in runs]
    unite(runs)
    for run, (plain, unit) in zip(runs, alone, strict=True):
        assert isinstance(run, Run)
        assert torch.equal(descent(run).at(STEPS), plain)
        assert torch.equal(normalised(run)[0].W, unit)


def test_batches_of_one_size_are_asked_together_and_each_gets_its_own_rows():
    calls = []

    def signs(data: Decoding):
        corners = data.W.reshape(data.batch[0], -1)[:, 0].numpy()
        calls.append(corners.tolist())
        return np.stack([corners > 0, corners < 0])

    wide = Decoding(
        torch.ones(2, 1, 1), torch.ones(2, 1, 2).long(), torch.tensor([[[3.0], [1]], [[-3], [1]]])
    )
    batches = points(1, -2), wide, points(-5), points(1, 4)
    assert [found.tolist() for found in jointly(signs, batches)] == [signs(one).tolist() for one in batches]
    assert calls[:2] == [[1, -2, -5, 1, 4], [3, -3]]
    assert jointly(signs, ()) == []


def test_what_is_asked_across_sizes_is_asked_at_once_of_all_of_one_kind_that_were_united():
    calls = []

    @across(lambda data: data.size("d") < 3)
    def sums(several):
        calls.append([(data.batch[0], data.size("d")) for data in several])
        return [data.embeddings.sum((-2, -1)).tolist() for data in several]

    def wide(d: int, *corners: float) -> Decoding:
        ones = torch.ones(len(corners), 1, 1)
        W = torch.tensor(corners, dtype=torch.float64)[:, None, None].expand(-1, 1, d)
        return Decoding(ones.expand(-1, 1, d) * W, ones.long(), W)

    a, b, c, d, e = wide(1, 1, 2), wide(1, 2, 3), wide(2, 4), wide(3, 5), wide(2, 6)
    unite([a, b, c, d])
    assert sums(b) == [2, 3]
    assert calls == [[(3, 1), (1, 2)]]
    assert [sums(one) for one in (a, c, d, e)] == [[1, 2], [8], [15], [12]]
    assert calls == [[(3, 1), (1, 2)], [(1, 3)], [(1, 2)]]
