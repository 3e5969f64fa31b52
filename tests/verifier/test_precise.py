"""A lemma is asked again with more bits only where bits may help."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

import pytest

from ntpcheck.verifier.arithmetic import exact, intervals
from ntpcheck.verifier.arithmetic.intervals import (
    PRECISIONS,
    Undecided,
    Useless,
    allow,
    left_open,
    work_at,
    working,
)
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.shared.premises import precise

F = Fraction
CLOSE = F(1, 10**40)


class Bits:
    def reset(self, bits: int) -> None:
        work_at(bits)


def nothing() -> object:
    return exact.sign(F(1)), exact.sign(exact.exp(F(1))), exact.mul(exact.log(F(2)), exact.exp(F(1)))


def mixed() -> Any:
    """log 2 + e - (log 2 + e + 1e-40), whose parts are bounds: 64 bits do not tell its sign."""
    first = exact.add(exact.log(F(2)), exact.exp(F(1)))
    return exact.subtract(first, exact.add(first, CLOSE))


def asked(step: Callable[[], object], raised: type[Exception] = Undecided) -> list[int]:
    seen: list[int] = []

    def lemma(world: World, core: Any) -> list[str]:
        seen.append(working())
        step()
        raise raised

    allow(10**6)
    with pytest.raises(raised):
        precise(lemma)(cast(World, Bits()), ())
    return seen


@pytest.mark.parametrize(
    ("step", "often"),
    [
        (nothing, 1),
        (lambda: exact.sign((F(-1), F(1))), 4),
        (lambda: exact.sign((F(0), F(1))), 4),
        (lambda: exact.sign((F(1), F(2))), 1),
        (lambda: exact.absolute((F(-1), F(1))), 4),
        (lambda: exact.extreme((F(0), F(2)), F(1), largest=True), 4),
        (lambda: exact.sign(mixed()), 2),
        (lambda: exact.enclose(exact.log(F(2))), 4),
        (lambda: exact.enclose(F(2)), 1),
        (intervals.precision, 4),
    ],
)
def test_more_bits_are_tried_where_a_sign_or_bounds_were_asked_for(
    step: Callable[[], object], often: int
) -> None:
    assert asked(step) == list(PRECISIONS[:often])


@pytest.mark.parametrize(
    "step",
    [
        lambda: intervals.inverse_bounds((F(-1), F(1)), 64),
        lambda: intervals.log_bounds(F(-1), 64),
        lambda: intervals.sqrt_bounds(F(-1), 64),
    ],
)
def test_and_where_bounds_left_the_domain_of_a_function(step: Callable[[], object]) -> None:
    before = left_open()
    with pytest.raises(Undecided):
        step()
    assert left_open() == before + 1


def test_a_premise_that_is_certain_to_fail_ends_it() -> None:
    assert asked(lambda: exact.sign((F(-1), F(1))), Useless) == [PRECISIONS[0]]
