"""What is read off a statement's core before any number is computed: what only scales or bounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic.intervals import allow
from ntpcheck.verifier.asymptotics import constants
from ntpcheck.verifier.asymptotics.constants import BELOW, ONE, ZERO
from ntpcheck.verifier.asymptotics.growth import Growth
from ntpcheck.verifier.asymptotics.limits import R
from ntpcheck.verifier.lemmas import large as lemmas_large

F = Fraction
Core = tuple[Any, ...]


def q(x: Any) -> Core:
    return "q", F(x)


def cmp(sign: str, a: Any, b: Any) -> Core:
    return "cmp", sign, a, b


C, D, X = (("par", name, ()) for name in "cdx")
A, B = ("field", "a", ()), ("field", "b", ())
LAST = ("every", (("t", ()),), cmp("=", ("par", "t", ()), A), cmp("<=", ("par", "t", ()), ("*", C, B)))


@pytest.fixture(autouse=True)
def _allowed() -> None:
    allow(1_000_000)


# ---- Numbers that scale the terms of an inequality ----
def test_conjunctions_are_taken_apart_and_put_together() -> None:
    parts = [cmp("<", C, q(k)) for k in range(3)]
    whole = constants.joined(parts)
    assert whole == ("and", ("and", parts[0], parts[1]), parts[2])
    assert list(constants.conjuncts(whole)) == parts
    assert list(constants.conjuncts(None)) == []
    assert constants.joined([]) is None


def test_what_a_core_names() -> None:
    assert constants.names(("+", A, ("*", q(2), C)), {"c"})
    assert not constants.names(("+", A, ("*", q(2), C)), {"d"})
    assert not constants.names(("field", "c", ()), {"c"})
    assert not constants.names("c", {"c"})


@pytest.mark.parametrize(
    ("e", "above"),
    [
        (cmp("<", q(0), C), True),
        (cmp("<", q(1), C), True),
        (cmp("<", q(-1), C), False),
        (cmp("<=", q(0), C), False),
        (cmp("<=", q(F(1, 9)), C), True),
        (cmp(">", C, q(0)), True),
        (cmp(">=", C, q(0)), False),
        (cmp(">=", C, q(3)), True),
        (cmp("<", C, q(5)), False),
        (cmp(">", q(5), C), False),
        (cmp(">", D, q(0)), False),
        (cmp("=", C, q(5)), False),
        (cmp(">", C, A), False),
        (("and", cmp(">", C, q(0)), cmp(">", C, q(0))), False),
    ],
)
def test_what_says_that_a_number_is_positive(e: Core, above: bool) -> None:  # noqa: FBT001
    assert constants.positive(e, "c") is above


def test_a_comparison_with_a_rational_number_is_a_condition() -> None:
    plain, body = cmp(">", C, q(0)), cmp("<", C, A)
    scalar = (("c", ()),)
    assert constants.sorted_out(("some", scalar, None, ("and", plain, body))) == ("some", scalar, plain, body)
    told = ("some", scalar, body, ("and", body, plain))
    assert constants.sorted_out(told) == ("some", scalar, ("and", body, plain), body)
    for left in (
        ("some", scalar, None, plain),  # nothing would be left to say
        ("some", (("c", ("d",)),), None, ("and", plain, body)),  # no number
        ("some", scalar, None, ("and", cmp("=", C, q(0)), body)),
        ("some", scalar, None, ("and", cmp(">", D, q(0)), body)),
        ("some", scalar, None, ("and", cmp(">", C, A), body)),
    ):
        assert constants.sorted_out(left) == left


@pytest.mark.parametrize(
    ("e", "found"),
    [
        (C, True),
        (A, True),
        (("+", C, ("*", A, D)), True),
        (("-", C, ("neg", D)), True),
        (("*", C, D), False),
        (("*", C, C), False),
        (("*", A, ("+", C, B)), True),
        (("*", A, ("*", C, C)), False),
        (("/", C, A), True),
        (("/", A, C), False),
        (("/", ("*", C, C), A), False),
        (("fn", "exp", C), False),
        (("fn", "exp", A), True),
        (("^", C, 2), False),
        (("+", C, ("fn", "exp", C)), False),
    ],
)
def test_what_is_linear_in_numbers(e: Core, found: bool) -> None:  # noqa: FBT001
    assert constants.linear(e, {"c", "d"}) is found


@pytest.mark.parametrize(
    ("e", "found"),
    [
        (("eventually", cmp("<=", A, C)), True),
        (("always", cmp("<=", A, C)), True),
        (("bounded", C), False),
        (cmp("<=", A, C), False),
        (("eventually", cmp("=", A, C)), False),
        (("eventually", cmp("<=", A, ("*", C, C))), False),
        (("eventually", cmp("<=", ("*", C, C), A)), False),
        (("eventually", ("and", cmp("<=", A, C), cmp("=", A, B))), True),
        (("eventually", ("and", cmp("<=", A, C), cmp("=", C, B))), False),
        (("and", ("eventually", cmp("<=", A, C)), ("bounded", A)), True),
        (("and", ("eventually", cmp("<=", A, C)), ("bounded", C)), False),
        (("forall", (("j", "m"),), None, ("eventually", cmp("<=", A, C))), True),
        (("forall", (("j", "m"),), cmp("<", A, C), ("eventually", cmp("<=", A, C))), False),
        (("eventually", LAST), True),
        (("eventually", (*LAST[:2], cmp("=", C, A), LAST[3])), False),
        (("eventually", (*LAST[:2], None, LAST[3])), False),
        (("eventually", (LAST[0], (("t", ("d",)),), *LAST[2:])), False),
        (("eventually", (*LAST[:3], cmp("=", C, A))), False),
    ],
)
def test_what_a_number_only_bounds(e: Core, found: bool) -> None:  # noqa: FBT001
    assert constants.bounding(e, "c") is found


def test_which_inequalities_are_claimed_may_hang_on_a_number() -> None:
    bare, chosen = ("forall", "j", None, cmp("<", A, C)), ("forall", "j", cmp("<", C, A), cmp("<", A, B))
    asked = lemmas_large.conditioned
    for e, said in (
        (chosen, True),
        (bare, False),
        (("and", bare, chosen), True),
        (("and", chosen, bare), True),
        (("and", bare, bare), False),
        (("forall", "k", None, chosen), True),
        (("forall", "k", cmp("<", A, B), bare), False),
        (cmp("<", C, A), False),
    ):
        assert asked(e, {"c"}) is said


def test_the_terms_of_an_inequality() -> None:
    e = cmp("<=", A, ("+", ("*", C, B), ("/", D, A)))  # A <= c B + d / A
    want: dict[str | None, Core] = {
        None: ("-", ZERO, A),
        "c": ("-", ("+", ("*", B, ONE), ZERO), ZERO),
        "d": ("-", ("+", ZERO, ("/", ONE, A)), ZERO),
    }
    assert constants.terms(e, {"c", "d", "unused"}) == want
    assert constants.terms(cmp(">=", *e[:1:-1]), {"c", "d"}) == want
    assert constants.terms(cmp("<", A, ("neg", C)), {"c"})["c"] == ("-", ("neg", ONE), ZERO)
    assert constants.share(("*", C, B), {"c", "d"}, "d") == ZERO
    assert constants.share(("/", D, B), {"c", "d"}, "c") == ZERO
    assert constants.share(("*", B, C), {"c"}, "c") == ("*", B, ONE)
    assert BELOW == ("<", "<=")


@pytest.mark.parametrize(
    ("found", "free", "falls"),
    [
        ({None: F(-1)}, set(), True),
        ({None: F(1)}, set(), False),
        ({None: F(0)}, set(), False),
        ({None: ("R", -1), "c": F(5)}, {"c"}, True),
        ({None: F(5), "c": ("R", -1)}, {"c"}, False),  # c may have either sign
        ({None: F(5), "c": ("R", -1)}, set(), True),
        ({None: F(-1), "c": F(-1)}, set(), False),  # neither is larger by far
        ({None: F(-1), "c": ("R", 1)}, set(), False),
        ({None: ("R", 1), "c": ("R", -1)}, set(), False),
    ],
)
def test_a_sum_is_negative_where_one_term_outgrows_the_others(
    found: dict[Any, Any],
    free: set[str],
    falls: bool,  # noqa: FBT001
) -> None:
    ops = Growth()
    values = {name: ops.mul(F(x[1]), R) if isinstance(x, tuple) else x for name, x in found.items()}
    assert constants.negative(ops, values, free) is falls
