"""What one run says of a limit, row by row: slack, error and scale by hand, from paths that are made up."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

from ntpcheck import ulps
from ntpcheck.checks import limit
from ntpcheck.checks.limit import FAR, INTEGRATED, OPEN, REPELLED, ROUNDING, Row
from ntpcheck.evidence import Evidence, Rigor
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.entropy import cross_entropy_gap

LINE = SimpleNamespace(F=np.eye(1))


def open_(row: Row) -> bool:
    return math.isnan(row.slack) and row.defined


def path(*values: float) -> np.ndarray:
    """`[K, 1, 1]` decoders that are one number each."""
    return np.array(values)[:, None, None]


def test_of_a_bound_at_every_step_the_one_least_kept_speaks() -> None:
    row = limit._within(np.log([1.0, 4.0, 2.0]), np.array([0.5, 3.0, 2.5]), np.array([0.0, 0.25, 0.75]))
    assert row == pytest.approx((-0.5, 0.75, 3.0, True))
    tie = limit._within(np.zeros(2), np.array([0.5, 0.25]), np.array([0.0, -0.5]))  # by slack and error
    assert tie == (0.75, -0.5 + 8 * ROUNDING, 2.0, True)


@pytest.mark.parametrize(("eta", "inside", "slack"), [
    (4.0, [9.0, 0.0625, 0.5, 0.25], -0.25),  # the late half alone
    (4.0, [0.0625, 9.0, 0.5, 0.25, 0.75], -0.25),
    (2.0, [1.0, 1.0], None),  # at the border of being repelled
    (4.0, [1.0, REPELLED], None),
    (4.0, [1.0, 2 * REPELLED], -2 * REPELLED),
])  # fmt: skip
def test_beyond_the_guarantee_only_what_is_repelled_says_something(monkeypatch, eta, inside, slack) -> None:
    monkeypatch.setattr(limit, "largest_curvature", lambda frame: 1.0)
    row = limit._unguaranteed(LINE, eta, np.array(inside))
    assert open_(row) if slack is None else row == (slack, -slack / 2, 1.0, True)


@pytest.mark.parametrize(("values", "slack"), [
    ((0.125, 0.0625, 1.5, 1.25), -0.25), ((1.0, 9.0, 0.5), -0.5), ((5.0, 1.0 + REPELLED), None),
    ((5.0, 1.0 + 2 * REPELLED), -2 * REPELLED),
])  # fmt: skip
def test_a_minimum_that_repels_is_as_far_as_the_late_half_came_near(values, slack) -> None:
    row = limit.repelled(LINE, np.ones((1, 1)), path(*values))
    assert open_(row) if slack is None else row == (slack, -slack / 2, 1 - slack, True)


def test_where_no_law_says_more_the_last_steps_are_compared() -> None:
    row = limit._stalled(LINE, np.ones((1, 1)), path(100, 0, 4, 50, 60, 3))
    assert row == (-2.0, 8 + INTEGRATED * 3, 3.0, True)
    assert limit._stalled(LINE, np.ones((1, 1)), path(3, 0, 0, -1)).error == INTEGRATED * 3


def forced(monkeypatch, norms, end=None, slope=1.0) -> Row:
    """The norm forced at log k = s is slope s; the longest embedding has length 5."""
    monkeypatch.setattr(limit, "log_loss_bound", lambda frame, start, eta, s: s)
    monkeypatch.setattr(limit, "norm_bound", lambda frame, s: slope * s)
    frame: Any = SimpleNamespace(H=np.array([[3.0, 4.0], [1.0, 0.0]]), support=np.ones((2, 3)))
    return limit._forced((frame, np.zeros((1, 2)), 1.0), (np.array([0.5, 2.0]), np.array(norms)), end)


def test_a_norm_is_held_against_what_is_forced_along_the_run_and_far_on(monkeypatch) -> None:
    scale = (ulps.total(6) + ulps.steps(16)) * ROUNDING
    assert forced(monkeypatch, [7.0, 4.0, 9.0]) == (3.5, 10 * scale, 10.0, True)
    assert forced(monkeypatch, [7.0, 4.0, 5.0]) == (3.0, 8 * scale, 8.0, True)  # k = 0 counts for the largest
    far = 1e-3 * (FAR + 4 * math.sqrt(2) * 5 * 9) - 9
    assert forced(monkeypatch, [9.0, 4.0, 9.0], slope=1e-3).slack == pytest.approx(far, rel=1e-14)
    assert forced(monkeypatch, [7.0, 4.0, 9.0], end=(100.0, 50.0)) == (-50.0, 51 * scale, 51.0, True)
    assert forced(monkeypatch, [7.0, 4.0, 9.0], end=(2.0, 5.0)) == (3.0, 10 * scale, 10.0, True)


def made_flow(**changes: Any) -> Any:
    frame = SimpleNamespace(
        centre=np.array([3.0]), matrix=lambda f, u: f + u, log_c=np.log([2.0]),
        cells=np.array([[1.0]]), excess=np.array([2.0]),
    )  # fmt: skip
    numbers = {"s": np.array([0.0, 1.0, 3.0]), "f": np.array([[1.0], [2.0], [5.0]]), "early": 2, "stray": 0.5}
    rest = {"u": np.array([[7.0], [0.5], [9.0]]), "decoder": lambda record: np.array([[3.0, 4.0]])}
    return SimpleNamespace(frame=frame, **(numbers | rest | changes))


def test_a_flow_s_finite_part_is_held_against_the_balance_at_its_last_early_record(monkeypatch) -> None:
    """There 3 + 2 is 1 from 4; the weight is 2 * 4 e^(-0.5 - 2), and the balance a quarter of it by e^-1."""
    monkeypatch.setattr(limit, "finite_part", lambda frame, weights: weights)
    row = limit.settled(made_flow(), 4.0, np.array([4.0]))
    assert row == pytest.approx((4 * math.exp(-3.5) - 1, INTEGRATED * 8, 8.0, True))
    assert open_(limit.settled(made_flow(stray=0.501), 4.0, np.array([4.0])))


def test_the_end_of_a_flow_is_its_last_record() -> None:
    assert limit.flow_end(made_flow()) == (3.0, 5.0)


RUN = Run(
    torch.tensor([[[2.0]], [[1.0]]]), torch.tensor([[[1, 1, 0]], [[2, 1, 1]]]),
    torch.tensor([[[3.0], [-5.0], [1.0]], [[0.0], [1.0], [0.0]]]), torch.tensor([0.25, 0.5]),
)  # fmt: skip


def test_rows_become_a_batch_as_they_stand() -> None:
    found = limit.collected(RUN, [Row(1.0, 0.5, 2.0), limit.UNDEFINED], length=[3.0, 4.0])
    assert found.rigor is Rigor.TREND
    assert found.slack.tolist()[0] == 1.0
    assert math.isnan(found.slack[1])
    assert (found.error.tolist(), found.scale.tolist()) == ([0.5, 0.0], [2.0, 1.0])
    assert found.defined.tolist() == [True, False]
    assert found.measured["length"].tolist() == [3.0, 4.0]
    assert {open_(OPEN), open_(limit.UNDEFINED)} == {True, False}


def test_rows_without_compatible_or_separable_data_take_the_gap_above_the_entropy(monkeypatch) -> None:
    gap = Evidence(*(torch.tensor(column, dtype=torch.float64) for column in ([-7, -8], [7, 8], [70, 80])))
    run = Evidence(*(torch.tensor(column, dtype=torch.float64) for column in ([1, 2], [3, 4], [5, 6])))
    asked = []
    monkeypatch.setattr(limit, "above_infimum", lambda run, *, flipped: asked.append(flipped) or gap)
    good = SimpleNamespace(compatible=True, separable=True)
    for odd in ({"compatible": False, "separable": True}, {"compatible": True, "separable": False}):
        monkeypatch.setattr(limit, "frames", lambda run, odd=odd: [good, SimpleNamespace(**odd)])
        found = limit._or_obstructed(RUN, run)
        assert (found.slack.tolist(), found.error.tolist(), found.scale.tolist()) == (
            [1, -8],
            [3, 8],
            [5, 80],
        )
        assert (found.rigor, found.defined) == (Rigor.TREND, True)
    assert asked == [True, True]
    monkeypatch.setattr(limit, "frames", lambda run: [good, good])
    assert limit._or_obstructed(RUN, run) is run


def test_a_guarantee_ends_at_one_but_for_rounding(monkeypatch) -> None:
    monkeypatch.setattr(limit, "smoothness", lambda frame: 2.0)
    assert [limit.guaranteed(LINE, eta) for eta in (0.25, 0.5, 0.5 + ROUNDING / 2, 0.5 + ROUNDING)] == [
        True, True, True, False,
    ]  # fmt: skip


def test_the_error_of_a_gap_follows_the_largest_logit_and_the_gap_itself() -> None:
    found, parts = limit.gaps(RUN), cross_entropy_gap(RUN, RUN.W0)
    for row, largest in enumerate((10.0, 1.0)):
        off = 16 * ROUNDING * (1 + largest)
        inside, outside = float(parts.in_support[row]), float(parts.out_of_support[row])
        assert found.error[0, row] == pytest.approx(
            4 * off * (math.sqrt(2 * inside) + off + outside), rel=1e-9
        )
        assert found.inside[0, row] == pytest.approx(inside)
        assert found.value[0, row] == pytest.approx(inside + outside)


def test_where_w_mm_is_0_the_norm_is_bounded_as_far_as_the_infimum_is_attained(monkeypatch) -> None:
    still = SimpleNamespace(moves=False)
    monkeypatch.setattr(limit, "starts", lambda run: [(still, np.zeros((3, 1)), 0.5)] * 2)
    monkeypatch.setattr(limit, "flows", lambda run: [None, None])
    monkeypatch.setattr(limit, "guaranteed", lambda frame, eta: True)
    for attained, slack in ((True, -1.0), (False, 1.0), (None, None)):
        monkeypatch.setattr(limit, "attained", lambda frame, attained=attained: attained)
        found = limit.norm_limit(RUN, None).slack.tolist()  # type: ignore[arg-type]
        assert found == [slack] * 2 if slack is not None else all(map(math.isnan, found))
    monkeypatch.setattr(limit, "guaranteed", lambda frame, eta: False)
    assert limit.norm_limit(RUN, None).slack.isnan().all()  # type: ignore[arg-type]


def test_every_row_of_a_batch_is_begun_with_its_own_start_and_step() -> None:
    begun = limit.starts(RUN)
    assert [W0.ravel().tolist() for _, W0, _ in begun] == [[3, -5, 1], [0, 1, 0]]
    assert [eta for *_, eta in begun] == [0.25, 0.5]
    assert limit._row(limit.descent(RUN), 1)[0].tolist() == [[0], [1], [0]]
    assert limit._log_steps(RUN)[0] == math.log(limit.descent(RUN).steps[1])
