"""What terms and formulas come to, against an oracle that reads the tree itself."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import mpmath
import pytest

from ntpcheck.verifier.arithmetic.exact import enclose
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, work_at
from ntpcheck.verifier.language.meaning import Scope
from ntpcheck.verifier.language.printing import text
from tests.verifier.formulas import Drawn
from tests.verifier.oracle import Nothing, Oracle, real
from tests.verifier.toys import plain, tree, world

OPEN = mpmath.mpf(10) ** -15  # bounds at 64 bits of numbers of moderate size


def told(made: tuple, oracle: Oracle) -> str:
    try:
        return "true" if oracle.truth(made, {}) else "false"
    except Nothing:
        return "undefined"


def judged(made: tuple) -> str:
    core = plain().meaning.formula(tree(text(made)), Scope())
    try:
        return "true" if world().ask(core) else "false"
    except Undefined:
        return "undefined"
    except Undecided:
        return "undecided"


@pytest.mark.parametrize("seed", range(8))
def test_formulas_agree_with_the_oracle(seed: int) -> None:
    drawn, oracle, seen = Drawn(f"formula {seed}", rough=seed % 2 == 1), Oracle(), Counter[str]()
    with mpmath.workdps(60):
        for _ in range(60):
            made = drawn.formula(3, {})
            expected, found = told(made, oracle), judged(made)
            seen[expected] += 1
            seen["undecided"] += found == "undecided"
            assert found in (expected, "undecided"), text(made)
    assert min(seen["true"], seen["false"]) >= 10
    assert seen["undecided"] <= 2


@pytest.mark.parametrize("seed", range(6))
def test_terms_agree_with_the_oracle(seed: int) -> None:
    drawn, oracle, narrow = Drawn(f"term {seed}"), Oracle(), 0
    with mpmath.workdps(60):
        for _ in range(60):
            made = drawn.term(4, {})
            core = plain().meaning.number(tree(text(made)), Scope())
            asked = world()
            asked.reset(64)
            truth = oracle.number(made, {})
            try:
                low, high = enclose(asked.number(core, {}))
            except Undecided:
                continue
            assert real(low) - OPEN * OPEN <= real(truth) <= real(high) + OPEN * OPEN, text(made)
            assert low == high or not isinstance(truth, Fraction) or high - low < 1
            narrow += real(high) - real(low) <= OPEN * (1 + abs(real(truth)))
    assert narrow >= 55


def test_more_precision_narrows_bounds_around_the_same_number() -> None:
    core = plain().meaning.number(tree("exp(c) * log(V + 1) - sqrt(d) / (m + exp(1))"), Scope())
    asked, before = world(), (Fraction(-(10**9)), Fraction(10**9))
    for bits in (64, 256, 1024):
        asked.reset(bits)
        work_at(bits)
        low, high = enclose(asked.number(core, {}))
        assert before[0] <= low <= high <= before[1]
        assert high - low < Fraction(1, 2 ** (bits - 16))
        before = low, high


def test_what_is_no_number_and_no_formula_is_not_decided() -> None:
    asked = world()
    with pytest.raises(Undecided, match="no number"):
        asked.number(("nothing of the kind",), {})
