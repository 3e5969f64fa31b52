"""Numbers left open beside numbers that grow: what cancels is gone, what does not is not known."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, allow
from ntpcheck.verifier.asymptotics.growth import Growth
from ntpcheck.verifier.asymptotics.limits import R
from ntpcheck.verifier.asymptotics.orders import Grown, Order, grown
from ntpcheck.verifier.asymptotics.placed import Open, Placed
from ntpcheck.verifier.terms.symbols import Symbols

HALF = Fraction(1, 2)
GROWTH = Growth()


@pytest.fixture(autouse=True)
def work() -> None:
    allow(1_000_000)


def opened() -> tuple[Open, object]:
    symbols = Symbols()
    z = symbols.unknown("z")
    return Open(symbols), z


def test_what_is_left_open_cancels_in_differences() -> None:
    ops, z = opened()
    one, other = ops.subtract(R, z), ops.subtract(ops.mul(Fraction(2), R), z)
    assert ops.limit(ops.divide(ops.subtract(other, one), R)) == 1
    assert ops.sign_bounds(ops.subtract(one, other)) == (-1, -1)


def test_products_and_quotients_cancel_too() -> None:
    ops, z = opened()
    twice = ops.mul(ops.add(R, z), Fraction(2))
    assert ops.limit(ops.divide(ops.subtract(twice, ops.mul(Fraction(2), z)), R)) == 2
    assert ops.sign_bounds(ops.subtract(ops.mul(R, z), ops.mul(z, R))) == (0, 0)


@pytest.mark.parametrize("scale", [Fraction(1), HALF, Fraction(-3)])
def test_what_does_not_cancel_is_not_known(scale: Fraction) -> None:
    ops, z = opened()
    left = ops.subtract(R, ops.mul(scale, z))
    for asked in (ops.sign_bounds, ops.limit, ops.sqrt, ops.log, ops.absolute):
        with pytest.raises(Undecided):
            asked(left)


def test_one_grown_number_is_one_symbol_and_two_are_two() -> None:
    ops, z = opened()
    same, other = GROWTH.add(R, Fraction(1)), GROWTH.add(R, Fraction(1))
    one, two, three = (ops.subtract(x, z) for x in (same, same, other))
    assert ops.sign_bounds(ops.subtract(one, two)) == (0, 0)
    assert ops.sign_bounds(ops.subtract(one, three)) == (0, 0)
    assert ops.sign_bounds(ops.subtract(ops.add(one, Fraction(1)), three)) == (1, 1)


def test_a_length_is_found_entry_by_entry_where_a_sum_of_squares_cancels() -> None:
    """The entries are 3 and 4 times e^-R, as differences of 1 and quotients that tend to 1."""
    symbols = Symbols()
    m = symbols.unknown("m")
    ops = Placed(symbols, {symbols.numbers["m"]: R})
    fall = symbols.exp(symbols.neg(m))
    entries = [symbols.mul(Fraction(c), symbols.divide(fall, symbols.add(Fraction(1), fall))) for c in (3, 4)]
    size = ops.divide(ops.length(entries), ops.exp(ops.neg(grown(R))))
    assert ops.limit(size) == 5


def test_of_two_numbers_the_larger_for_all_large_r() -> None:
    symbols = Symbols()
    m = symbols.unknown("m")
    ops = Placed(symbols, {symbols.numbers["m"]: R})
    twice = symbols.add(m, m)
    for one, other in ((m, twice), (twice, m)):
        assert ops.limit(ops.divide(ops.extreme(one, other, largest=True), R)) == 2
        assert ops.limit(ops.divide(ops.extreme(one, other, largest=False), R)) == 1


def test_a_quotient_is_known_by_terms_beside_one_of_which_there_are_bounds_alone() -> None:
    """e^m / (e^m + e^(m + n)) at m = R and n between -2 log R and -log R: it is 1 + o(R^-1/2), whatever the
    terms are divided by; and that of e^(m + n) is o(R^-1/2)."""
    symbols = Symbols()
    m, n = symbols.unknown("m"), symbols.unknown("n")
    log = Order({}, 0, 1)
    at = {symbols.numbers["m"]: R, symbols.numbers["n"]: Grown([((Fraction(-2), Fraction(-1)), log)])}
    ops = Placed(symbols, at)
    root = Grown([(Fraction(1), Order({}, HALF))])
    one, other = symbols.exp(m), symbols.exp(symbols.add(m, n))
    whole = symbols.add(one, other)
    assert ops.limit(symbols.divide(one, whole)) == 1
    assert ops.limit(ops.mul(root, ops.grown(symbols.divide(other, whole)))) == 0
    with pytest.raises(Undecided):
        ops.limit(ops.mul(R, ops.grown(symbols.divide(other, whole))))
    with pytest.raises(Undecided):  # all that is divided by is known by bounds alone
        ops.limit(symbols.divide(one, symbols.add(other, symbols.exp(symbols.add(n, symbols.add(m, n))))))


@pytest.mark.parametrize("limit", [Fraction(1), Fraction(3)])
def test_a_log_of_what_tends_to_a_number_keeps_what_a_remainder_would_hide(limit: Fraction) -> None:
    """log(c e^m / (1 + e^m)) - log c is about - e^(-m), m being known but for o(1)."""
    symbols = Symbols()
    m = symbols.unknown("m")
    known = Placed(symbols, {symbols.numbers["m"]: Grown([(Fraction(1), Order({}, 1))], Order({}, 0))})
    e = known.exp(m)
    share = known.divide(known.mul(limit, e), known.add(Fraction(1), e))
    left = known.subtract(known.log(share), known.log(limit))
    assert known.sign_bounds(left) == (-1, -1)
    assert known.limit(known.mul(left, GROWTH.exp(R))) == -1


def beside_a_root() -> tuple[Placed, Any, Any]:
    """m = R + o(1), of which no more is known, and u = 3 + o(1)."""
    symbols = Symbols()
    m, u = symbols.unknown("m"), symbols.unknown("u")
    unit = Order({}, 0)
    known = {
        symbols.numbers["m"]: Grown([(Fraction(1), Order({}, 1))], unit),
        symbols.numbers["u"]: Grown([(Fraction(3), unit)], unit),
    }
    return Placed(symbols, known), m, u


@pytest.mark.parametrize("scale", [Fraction(1), Fraction(5, 2)])
def test_a_root_is_cleared_where_terms_cancel_beside_it(scale: Fraction) -> None:
    ops, m, u = beside_a_root()
    long, other = ops.length([ops.mul(scale, m), ops.mul(scale, u)]), ops.length([m, u])
    lack = ops.subtract(Fraction(1), ops.divide(ops.mul(scale, m), long))
    assert ops.limit(ops.mul(GROWTH.power(R, 2), lack)) == Fraction(9, 2)
    both = ops.subtract(ops.mul(scale, ops.mul(m, m)), ops.mul(long, other))
    assert ops.limit(both) == -9 * scale
    root = ops.sqrt(ops.add(ops.mul(m, m), m))
    assert ops.limit(ops.subtract(root, m)) == HALF
    power = ops.limit(ops.exp(ops.divide(ops.neg(other), long)))
    assert exact.sign(exact.subtract(power, exact.exp(-1 / scale))) == 0


def test_a_root_is_left_where_nothing_cancels_or_too_little_is_known() -> None:
    ops, m, u = beside_a_root()
    long = ops.length([m, u])
    assert ops.limit(ops.divide(ops.add(long, m), R)) == 2
    assert ops.sign(ops.subtract(long, m)) == 1
    with pytest.raises(Undecided):  # it is u^2 / (2 R) and more, of an order of which nothing is known
        ops.limit(
            ops.mul(GROWTH.power(R, 3), ops.subtract(ops.subtract(long, m), ops.divide(Fraction(9, 2), R)))
        )
