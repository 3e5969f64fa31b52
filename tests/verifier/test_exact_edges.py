"""The verifier's numbers: what is undefined, what stays undecided, linear forms, and work that is paid."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from typing import Any

import pytest
from hypothesis import given, settings

from ntpcheck.verifier.arithmetic import exact, intervals
from ntpcheck.verifier.arithmetic.exact import (
    absolute,
    add,
    affine,
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
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, allow, work_at
from ntpcheck.verifier.arithmetic.kinds import Affine, Nonlinear, Number
from tests.verifier.exact_numbers import (
    BINARY,
    ONE,
    SIX,
    THREE,
    TREES,
    TWO,
    UNARY,
    ZERO,
    evaluated,
    powers,
    start,
)

pytestmark = pytest.mark.usefixtures("truth")


# ---- What is undefined, and what is not decided ----
NEGATIVE = (Fraction(-2), Fraction(-1))
AROUND = (Fraction(-1), Fraction(1))
UNDEFINED: dict[str, Callable[[], Number]] = {
    "1 / 0": lambda: inverse(ZERO),
    "0 / 0": lambda: divide(ZERO, ZERO),
    "x / (log 6 - log 2 - log 3)": lambda: divide(ONE, subtract(subtract(log(SIX), log(TWO)), log(THREE))),
    "1 / (e - e)": lambda: inverse(subtract(exp(ONE), exp(ONE))),
    "1 / bounds that are 0": lambda: inverse((ZERO, ZERO)),
    "0^-1": lambda: power(ZERO, -1),
    "log 0": lambda: log(ZERO),
    "log -1": lambda: log(-ONE),
    "log(1 - e)": lambda: log(powers((1, 0), (-1, 1))),
    "log(log 1/2)": lambda: log(log(1 / TWO)),
    "log(1 - sqrt 2)": lambda: log(subtract(ONE, sqrt(TWO))),
    "log of negative bounds": lambda: log(NEGATIVE),
    "log of bounds up to 0": lambda: log((-ONE, ZERO)),
    "sqrt -1": lambda: sqrt(-ONE),
    "sqrt(-4 e^2)": lambda: sqrt(powers((-4, 2))),
    "sqrt(1 - e)": lambda: sqrt(powers((1, 0), (-1, 1))),
    "sqrt(log 1/2)": lambda: sqrt(log(1 / TWO)),
    "sqrt(1 - sqrt 2)": lambda: sqrt(subtract(ONE, sqrt(TWO))),
    "sqrt of negative bounds": lambda: sqrt(NEGATIVE),
}
UNDECIDED: dict[str, Callable[[], Number]] = {
    "1 / x": lambda: inverse(AROUND),
    "1 / x from 0": lambda: inverse((ZERO, ONE)),
    "log x": lambda: log(AROUND),
    "log x from 0": lambda: log((ZERO, ONE)),
    "sqrt x": lambda: sqrt(AROUND),
    "log of what may hide a 0": lambda: log(
        subtract(log(powers((1, 0), (1, 1))), log(powers((1, 0), (1, 1), (1, -9000))))
    ),
    "exp 2^20, bounded": lambda: (enclose(exp(Fraction(1 << 20))), ZERO)[1],
    "exp of a long number": lambda: exp(Fraction(1 << 300)),
    "log 2 to the power 2^21": lambda: power(log(TWO), 1 << 21),
    "e^e^e^e^e": lambda: exp(exp(exp(exp(exp(ONE))))),
    "too large a power of bounds": lambda: power((TWO, THREE), 1 << 19),
}


@pytest.mark.parametrize("name", UNDEFINED)
def test_it_is_undefined(name: str) -> None:
    with pytest.raises(Undefined):
        UNDEFINED[name]()


@pytest.mark.parametrize("name", UNDECIDED)
def test_it_is_undecided(name: str) -> None:
    with pytest.raises(Undecided):
        UNDECIDED[name]()


def test_what_is_too_close_to_0_to_tell_is_undecided_but_not_undefined() -> None:
    """e less a rational 2^-6000 above it is not 0, and no precision here shows it."""
    hidden = subtract(exp(ONE), intervals.exp_bounds(ONE, 6000)[1])
    assert sign(hidden) is None
    assert sign_bounds(hidden) == (-1, 1)
    for function in (log, inverse):
        with pytest.raises(Undecided):
            enclose(function(hidden))


# ---- Linear forms of an unknown point ----
def test_linear_forms_add_and_scale() -> None:
    x, y = (Affine(ZERO, {cell: ONE}) for cell in ((0, 0), (0, 1)))
    form = affine(add(mul(THREE, subtract(x, mul(TWO, y))), log(TWO)))
    assert form.a == {(0, 0): 3, (0, 1): -6}
    assert sign(subtract(form.k, log(TWO))) == 0
    assert affine(mul(form, 1 / THREE)).a == {(0, 0): 1, (0, 1): -2}
    assert subtract(x, x) == 0
    assert sign(add(subtract(x, x), sqrt(TWO))) == 1
    assert affine(ONE).a == {}
    assert mul(ZERO, x) == 0
    assert affine(power(x, 1)).a == x.a


@pytest.mark.parametrize("function", [exp, log, sqrt, absolute, inverse, sign, enclose, sign_bounds])
def test_a_linear_form_is_no_number(function: Callable[[Number], Any]) -> None:
    with pytest.raises(Nonlinear):
        function(Affine(ONE, {(0,): ONE}))


def test_a_product_with_a_linear_form_needs_a_rational() -> None:
    x = Affine(ONE, {(0,): ONE})
    for y in (x, log(TWO), AROUND):
        with pytest.raises(Nonlinear):
            mul(x, y)
    with pytest.raises(Nonlinear):
        power(x, 2)


# ---- Work ----
GIANT = Fraction(10**1_000_000 + 1, 3)


def tower() -> Number:
    x: Number = TWO
    for _ in range(7):
        x = power(TWO, int(x)) if isinstance(x, Fraction) else x
    return x


BOMBS: dict[str, Callable[[], object]] = {
    "2^2^2^2^2^2": tower,
    **{
        f"{function.__name__} of a giant": lambda function=function: function(GIANT)
        for function in (neg, inverse, exp, log, sqrt, absolute)
    },
    "a giant + 1": lambda: add(GIANT, ONE),
    "a giant * 1": lambda: mul(GIANT, ONE),
    "a giant - a giant": lambda: subtract(GIANT, GIANT),
    "a giant * log 2": lambda: mul(GIANT, log(TWO)),
    "a giant * sqrt 2": lambda: mul(GIANT, sqrt(TWO)),
    "a giant * e": lambda: mul(GIANT, exp(ONE)),
    "a giant cell": lambda: mul(GIANT, Affine(ZERO, {(0,): ONE})),
    "a giant in bounds": lambda: mul((GIANT, GIANT + 1), (ONE, TWO)),
    "max of giants": lambda: extreme(GIANT, GIANT + 1, largest=True),
    "(3/2)^(10^9)": lambda: power(Fraction(3, 2), 10**9),
    "a power with a long exponent": lambda: power(TWO, 10**4000),
    "(1 + sqrt 2)^(10^6)": lambda: power(add(ONE, sqrt(TWO)), 10**6),
    "squaring without end": lambda: reduce(lambda x, _: mul(x, x), range(99), Fraction(3)),
    "roots of squares without end": lambda: reduce(lambda x, _: add(sqrt(x), mul(x, x)), range(99), THREE),
    "logs without end": lambda: [enclose(log(Fraction(n, n + 1))) for n in range(1, 10**6)],
    "small sums without end": lambda: [add(Fraction(n), ONE) for n in range(10**7)],
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_ends_early_and_small(name: str) -> None:
    allow(200_000)
    work_at(64)
    begin = time.process_time()
    if measured := "end" not in name:  # tracing slows small numbers down, and these are many
        tracemalloc.start()
    try:
        with pytest.raises((TooMuch, Undecided)):
            enclose(BOMBS[name]())  # type: ignore[arg-type]
        peak = tracemalloc.get_traced_memory()[1] if measured else 0
    finally:
        tracemalloc.stop()
    assert peak < 8 << 20
    assert time.process_time() - begin < 3


@settings(max_examples=20, deadline=None)
@given(TREES)
def test_the_price_does_not_depend_on_what_ran_before(tree: Any) -> None:
    def left() -> int:
        start()
        with suppress(Undefined, Undecided):
            evaluated(tree)
        return intervals.unspent()

    assert left() == left()


@pytest.mark.parametrize("name", [*UNARY, *BINARY])
def test_nothing_is_free(name: str) -> None:
    function = UNARY.get(name, BINARY.get(name))[0]  # type: ignore[index]
    arguments = [TWO, THREE][: 2 if name in BINARY else 1]
    allow(0)
    with pytest.raises(TooMuch):
        function(*arguments)


def test_a_spent_allowance_stays_spent() -> None:
    allow(3)
    for _ in range(2):
        with pytest.raises(TooMuch):
            exact.add(ONE, ONE)


@pytest.mark.parametrize("make", [lambda: log(TWO), lambda: sqrt(TWO), lambda: exp(ONE), lambda: (ONE, TWO)])
def test_a_linear_form_takes_any_number_added_and_a_rational_alone_as_factor(
    make: Callable[[], Number],
) -> None:
    form, other = Affine(THREE, {(0,): TWO}), make()
    for found in (add(form, other), add(other, form)):
        assert affine(found).a == {(0,): TWO}
        assert enclose(affine(found).k) == enclose(add(THREE, other))
    for one, two in ((form, other), (other, form)):
        with pytest.raises(Nonlinear):
            mul(one, two)
    assert affine(mul(TWO, form)).a == affine(mul(form, TWO)).a == {(0,): Fraction(4)}


@pytest.mark.parametrize(("whole", "share", "inside"), [(1000, 2, 500), (1000, 4, 250), (7, 2, 3)])
def test_a_part_of_the_allowance_is_taken_aside_and_given_back(whole: int, share: int, inside: int) -> None:
    allow(whole)
    with intervals.part(share):
        assert intervals.unspent() == inside
        intervals.spend(2)
    assert intervals.unspent() == whole - 2
    with suppress(TooMuch), intervals.part(share):
        intervals.spend(whole)
    assert intervals.unspent() == whole - 2 - whole
