"""Where numbers become outcomes."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import torch
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from ntpcheck.arithmetic import exact, exact_array
from ntpcheck.evidence import Evidence, Outcome, Rigor, both, bounds, judge, outcome_of, rigor_of

HOLDS, FAILS, UNDECIDED, UNDEFINED = Outcome.HOLDS, Outcome.FAILS, Outcome.UNDECIDED, Outcome.UNDEFINED


def one(slack, error=0.0, scale=1.0, strict=False, defined=True):  # noqa: FBT002
    tensors = (torch.tensor(float(x), dtype=torch.float64) for x in (slack, error, scale))
    return Evidence(*tensors, strict=strict, defined=defined)


@pytest.mark.parametrize(
    ("evidence", "outcome"),
    [
        (one(0.0), HOLDS),
        (one(-1e-12, error=1e-11), HOLDS),
        (one(-1e-9, error=1e-11), FAILS),
        (one(0.0, error=1e-3), UNDECIDED),  # an error that wide would not notice one part in a million
        (one(0.5, error=1e-3), HOLDS),  # but a slack beyond its error needs no resolution
        (one(0.0, strict=True), FAILS),  # strict, and exactly not inside
        (one(1e-9, error=1e-8, strict=True), UNDECIDED),
        (one(1e-7, error=1e-8, strict=True), HOLDS),
        (one(-1e-7, error=1e-8, strict=True), FAILS),
        (one(math.nan), UNDECIDED),
        (one(math.inf), UNDECIDED),
        (one(1.0, error=math.nan), UNDECIDED),
        (one(1.0, defined=False), UNDEFINED),
        (one(math.nan, defined=False), UNDEFINED),
    ],
)
def test_a_float_slack_becomes_an_outcome(evidence, outcome):
    assert judge(evidence)[()] is outcome


@given(st.floats(), st.floats(min_value=0), st.floats(min_value=0), st.booleans())
def test_no_slack_both_holds_and_comes_from_nan(slack, error, scale, strict):
    outcome = judge(one(slack, error, scale, strict))[()]
    if math.isnan(slack) or math.isinf(slack):
        assert outcome is UNDECIDED
    if outcome is HOLDS:
        assert slack >= -error
    if outcome is FAILS:
        assert slack <= 0


def exact_evidence(*slacks, strict=False):
    array = np.array([*slacks], dtype=object)
    return Evidence(
        array,
        exact_array(np.zeros(len(slacks), dtype=int)),
        exact_array(np.ones(len(slacks), dtype=int)),
        strict,
    )


def test_rationals_and_balls_are_judged_by_their_own_bounds():
    tiny = fmpq(1, 10**400)
    assert judge(exact_evidence(fmpq(0), tiny, -tiny)).tolist() == [HOLDS, HOLDS, FAILS]
    assert judge(exact_evidence(fmpq(0), tiny, -tiny, strict=True)).tolist() == [FAILS, HOLDS, FAILS]
    with ctx.workprec(64):
        zero = arb(2).sqrt() * arb(2).sqrt() - 2  # a ball around 0
        assert judge(exact_evidence(zero, zero + 1, zero - 1)).tolist() == [HOLDS, HOLDS, FAILS]
        assert judge(exact_evidence(zero, zero + 1, zero - 1, strict=True)).tolist() == [
            UNDECIDED,
            HOLDS,
            FAILS,
        ]
    assert judge(exact_evidence(arb.nan(), arb.pos_inf())).tolist() == [UNDECIDED, UNDECIDED]
    assert judge(exact_evidence(arb(0, 0.5)))[0] is UNDECIDED


def test_a_ball_that_ends_at_zero_may_be_zero() -> None:
    radius = arb(0, 0.5).rad()  # as balls hold it, which is a little more
    below, above = exact_evidence(arb(-radius, 0.5)), exact_evidence(arb(radius, 0.5))
    assert (bounds(below)[1][0], bounds(above)[0][0]) == (0, 0)
    assert judge(below)[0] is UNDECIDED


def test_a_slack_too_small_for_a_double_keeps_its_sign():
    lower, upper, _ = bounds(exact_evidence(fmpq(1, 10**400), arb(-1) / arb(10) ** 400))
    assert (lower[0] > 0, upper[1] < 0) == (True, True)


def test_a_slack_too_large_for_a_double_keeps_its_sign():
    huge = fmpq(10**400)
    assert (
        judge(exact_evidence(huge, -huge, arb(10) ** 400, -(arb(10) ** 400))).tolist() == [HOLDS, FAILS] * 2
    )


def test_rigor_is_read_off_the_numbers():
    assert rigor_of(exact_evidence(fmpq(1))) is Rigor.EXACT
    assert rigor_of(exact_evidence(fmpq(1), arb(2).sqrt())) is Rigor.BALL
    assert rigor_of(one(1.0)) is Rigor.FLOAT


def test_a_conjunction_speaks_with_the_part_that_fails():
    good, bad, strange = one(3.0), one(-2.0), one(1.0, defined=False)
    assert judge(both(good, bad))[()] is FAILS
    assert float(both(good, bad).slack) == -2
    assert judge(both(strange, good))[()] is UNDEFINED
    assert judge(both(strange, bad))[()] is FAILS
    assert float(both(one(3.0), one(2.0)).slack) == 2
    assert judge(both(one(0.0), one(0.0, strict=True)))[()] is FAILS
    assert judge(both(exact_evidence(fmpq(1), fmpq(0)), exact_evidence(fmpq(0), fmpq(-1)))).tolist() == [
        HOLDS,
        FAILS,
    ]


def test_a_conjunction_keeps_batches_apart():
    first = Evidence(*(torch.tensor(x, dtype=torch.float64) for x in ([1.0, -1.0], [0.0, 0.0], [1.0, 1.0])))
    second = Evidence(*(torch.tensor(x, dtype=torch.float64) for x in ([-5.0, 1.0], [0.0, 0.0], [1.0, 1.0])))
    assert both(first, second).slack.tolist() == [-5.0, -1.0]


def both_systems(slack, error, scale, strict=False):  # noqa: FBT002
    """The same evidence in floats, and in exact numbers: infinity and NaN as balls."""
    wide = {math.inf: arb.pos_inf(), -math.inf: arb.neg_inf()}
    exactly = (arb.nan() if math.isnan(x) else wide.get(x, x) for x in (slack, error, scale))
    arrays = [np.array(x if isinstance(x, arb) else exact(x), dtype=object) for x in exactly]
    return one(slack, error, scale, strict), Evidence(*arrays, strict=strict)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("slack", [-2.0, -1e-12, 0.0, 1e-12, 2.0])
@pytest.mark.parametrize("scale", [math.inf, -math.inf])
def test_an_infinite_scale_decides_nothing(slack, scale, strict):
    for evidence in both_systems(slack, 0.0, scale, strict):
        assert judge(evidence)[()] is UNDECIDED


@pytest.mark.parametrize(("slack", "outcome"), [(-2.0, FAILS), (2.0, HOLDS)])
def test_a_scale_that_is_not_known_decides_nothing_in_floats_and_resolves_nothing_in_balls(slack, outcome):
    floats, exactly = both_systems(slack, 0.0, math.nan)
    assert judge(floats)[()] is UNDECIDED
    assert judge(exactly)[()] is outcome
    around = Evidence(*(np.array(x, dtype=object) for x in (arb(0, 1e-30), fmpq(0), arb(0, math.inf))))
    assert judge(around)[()] is UNDECIDED


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("slack", [-2.0, 0.0, 2.0])
@pytest.mark.parametrize("error", [-math.inf, -1.0, -(2.0**-1074)])
def test_a_negative_error_decides_nothing(slack, error, strict):
    for evidence in both_systems(slack, error, 1.0, strict):
        assert judge(evidence)[()] is UNDECIDED


def test_what_is_undefined_stays_so_whatever_its_scale_and_error():
    for evidence in both_systems(1.0, -1.0, math.inf):
        assert judge(replace(evidence, defined=False))[()] is UNDEFINED


def test_scales_beyond_doubles_are_finite_and_errors_below_them_keep_their_sign():
    zero, tiny, huge = fmpq(0), fmpq(1, 10**400), fmpq(10**400)
    for error, scale, outcome in (
        (zero, huge, HOLDS),
        (zero, arb(huge), HOLDS),
        (tiny, huge, HOLDS),
        (-tiny, huge, UNDECIDED),
        (-arb(tiny), huge, UNDECIDED),
        (arb(0, 1), huge, HOLDS),  # a ball around 0 is not known to be negative
    ):
        arrays = (np.array([x], dtype=object) for x in (fmpq(1), error, scale))
        assert judge(Evidence(*arrays)).tolist() == [outcome], (error, scale)


FAILING, HOLDING = one(-0.1), one(0.5)
OPEN = one(5.0, scale=math.inf)  # a scale that no check may have: undecided, with whatever slack


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (FAILING, one(-9.0, defined=False), FAILS),
        (FAILING, one(-9.0, scale=math.inf), FAILS),
        (one(7.0, defined=False), OPEN, UNDEFINED),
        (one(7.0, defined=False), HOLDING, UNDEFINED),
        (OPEN, HOLDING, UNDECIDED),
        (HOLDING, one(2.0), HOLDS),
        (FAILING, one(-0.01), FAILS),
    ],
)
def test_of_two_parts_the_one_that_decides_speaks_whatever_their_slacks(first, second, said):
    for parts in ((first, second), (second, first)):
        found = both(*parts)
        assert judge(found)[()] is said
        assert found.slack.item() == first.slack.item()
        assert found.scale.item() == first.scale.item()


def test_a_conjunction_of_batches_that_differ_row_by_row():
    """Each row of three speaks with its own part, in floats and in exact numbers alike."""
    slacks = ([[3, -1, 2], [5, 6, 7]], [[1, 4, -8], [9, -2, 0]])
    exactly = [exact_evidence(*(fmpq(x) for row in rows for x in row)) for rows in slacks]
    exactly = [Evidence(*(np.reshape(a, (2, 3)) for a in (e.slack, e.error, e.scale))) for e in exactly]
    zero, one_ = torch.zeros(2, 3, dtype=torch.float64), torch.ones(2, 3, dtype=torch.float64)
    floats = [Evidence(torch.tensor(rows, dtype=torch.float64), zero, one_) for rows in slacks]
    wanted = [[1, -1, -8], [5, -2, 0]]
    assert both(*floats).slack.tolist() == wanted
    assert both(*exactly).slack.tolist() == wanted
    assert [[o.name for o in row] for row in judge(both(*exactly))] == [
        ["HOLDS", "FAILS", "FAILS"], ["HOLDS", "FAILS", "HOLDS"],
    ]  # fmt: skip


LARGEST, PART = float(np.finfo(float).max), 2.0**-20
SIDES = (0.0, PART, 1.0, 1.0 + PART, 2.0**500, math.inf, math.nan)
SIGNED = (*SIDES, *(-side for side in SIDES))


def plainly(slack, error, scale, strict):
    """The rule as the documentation words it, in fractions."""
    if not (math.isfinite(slack) and math.isfinite(error) and math.isfinite(scale)) or error < 0:
        return UNDECIDED
    lower, upper = Fraction(slack) - Fraction(error), Fraction(slack) + Fraction(error)
    if strict:
        return HOLDS if lower > 0 else FAILS if upper <= 0 else UNDECIDED
    resolved = Fraction(error) <= Fraction(PART) * abs(Fraction(scale))
    return HOLDS if lower > 0 or (upper >= 0 and resolved) else FAILS if upper < 0 else UNDECIDED


@pytest.mark.parametrize("strict", [False, True])
def test_floats_are_judged_as_the_rule_says_on_both_sides_of_every_bound(strict):
    rows = list(itertools.product(SIGNED, SIGNED, SIGNED))
    slack, error, scale = (torch.tensor(column, dtype=torch.float64) for column in zip(*rows, strict=True))
    found = judge(Evidence(slack, error, scale, strict=strict)).tolist()
    for row, said in zip(rows, found, strict=True):
        assert said is plainly(*row, strict), row
        assert outcome_of(one(*row, strict=strict)) is said


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("sign", [-1, 1])
def test_a_bound_beyond_doubles_decides_nothing(sign, strict):
    """One of the two bounds is finite, and says what nobody may conclude from it."""
    lower, upper, _ = bounds(one(sign * LARGEST, LARGEST))
    assert sorted((math.isfinite(lower), math.isfinite(upper))) == [False, True]
    assert judge(one(sign * LARGEST, LARGEST / 2, strict=strict))[()] is UNDECIDED


def ends(slack):
    return tuple(float(x) for x in bounds(Evidence(np.array(slack, dtype=object), fmpq(0), fmpq(1))))


def test_bounds_of_exact_numbers_are_their_ends():
    radius = float(arb(0, 0.25).rad())  # as balls hold it
    assert ends(fmpq(-3, 4)) == (-0.75, -0.75, 0.0)
    assert ends(0.5) == (0.5, 0.5, 0.0)
    assert ends(math.inf) == (math.inf, math.inf, 0.0)
    for middle in (-2.0, -0.25, 0.0, 0.25, 2.0):
        assert ends(arb(middle, 0.25)) == (middle - radius, middle + radius, radius)
    lower, upper, error = ends(arb.nan())
    assert (math.isnan(lower), math.isnan(upper), error) == (True, True, math.inf)


def test_signs_survive_rounding_on_both_sides_of_0_and_of_doubles():
    tiny, huge, least = fmpq(1, 10**400), fmpq(10**400), 2.0**-1074
    assert ends(tiny)[:2] == (least, least)
    assert ends(-tiny)[:2] == (-least, -least)
    assert ends(huge)[:2] == (LARGEST, LARGEST)
    assert ends(-huge)[:2] == (-LARGEST, -LARGEST)
    for ball, end in ((arb(tiny), least), (arb(-tiny), -least), (arb(huge), LARGEST), (arb(-huge), -LARGEST)):
        assert ends(ball)[:2] == (end, end)
    around = arb(0, 1) * arb(tiny)
    assert (ends(around)[0] < 0, ends(around)[1] > 0) == (True, True)


def test_scales_and_errors_are_read_in_either_system():
    """A ball around 0 holds where its radius is 2^-20 of the scale, of either sign and any type."""
    with ctx.workprec(64):
        ball = arb(0, 1)
        width = exact(float(ball.rad()))
    for factor, said in ((1, HOLDS), (fmpq(1023, 1024), UNDECIDED)):
        scale = width * 2**20 * factor
        for given_as in (scale, -scale, arb(scale), -arb(scale), int(scale.p) / int(scale.q)):
            arrays = (np.array(x, dtype=object) for x in (ball, fmpq(0), given_as))
            assert judge(Evidence(*arrays))[()] is said, given_as
    for error, said in ((-1.0, UNDECIDED), (0.0, HOLDS), (1.0, HOLDS)):
        arrays = (np.array(x, dtype=object) for x in (fmpq(1), error, fmpq(1)))
        assert judge(Evidence(*arrays))[()] is said
