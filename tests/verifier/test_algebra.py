"""Elimination against flint, definiteness against principal minors, eigenvalues against mpmath."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import flint
import mpmath
import pytest

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.algebra import independent, largest, semidefinite, solve
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, allow, unspent, work_at

Matrix = list[list[Fraction]]


@pytest.fixture(autouse=True)
def _fresh() -> None:
    allow(2_000_000)
    work_at(64)


def drawn(rng: Random, rows: int, columns: int, most: int = 4) -> Matrix:
    return [
        [Fraction(rng.randint(-most, most), rng.choice((1, 1, 2, 3))) for _ in range(columns)]
        for _ in range(rows)
    ]


def product(a: Matrix, b: Matrix) -> Matrix:
    return [
        [
            sum((x * y for x, y in zip(row, column, strict=True)), Fraction(0))
            for column in zip(*b, strict=True)
        ]
        for row in a
    ]


def transposed(a: Matrix) -> Matrix:
    return [list(row) for row in zip(*a, strict=True)]


def whole(a: Matrix) -> flint.fmpq_mat:
    entries = [flint.fmpq(x.numerator, x.denominator) for row in a for x in row]
    return flint.fmpq_mat(len(a), len(a[0]), entries)


@pytest.mark.parametrize("seed", range(40))
def test_independent_rows_and_their_relations(seed: int) -> None:
    rng = Random(seed)
    rows, columns, rank = rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 4)
    a = product(drawn(rng, rows, rank), drawn(rng, rank, columns))
    basis, relations = independent(a)
    assert len(basis) == whole(a).rank()
    assert len(relations) == rows - len(basis)
    assert all(not any(row) for row in product(relations, a)) if relations else True
    assert not relations or whole(relations).rank() == len(relations)
    if basis:
        assert whole([a[i] for i in basis]).rank() == len(basis)
    assert basis == [i for i in range(rows) if whole(a[: i + 1]).rank() > (whole(a[:i]).rank() if i else 0)]


@pytest.mark.parametrize("seed", range(30))
def test_systems_are_solved_exactly(seed: int) -> None:
    rng = Random(seed)
    size = rng.randint(1, 5)
    a = drawn(rng, size, size)
    if whole(a).det() == 0:
        with pytest.raises(Undefined, match="singular"):
            solve(a, [Fraction(1)] * size, exact)
        return
    x = [Fraction(rng.randint(-5, 5), rng.randint(1, 4)) for _ in range(size)]
    b = [row[0] for row in product(a, [[entry] for entry in x])]
    assert solve(a, b, exact) == x


def test_right_sides_may_be_logs() -> None:
    a = [[Fraction(2), Fraction(1)], [Fraction(1), Fraction(-3)]]
    two, three = exact.log(Fraction(2)), exact.log(Fraction(3))
    x, y = solve(a, [two, three], exact)
    assert exact.subtract(exact.add(exact.mul(Fraction(2), x), y), two) == 0
    assert exact.subtract(exact.subtract(x, exact.mul(Fraction(3), y)), three) == 0


def by_minors(a: Matrix) -> bool:
    """Positive semidefinite iff no principal minor is negative."""
    size = range(len(a))
    return all(
        whole([[a[i][j] for j in chosen] for i in chosen]).det() >= 0
        for k in range(1, len(a) + 1)
        for chosen in combinations(size, k)
    )


@pytest.mark.parametrize("seed", range(60))
def test_semidefinite_as_principal_minors_say(seed: int) -> None:
    rng = Random(seed)
    size = rng.randint(1, 4)
    factor = drawn(rng, rng.randint(1, size), size, 3)
    a = product(transposed(factor), factor)
    assert semidefinite(a)
    assert by_minors(a)
    i, j = rng.randrange(size), rng.randrange(size)
    change = Fraction(rng.choice((-1, 1)), rng.choice((1, 10**6, 10**12)))
    a[i][j] += change
    a[j][i] = a[i][j]
    assert semidefinite(a) == by_minors(a)


@pytest.mark.parametrize("seed", range(30))
def test_the_largest_eigenvalue_is_enclosed(seed: int) -> None:
    rng = Random(seed)
    size = rng.randint(1, 4)
    factor = drawn(rng, size, size, 3)
    a = [[x + y for x, y in zip(p, q, strict=True)] for p, q in zip(factor, transposed(factor), strict=True)]
    work_at(80)
    low, high = exact.enclose(largest(a))
    with mpmath.workdps(40):
        floats = mpmath.matrix([[mpmath.mpf(x.numerator) / x.denominator for x in row] for row in a])
        truth = max(mpmath.eigsy(floats, eigvals_only=True))
        slack = mpmath.mpf(10) ** -30
        assert mpmath.mpf(low.numerator) / low.denominator <= truth + slack
        assert truth - slack <= mpmath.mpf(high.numerator) / high.denominator
    assert high - low <= Fraction(1, 2**60) * (1 + abs(high))


@pytest.mark.parametrize(
    ("matrix", "value"),
    [
        ([[3]], 3),
        ([[2, 0], [0, 1]], 2),
        ([[0, 0], [0, 0]], 0),
        ([[-1, 0], [0, -5]], -1),
        ([[1, 1], [1, 1]], None),
    ],
)
def test_a_diagonal_s_largest_eigenvalue_is_exact(matrix: list[list[int]], value: int | None) -> None:
    found = largest([[Fraction(x) for x in row] for row in matrix])
    assert found == value or (value is None and found[0] < 2 <= found[1])


@pytest.mark.parametrize("function", [semidefinite, largest])
def test_of_a_matrix_that_is_not_symmetric_nothing_is_said(function: object) -> None:
    with pytest.raises(Undecided, match="not symmetric"):
        function([[Fraction(1), Fraction(2)], [Fraction(0), Fraction(1)]])  # type: ignore[operator]


@pytest.mark.parametrize("function", [semidefinite, largest, independent])
def test_elimination_is_paid_for(function: object) -> None:
    rng = Random(0)
    a = drawn(rng, 12, 12)
    a = [[x + y for x, y in zip(p, q, strict=True)] for p, q in zip(a, transposed(a), strict=True)]
    allow(500)
    with pytest.raises(TooMuch):
        function([[x + (40 if i == j else 0) for j, x in enumerate(row)] for i, row in enumerate(a)])  # type: ignore[operator]


@pytest.mark.parametrize("right", [Fraction(1), (Fraction(1), Fraction(2))], ids=["a rational", "bounds"])
def test_a_singular_system_has_no_solution(right: object) -> None:
    with pytest.raises(Undefined, match="singular"):
        solve([[Fraction(1), Fraction(2)], [Fraction(2), Fraction(4)]], [right, right], exact)


def test_an_elimination_is_paid_for_by_the_length_of_its_row() -> None:
    """However few of the numbers that are subtracted are not 0: of a long row each is looked at."""

    def price(size: int) -> int:
        unit = [[Fraction(i == j) for j in range(size)] for i in range(size)]
        before = unspent()
        independent([*unit, *[[Fraction(1)] * size for _ in range(size)]])
        return before - unspent()

    assert price(80) > 5 * price(40)
