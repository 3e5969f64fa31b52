"""The table of losses against their formulas in mpmath: values and slopes, at 0 and elsewhere."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
import torch

from ntpcheck.arithmetic import exact_array, midpoint
from ntpcheck.instances.loss import LOG, LOSSES, slope, value
from tests.reference.attention_oracles import FORMULAS

SCORES = [0.0, 0.5, 1.0, 2.75, -0.5, -1.0, -2.75, 2.0**-40, -(2.0**-40)]
ROWS = range(len(LOSSES))


def asked(row):
    """Scores at which the loss is defined: all, but for the logarithm."""
    return [u for u in SCORES if u > 0 or row != LOG]


def both_ways(function, row, knee, scores):
    """The function in floats, and in exact numbers as doubles."""
    floats = function(
        torch.tensor(row), torch.tensor(knee, dtype=torch.float64), torch.tensor(scores, dtype=torch.float64)
    )
    exactly = function(np.array(row), exact_array(knee), exact_array(scores))
    return floats.numpy(), np.vectorize(midpoint, otypes=[float])(exactly)


@pytest.mark.parametrize("knee", [0.0, 0.5, -1.25])
@pytest.mark.parametrize("row", ROWS, ids=[loss.name for loss in LOSSES])
def test_values_and_slopes_are_those_of_the_formula(row, knee):
    formula, scores = FORMULAS[LOSSES[row].name], asked(row)
    with mpmath.workdps(60):
        values = [float(formula(mpmath.mpf(u), knee)) for u in scores]
        slopes = [float(mpmath.diff(lambda v: formula(v, knee), u, h=mpmath.mpf(10) ** -25)) for u in scores]
    for found, wanted in ((value, values), (slope, slopes)):
        for numbers in both_ways(found, row, knee, scores):
            assert numbers == pytest.approx(wanted, rel=1e-14, abs=1e-15)


def test_only_the_logarithm_is_undefined_at_zero():
    for row in ROWS:
        floats, exactly = both_ways(value, row, 0.5, [0.0])
        assert (np.isfinite(floats).all(), np.isfinite(exactly).all()) == (row != LOG, row != LOG)


@pytest.mark.parametrize("function", [value, slope])
def test_losses_side_by_side_say_what_each_says_alone(function):
    scores = np.array([[1.0, 0.5] if row == LOG else [0.0, -0.5] for row in ROWS])
    knees = np.linspace(-1, 1, len(LOSSES))
    floats, exactly = both_ways(function, list(ROWS), knees.tolist(), scores.tolist())
    for row in ROWS:
        for together, alone in zip(
            (floats, exactly), both_ways(function, row, knees[row], scores[row]), strict=True
        ):
            assert np.array_equal(together[row], alone)
