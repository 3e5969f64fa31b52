"""Which instances of a batch enter a claim's tally: by filtering, imposed, at corners, of costly domains."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from ntpcheck.claim import Assumption, Claim, Effort
from ntpcheck.engine.filling import sweep
from ntpcheck.engine.sweep import groups
from ntpcheck.engine.tally import Tally
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding
from tests.engine.test_sweep import fits, plain, tallies
from tests.engine.toys import SQUARE, TOYS


def corners(*rows: list[float]):
    """A sampler whose batches have these corners of W, one list after another, and what it was asked for."""
    asked: list[int] = []

    def sampler(source, count):
        corner = torch.tensor(rows[len(asked) % len(rows)], dtype=torch.float64)
        asked.append(count)
        return Decoding(
            torch.ones(len(corner), 1, 1), torch.ones(len(corner), 1, 1).long(), corner[:, None, None]
        )

    return sampler, asked


@pytest.mark.parametrize(("inside", "imposed_at"), [
    (0, [1, 2, 3, 19, 20, 21]),
    (4, [1, 2, 3, 4, 6]),  # at the fourth batch just a quarter: 16 of 64
    (8, [1, 2, 3, 4]),
])  # fmt: skip
def test_imposing_goes_on_while_a_quarter_came_by_filtering(inside, imposed_at):
    sampler, asked = corners([1.0] * inside + [-1.0] * (16 - inside))
    at: list[int] = []
    inner = Assumption(
        "inner", lambda d: fits(d, 0), lambda d: at.append(len(asked)) or d.replace(W=0 * d.W + 60)
    )
    (tally,) = tallies(plain(inner))
    sweep(replace(TOYS, sampler=sampler), [tally], Effort(batch=96), 0)
    assert at == imposed_at
    assert tally.by_filter == inside * len(asked)
    assert tally.inside == tally.by_filter + 16 * len(at)


def test_corners_are_counted_of_inside_instances_alone():
    sampler, asked = corners([-2.0, -1.0, 0.75, 1.0, 2.0, 3.0] * 2 + [-2.0] * 4)
    named = {
        "negative": lambda d: d.W[..., 0, 0] < 0,
        "large": lambda d: d.W[..., 0, 0] >= 2,
        "any": lambda d: d.W[..., 0, 0] < 9,
    }
    (tally,) = tallies(plain(Assumption("inner", lambda d: fits(d, 0))))
    sweep(replace(TOYS, sampler=sampler, corners=named), [tally], Effort(batch=16), 0)
    assert tally.inside == 8 * len(asked)
    assert dict(+tally.corners) == {"large": 4 * len(asked), "any": 8 * len(asked)}
    assert tally.discarded == {"inner": 8 * len(asked)}


def test_a_draw_is_a_batch_with_something_inside_told_by_its_first_row():
    inner = Assumption("inner", lambda d: fits(d, 0))
    for rows, draws in (
        ([[k, 1.0] for k in (1.0, 2.0, 3.0)], 3),
        ([[1.0, k] for k in (1.0, 2.0, 3.0)], 1),
        ([[1.0, 2.0], [2.0, -1.0], [-1.0, -2.0], [-3.0, 5.0]], 3),
        ([[-1.0, -2.0]], 0),
    ):
        sampler, _ = corners(*rows)
        (tally,) = tallies(plain(inner))
        sweep(replace(TOYS, sampler=sampler), [tally], Effort(batch=24), 0)
        assert len(tally.draws) == draws


def test_of_costly_domains_only_what_is_certainly_inside_is_trained_on():
    """A row on the boundary is judged where that is cheap, and left where each takes a training run."""
    seen: list[list[float]] = []

    def watched(data, effort):
        seen.append(data.W[:, 0, 0].tolist())
        return plain().conclude(data, effort)

    inner = Assumption("inner", lambda d: fits(d, 0))
    for costly, rows in ((False, [2.0, 0.25, -2.0]), (True, 4 * [2.0])):  # the four draws as one
        sampler, _ = corners([2.0, 0.25, -2.0])
        (tally,) = tallies(replace(plain(inner), conclude=watched))
        sweep(replace(TOYS, sampler=sampler, costly=costly), [tally], Effort(batch=4, trajectories=4), 0)
        assert seen.pop() == rows
        seen.clear()
    sampler, _ = corners([0.25, -2.0])
    (tally,) = tallies(replace(plain(inner), conclude=watched))
    sweep(replace(TOYS, sampler=sampler, costly=True), [tally], Effort(batch=4, trajectories=4), 0)
    assert (seen, tally.inside) == ([], 0)


def test_assumptions_of_one_name_that_ask_two_things_are_told_apart():
    """Each claim is judged where its own assumption holds, whichever claim came first."""
    all_of_it = Assumption("asked", SQUARE.check)
    none_of_it = Assumption("asked", lambda data: replace(SQUARE.check(data), slack=-torch.ones(data.batch)))
    again = Assumption("asked", SQUARE.check)

    def holds(data: Decoding, effort: Effort) -> Evidence:
        return Evidence(data.W.sum((-1, -2)) * 0 + 1, 0, 1)

    def several(*asked: Assumption) -> list[Tally]:
        claims = [Claim(f"toy/{i}", "x", "here", TOYS, (one,), holds) for i, one in enumerate(asked)]
        return [Tally(claim, Effort(1, 8, 1)) for claim in claims]

    assert [len(group.tallies) for group in groups(several(all_of_it, none_of_it, again))] == [2, 1]
    for order in ((all_of_it, none_of_it), (none_of_it, all_of_it)):
        asked = several(*order)
        sweep(TOYS, asked, Effort(1, 8, 1), 0)
        inside = dict(zip(order, (tally.inside for tally in asked), strict=True))
        assert inside[none_of_it] == 0
        assert inside[all_of_it] > 0
