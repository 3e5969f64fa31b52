"""A part of a statement that has no value hides those behind it, from lemmas too."""

from __future__ import annotations

import re

import pytest

from tests.verifier.argued import Case
from tests.verifier.test_lemmas_toys import GOOD

RUN = re.compile(r"\b([\w-]+_[kr])\b")
FIRST: dict[str, Case] = {}
for one in GOOD:
    vector = RUN.search(one.claim)
    if vector and f"u({vector[1]})" in one.claim and re.match("tends|bounded|always|eventually", one.claim):
        FIRST.setdefault(one.lemma, one)
ONES = [pytest.param(one, id=name) for name, one in FIRST.items()]


def joined(one: Case, form: str) -> Case:
    """An example whose claim is joined with a part that says something of its sequence, {0}."""
    found = RUN.search(one.claim)
    assert found is not None
    return one._replace(claim=form.format(found[1], one.claim))


@pytest.mark.parametrize("one", ONES)
def test_what_stands_behind_no_value_refutes_nothing(one: Case) -> None:
    assert not joined(one, "tends(1 / (u({0}) - u({0})), 0) and ({1})").refuted()
    assert not joined(one, "(eventually u({0}) / (u({0}) - u({0})) > 0) and ({1})").refuted()


@pytest.mark.parametrize("one", ONES)
def test_what_stands_before_no_value_refutes(one: Case) -> None:
    assert joined(one, "({1}) and tends(1 / (u({0}) - u({0})), 0)").refuted()


@pytest.mark.parametrize("one", ONES)
def test_what_stands_behind_a_part_with_a_value_refutes(one: Case) -> None:
    assert joined(one, "(eventually exp(u({0})) / (1 + exp(u({0}))) < 2) and ({1})").refuted()


def test_a_number_too_large_for_its_bounds_does_not_end_the_reading() -> None:
    one = next(iter(FIRST.values()))
    assert joined(one, "exp(40000) > 1 and ({1})").refuted()  # a power of e has a value everywhere
    assert not joined(one, "log(5 - exp(40000)) > 1 and ({1})").refuted()


# ---- Definitions that several parts read: each part needs what they need ----
INVERSE, STILL = ("inv = 1 / w(T_k)",), {"T_k": [0, 1]}  # from (0, 0) w(T_k) is 0 for ever
GAP = ("gap = 1 / (n_k - 3)",)  # no value after 2 steps
TWICE = (
    "twice(c) = (always (n_k > 3 implies c < 10)) and (always c < 1 / 2)",
    "again(c) = (always (n_k > 3 implies c < 10)) and (always (n_k > 3 implies c < 1 / 2))",
)
BELOW = (
    "below(M[a]) = (eventually (k > 3 implies u(M) < 7))",
    "late(c) = (eventually (k > 3 implies c < 7))",
)


@pytest.mark.parametrize(
    "claim",
    [
        "some c | tends(inv, c). tends(w(T_k), 5)",
        "some c | tends(0 * inv, c). tends(w(T_k), 5)",
        "some c | (eventually inv > c). tends(w(T_k), 5)",
        "some c | tends(inv, c). tends(inv, 5) and tends(w(T_k), 5)",
        "below(x / w(T_k)) and tends(w(T_k), 5)",
        "late(1 / w(T_k)) and tends(w(T_k), 5)",
        "late(inv) and tends(w(T_k), 5)",
    ],
)
def test_what_was_read_before_is_needed_again(claim: str) -> None:
    assert not Case("conserved", claim, STILL, where=(*INVERSE, *BELOW)).refuted()


@pytest.mark.parametrize(
    "claim",
    [
        "some c | tends(exp(w(T_k)), c). tends(w(T_k), 5)",
        "some c | c > 1. tends(w(T_k), 5) and tends(inv, c)",
        "below(x * w(T_k)) and tends(w(T_k), 5)",
        "late(w(T_k)) and tends(w(T_k), 5)",
        "tends(w(T_k), 5) and late(inv)",
    ],
)
def test_what_has_a_value_hides_nothing_whatever_reads_it(claim: str) -> None:
    assert Case("conserved", claim, STILL, where=(*INVERSE, *BELOW)).refuted()


def test_what_is_said_always_twice_has_a_value_at_each_step_both_times() -> None:
    once, late = "(always (n_k > 3 implies gap < 10))", "(always (n_k > 3 implies gap < 1 / 2))"
    for claim, refuted in (
        (f"{once} and (always gap < 1 / 2)", False),
        ("always gap < 1 / 2", False),
        (f"{once} and {late}", True),
        (late, True),
        ("twice(1 / (n_k - 3))", False),
        ("again(1 / (n_k - 3))", True),
    ):
        assert Case("at-a-step", claim, {"step": 3}, where=(*GAP, *TWICE)).refuted() is refuted
