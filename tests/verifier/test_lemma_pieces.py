"""What lemmas on coordinates are made of, by numbers worked out by hand: laws, their remainders, borders."""

from __future__ import annotations

from fractions import Fraction
from math import exp
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, allow, work_at
from ntpcheck.verifier.asymptotics.limits import EXP_R, R
from ntpcheck.verifier.asymptotics.orders import UNIT, Order
from ntpcheck.verifier.lemmas import plane as lemmas_plane
from ntpcheck.verifier.lemmas.coordinates import Clock, alone
from ntpcheck.verifier.shared.pulled import crossing, decaying, pulled, short, zero_of
from ntpcheck.verifier.terms.symbols import Symbols

F = Fraction
NONE, ONE, HALF = F(0), F(1), F(1, 2)


@pytest.fixture(autouse=True)
def _allowed() -> None:
    allow(10_000_000)
    work_at(64)


def line(*told: tuple[Any, Any]) -> list[Any]:
    """A sum of c e^(a m), for (c, a)."""
    return [({0: F(a)}, F(c)) for c, a in told]


def plane(*told: tuple[Any, Any, Any]) -> list[Any]:
    """A sum of c e^(a m + b u), for (c, a, b)."""
    return [({0: F(a), 1: F(b)}, F(c)) for c, a, b in told]


def order(power: Any = 0, logs: Any = 0, **exponent: Any) -> Order:
    """R^power log(R)^logs e^(e1 R + e2 R^2)."""
    return Order({int(k[1:]): F(c) for k, c in exponent.items()}, power, logs)


def is_(found: Any, terms: list[tuple[Any, Order]], rest: Order | None) -> None:
    """Requires that it is the sum of these terms, and o(rest)."""
    assert [o.above(p) for (_, o), (_, p) in zip(found.terms, terms, strict=True)] == [0] * len(terms)
    assert [exact.sign(exact.subtract(c, d)) for (c, _), (d, _) in zip(found.terms, terms, strict=True)] == [
        0
    ] * len(terms)
    assert (found.rest is None) == (rest is None)
    assert rest is None or found.rest.above(rest) == 0


# ---- A coordinate that rises ----
def falls(c: int, b: int) -> tuple[Any, Any]:
    """c / (1 + e^(b m))."""
    return line((c, 0)), line((1, 0), (1, b))


def test_the_first_that_rises_is_the_clock() -> None:
    clock = Clock()
    assert (clock.taken, clock.pace, clock.k) == (False, 1, EXP_R)
    assert clock.rising(falls(3, 2)) is R
    assert (clock.taken, clock.pace) == (True, 2)  # e^(2 m) = 6 k + (-1 + 3) log k + O(1)
    is_(clock.k, [(F(1, 6), order(e1=2)), (F(-2, 3), order(1))], order(1))


def test_a_second_term_above_the_line_counts_for_the_drift() -> None:
    clock = Clock()
    clock.rising((line((3, 0), (5, -2)), line((1, 0), (1, 2))))  # (3 + 5 e^(-2 m)) / (1 + e^(2 m))
    is_(clock.k, [(F(1, 6), order(e1=2)), (F(-11, 9), order(1))], order(1))


def test_another_one_follows_it() -> None:
    clock = Clock()
    clock.rising(falls(3, 2))
    m = clock.rising(falls(1, 1))  # log k - log(k) / 2 k, where k is e^(2 R) / 6 - 2 / 3 R
    is_(m, [(F(2), order(1)), (exact.neg(exact.log(F(6))), UNIT), (F(-10), order(1, e1=-2))], order(1, e1=-2))
    twice = clock.rising(falls(4, 2))  # (log k + log 8) / 2 + 3 / 16 log(k) / k
    want = exact.mul(HALF, exact.log(F(8, 6)))
    is_(twice, [(F(1), order(1)), (want, UNIT), (F(1, 4), order(1, e1=-2))], order(1, e1=-2))


def test_where_a_term_is_near_the_leading_one_less_is_known() -> None:
    near = line((1, -2), (1, -3)), line((1, 0))
    clock = Clock()
    assert clock.rising(near) is R
    is_(clock.k, [(HALF, order(e1=2))], order(e1=F(3, 2)))
    m = clock.rising(near)
    is_(m, [(F(1), order(1))], order(e1=F(-1, 2)))


@pytest.mark.parametrize("step", [falls(1, 0), (line((1, 1)), line((1, 0))), (line((1, 0)), line((1, 0)))])
def test_what_does_not_fall_exponentially_is_no_clock(step: Any) -> None:
    with pytest.raises(Undecided, match="fall exponentially"):
        Clock().rising(step)


# ---- A coordinate that is pulled to a number ----
def pull(ops: Symbols, by: Fraction, decay: Fraction = NONE) -> tuple[Any, int]:
    """by (4 - 2 e^m) / (4 + e^m) - decay m, and the atom of m."""
    m = ops.unknown(0)
    e = ops.exp(m)
    pulls = ops.divide(ops.subtract(F(4), ops.mul(F(2), e)), ops.add(F(4), e))
    return ops.subtract(ops.mul(by, pulls), ops.mul(decay, m)), ops.numbers[0]


def test_what_is_pulled_tends_to_its_zero_faster_than_any_power_that_is_used() -> None:
    clock = Clock()
    clock.rising(falls(3, 2))
    found, said = alone(*pull(Symbols(), HALF), clock)
    assert said == "one tends to a number from either side"
    is_(found, [(exact.log(F(2)), UNIT)], order(e1=-128))
    found, _ = alone(*pull(Symbols(), HALF), Clock())
    is_(found, [(exact.log(F(2)), UNIT)], order(e1=-64))


def test_what_only_rises_is_told_apart_from_what_decays() -> None:
    ops = Symbols()
    m = ops.unknown(0)
    rise = ops.inverse(ops.add(ONE, ops.exp(m)))
    assert alone(rise, ops.numbers[0], Clock()) == (R, "one rises without end")
    found, said = alone(ops.subtract(rise, ops.mul(HALF, m)), ops.numbers[0], Clock())
    assert said == "one tends to a number from either side"
    low, high = found.terms[0][0]
    root = 0.7388350311  # of 1 / (1 + e^m) = m / 2, about
    assert abs(float(low) - root) < 0.1
    assert (1 / (1 + exp(float(low))) - float(low) / 2) > 0 > (1 / (1 + exp(float(high))) - float(high) / 2)
    assert high - low == F(2, 1 << 40)  # from -1 to 1, 40 times halved


def test_decay_is_split_off() -> None:
    ops = Symbols()
    part, atom = pull(ops, HALF, F(1, 4))
    decay, rest = decaying(part, atom)
    assert decay == F(1, 4)
    assert ops.sign(ops.subtract(rest, pull(ops, HALF)[0])) == 0
    m = ops.unknown(0)
    assert decaying(ops.mul(F(-1, 3), m), atom) == (F(1, 3), 0)
    for other in (ops.power(m, 2), ops.mul(m, ops.exp(m)), ops.add(m, ops.mul(m, ops.exp(m))), F(5)):
        assert decaying(other, atom) == (0, other)
    irrational = ops.mul(exact.log(F(2)), m)
    assert decaying(irrational, atom) == (0, irrational)


def test_a_zero_of_two_terms() -> None:
    found = zero_of(line((2, 1), (-6, -1)))  # 2 e^m = 6 e^-m
    assert exact.subtract(found, exact.mul(HALF, exact.log(F(3)))) == 0
    for bad, why in ((line((1, 0), (1, 1)), "0 somewhere"), (line((1, 0)), "quotient")):
        with pytest.raises(Undecided, match=why):
            zero_of(bad)
    with pytest.raises(Undecided, match="quotient"):
        zero_of(line((1, 0), (-1, 1), (1, 2)))


TANH = line((1, 0), (-1, 1)), line((1, 0), (1, 1))  # (1 - e^m) / (1 + e^m), of slope -1/2 at the least


def times(c: Any, step: Any) -> Any:
    return [(form, F(c) * x) for form, x in step[0]], step[1]


@pytest.mark.parametrize(
    ("step", "decay", "why"),
    [
        (TANH, F(0), ""),
        (times(F(9, 8), TANH), F(0), "leads across"),
        (times(-1, TANH), F(0), "falls with"),
        ((line((1, 0)), line((1, 0))), HALF, ""),
        ((line((1, 0)), line((1, 0))), F(7, 8), ""),
        ((line((1, 0)), line((1, 0))), ONE, "leads across"),
        ((line((1, 0)), line((1, 0))), F(0), "falls with"),
        ((line((1, 0)), line((1, 0))), F(-1, 2), "falls with"),
        (times(HALF, TANH), HALF, ""),
        (times(HALF, TANH), F(5, 8), "leads across"),
    ],
)
def test_a_step_keeps_the_side_of_its_zero(step: Any, decay: Fraction, why: str) -> None:
    if not why:
        short(step, 0, decay)
        return
    with pytest.raises(Undecided, match=why):
        short(step, 0, decay)


def test_the_zero_of_a_step_with_decay() -> None:
    assert crossing((line((3, 0)), line((1, 0))), HALF) == 6
    low, high = crossing((line((3, 0)), line((1, 0), (1, 1))), HALF)  # 3 / (1 + e^m) = m / 2
    assert high - low == F(8, 1 << 40)  # from -4 to 4
    assert 3 / (1 + exp(float(low))) > float(low) / 2
    assert 3 / (1 + exp(float(high))) < float(high) / 2
    assert crossing(TANH, HALF) == (-1, 1)  # the middle is the zero: its sign is not seen
    with pytest.raises(Undecided, match="from far out"):
        crossing((line((300, 0)), line((1, 0), (1, -1))), ONE)
    assert pulled(TANH) == 0


# ---- Two coordinates ----
WAVE = plane((1, 0, 0), (-1, 0, 1)), plane((1, 0, 0), (1, 0, 1))  # (1 - e^u) / (1 + e^u)
RISE = plane((3, 0, 0)), plane((1, 0, 0), (1, 2, 0))  # 3 / (1 + e^2m)


def test_what_leads_where_the_first_coordinate_is_large() -> None:
    b, (above, below), g = lemmas_plane.leading((plane((2, -1, 0), (1, -3, 1)), plane((1, 0, 0), (4, -5, 0))))
    assert (b, g) == (1, 2)
    assert (exact.divide(above[0][1], below[0][1]), len(above), len(below)) == (2, 1, 1)
    assert lemmas_plane.leading(RISE)[::2] == (2, 2)
    assert lemmas_plane.leading(WAVE)[::2] == (0, 64)
    assert lemmas_plane.leading((plane((1, 0, 0)), plane((1, 0, 0), (4, -5, 0))))[::2] == (0, 5)
    for step, why in (
        (([], plane((1, 0, 0))), "not 0"),
        ((plane((1, 0, 0)), plane((1, 0, 0), (-1, 1, 0))), "no negative terms"),
    ):
        with pytest.raises(Undecided, match=why):
            lemmas_plane.leading(step)


def test_the_number_of_steps_by_the_first_coordinate() -> None:
    is_(lemmas_plane.paced(F(2), F(3)), [(F(1, 6), order(e1=2))], order(e1=2))
    is_(lemmas_plane.paced(F(2), F(3), HALF), [(F(1, 6), order(e1=2))], order(e1=F(3, 2)))


def test_a_sign_for_all_first_coordinates_is_that_of_sums_from_the_top() -> None:
    keeps = lemmas_plane.keeps_sign
    assert keeps(plane((1, 1, 0), (-1, 0, 0), (1, -1, 0)), ONE, 1)  # 1, 0, 1
    assert not keeps(plane((1, 1, 0), (-2, 0, 0), (3, -1, 0)), ONE, 1)  # 1, -1, 2
    assert not keeps(plane((1, 1, 0), (-1, 0, 0)), ONE, 1)  # 1, 0: at m = 0 it is 0
    assert keeps(plane((-1, 1, 0), (HALF, 0, 0)), ONE, -1)
    assert not keeps(plane((-1, 1, 0), (HALF, 0, 0)), ONE, 1)


def test_the_second_is_pulled_to_a_number_beside_the_first() -> None:
    m, u, k = lemmas_plane.pulled(RISE, WAVE)
    assert m is R
    is_(u, [], order(e1=-128))
    is_(k, [(F(1, 6), order(e1=2))], order(e1=2))
    fades = plane((1, 0, 0), (-1, 0, 1), (F(1, 4), -1, 0), (F(1, 4), -1, 1)), WAVE[1]  # e^-m / 4 more
    m, u, k = lemmas_plane.pulled(RISE, fades)
    is_(u, [(HALF, order(e1=-1))], order(e1=-1))  # e^-m / 4 over the slope, which is -1/2
    for first, second, why in (
        ((plane((1, 0, 0)), plane((1, 0, 0))), WAVE, "fall exponentially"),
        (RISE, (plane((1, 0, 0), (-1, 0, 1)), plane((1, 1, 0), (1, 1, 1))), "does not fade"),
        (RISE, times(F(9, 8), WAVE), "leads across"),
    ):
        with pytest.raises(Undecided, match=why):
            lemmas_plane.pulled(first, second)


def test_what_a_step_is_beside_the_number_to_which_it_pulls() -> None:
    assert lemmas_plane.besides(WAVE, F(0)) is None
    assert lemmas_plane.besides((plane((1, 0, 0), (-1, 0, 1), (3, -2, 0)), WAVE[1]), F(0)) == (2, F(3, 2))
    assert lemmas_plane.besides((plane((3, -2, 0)), plane((1, 1, 0), (5, 0, 0))), F(0)) == (3, 3)


def test_both_rise() -> None:
    first = plane((3, 0, 0)), plane((1, 0, 0), (1, 2, 0))
    second = plane((5, 0, 0)), plane((1, 2, 4), (1, 0, 0))  # 5 e^(-2 m - 4 u)
    m, u, k = lemmas_plane.rising(first, second)
    log = exact.log
    is_(m, [(HALF, order(e1=1)), (exact.mul(HALF, log(F(6))), UNIT)], UNIT)
    is_(u, [(F(1, 4), order(1)), (exact.mul(F(1, 4), log(F(20, 6))), UNIT)], UNIT)
    is_(k.log, [(F(1), order(e1=1))], None)
    slower = plane((5, 0, 0)), plane((1, 3, 4), (1, 0, 0))
    m, u, k = lemmas_plane.rising(first, slower)
    assert m is R
    is_(u, [], order(1))
    is_(k, [(F(1, 6), order(e1=2))], order(e1=2))


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        (WAVE, RISE, "both coordinates rise"),
        (RISE, WAVE, "both coordinates rise"),
        ((plane((1, 0, 0)), plane((1, 0, 0))), (plane((1, 0, 0)), plane((1, 2, 1))), "whatever the second"),
        ((plane((1, 0, 0)), plane((1, 2, 1))), (plane((1, 0, 0)), plane((1, 2, 1))), "whatever the second"),
        (RISE, (plane((1, 0, 0)), plane((1, 2, 0))), "with its own coordinate"),
        (RISE, (plane((1, 0, 0)), plane((1, 1, 1))), "with its own coordinate"),
        (RISE, (plane((1, 0, 1)), plane((1, 3, 0))), "with its own coordinate"),
        (RISE, (plane((1, 0, 0)), plane((1, 2, 0), (1, 0, 1))), "one term leads"),
    ],
)
def test_what_does_not_rise_so(first: Any, second: Any, why: str) -> None:
    with pytest.raises(Undecided, match=why):
        lemmas_plane.rising(first, second)
