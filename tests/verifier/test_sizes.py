"""Where the verifier's exact numbers end: on one side of each limit they are exact, on the other bounds."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic import exact, intervals, kinds, products
from ntpcheck.verifier.arithmetic.intervals import PRECISIONS, Undecided, allow, outward, work_at
from ntpcheck.verifier.arithmetic.kinds import Affine, Exps, Log, Logs, Root, weight
from ntpcheck.verifier.arithmetic.marks import Mark, mark
from ntpcheck.verifier.language.grammar import DEPTH, Parser, deeper
from ntpcheck.verifier.language.words import BookError
from ntpcheck.verifier.terms.identities import Identities
from ntpcheck.verifier.terms.symbols import Symbols

F = Fraction


@pytest.fixture(autouse=True)
def _allowed() -> None:
    allow(20_000_000)
    work_at(64)


def powers(first: int, count: int) -> Any:
    """e^first + e^(first + 1) + .., so many terms."""
    return Exps({F(first + k): F(1) for k in range(count)}, exact.UNIT)


def roots(count: int, most: int = 100) -> Any:
    """The sum of the roots of so many primes."""
    primes = [n for n in range(2, most) if all(n % k for k in range(2, n))]
    return Root(F(0), {n: F(1) for n in primes[:count]})


def bounds(x: Any) -> bool:
    return isinstance(x, tuple)


def test_precisions_rise_fourfold() -> None:
    assert PRECISIONS == (64, 256, 1024, 4096)
    assert intervals.precision() == 64


def test_sums_of_exponentials() -> None:
    assert isinstance(exact.add(powers(1, 128), powers(200, 128)), Exps)  # over one denominator: 256 terms
    assert bounds(exact.add(powers(1, 128), powers(200, 129)))
    assert isinstance(exact.mul(powers(1, 6), powers(1, 8)), Exps)  # 48 products
    assert bounds(exact.mul(powers(1, 7), powers(1, 7)))
    over = exact.inverse(exact.add(F(1), exact.exp(F(1))))  # another denominator, of 2 terms
    assert isinstance(exact.add(powers(1, 24), over), Exps)
    assert bounds(exact.add(powers(1, 25), over))


def test_sums_of_roots() -> None:
    assert isinstance(exact.add(roots(15), exact.sqrt(F(101))), Root)
    assert bounds(exact.add(roots(16), exact.sqrt(F(101))))
    assert isinstance(exact.mul(roots(4), exact.subtract(roots(8), roots(4))), Root)  # 16 roots, times others
    assert bounds(exact.mul(roots(3), exact.subtract(roots(14), roots(3))))  # 33 products


def test_exponents_and_roots_of_long_numbers() -> None:
    assert isinstance(exact.exp(F(1, 1 << 255)), Exps)
    assert bounds(exact.exp(F(1, 1 << 256)))
    assert isinstance(exact.sqrt(F((1 << 2048) - 1)), Root)
    assert bounds(exact.sqrt(F((1 << 2048) + 1)))
    half = F((1 << 2048) - 1, 3)
    assert isinstance(exact.sqrt(half), Root)


def test_quotients_of_two_sums_of_roots_are_rational_up_to_a_denominator() -> None:
    pair = roots(2)
    assert exact.divide(pair, exact.mul(F(1 << 16), pair)) == F(1, 1 << 16)
    assert bounds(exact.divide(pair, exact.mul(F((1 << 16) + 1), pair)))


def test_powers_of_what_is_no_rational() -> None:
    one = (F(1), F(1))
    assert exact.power(one, 1 << 20) == 1
    with pytest.raises(Undecided, match="power above"):
        exact.power(one, (1 << 20) + 1)
    assert exact.power(F(2), 3) == 8
    assert exact.power(F(-1), 1 << 21) == 1


def test_products_of_logs() -> None:
    two = exact.log(F(2))
    fourth = exact.power(two, 4)
    assert isinstance(fourth, Logs)
    assert bounds(exact.mul(fourth, two))
    primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]

    def logs(first: int, count: int) -> Any:
        return reduce(exact.add, (exact.log(F(p)) for p in primes[first : first + count]))

    assert isinstance(exact.mul(logs(0, 4), logs(4, 8)), Logs)  # 32 products
    assert bounds(exact.mul(logs(0, 3), logs(1, 11)))
    assert products.factors(1021**2) == [(1021, 2)]
    assert products.factors(1031**2) == [(1031**2, 1)]
    assert products.factors(12) == [(2, 2), (3, 1)]
    assert products.factors(1) == []


def test_of_log_powers_as_many_digits_are_multiplied_out_as_stay_exact() -> None:
    two = exact.log(F(2))
    assert exact.exp(exact.mul(F(4096), two)) == 2**4096  # 8192 bits over those of 2
    assert bounds(exact.exp(exact.mul(F(4097), two)))
    assert exact.exp(exact.mul(F(1, 2), exact.log(F(9)))) == 3


def test_equal_ends_stay_exact_while_they_are_short() -> None:
    short, long = F((1 << 8191) + 1, 3), F((1 << 8192) + 1, 5)
    assert intervals.length(short) <= 8192 < intervals.length(long)
    assert outward(short, short, 64) == (short, short)
    low, high = outward(long, long, 64)
    assert low < long < high


def test_what_numbers_take_to_keep() -> None:
    assert [weight(x) for x in (F(1), F(1 << 2047), F(1 << 2048), (F(1 << 1024), F(1 << 1024)))] == [
        0,
        1,
        1,
        1,
    ]
    assert weight(powers(1, 5)) == 6
    assert weight(roots(3)) == 3
    assert weight(exact.log(F(6))) == 1
    assert weight(Affine(F(1), {(0,): F(1), (1,): F(2)})) == 2
    assert weight("text") == 0


def test_marks_are_equal_for_equal_numbers_alone() -> None:
    ends = (F(1), F(2))
    assert mark(ends) == mark(ends)
    assert mark(ends) != mark((F(1), F(2)))
    assert isinstance(mark(ends), Mark)
    assert mark(exact.log(F(6))) == mark(exact.log(F(6)))
    assert mark(exact.log(F(6))) != mark(exact.log(F(5)))
    assert mark(exact.sqrt(F(5))) != mark(exact.log(F(5)))
    assert mark(F(3)) == 3


def test_signs_of_kinds() -> None:
    assert kinds.sign(exact.subtract(exact.log(F(2)), F(2, 3))) == 1
    assert kinds.sign((F(0), F(1))) is None
    assert kinds.sign((F(0), F(0))) == 0
    assert kinds.sign_bounds((F(-1), F(0))) == (-1, 0)
    assert kinds.sign(exact.subtract(exact.exp(F(1)), exact.exp(F(2)))) == -1
    assert isinstance(exact.log(F(2)), Log)


def test_the_depth_of_a_formula() -> None:
    assert DEPTH == 100
    assert not deeper(("a", ("b",)), 2)
    assert deeper(("a", ("b",)), 1)
    Parser("-" * 97 + "x > 0").whole()
    with pytest.raises(BookError, match="nested too deeply"):
        Parser("-" * 98 + "x > 0").whole()


def test_nested_roots_are_told_by_their_squares() -> None:
    ops = Identities()
    nested = ops.sqrt(ops.add(F(5), ops.mul(F(2), ops.sqrt(F(6)))))  # sqrt 2 + sqrt 3
    assert ops.sign_bounds(ops.subtract(nested, ops.add(ops.sqrt(F(2)), ops.sqrt(F(3))))) == (0, 0)
    assert ops.sign_bounds(ops.subtract(nested, ops.add(ops.sqrt(F(2)), ops.sqrt(F(5))))) == (-1, -1)


# ---- Signs of sums of unknown numbers ----
def test_signs_of_symbols() -> None:
    ops = Symbols()
    x, y, p, n = (
        ops.unknown("x"),
        ops.unknown("y", (0, 1)),
        ops.unknown("p", (1, 1)),
        ops.unknown("n", (-1, -1)),
    )
    square = ops.power(x, 2)
    assert ops.sign_bounds(x) == (-1, 1)
    assert ops.sign_bounds(square) == (0, 1)
    assert ops.sign_bounds(ops.power(p, 2)) == (1, 1)
    below = ops.unknown("below", (-1, 0))
    assert [ops.sign_bounds(ops.power(z, 2)) for z in (y, below, n)] == [(0, 1), (0, 1), (1, 1)]
    assert ops.sign_bounds(ops.power(x, 3)) == (-1, 1)
    assert ops.sign_bounds(ops.mul(p, n)) == (-1, -1)
    assert ops.sign_bounds(ops.mul(y, n)) == (-1, 0)
    assert ops.sign_bounds(ops.add(square, p)) == (1, 1)
    assert ops.sign_bounds(ops.add(square, y)) == (0, 1)
    assert ops.sign_bounds(ops.subtract(n, y)) == (-1, -1)
    assert ops.sign_bounds(ops.subtract(p, y)) == (-1, 1)
    assert ops.sign_bounds(ops.exp(x)) == (1, 1)
    assert ops.sign_bounds(ops.power(ops.subtract(x, p), 2)) == (0, 1)  # its terms do not show it
    assert [ops.sure(z) for z in (p, n, y, square)] == [1, -1, 1, 1]
    with pytest.raises(Undecided):
        ops.sure(x)
    with pytest.raises(Undecided):
        ops.inverse(y)
    assert ops.sign_bounds(ops.inverse(n)) == (-1, -1)
    assert ops.sign_bounds(ops.absolute(n)) == (1, 1)
    assert ops.unknown("p", (-1, 1)) is not p
    assert ops.sign_bounds(ops.unknown("p", (-1, 1))) == (1, 1)  # known by its name already


def test_linear_sums_of_symbols() -> None:
    ops = Symbols()
    x, y = ops.unknown("x"), ops.unknown("y")
    found = ops.add(ops.subtract(ops.mul(F(3), x), y), F(5))
    assert ops.linear(found) == (5, {"x": 3, "y": -1})
    for other in (ops.power(x, 2), ops.mul(x, y), ops.exp(x), ops.divide(x, ops.exp(y))):
        with pytest.raises(Undecided, match="not linear"):
            ops.linear(other)
    assert ops.limit(F(3)) == 3
    with pytest.raises(Undecided):
        ops.limit(x)


def test_unknowns_between_bounds() -> None:
    ops = Symbols()
    x = ops.between("x", F(1), F(2))
    assert ops.sign_bounds(x) == (1, 1)
    assert ops.sign_bounds(ops.subtract(x, F(1, 2))) == (1, 1)
    assert ops.sign_bounds(ops.subtract(x, F(3, 2))) == (-1, 1)
    assert ops.sign_bounds(ops.subtract(ops.exp(x), F(2))) == (1, 1)
    assert ops.sign_bounds(ops.subtract(ops.exp(x), F(8))) == (-1, -1)
    assert ops.sign_bounds(ops.subtract(ops.exp(ops.mul(F(-2), x)), F(1, 7))) == (-1, -1)
