"""What is rational of an exact instance is found once, and serves every precision of balls."""

from __future__ import annotations

import flint
import numpy as np

from ntpcheck.arithmetic import exact_array
from ntpcheck.claim import Assumption, Claim, Effort
from ntpcheck.domains import DATASETS
from ntpcheck.engine.judgement import decide
from ntpcheck.evidence import Evidence, Outcome
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset
from ntpcheck.instances.lasting import afresh, lasting


def plain():
    return Dataset(exact_array([[1, 0], [0, 1]]), np.array([[1, 2], [1, 0]]))


def slack(number):
    return Evidence(np.asarray(number, dtype=object), exact_array(0), exact_array(1), strict=True)


def test_what_lasts_goes_with_the_numbers_and_the_rest_does_not():
    asked = []

    @lasting
    def rational(data):
        asked.append("rational")
        return data.size("m")

    @cached
    def ball(data):
        asked.append("ball")
        return flint.arb(2).sqrt()

    first = plain()
    assert (rational(first), rational(first)) == (2, 2)
    ball(first)
    second = afresh(first, first)
    rational(second)
    ball(second)
    assert asked == ["rational", "ball", "ball"]


def test_a_certain_assumption_is_checked_once_and_an_open_one_at_every_precision():
    """1e-30 is told from a ball's rounding at 128 bits, 1e-60 at 256: until then each leaves it open."""
    asked = []

    def check(name, size):
        def of(data, effort=None):
            asked.append((name, flint.ctx.prec))
            return slack((flint.arb(2).sqrt() ** 2 - 2 + flint.arb(size)) if size else 1)

        return of

    assumes = tuple(Assumption(name, check(name, size)) for name, size in (("sure", None), ("late", "1e-30")))
    claim = Claim("a/b", "", "", DATASETS, assumes, check("conclusion", "1e-60"))
    assert decide(claim, plain(), Effort(), alone=True).outcome is Outcome.HOLDS
    assert asked == [("sure", 64), ("late", 64), ("late", 128), ("conclusion", 128), ("conclusion", 256)]
