"""Gradient descent that is actually run stays inside the band of its forecast, and the band is narrow."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
import torch

from ntpcheck.dynamics import forecast
from ntpcheck.dynamics.forecast import Banded, Forecast, Row, reached
from ntpcheck.dynamics.gradient_descent import gradient_descent
from ntpcheck.instances.base import stack
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck.reference.compatible import compatibility
from ntpcheck.reference.entropy import cross_entropy_gap
from ntpcheck.reference.frame import frames
from ntpcheck.reference.law import law
from ntpcheck.reference.max_margin import max_margin

SETS, TAKEN, ASKED, LAST = 20, 256, 2_000, 20_000


@cache
def drawn() -> list[Dataset]:
    """Random sets with one or two tokens after each of five contexts, some of them dependent."""
    rng, found = np.random.default_rng(5), list[Dataset]()
    while len(found) < SETS:
        counts = np.zeros((5, 5), dtype=int)
        for line in counts:
            line[rng.choice(5, rng.integers(1, 3), replace=False)] = rng.integers(1, 5)
        data = Dataset(rng.standard_normal((5, 4 + len(found) % 3)), counts)
        if bool(max_margin(data).feasible) and bool(compatibility(data).compatible):
            found.append(data)
    return found


def step(data: Dataset) -> float:
    moment = data.embeddings.mT @ (data.pi[:, None] * data.embeddings)
    return 2 / float(np.linalg.eigvalsh(moment.numpy())[-1])


@cache
def compared() -> list[tuple[Dataset, Row, float, float]]:
    """(set, row, true loss, true 1 - cos) for each record of a forecast that asked for few steps."""
    found = list[tuple[Dataset, Row, float, float]]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forecast, "TAKEN", TAKEN)
        told = [Forecast(data, step(data)).rows(ASKED) for data in drawn()]
    for width in (4, 5, 6):
        group = [(data, rows) for data, rows in zip(drawn(), told, strict=True) if data.size("d") == width]
        zero = torch.zeros(5, width, dtype=torch.float64)
        batch = stack([Run(data.embeddings, data.counts, zero, step(data)) for data, _ in group])
        wanted = [ASKED, 3_162, 10_000, LAST]
        wanted = sorted(
            {round(math.exp(row.log_steps)) for row in group[0][1] if exact(row)} & {*wanted, 1_000}
        )
        run = gradient_descent(batch, wanted)
        for i, (data, rows) in enumerate(group):
            best = max_margin(data).W / max_margin(data).W.norm()
            for row in rows:
                k = round(math.exp(row.log_steps)) if row.log_steps < 20 else 0
                if k not in wanted:
                    continue
                W = run.at(k)[i]
                along = float((W * best).sum())
                side = float((W - along * best).norm())
                turn = 2 * math.sin(math.atan2(side, along) / 2) ** 2
                found.append((data, row, float(cross_entropy_gap(data, W).total), turn))
    return found


def exact(row: Row) -> bool:
    """A whole number of steps."""
    k = math.exp(row.log_steps) if row.log_steps < 20 else 0.5
    return abs(k - round(k)) < 1e-6 * k


def width(banded: Banded) -> float:
    return (banded.high - banded.low) / banded.value


def test_training_stays_inside_the_band() -> None:
    by = {row.by for _, row, _, _ in compared()}
    assert by == {"flow", "law"}
    assert len(compared()) == SETS * 3
    for _, row, loss, turn in compared():
        assert row.loss.low <= loss <= row.loss.high
        assert row.turn.low <= turn <= row.turn.high


def test_the_median_band_is_at_most_a_tenth_of_the_value() -> None:
    for by in ("flow", "law"):
        for banded in (
            [row.loss for _, row, _, _ in compared() if row.by == by],
            [row.turn for _, row, _, _ in compared() if row.by == by],
        ):
            assert np.median([width(one) for one in banded]) <= 0.1


def test_the_limit_of_the_law_alone_is_outside_for_most() -> None:
    """The band is no formality: W* + W~ + log k W^mm without what is still on its way misses it."""
    outside = 0
    last = [(data, row) for data, row, _, _ in compared() if row.log_steps == pytest.approx(math.log(10_000))]
    for data, row in last:
        (frame,) = frames(data)
        limit = law(frame, step(data))
        off = limit.offset - (limit.offset @ limit.lead) / limit.square * limit.lead
        side = math.hypot(float(np.linalg.norm(frame.centre)), float(np.linalg.norm(off)))
        turn = float(limit.one_minus_cos(np.array(row.log_steps), side))
        outside += not row.turn.low <= turn <= row.turn.high
    assert len(last) == SETS
    assert outside > SETS / 2


def test_a_longer_integration_stays_inside_the_law_of_a_shorter_one() -> None:
    for data in drawn()[:4]:
        early, late = (Forecast(data, step(data)).rows(k) for k in (10**4, 10**6))
        (after,) = [row for row in early if row.log_steps == pytest.approx(math.log(10**6))]
        (true,) = [row for row in late if row.log_steps == pytest.approx(math.log(10**6))]
        assert (after.by, true.by) == ("law", "flow")
        assert after.turn.low <= true.turn.value <= after.turn.high
        assert after.loss.low <= true.loss.value <= after.loss.high
        assert width(true.turn) < width(after.turn)


def test_when_a_turn_is_reached() -> None:
    def row(s: float, value: float, low: float, high: float) -> Row:
        return Row(s, Banded(1.0, 1.0, 1.0), Banded(value, low, high), "flow")

    rows = [row(1, 3, 2, 4), row(2, 2, 1, 3), row(3, 1, 0.5, 2), row(4, 0.5, 0.2, 1)]
    assert reached(rows, 1.0) == Banded(3, 1, 4)
    assert reached(rows, 0.5) == Banded(4, 2, math.inf)
    assert reached(rows, 0.4) is None
