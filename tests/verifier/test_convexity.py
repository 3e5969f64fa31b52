"""The rules of convexity: what they pass lies below its chords, at points drawn at random."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, allow
from ntpcheck.verifier.arithmetic.kinds import Affine
from ntpcheck.verifier.instance.convexity import Curves, Shape, convex
from ntpcheck.verifier.instance.tensors import Tensor
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.book import Book

F = Fraction
BOOK = """book toy "A toy"
axes d: a b
given Two: x[a] from x, c from c
let u(M[a]) = sum a. x[a] * M[a]
let within(M[a]) = closest X[a] to M with u(X) = 0
"""
CONVEX = (
    "u(M)",
    "3",
    "2 * u(M) - c",
    "log(exp(u(M)) + exp(-u(M)) + 1)",
    "log(sum a. exp(2 * M[a] - u(M))) / 3 + norm(M)",
    "norm(M)^2 / 2 + abs(u(M) - 1)",
    "norm(M - 3 * x) + sqrt(norm(M)^2 + c)",
    "max(u(M), norm(M)) + (max a. M[a])",
    "exp(u(M)) * exp(1 - u(M) / 2) + exp(norm(M))",
    "exp(u(M)^2) + (u(M) + c)^4 + norm(M)^3",
    "-3 * (2 - u(M)) + if c > 0 then norm(M) else -norm(M)",
    "- (c - norm(M)) + 0 * norm(M)^2 * 5",
    "norm(within(M))^2",
    "log(exp(u(M)) * (1 + exp(norm(M)))) + dot(M, M)",
    "max(norm(M), 2)^2 + c * norm(x)",
    "exp(u(M))^2 - u(M)",
    "-log(1 / (1 + exp(u(M))))",
    "-log(0 * norm(M) + 2 / (1 + exp(norm(M))) * (1 / exp(u(M))))",
    "log(1 / (1 / (1 + exp(u(M)))) + exp(-u(M)))",
)
OTHER = (
    "- norm(M)",
    "norm(M) - norm(M)^2",
    "u(M) * u(M)",
    "u(M)^3",
    "(norm(M) - 1)^2",
    "exp(-norm(M))",
    "log(1 + u(M)^2)",
    "log(norm(M))",
    "1 / exp(u(M))",
    "1 / (1 + exp(u(M)))",
    "log(1 / (1 + exp(u(M))))",
    "-log(1 - 1 / (1 + exp(u(M))))",
    "-log(1 / (1 + exp(u(M))) + 1 / (1 + exp(-u(M))))",
    "-log(exp(norm(M)) / (1 + exp(norm(M))))",
    "1 / (1 + exp(u(M))) * u(M)",
    "- (1 / (1 + exp(u(M))))",
    "(1 / (1 + exp(u(M))))^2",
    "-log((-1) / (1 + exp(u(M))))",
    "-log(1 / (1 + exp(-norm(M))))",
    "max(1 / (1 + exp(u(M))), 0)",
    "sqrt(exp(u(M)) + norm(M))",
    "min(u(M), 0)",
    "max(-norm(M), u(M))",
    "abs(norm(M) - 1)",
    "- log(exp(u(M)) + 1)",
    "norm(M) * exp(u(M))",
    "if u(M) > 0 then 1 else 0",
    "sqrt(u(M))",
    "norm(M)^0 - norm(M)",
)


def goal(text: str) -> tuple[World, Any]:
    allow(10_000_000)
    book = Book(f"{BOOK}let goal(M[a]) = {text}\n", "toy")
    world = World(book, "Two", {"d": 2}, {"x": [F(1), F(-1, 2)], "c": F(3, 4)}, {})
    world.reset(64)
    return world, book.lets["goal"].core


def at(world: World, core: Any, point: list[Fraction]) -> float:
    tensor = Tensor(lambda where: point[where[0]], f"point {point}")
    low, high = exact.enclose(world.number(core, {"M": tensor}))
    return float((low + high) / 2)


@pytest.mark.parametrize("text", CONVEX)
def test_a_convex_goal_passes(text: str) -> None:
    convex(*goal(text), "M")


@pytest.mark.parametrize("text", OTHER)
def test_a_goal_that_no_rule_covers_does_not(text: str) -> None:
    with pytest.raises(Undecided, match="no rule"):
        convex(*goal(text), "M")


NUMBER = st.integers(-12, 12).map(lambda k: F(k, 5))
POINT = st.lists(NUMBER, min_size=2, max_size=2)


def made(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(children, children)
    return st.one_of(
        two.map(lambda p: f"({p[0]}) + ({p[1]})"),
        two.map(lambda p: f"({p[0]}) - ({p[1]})"),
        two.map(lambda p: f"max({p[0]}, {p[1]})"),
        two.map(lambda p: f"({p[0]}) * ({p[1]})"),
        children.map(lambda e: f"-1/2 * ({e})"),
        children.map(lambda e: f"exp(({e}) / 8)"),
        children.map(lambda e: f"log(1 + exp({e}))"),
        children.map(lambda e: f"log({e})"),
        children.map(lambda e: f"({e})^2"),
        children.map(lambda e: f"abs({e})"),
        children.map(lambda e: f"sqrt(({e})^2 + norm(M)^2)"),
    )


EXPRESSIONS = st.recursive(st.sampled_from(("u(M)", "norm(M)", "c", "dot(M, x)", "2")), made, max_leaves=6)


@given(EXPRESSIONS, POINT, POINT)
def test_what_passes_lies_below_its_chords(text: str, one: list[Fraction], other: list[Fraction]) -> None:
    world, core = goal(text)
    try:
        convex(world, core, "M")
        world.reset(64)
        ends = at(world, core, one), at(world, core, other)
        middle = at(world, core, [(a + b) / 2 for a, b in zip(one, other, strict=True)])
    except (Undecided, Undefined):
        return
    assert middle <= (ends[0] + ends[1]) / 2 + 1e-9 * (1 + abs(ends[0]) + abs(ends[1]))


def test_numbers_alone_are_computed_exactly() -> None:
    ops = Curves()
    for name in ("add", "mul", "divide", "subtract"):
        assert getattr(ops, name)(F(3), F(2)) == getattr(exact, name)(F(3), F(2))
    for name in ("inverse", "neg", "absolute", "exp", "log", "sqrt", "sign"):
        assert getattr(ops, name)(F(1)) == getattr(exact, name)(F(1)) or name == "exp"
    assert ops.power(F(2), 3) == 8
    assert ops.extreme(F(1), F(2), largest=True) == 2
    assert ops.mul(F(0), Shape(1)) == 0


def test_an_unknown_point_beside_a_function_is_refused() -> None:
    with pytest.raises(TypeError):
        Curves().mul(Shape(1), Affine(F(0), {(): F(1)}))


@pytest.mark.parametrize("factor", [(F(-1), F(2)), (F(-1), F(0)), (F(0), F(2)), F(0), F(-1)])
def test_a_curve_times_a_factor_whose_sign_is_open_is_none(factor: Any) -> None:
    """Bounds that begin or end at 0 have a sign in the wide sense, which leaves a curve one."""
    curve, low, high = Shape(1), *exact.sign_bounds(factor)
    if low < 0 < high:
        with pytest.raises(Undecided, match="the sign of a factor"):
            Curves().mul(factor, curve)
    else:
        found = Curves().mul(factor, curve)
        assert found == 0 if low == high == 0 else found.curve == (1 if high > 0 else -1)
