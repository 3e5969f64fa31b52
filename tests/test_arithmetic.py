"""One conclusion, two number systems: they agree, and the exact one is exact."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import torch
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from ntpcheck.arithmetic import (
    BALL,
    FLOAT,
    ExactArray,
    as_numpy,
    exact,
    exact_array,
    midpoint,
    number_system,
    shaped,
)

NUMBERS = st.integers(-64, 64).map(lambda k: k / 16)
MATRICES = st.lists(st.lists(NUMBERS, min_size=3, max_size=3), min_size=1, max_size=4)


def close(ball, floats):
    numbers = np.vectorize(midpoint, otypes=[float])(ball)
    return np.allclose(numbers, floats.numpy(), rtol=1e-12, atol=1e-12)


@given(MATRICES)
def test_both_systems_compute_the_same_numbers(rows):
    floats, balls = torch.tensor(rows, dtype=torch.float64), exact_array(rows)
    mask = floats > 0
    mask[..., 0] = True
    for name in ("exp", "expm1", "abs"):
        assert close(getattr(BALL, name)(balls), getattr(FLOAT, name)(floats)), name
    for name in ("log", "log1p", "sqrt"):
        assert close(getattr(BALL, name)(balls * balls + 1), getattr(FLOAT, name)(floats**2 + 1)), name
    for name in ("max", "min", "sum"):
        assert close(getattr(BALL, name)(balls, -1), getattr(FLOAT, name)(floats, -1)), name
    assert close(BALL.maximum(balls, 0), FLOAT.maximum(floats, 0))
    assert close(BALL.minimum(0, balls), FLOAT.minimum(0, floats))
    assert close(BALL.where(mask.numpy(), balls, 0), FLOAT.where(mask, floats, 0))
    assert close(BALL.logsumexp(balls, -1), FLOAT.logsumexp(floats, -1))
    assert close(BALL.logsumexp(balls, -1, where=mask.numpy()), FLOAT.logsumexp(floats, -1, where=mask))
    assert close(BALL.stack([balls, balls], 0), FLOAT.stack([floats, floats], 0))
    assert BALL.any(mask.numpy(), -1).tolist() == FLOAT.any(mask, -1).tolist()
    assert BALL.all(mask.numpy(), -1).tolist() == FLOAT.all(mask, -1).tolist()


def test_small_arrays_and_large_ones_become_the_same_rationals():
    numbers = np.array([0.1, -0.0, 3.0, 2.0**60, 5e-324, 0.1] * 60)  # more than are looked up
    whole, few = exact_array(numbers), exact_array(numbers[:6])
    assert whole[:6].tolist() == few.tolist() == [exact(float(x)) for x in numbers[:6]]
    assert {type(x) for x in whole} == {type(x) for x in exact_array(np.array([1, 2]))} == {fmpq}


def test_rational_values_of_transcendental_functions_are_exact():
    assert [type(x) for x in BALL.exp(exact_array([0, 1]))] == [fmpq, arb]
    assert BALL.log(exact_array([1]))[0] == fmpq(0)
    assert BALL.log1p(exact_array([0]))[0] == fmpq(0)
    assert BALL.expm1(exact_array([0]))[0] == fmpq(0)
    assert BALL.sqrt(exact_array(["9/4"]))[0] == fmpq(3, 2)
    assert isinstance(BALL.sqrt(exact_array([2]))[0], arb)
    assert BALL.logsumexp(exact_array([[5, 5]]), -1, where=np.array([[True, False]]))[0] == fmpq(5)


@pytest.mark.parametrize(
    ("given_as", "value"),
    [(3, fmpq(3)), (0.1, fmpq(*(0.1).as_integer_ratio())), ("2/6", fmpq(1, 3)), ("0x1.8p+1", fmpq(3)),
     (Fraction(1, 3), fmpq(1, 3)), (np.int64(4), fmpq(4)), (np.float64(0.5), fmpq(1, 2))],
)  # fmt: skip
def test_every_way_to_write_a_number_lifts_without_loss(given_as, value):
    assert exact(given_as) == value


def test_an_array_without_axes_stays_an_array():
    total = BALL.sum(exact_array([1, 2]), -1)
    assert isinstance(total + 1, ExactArray)
    assert (total + 1)[..., None].shape == (1,)
    assert isinstance(total > 0, np.bool_ | np.ndarray)


def test_the_square_of_a_ball_around_zero_is_a_ball_around_zero():
    zero = BALL.sqrt(exact_array([2])) - BALL.sqrt(exact_array([2]))
    assert (zero**2)[0].is_finite()


def test_rounding_is_a_bound_for_floats_and_nothing_for_balls():
    assert float(FLOAT.rounding(torch.tensor(-8.0, dtype=torch.float64), 4)) == 32 * 2.0**-52
    assert BALL.rounding(exact_array([7]), 4).tolist() == [fmpq(0)]


def test_an_array_belongs_to_one_system():
    assert number_system(torch.zeros(1)) is FLOAT
    assert number_system(exact_array([1])) is BALL
    assert FLOAT.zeros((2,), torch.zeros(1)).dtype == torch.float64
    assert BALL.zeros((2,), exact_array([1])).tolist() == [0, 0]


def test_roots_of_squares_of_fractions_are_fractions():
    for top, bottom in ((3, 2), (1, 2), (5, 1), (0, 1), (7, 3)):
        (root,) = BALL.sqrt(exact_array([f"{top * top}/{bottom * bottom}"]))
        assert (type(root), root) == (fmpq, fmpq(top, bottom))
    for square_over_another in ("9/2", "2/9"):
        assert isinstance(BALL.sqrt(exact_array([square_over_another]))[0], arb)


@pytest.mark.parametrize("system", [FLOAT, BALL])
def test_arrays_are_stacked_along_a_new_last_axis(system):
    rows = [[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]]
    made = [torch.tensor(row, dtype=torch.float64) if system is FLOAT else exact_array(row) for row in rows]
    assert system.stack(made).shape == (2, 3, 2)
    assert system.stack(made, 0).shape == (2, 2, 3)


@pytest.mark.parametrize(
    ("name", "at", "value"),
    [("exp", 0, 1), ("log", 1, 0), ("log1p", 0, 0), ("expm1", 0, 0), ("sqrt", 0, 0), ("sqrt", 1, 1)],
)
def test_a_function_is_rational_there_alone(name, at, value):
    """A ball at that very point stays a ball, and so does what lies beside it."""
    of = getattr(BALL, name)
    assert [(type(x), x) for x in of(exact_array([at]))] == [(fmpq, value)]
    ball = of(np.array([arb(at)], dtype=object))[0]
    assert isinstance(ball, arb)
    assert ball.contains(value)
    assert isinstance(of(exact_array([2]))[0], arb)


def test_a_root_of_a_ball_or_of_a_negative_number_is_a_ball():
    assert isinstance(BALL.sqrt(np.array([arb(4)], dtype=object))[0], arb)
    assert BALL.sqrt(exact_array([-4]))[0].is_nan()
    assert [BALL.sqrt(exact_array([x]))[0] for x in ("1/4", "4/1", "0")] == [fmpq(1, 2), 2, 0]


def test_entries_are_read_from_either_system():
    assert as_numpy(torch.tensor([1.0, 2.0], requires_grad=True)).tolist() == [1.0, 2.0]
    assert as_numpy(exact_array([1, 2])).tolist() == [fmpq(1), fmpq(2)]
    assert isinstance(as_numpy([1]), np.ndarray)


def test_entries_of_rows_take_the_shape_and_the_system_of_their_batch() -> None:
    rationals, floats = exact_array([1]), torch.zeros(1)
    assert type(shaped([exact_array([1])], (1,), rationals)) is ExactArray
    assert type(shaped([True], (1,), rationals)) is np.ndarray
    assert shaped([[1.0, 2.0]] * 6, (2, 3), floats).shape == (2, 3, 2)
    assert shaped([2.5], (), floats).item() == 2.5
    assert shaped([fmpq(1, 2)], (), rationals).shape == ()


@pytest.mark.parametrize("system", [FLOAT, BALL])
def test_what_a_system_makes_and_reduces_by_hand(system):
    rows = [[1, -2, 5], [0, 4, 3]]
    x = torch.tensor(rows, dtype=torch.float64) if system is FLOAT else exact_array(rows)
    for name, by_column, by_row in (
        ("max", [1, 4, 5], [5, 4]),
        ("min", [0, -2, 3], [-2, 0]),
        ("sum", [1, 2, 8], [4, 7]),
    ):
        assert [float(v) for v in getattr(system, name)(x, 0)] == by_column, name
        assert [float(v) for v in getattr(system, name)(x, 1)] == by_row, name
    assert float(system.sum(x, (0, 1))) == 11
    assert [float(v) for v in system.maximum(x[0], 2)] == [2, 2, 5]
    assert [float(v) for v in system.maximum(2, x[0])] == [2, 2, 5]
    assert [float(v) for v in system.minimum(x[0], x[1])] == [0, -2, 3]
    assert [float(v) for v in system.where(x[0] > 0, 7, x[0])] == [7, -2, 7]
    assert [bool(v) for v in system.any(x > 3, 0)] == [False, True, True]
    assert [bool(v) for v in system.all(x > -1, 1)] == [False, True]
    assert system.asarray(3, x).shape == ()
    assert system.asarray([1, 2], x).tolist() == [1, 2]
    assert system.zeros((2, 1), x).tolist() == [[0], [0]]


def test_numbers_of_another_width_become_doubles_and_others_stay_as_they_are():
    like = torch.zeros(1, dtype=torch.float64)
    single = torch.tensor([0.5], dtype=torch.float32)
    assert FLOAT.asarray(single, like).dtype == torch.float64
    assert FLOAT.asarray(like, like) is like


def test_the_mask_of_a_sum_of_exponentials_keeps_out_what_would_overflow():
    x = [[2000.0, 1.0, 1.0], [-2000.0, -3000.0, 5000.0]]
    mask = np.array([[False, True, True], [True, False, False]])
    floats = FLOAT.logsumexp(torch.tensor(x, dtype=torch.float64), -1, where=torch.tensor(mask))
    balls = BALL.logsumexp(exact_array(x), -1, where=mask)
    assert np.allclose(floats.numpy(), [1 + np.log(2), -2000], rtol=1e-14)
    assert close(balls, floats)
    assert balls[1] == fmpq(-2000)
    assert float(BALL.logsumexp(exact_array([[0, 0], [3, 3]]), 0)[1].mid()) == pytest.approx(
        3 + np.log1p(np.exp(-3))
    )


def test_a_choice_between_integers_is_no_double():
    halves = BALL.where(np.array([True, False]), 1, 3) / 2
    assert [(type(v), v) for v in halves] == [(fmpq, fmpq(1, 2)), (fmpq, fmpq(3, 2))]


@given(MATRICES)
def test_the_extremes_over_several_axes_are_those_of_all_numbers(rows):
    for xp, array in ((FLOAT, torch.tensor(rows, dtype=torch.float64)), (BALL, exact_array(rows))):
        batch = array[None]
        numbers = [number for row in rows for number in row]
        assert [float(x) for x in xp.max(batch, (-2, -1))] == [max(numbers)]
        assert [float(x) for x in xp.min(batch, (-2, -1))] == [min(numbers)]


@pytest.mark.parametrize("axes", [(0, 1), (1, 0), (-1, -2), (0, -1)])
def test_axes_are_counted_from_either_end(axes):
    x = exact_array([[1, 5, 2], [7, 3, 4]])
    assert (BALL.max(x, axes)[()], BALL.min(x, axes)[()]) == (7, 1)
    assert BALL.max(x, 0).tolist() == [7, 5, 4]
    assert BALL.min(x, (1,)).tolist() == [1, 3]


def test_two_plain_numbers_are_chosen_as_doubles_and_as_rationals():
    mask = torch.tensor([True, False])
    found = FLOAT.where(mask, 1, 0)
    assert (found.dtype, found.tolist()) == (torch.float64, [1.0, 0.0])
    assert [*BALL.where(mask.numpy(), 1, 0)] == [fmpq(1), fmpq(0)]


def test_a_plain_number_beside_doubles_is_chosen_as_a_double():
    x = torch.tensor([1.0, 2.0], dtype=torch.float64)
    for other in (0, 0.1, True):
        found = FLOAT.where(x > 1.5, x, other)
        assert found.dtype is torch.float64
        assert found.tolist() == [float(other), 2.0]
