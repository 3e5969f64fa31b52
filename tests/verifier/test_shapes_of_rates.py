"""What is read off a core on rates: what rises with a number, and what grows with the number of steps."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic.intervals import Undecided
from ntpcheck.verifier.asymptotics.growth import INFINITY
from ntpcheck.verifier.shared import geometric, weaker

F = Fraction
Core = tuple[Any, ...]
C, D = (("par", name, ()) for name in "cd")
A, B = ("field", "a", ()), ("field", "b", ())


def cmp(sign: str, a: Any, b: Any) -> Core:
    return "cmp", sign, a, b


# ---- Rates ----
class Signed(geometric.Harder):
    """Of the field a it is known that it is positive, of b that it is negative, of no other a sign."""

    def sign(self, e: Core, env: Any) -> int:
        if e not in (A, B):
            raise Undecided("not known")
        return 1 if e == A else -1


EXP = ("fn", "exp", C)
FALL = ("fn", "exp", ("neg", C))
UP, DOWN = geometric.RISES, geometric.FALLS


@pytest.mark.parametrize(
    ("e", "ways"),
    [
        (C, {UP}),
        (A, {UP, DOWN}),
        (("neg", C), {DOWN}),
        (("+", C, C), {UP}),
        (("-", A, C), {DOWN}),
        (("-", C, C), set()),
        (("+", C, ("neg", C)), set()),
        (EXP, {UP}),
        (("fn", "log", C), set()),
        (("*", A, C), {UP}),
        (("*", C, A), {UP}),
        (("*", B, C), {DOWN}),
        (("/", C, B), {DOWN}),
        (("/", C, A), {UP}),
        (("/", A, C), set()),
        (("*", C, C), set()),
        (("*", D, FALL), {DOWN}),  # with |d| for d it stays true
        (("*", FALL, D), {DOWN}),
        (("*", D, EXP), set()),
        (("/", FALL, D), set()),
        (("*", D, C), set()),
        (("^", C, 2), set()),
    ],
)
def test_how_a_number_moves_with_c(e: Core, ways: set[int]) -> None:
    world: Any = SimpleNamespace()
    harder = Signed(world, {}, "c", None, {"d"}, {"d"})
    found = set[int]()
    for way in (UP, DOWN):
        with suppress(Undecided):
            found |= {way} if harder.slope(e, {}, way) else set()
    assert found == ways


@pytest.mark.parametrize(
    ("e", "said"),
    [
        (A, True),
        (("eventually", cmp("<", C, A)), True),
        (("eventually", cmp(">", A, C)), True),
        (("eventually", cmp("<=", A, C)), False),
        (("eventually", cmp(">=", C, A)), False),
        (("eventually", cmp("<=", A, ("neg", C))), True),
        (("eventually", cmp("=", C, A)), False),
        (("always", cmp("<", C, A)), False),
        (("and", ("eventually", cmp("<", C, A)), A), True),
        (("and", ("eventually", cmp("<", C, A)), ("eventually", cmp("<", A, C))), False),
        (("tends", ("*", A, C), A), False),
    ],
)
def test_what_holds_of_a_smaller_number_too(e: Core, said: bool) -> None:  # noqa: FBT001
    world: Any = SimpleNamespace()
    assert Signed(world, {}, "c", None, set(), set()).at(e, {}) is said


def test_c_of_k_stands_for_c() -> None:
    k = ("sequence", "k", ())
    rate, product = ("sequence", "c(k)", ()), ("sequence", "c(k) k", ())
    assert geometric.replaced(("*", C, k), "c", "k") == product
    assert geometric.replaced(("*", k, C), "c", "k") == product
    assert geometric.replaced(("+", C, ("*", C, A)), "c", "k") == ("+", rate, ("*", rate, A))
    assert geometric.occurs(("+", C, ("*", C, D)), "c") == 2
    assert geometric.POWER == 64


# ---- What follows without the number of steps ----
WORLD: Any = SimpleNamespace(
    book=SimpleNamespace(
        lets={
            "k": SimpleNamespace(kind="running", core=None),
            "w": SimpleNamespace(kind="sequence", core=("trajectory",)),
        }
    )
)
K, W = ("sequence", "k", ()), ("sequence", "w", ())


@pytest.mark.parametrize(
    ("e", "grows"),
    [
        (K, True),
        (W, False),
        (("^", K, 2), True),
        (("^", K, 0), False),
        (("^", K, -1), False),
        (("^", W, 2), False),
        (("fn", "log", K), True),
        (("fn", "sqrt", ("fn", "log", K)), True),
        (("fn", "exp", K), True),
        (("fn", "abs", K), False),
        (("fn", "exp", W), False),
        (("*", K, K), False),
    ],
)
def test_what_grows_with_the_number_of_steps(e: Core, grows: bool) -> None:  # noqa: FBT001
    assert weaker.grows(WORLD, e) is grows


def test_a_limit_of_k_times_a_number_says_that_it_tends_to_0() -> None:
    """Whether what is left out has a value is asked of the formula itself: test_valued.py."""
    zero = ("tends", W, weaker.ZERO)
    assert weaker.unpaced(WORLD, ("bounded", ("*", K, W))) == zero
    assert weaker.unpaced(WORLD, ("tends", ("*", W, K), A)) == zero
    assert weaker.unpaced(WORLD, ("tends", ("/", ("*", W, K), A), A)) == zero
    assert weaker.unpaced(WORLD, ("bounded", K)) == ("tends", ("q", F(1)), weaker.ZERO)
    two = ("q", F(2))
    assert weaker.unpaced(WORLD, ("bounded", ("*", K, ("-", W, two)))) == ("tends", W, two)
    for apart in (("-", two, W), ("-", W, W)):
        assert weaker.unpaced(WORLD, ("bounded", ("*", K, apart))) == ("tends", apart, weaker.ZERO)
    both = ("and", ("bounded", ("*", K, W)), ("bounded", W))
    assert weaker.unpaced(WORLD, both) == ("and", zero, ("bounded", W))
    each = ("forall", (("i", "d"),), None, ("bounded", ("*", K, W)))
    assert weaker.unpaced(WORLD, each) == (*each[:3], zero)
    for left in (
        ("bounded", W),
        ("bounded", ("/", ("*", K, W), W)),  # what divides it runs too
        ("tends", ("*", K, W), (INFINITY, 1)),
        ("tends", ("*", K, W), W),
        ("eventually", ("bounded", ("*", K, W))),
        ("and", ("bounded", W), ("bounded", A)),
    ):
        assert weaker.unpaced(WORLD, left) is left


def test_products_are_taken_apart_and_put_together() -> None:
    assert weaker.factors(("/", ("*", A, ("/", B, C)), D)) == ([A, B], [C, D])
    assert weaker.product([A, B, C]) == ("*", ("*", A, B), C)
    assert weaker.product([]) == ("q", F(1))


def test_a_number_that_is_used_for_something_else_too() -> None:
    assert not weaker.bound(("+", C, A), "c")
    assert weaker.bound(("some", (("c", ()),), None, C), "c")
    assert weaker.bound(("par", "d", (("v", "c"),)), "c")
    assert weaker.placed(("+", C, ("par", "d", ())), {"c": F(3)}) == ("+", ("q", F(3)), D)
    assert weaker.placed(("par", "c", (("v", "i"),)), {"c": F(3)}) == ("par", "c", (("v", "i"),))
