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


# ---- An index that a condition chooses, and conditions that may be settled before all of them is read ----
CHOSEN = ("at-most[a] = (x[a] < 7)", *INVERSE)


def test_what_an_index_hangs_on_is_needed() -> None:
    """An index of a definition that is a formula, and the sides of an equation of indices."""
    for form, refuted in (("w(T_k)", True), ("inv", False)):
        index = f"if {form} = {form} then a else a"
        for said in (f"at-most[{index}]", f"({index}) = a", f"not a < ({index})"):
            claim = f"(forall a. (eventually {said})) and tends(w(T_k), 5)"
            assert Case("conserved", claim, STILL, where=CHOSEN).refuted() is refuted, said
    for number, refuted in (("c^2 + 1", True), ("c", False)):
        index = f"if 1 / ({number}) > 0 or 1 / ({number}) <= 0 then a else a"
        claim = f"some c. (forall a. (eventually (a = a and at-most[{index}]))) and tends(w(T_k), 5)"
        assert Case("conserved", claim, STILL, where=CHOSEN[:1]).refuted() is refuted, number


@pytest.mark.parametrize(
    ("guard", "refuted"),
    [
        ("x[a] = 0 or (eventually 1 / w(T_k) > 0)", False),  # read at the first index, where x is 1
        ("x[a] = 0 or tends(inv, 0)", False),
        ("x[a] = 1 or tends(inv, 0)", True),  # read at the second one, behind what fails
        ("x[a] = 0 or (eventually w(T_k) > 0)", True),
    ],
)
def test_what_the_condition_of_an_earlier_index_hangs_on_is_needed(guard: str, refuted: bool) -> None:  # noqa: FBT001
    said = Case("conserved", f"forall a | ({guard}). tends(w(T_k), 5)", STILL, where=INVERSE)
    assert said.refuted() is refuted


# From 2 in steps of 12, u leaps over 0 and back, u^2 is at least 1, and w is 0; `none` is 1 / 0, which does
# not show.
LEAPS = {"T_k.0": [1, 0], "from": -1, "to": 6, "and-from": "-41/4", "and-to": "-23/4"}
NO_VALUE = ("none = 1 / (exp(log(1 + exp(u(T_k)))) - 1 - exp(u(T_k)))",)
APART = "u(T_k)^2 > 0"


@pytest.mark.parametrize(
    "number",
    [
        f"if {APART} or none = none then 1 else 1",
        f"if not ({APART}) and none = none then 1 else 1",
        f"if not ({APART}) implies none = none then 1 else 1",
        f"sum a | (exists a'. (a' = a' and {APART}) or none = none). 1",
        f"sum a | (exists a'. if x[a'] = 1 then {APART} else none = none). 1",
        f"if {APART} then 1 else none",
        "none - none",
        "sum a. x[a] * none",
    ],
)
def test_what_a_condition_may_leave_unread_is_not_surely_needed(number: str) -> None:
    """What a part before needs too is read in any case only if this one does."""
    fails, told = f"tends(u(T_k) + 0 * ({number}), 0)", ({"s": [2, 0], "eta": 12}, "", NO_VALUE)
    assert not Case("caught", f"tends(0 * none, 0) and {fails}", LEAPS, *told).refuted()
    whole = number.replace("none", "u(T_k)")
    said = f"tends(0 * u(T_k), 0) and tends(u(T_k) + 0 * ({whole}), 0)"
    assert Case("caught", said, LEAPS, *told).refuted()


# ---- Unknown numbers are told apart, whatever they are called, and whatever guard stands around them ----
TWO = ("far(p, r) = (p > 0 implies (p = r or 1 / (p - r) != 0))", "both(p, q) = (p > 0 implies far(q, p))")


@pytest.mark.parametrize(
    ("said", "valued"),
    [
        ("every c'. (every c. (c = c or 1 / (c - c') = 1 / (c - c')))", True),
        ("every c'. (every c. (c = c' or 1 / (c - c') = 1 / (c - c')))", False),
        ("every c'. (every c. (eventually c = c' or none = none))", False),
        ("every c e. (c > 0 implies (e > 1 implies sqrt(c) + sqrt(e - 1) >= 0))", True),
        ("every c e. both(c, e)", False),
    ],
)
def test_two_numbers_are_not_taken_for_one(said: str, valued: bool) -> None:  # noqa: FBT001
    told = Case("caught", f"({said}) and tends(u(T_k), 0)", LEAPS, {"s": [2, 0], "eta": 12})
    assert told._replace(where=(*NO_VALUE, *TWO)).refuted() is valued


# ---- What no lemma computes, as something else follows whatever it is ----
ZERO = "(log(3 + 2 * sqrt(2)) - 2 * log(1 + sqrt(2)))"  # 0, which does not show
AWAY = {"s": [2, 0], "eta": 12}
TURNED = "trajectory turned_k along k from 1 by -turned_k\n"


@pytest.mark.parametrize(
    ("claim", "refuted"),
    [
        ("tends(k * u(T_k), {})", True),
        ("tends(k * u(T_k), log{})", False),
        ("bounded(k * u(T_k) / (4 + {}))", True),
        ("bounded(k * u(T_k) / {})", False),
        ("forall a. tends(k * u(T_k) / (2 + x[a]), x[a] + {})", True),
        ("forall a. bounded(k * u(T_k) / (x[a] * {} + (1 - x[a])))", False),
        ("forall a | x[a] = 0. bounded(k * u(T_k) / (1 - x[a]))", True),
    ],
)
def test_what_is_left_out_of_a_rate_has_a_value(claim: str, refuted: bool) -> None:  # noqa: FBT001
    assert Case("caught", claim.format(ZERO), LEAPS, AWAY).refuted() is refuted


@pytest.mark.parametrize("lemma", ["recurrence", "cycles"])
@pytest.mark.parametrize(
    ("end", "refuted"),
    [("c", True), ("c / 2 + exp{}", True), ("c + log{}", False), ("1 / c", False), ("1 / (1 + c^2)", True)],
)
def test_what_a_number_is_said_to_tend_to_has_a_value(lemma: str, end: str, refuted: bool) -> None:  # noqa: FBT001
    shown = {"step": 0, "period": 2} if lemma == "cycles" else {}
    said = Case(lemma, f"some c. tends(turned_k, {end.format(ZERO)})", shown, more=TURNED)
    assert said.refuted() is refuted


# ---- Sequences that run on, and others ----
STOPS = """trajectory ends_k along k from 1 by sqrt(3 - k)
trajectory breaks_k along k from 0 by breaks_k + 1 / breaks_k
trajectory sinks_k along k from 1 by sinks_k - 2
trajectory nulled_k along k from 1 by 0 * nulled_k
path logs_r[a] along r minimises log(u(M)) over M[a] with norm(M) <= r
path least_r[a] along r minimises well(M) over M[a] with norm(M) <= r
"""
NONE_SUCH = "(some c. c < c)"


@pytest.mark.parametrize("lemma", ["everywhere", "in-pieces"])
@pytest.mark.parametrize(
    ("claim", "refuted"),
    [
        ("tends(turned_k, 7) and {}", True),
        ("{} and tends(ends_k, 7)", True),
        ("tends(ends_k, 7) and {}", False),
        ("tends(0 * breaks_k, 7) and {}", False),
        ("(always ends_k != 7) and {}", False),
        ("not (tends(ends_k, 7) or not {})", False),
        ("not (tends(turned_k, 7) or not {})", True),
        ("bounded(norm(logs_r)) and {}", False),
        ("bounded(norm(least_r)) and {}", True),
    ],
)
def test_a_sequence_that_may_end_hides_what_stands_behind(lemma: str, claim: str, refuted: bool) -> None:  # noqa: FBT001
    assert Case(lemma, claim.format(NONE_SUCH), more=STOPS + TURNED).refuted() is refuted


@pytest.mark.parametrize(
    ("claim", "refuted"),
    [
        ("(always ends_k != 7) and (always sinks_k > 0)", False),
        ("(always turned_k != 7) and (always sinks_k > 0)", True),
        ("(always sinks_k > 0) and (always ends_k != 7)", True),
        ("exists a. (always ends_k != 7) and (always sinks_k > 0)", False),
        ("exists a. (always turned_k != 7) and (always sinks_k > 0)", True),
        ("not ((always 1 / (k - 5) != 7) implies not (always sinks_k > 0))", False),
        ("not ((always turned_k != 7) implies not (always sinks_k > 0))", True),
        ("not (tends(1 / nulled_k, 7) implies not (always 1 / nulled_k > 1))", False),
        ("not (tends(nulled_k, 7) implies not (always 1 / nulled_k > 1))", True),
        ("exists a. (eventually 1 / nulled_k < 7) and (always 1 / nulled_k > 1)", False),
    ],
)
def test_what_is_said_always_needs_its_sequence_at_later_steps_too(claim: str, refuted: bool) -> None:  # noqa: FBT001
    step = 0 if "nulled_k" in claim else 1
    assert Case("at-a-step", claim, {"step": step}, more=STOPS + TURNED).refuted() is refuted


def test_no_least_point_is_seen_of_a_sequence_that_may_end() -> None:
    for name, refuted in (("turned_k", True), ("ends_k", False)):
        claim = f"some c. tends({name}, 3) and (every z. exp(c) <= exp(z))"
        assert Case("falls", claim, {"direction": -1}, more=STOPS + TURNED).refuted() is refuted
