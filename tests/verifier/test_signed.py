"""Arithmetic with signs alone: what it says of all values holds at values drawn at random."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ntpcheck.domains.plain import run as plain_run
from ntpcheck.statement.hints.search import hints as search
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, allow
from ntpcheck.verifier.arithmetic.kinds import Affine, Nonlinear
from ntpcheck.verifier.instance.needs import Needing
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.shared.sums import RUNS
from ntpcheck.verifier.shared.valued import surely_read
from ntpcheck.verifier.terms.signed import BySign
from ntpcheck.verifier.terms.symbols import Symbols
from tests.verifier.argued import Case
from tests.verifier.test_symbols import PROGRAMS, SMALL, Plain, Step, fresh, run

F = Fraction
BOUND = 1e-9


def test_signs_answer_all_that_a_formula_asks_of_terms() -> None:
    of_terms_alone = {"between", "linear", "sure", "unknown"}
    asked = {name for name in vars(Symbols) if name[0] != "_"} - of_terms_alone
    assert asked <= vars(BySign).keys()


def test_signs_say_nothing_of_what_an_unknown_number_tends_to() -> None:
    symbols, unknowns = fresh()
    x = unknowns["x"]
    assert BySign(symbols).limit(F(2)) == 2
    for unknown in (x, BySign(symbols).exp(x)):
        with pytest.raises(Undecided):
            BySign(symbols).limit(unknown)


class PlainToo(Plain):
    """The same functions of doubles, with those that terms do not always have."""

    absolute = staticmethod(abs)
    extreme = staticmethod(lambda a, b, largest: max(a, b) if largest else min(a, b))


def extended(ops: Any, numbers: list[Any], steps: list[Step], rest: list[tuple[str, int, int]]) -> list[Any]:
    """All the numbers of a program, and of lengths and extremes of them."""
    run(ops, numbers, steps)
    for way, i, j in rest:
        a, b = numbers[i % len(numbers)], numbers[j % len(numbers)]
        numbers.append(ops.absolute(a) if way == "abs" else ops.extreme(a, b, largest=way == "max"))
    return numbers


MORE = st.lists(
    st.tuples(st.sampled_from(("abs", "max", "min")), st.integers(0, 9), st.integers(0, 9)), max_size=3
)


@given(PROGRAMS, MORE, SMALL, SMALL, st.floats(0.01, 3), st.floats(-0.25, 0.25), st.integers(-3, 3))
def test_what_signs_say_holds_at_every_point(
    steps: list[Step], rest: list[Step], x: float, y: float, p: float, d: float, k: int
) -> None:
    """A number that has a value by signs has one at each point, and a sign within those told."""
    symbols, unknowns = fresh()
    at = {"x": x, "y": y, "p": p, "d": d}
    ops = BySign(symbols)
    try:
        found = extended(ops, [*unknowns.values(), F(1), F(k, 2)], steps, rest)
    except (Undecided, Undefined):
        return
    try:
        plain = extended(PlainToo, [*at.values(), 1.0, k / 2], steps, rest)
    except OverflowError:
        return
    for one, here in zip(found, plain, strict=True):  # a double that is lost in rounding tells no sign
        if not math.isfinite(here) or abs(here) < BOUND * max(1.0, *map(abs, plain)):
            return
        low, high = ops.sign_bounds(one)
        assert low <= (here > 0) - (here < 0) <= high


def test_a_log_and_a_divisor_of_what_may_be_0_are_left_to_the_terms() -> None:
    symbols, at = fresh()
    ops, x = BySign(symbols), at["x"]
    away = ops.add(F(1), ops.exp(x))
    assert ops.sign(ops.inverse(away)) == ops.sign(ops.divide(ops.exp(x), away)) == 1
    assert ops.sign(ops.inverse(ops.neg(away))) == -1
    assert ops.sign(ops.log(away)) is None
    for way in ("inverse", "log", "sqrt"):
        for y in (x, ops.subtract(x, x), ops.neg(away)) if way != "inverse" else (x, ops.subtract(x, x)):
            with pytest.raises(Undecided):
                getattr(ops, way)(y)
    assert ops.sign_bounds(ops.mul(x, symbols.unknown("x"))) == (0, 1)
    assert ops.sign_bounds(ops.mul(x, at["y"])) == (-1, 1)
    assert ops.power(x, 0) == 1
    assert ops.sign_bounds(ops.sqrt(ops.power(x, 2))) == (0, 1)


@pytest.mark.parametrize("way", ["add", "mul", "divide", "subtract"])
def test_an_unknown_point_is_no_number(way: str) -> None:
    symbols, at = fresh()
    with pytest.raises(Nonlinear):
        getattr(BySign(symbols), way)(at["x"], Affine(F(0), {(0,): F(1)}))


# ---- Needs ----
NEARER = """book mine "Mine"
use ntpcheck.linear
claim mine/nearer "1" on Run
    says   each step brings the projection nearer to W*
    limit  always norm(PF(W_k - eta * grad(W_k)) - Wstar) <= norm(PF(W_k) - Wstar)
"""
CLAIMS = [
    "tends(log(1 + exp(u(T_k))) / (1 + exp(w(T_k))), 3)",
    "always norm(T_k) / (1 + norm(T_k)) < 1",
    "tends(1 / u(T_k), 3)",
    "tends(log(u(T_k)), 3)",
    "tends(1 / (u(T_k) - u(T_k)), 3)",
    "tends(sqrt(u(T_k)) + 0 / 0, 3)",
    "tends(1 / (u(T_k)^2 - 2 * u(T_k) * w(T_k) + w(T_k)^2 + 1), 3)",
    "bounded(sum a | s[a] > 0. log(T_k[a]))",
    "always (if u(s) > 0 then 1 / u(T_k) else 1 / (1 + exp(u(T_k)))) < 3",
]


@pytest.mark.parametrize("claim", CLAIMS)
def test_signs_change_no_need(claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With signs first and without them the same is needed."""
    found: list[Any] = []
    case = Case("conserved", claim, {"T_k": [0, 1]})
    core = case.book().claims["toy/it"].core
    for by_signs in (Needing.by_signs, lambda *_: False):
        monkeypatch.setattr(Needing, "by_signs", by_signs)
        needs = Needing(world := case.world(), core, running_on=True).of(core, {})
        found.append([{one if one[0] == RUNS else one[0] for one in part} for part in needs])
        found[-1].append(read(world, core))
    assert found[0] == found[1]


def read(world: World, core: Any) -> Any:
    try:
        return surely_read(world, core)
    except Undecided as problem:
        return str(problem)


def test_what_is_read_is_seen_with_little_arithmetic_where_contexts_are_many() -> None:
    """In units of work: of four contexts it took more than all that a file is allowed, by terms."""
    book = Book(NEARER, "mine")
    run = plain_run(
        [[1, 3, 0, 1], [1, 0, 2, 0], [1, 1, 0, 0], [2, 0, 1, 0]], [[1, 0], [0, 1], [1, 1], [2, -1]]
    )
    stated = book.claims["mine/nearer"]
    allow(50_000_000)
    world = judge.load(book, stated, run.to_json(), {}, search)
    world.reset(64)
    allow(1_000_000)
    assert surely_read(world, stated.core) is stated.core
