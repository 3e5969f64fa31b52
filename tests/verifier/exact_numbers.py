"""Numbers for tests of exact arithmetic: random expressions, balls that hold the truth, constructors."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any

import flint
from hypothesis import strategies as st

from ntpcheck.verifier.arithmetic.exact import (
    absolute,
    add,
    divide,
    enclose,
    exp,
    extreme,
    inverse,
    log,
    mul,
    neg,
    power,
    sign,
    sign_bounds,
    sqrt,
    subtract,
)
from ntpcheck.verifier.arithmetic.intervals import Undefined, allow, work_at
from ntpcheck.verifier.arithmetic.kinds import Number

ALLOWANCE = 2_000_000
TRUTH_BITS = 3000


def start(bits: int = 64) -> None:
    allow(ALLOWANCE)
    work_at(bits)


def total(terms: list[Number]) -> Number:
    return reduce(add, terms)


ZERO, ONE, TWO, THREE, SIX = (Fraction(k) for k in (0, 1, 2, 3, 6))


def ball(x: Fraction) -> Any:
    return flint.arb(flint.fmpq(x.numerator, x.denominator))


UNARY: dict[str, tuple[Callable[..., Number], Callable[[Any], Any]]] = {
    "exp": (exp, lambda x: x.exp()),
    "log": (log, lambda x: x.log()),
    "sqrt": (sqrt, lambda x: x.sqrt()),
    "neg": (neg, lambda x: -x),
    "abs": (absolute, abs),
    "inverse": (inverse, lambda x: 1 / x),
    **{f"^{k}": (lambda x, k=k: power(x, k), lambda x, k=k: x**k) for k in (-2, 0, 1, 2, 3, 4)},
}
BINARY: dict[str, tuple[Callable[..., Number], Callable[[Any, Any], Any]]] = {
    "+": (add, lambda x, y: x + y),
    "-": (subtract, lambda x, y: x - y),
    "*": (mul, lambda x, y: x * y),
    "/": (divide, lambda x, y: x / y),
    "max": (lambda x, y: extreme(x, y, largest=True), lambda x, y: x.max(y)),
    "min": (lambda x, y: extreme(x, y, largest=False), lambda x, y: x.min(y)),
}
LEAVES = st.builds(Fraction, st.integers(-6, 12), st.sampled_from([1, 1, 2, 3, 4, 12])) | st.fractions()
TREES = st.recursive(
    LEAVES,
    lambda inner: (
        st.tuples(st.sampled_from([*UNARY]), inner) | st.tuples(st.sampled_from([*BINARY]), inner, inner)
    ),
    max_leaves=9,
)


def contains(x: Number, truth: Any) -> None:
    low, high = enclose(x)
    assert low <= high
    assert not ball(low) > truth
    assert not ball(high) < truth
    least, largest = sign_bounds(x)
    s = sign(x)
    assert s in ({least} if least == largest else {None})
    assert not truth <= 0 or least < 1
    assert not truth < 0 or least < 0
    assert not truth >= 0 or largest > -1
    assert not truth > 0 or largest > 0
    assert not isinstance(x, Fraction) or not truth.is_finite() or truth.overlaps(ball(x))


def evaluated(tree: Any) -> tuple[Number, Any]:
    """A tree's number and ball. Each part is checked; Undefined has to be right."""
    if isinstance(tree, Fraction):
        return tree, ball(tree)
    name, *rest = tree
    parts = [evaluated(part) for part in rest]
    exactly, truly = UNARY.get(name) or BINARY[name]
    argument = parts[-1][1]
    try:
        x = exactly(*(part for part, _ in parts))
    except Undefined:
        if name == "log":
            assert not argument > 0
        elif name == "sqrt":
            assert not argument >= 0
        else:
            assert name in ("/", "inverse", "^-2")
            assert not argument.is_finite() or argument.contains(0)
        raise
    truth = truly(*(part for _, part in parts))
    contains(x, truth)
    return x, truth


def roots(*terms: tuple[int, int]) -> Number:
    return total([mul(Fraction(c), sqrt(Fraction(n))) for c, n in terms])


def powers(*terms: tuple[int | Fraction, int | Fraction]) -> Number:
    return total([mul(Fraction(c), exp(Fraction(s))) for c, s in terms])


def softmax(logits: list[Number]) -> list[Number]:
    whole = total([exp(x) for x in logits])
    return [divide(exp(x), whole) for x in logits]
