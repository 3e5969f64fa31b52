"""Quotients of sums of exponentials in lowest terms: a common factor goes, and nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, allow
from ntpcheck.verifier.terms.polynomials import LONGEST, reduced

F = Fraction


@pytest.fixture(autouse=True)
def work() -> None:
    allow(1_000_000)


def terms(*told: tuple[Any, Any]) -> Any:
    """A sum of c e^(k m), for (c, k)."""
    return [({0: F(k)}, F(c) if isinstance(c, int) else c) for c, k in told]


def at(step: Any, x: Fraction) -> Fraction:
    """The quotient where e^(m / 6) is x, for exponents that are multiples of 1/6."""
    above, below = (sum((c * x ** int(6 * form[0]) for form, c in part), F(0)) for part in step)
    return above / below


@pytest.mark.parametrize(
    ("above", "below", "sizes"),
    [
        (terms((1, 2), (-1, 0)), terms((1, 1), (1, 0)), (2, 1)),  # (y^2 - 1) / (y + 1) = y - 1
        (terms((1, 1), (2, 0)), terms((1, 1), (1, 0)), (2, 2)),
        (terms((1, F(1, 2)), (-1, F(-1, 2))), terms((1, F(1, 2)), (-2, 0), (1, F(-1, 2))), (2, 2)),
        (terms((3, 5)), terms((6, 2)), (1, 1)),
        (terms((1, F(1, 3)), (1, F(1, 2))), terms((1, F(1, 6)), (1, F(1, 3))), (1, 1)),
    ],
)
def test_a_common_factor_goes_and_the_value_stays(above: Any, below: Any, sizes: tuple[int, int]) -> None:
    found = reduced((above, below))
    assert tuple(map(len, found)) == sizes
    for x in (F(2), F(3), F(1, 5)):
        assert at(found, x) == at((above, below), x)


def test_exponents_that_are_too_far_apart_are_left_open() -> None:
    reduced((terms((1, LONGEST), (1, 1)), terms((1, 0), (1, 1))))
    with pytest.raises(Undecided, match="too far apart"):
        reduced((terms((1, LONGEST + 1), (1, 1)), terms((1, 0), (1, 1))))


def test_coefficients_that_are_no_rational_numbers_stay_as_they_are() -> None:
    step = terms((exact.log(F(2)), 1), (1, 0)), terms((1, 1), (1, 0))
    assert reduced(step) == step
