"""Plain enclosures: they decide what exact numbers decide, and leave open what is a tie."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ntpcheck.statement.quick import Quick
from tests.verifier.risks import one, world

LOW = ("let", "low", (), ())  # 3 log 3 - 2 log 2 = 1.909..: its minimum and its goal in the same enclosures


def constant(x: str) -> Any:
    return ("q", Fraction(x))


def log(x: str) -> Any:
    return ("fn", "log", constant(x))


def compared(sign: str, bound: Any) -> Any:
    return ("cmp", sign, LOW, bound)


@pytest.mark.parametrize(
    ("sign", "bound"),
    [(">", constant("0")), ("<", constant("0")), (">", constant("19/10")), ("<", log("7")), (">", log("7"))],
)
def test_an_infimum_is_told_as_in_exact_numbers(sign: str, bound: Any) -> None:
    exact = world(one()).formula(compared(sign, bound), {})
    assert Quick(world(one())).told_at(compared(sign, bound)) is exact


def test_a_tie_is_left_to_exact_numbers() -> None:
    tie = compared("=", ("-", ("*", constant("3"), log("3")), ("*", constant("2"), log("2"))))
    assert world(one()).formula(tie, {})
    assert Quick(world(one())).told_at(tie) is None
