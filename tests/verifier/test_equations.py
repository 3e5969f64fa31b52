"""What equations say of unknown numbers, of exponentials of them, and where they contradict each other."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, allow, work_at
from ntpcheck.verifier.asymptotics import far
from ntpcheck.verifier.lemmas import wedges as lemmas_wedges
from ntpcheck.verifier.shared import unguarded
from ntpcheck.verifier.terms import equations
from ntpcheck.verifier.terms.equations import Contradiction, said, solved
from ntpcheck.verifier.terms.symbols import CONSTANT, Symbols

F = Fraction
ONE, NONE = F(1), F(0)


@pytest.fixture(autouse=True)
def _allowed() -> None:
    allow(10_000_000)
    work_at(64)


class Given:
    """Symbols x, y, z and sums of them that are said to be 0."""

    def __init__(self) -> None:
        self.ops = Symbols()
        self.x, self.y, self.z = (self.ops.unknown(name) for name in "xyz")

    def sum(self, *terms: tuple[Any, Any]) -> Any:
        total: Any = NONE
        for c, x in terms:
            total = self.ops.add(total, self.ops.mul(c, x) if x is not None else c)
        return total.p if hasattr(total, "p") else ({CONSTANT: total} if total else {})

    def exp(self, x: Any) -> Any:
        return self.ops.exp(x)


def test_linear_equations_are_solved_by_elimination() -> None:
    g = Given()
    both, apart = g.sum((ONE, g.x), (ONE, g.y), (F(-3), None)), g.sum((ONE, g.x), (-ONE, g.y), (F(-1), None))
    rows = said(g.ops, [both, apart])
    ops = Symbols()
    assert solved(ops, rows, ["x", "y"]) == {"x": 2, "y": 1}
    point = solved(ops, rows[:0], ["x"])
    assert ops.sign_bounds(point["x"]) == (-1, 1)


def test_what_is_left_open_stands_as_an_unknown() -> None:
    g, ops = Given(), Symbols()
    rows = said(g.ops, [g.sum((F(2), g.x), (F(4), g.y), (F(-6), None))])
    point = solved(ops, rows, ["x", "y"])
    assert ops.linear(ops.add(point["x"], ops.mul(F(2), point["y"]))) == (3, {})


def test_exponentials_say_what_their_exponents_are() -> None:
    g, ops = Given(), Symbols()
    rows = said(g.ops, [g.sum((F(2), g.exp(g.x)), (F(-6), None))])  # 2 e^x = 6
    assert exact.subtract(solved(ops, rows, ["x"])["x"], exact.log(F(3))) == 0
    both = g.ops.add(g.x, g.ops.mul(F(2), g.y))
    ((coefficients, level),) = said(g.ops, [g.sum((ONE, g.exp(both)), (F(-5), None))])
    assert coefficients == {"x": 1, "y": 2}
    assert exact.subtract(level, exact.log(F(5))) == 0
    rows = said(g.ops, [g.sum((ONE, g.exp(g.x)), (ONE, g.y)), g.sum((ONE, g.y), (F(3), None))])
    assert exact.subtract(solved(ops, rows, ["x"])["x"], exact.log(F(3))) == 0  # e^x = -y = 3


@pytest.mark.parametrize("level", [NONE, ONE])
def test_an_exponential_is_positive(level: Fraction) -> None:
    g = Given()
    with pytest.raises(Contradiction):
        said(g.ops, [g.sum((ONE, g.exp(g.x)), (level, None))])


def test_equations_that_contradict_each_other() -> None:
    g = Given()
    with pytest.raises(Contradiction):
        said(g.ops, [g.sum((F(1), None))])
    one = g.sum((ONE, g.x), (F(-1), None))
    with pytest.raises(Contradiction):
        said(g.ops, [one, g.sum((F(2), g.x), (F(-3), None))])
    assert said(g.ops, [one, g.sum((F(2), g.x), (F(-2), None))]) == [({"x": 1}, 1)]
    assert said(g.ops, [{}]) == []
    with pytest.raises(Contradiction):
        solved(Symbols(), [({"x": ONE}, ONE), ({"x": F(2)}, F(3))], ["x"])
    assert solved(Symbols(), [({"x": ONE}, ONE), ({"x": F(2)}, F(2))], ["x"]) == {"x": 1}


def test_what_is_no_linear_equation_says_nothing() -> None:
    g = Given()
    square, product = g.ops.power(g.x, 2), g.ops.mul(g.x, g.y)
    assert said(g.ops, [g.sum((ONE, square), (F(-4), None))]) == []
    assert said(g.ops, [g.sum((ONE, product), (F(-4), None))]) == []
    assert said(g.ops, [g.sum((ONE, g.exp(square)), (F(-4), None))]) == []
    assert said(g.ops, [g.sum((ONE, g.exp(g.x)), (ONE, g.y), (F(-4), None))]) == []
    assert said(g.ops, [g.sum((exact.log(F(2)), g.x), (F(-4), None))]) == []


def test_a_row_that_names_more_is_left_out() -> None:
    ops = Symbols()
    point = solved(ops, [({"x": ONE, "w": ONE}, ONE)], ["x"])
    assert ops.sign_bounds(point["x"]) == (-1, 1)
    known = {"x": ({"y": F(3)}, F(2))}  # x + 3 y = 2, and so 2 x + y = 7 is -5 y = 3
    assert equations.substituted({"x": F(2), "y": ONE}, F(7), known) == ({"y": -5}, 3)


# ---- Linear equations of cells ----
def test_cells_by_gauss_and_jordan() -> None:
    found = far.eliminated([{(0,): ONE, (1,): F(2)}, {(1,): ONE, (2,): F(3)}, {(0,): ONE, (1,): F(2)}])
    assert found == {(1,): {(0,): F(-1, 2)}, (2,): {(0,): F(1, 6)}}
    assert far.substituted({(1,): F(2), (3,): ONE}, found) == {(0,): -1, (3,): 1}
    assert far.substituted({(1,): F(2), (0,): ONE}, found) == {}


def test_quotients_that_are_plainly_positive() -> None:
    ops = Symbols()
    e = ops.exp(ops.unknown("x"))
    plus, minus = ops.add(ONE, e), ops.subtract(ONE, e)
    assert far.positive(plus)
    assert not far.positive(minus)
    assert far.positive(ops.divide(ONE, plus))
    assert not far.positive(ops.divide(minus, plus))
    assert not far.positive(NONE)
    assert far.positive(F(3))
    assert not far.positive(F(-3))
    assert far.sums(NONE) == ([], [({}, 1)])


def test_slopes_and_products_of_sums_of_exponentials() -> None:
    p, q = [({0: ONE}, F(3))], [({0: NONE}, ONE), ({0: F(2)}, F(5))]
    above, below = far.slope((p, q))  # (3 e^x (1 + 5 e^2x) - 3 e^x 10 e^2x) / ..
    assert above == [({0: 1}, 3), ({0: 3}, -15)]
    assert below == [({0: 0}, 1), ({0: 2}, 10), ({0: 4}, 25)]
    assert far.value((p, q), {0: NONE}) == F(1, 2)
    assert far.pairing({0: F(2), 1: F(3)}, {0: F(5), 1: F(7)}) == 31
    with pytest.raises(Undecided):
        far.pairing({2: ONE}, {0: ONE})


# ---- Wedges ----
def form(**exponents: Any) -> dict[int, Fraction]:
    return {"ab".index(name): F(k) for name, k in exponents.items()}


@pytest.mark.parametrize(
    ("terms", "sign"),
    [
        ([], 0),
        ([(form(), ONE)], 1),
        ([(form(), NONE)], 0),
        ([(form(), -ONE)], -1),
        ([(form(a=1), ONE), (form(), -ONE)], 0),  # e^a - 1: 0 at a = 0
        ([(form(a=1), F(2)), (form(), -ONE)], 1),
        ([(form(a=1), -ONE), (form(), F(2))], -1),
        ([(form(a=1), ONE), (form(b=1), -ONE)], -1),  # below 0 where b is larger
        ([(form(a=1, b=1), ONE), (form(b=1), -ONE)], 0),
        ([(form(a=2), ONE), (form(a=1), F(-2)), (form(), F(3))], -1),  # seen by sums from the top alone
        ([(form(a=2), F(2)), (form(a=1), F(-2)), (form(), F(3))], 1),
        ([(form(a=1), ONE), (form(b=1), ONE), (form(), F(-2))], 0),
    ],
)
def test_the_least_sign_in_a_wedge(terms: Any, sign: int) -> None:
    assert lemmas_wedges.least(terms, [0, 1]) == sign


# ---- What is read in any case ----
X, Y, J = ("field", "x", ()), ("field", "y", ()), ("v", "j")


def test_which_bodies_may_never_be_read() -> None:
    empty = unguarded.may_be_empty
    for kind in ("forall", "exists", "every", "some", "sum", "max", "min"):
        assert empty((kind, (), X, Y))
        assert not empty((kind, (), None, Y))
    assert empty(("sets", "T", "j", X, Y))
    assert empty(("rank", (), (), X, Y, ()))
    assert not empty(("rank", (), (), None, Y, ()))
    assert not empty(("+", X, Y))


@pytest.mark.parametrize(
    ("e", "where_so", "where_not"),
    [
        (("if", X, Y, J), (Y,), (J,)),
        (("and", X, Y), (Y,), ()),
        (("implies", X, Y), (Y,), ()),
        (("or", X, Y), (), (Y,)),
    ],
)
def test_what_is_read_after_the_first_part(e: Any, where_so: Any, where_not: Any) -> None:
    assert unguarded.second(e, said=True) == where_so
    assert unguarded.second(e, said=False) == where_not


def test_what_a_core_brings_in_and_what_is_bound_outside() -> None:
    some = ("some", (("c", ()), ("d", ("m",))), None, ("solvable", "D", ("d",), X))
    assert unguarded.rebound(some) == {"c", "d", "D"}
    assert unguarded.rebound(("growing", "R", ("sets", "T", "j", X, Y))) == {"R", "T"}
    assert unguarded.rebound(("sum", (("j", "m"),), None, X)) == set()
    assert unguarded.factors(("*", ("*", X, Y), J)) == [X, Y, J]
    assert unguarded.bound_outside(J)
    assert unguarded.bound_outside(("par", "c", ()))
    assert not unguarded.bound_outside(("sum", (("j", "m"),), None, J))
    assert unguarded.bound_outside(("sum", (("k", "m"),), None, J))
    assert unguarded.bound_outside(("+", ("sum", (("j", "m"),), None, J), J))
    assert not unguarded.bound_outside(X)
