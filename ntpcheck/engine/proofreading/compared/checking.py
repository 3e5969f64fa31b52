"""What a checker says of an exact instance: the outcome, and bounds of the slack."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import flint
import numpy as np
from flint import arb, fmpq

from ntpcheck.claim import Assumption
from ntpcheck.engine.judgement import PRECISIONS
from ntpcheck.engine.proofreading.sought.drawing import UNANSWERED
from ntpcheck.evidence import Evidence, Outcome, outcome_of
from ntpcheck.instances.base import Instance

Bounds = tuple[Fraction, Fraction]


class Said(NamedTuple):
    """An outcome, or nothing; bounds of the slack and of the scale, for most checkers the larger side.

    strict: whether a slack of 0 is a failure.
    """

    outcome: str = ""
    slack: Bounds | None = None
    scale: Bounds | None = None
    strict: bool | None = None


def judged(check: Callable[[Any], Evidence], instance: Instance) -> Said:
    """What a check says at the first precision that decides.

    Where a check decides nothing in exact numbers, and decides in floats, their outcome counts.
    """
    found: Evidence | None = None
    says = Outcome.UNDECIDED
    for bits in PRECISIONS[1:5]:
        with flint.ctx.workprec(bits):
            try:
                found = check(instance.replace())
                says = outcome_of(found)
            except UNANSWERED:  # a checker owes no answer outside its assumptions
                return Said()
        if says is not Outcome.UNDECIDED:
            break
    if found is None or says is Outcome.UNDECIDED:
        return Said(in_floats(check, instance))
    slack, scale = (_bounds(np.asarray(x, dtype=object)[()]) for x in (found.slack, found.scale))
    return Said(says.value, slack, scale, bool(np.asarray(found.strict)))


def in_floats(check: Callable[[Any], Evidence], instance: Instance) -> str:
    """The outcome in floats; nothing where a check has none, or is not sure."""
    try:
        says = outcome_of(check(instance.floats()))
    except UNANSWERED:
        return ""
    return "" if says is Outcome.UNDECIDED else says.value


def _bounds(number: Any) -> Bounds | None:
    if isinstance(number, arb):
        if not number.is_finite():
            return None
        return _fraction(number.lower()), _fraction(number.upper())
    if number is None or isinstance(number, float):
        return None
    exact = fmpq(number)
    value = Fraction(int(exact.p), int(exact.q))
    return value, value


def _fraction(number: arb) -> Fraction:
    mantissa, exponent = number.mid().man_exp()
    if abs(int(exponent)) > 20_000:
        return Fraction(0)
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def assumed(assumption: Assumption, instance: Instance) -> bool | None:
    says = judged(assumption.check, instance).outcome
    return {"HOLDS": True, "FAILS": False, "UNDEFINED": False}.get(says)
