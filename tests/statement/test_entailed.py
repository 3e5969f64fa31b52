"""What follows from comparisons of terms in unknowns, and what does not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ntpcheck.statement.knowing.entailed import Unknowns, comparisons, entailed
from ntpcheck.verifier.terms.symbols import POSITIVE
from tests.statement.test_sameness import always

BOOK = """book toy "A toy"
axes m: j j2; V: u v
given Data: h[j], n[j,v] natural, w[j], c
demand forall j. exists v. n[j,v] > 0
assume above "(1)" = forall j. h[j] >= w[j] + 1
    says  words
assume positive "(1)" = forall j. w[j] > 0
    says  words
let near = shortest X[j] with forall j. X[j] >= h[j]
let far = closest X[j] to h with X = X
claim toy/one "(2)" on Data
    says      words
    assuming  above, positive
    formula   FORMULA
"""


@pytest.mark.parametrize(
    "formula",
    [
        "forall j. h[j] > 0",
        "forall j. h[j] > 1/2",
        "forall j. 2 * h[j] - w[j] >= 1 + h[j]",
        "forall j. near[j] > w[j]",
        "forall j. near[j] <= 1 implies w[j] <= 0",
        "(sum j. h[j]) >= sum j. w[j]",
        "forall j. exp(h[j]) + h[j] > w[j]",
        "forall j. max(h[j], c) >= c and max(h[j], c) >= w[j] + 1",
        "forall j. min(w[j], c) <= c and abs(c) + h[j] > 0",
    ],
)
def test_what_combinations_of_the_assumptions_give_is_seen(formula: str) -> None:
    assert always(formula, BOOK)


@pytest.mark.parametrize(
    "formula",
    [
        "forall j. h[j] > 1 + c",
        "forall j. h[j] > w[j] + 1",  # it may be equal
        "forall j. w[j] > 1/2",
        "forall j. h[j] <= w[j] + 1",
        "forall j. near[j] > h[j]",
        "forall j. near[j] <= h[j]",  # true, by what shortest means, of which nothing is used
        "forall j. far[j] > w[j]",
        "forall j. near[j] <= 3 implies w[j] < 1",
        "forall j. max(h[j], c) <= c",
        "forall j. min(w[j], c) >= c",
        "forall j. w[j] = 0 or h[j] = 0",
        "forall j j2. h[j] >= w[j2]",
    ],
)
def test_what_may_fail_is_not_seen_to_hold(formula: str) -> None:
    assert not always(formula, BOOK)


def test_a_denial_gives_the_denials_of_its_parts() -> None:
    ops = Unknowns()
    x, y = ops.unknown("x"), ops.unknown("y", POSITIVE)
    form = ("or", ("<", x), ("not", ("<=", y)))
    assert [sign for sign, _ in comparisons(form, holds=False)] == ["<=", "<="]
    assert list(comparisons(form)) == []
    assert entailed(ops, ("<", ops.subtract(Fraction(0), y)), [])
    assert not entailed(ops, ("<", x), [])
    assert entailed(ops, ("or", ("<", x), ("<=", ops.neg(x))), [])  # one of the two
    assert not entailed(ops, ("or", ("<", x), ("<", ops.neg(x))), [])  # neither, where it is 0
    assert not entailed(ops, ("!=", y), [])  # so, but not as a combination
