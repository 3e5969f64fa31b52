"""A quantifier stops where one index settles it: what it reads behind that, an edit may not read."""

from __future__ import annotations

import pytest

from ntpcheck.statement.knowing.noted import noted, told, unsettled
from tests.statement.test_implied import implied

HALF = "1 / h[j] < x"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f"exists j. {HALF} or 1 <= exp(abs(w[j]))", f"forall j. {HALF} or 1 <= exp(abs(w[j]))"),
        (f"(forall j. {HALF}) or x > 0", f"(exists j. {HALF}) or x > 0"),
        (f"(forall j. {HALF}) or x > 0", "(forall j. 1 / h[j] <= x) or x > 0"),  # it reads on behind an x
        (f"(forall j. {HALF}) or x > 0", "(forall j. 2 / h[j] < 2 * x + 1) or x > 0"),
        (f"(exists j. {HALF}) implies x > 0", "(exists j. 1 / h[j] < x - 1) implies x > 0"),
        (
            f"(forall set J of j | size 1. forall j | J[j]. {HALF}) or x > 0",
            "(forall set J of j | size 1. forall j | J[j]. 1 / h[j] <= x) or x > 0",
        ),
        ("(every t. forall j. t / h[j] < x) or x > 0", "(every t. forall j. t / h[j] <= x) or x > 0"),
        (
            f"(exists j. w[j] > 0 and c > 0 and {HALF}) implies y > 0",
            "(exists j. w[j] > 0 and c > 0 and 1 / h[j] < x - 1) implies y > 0",
        ),
        # of each index, or number, it is read behind what has held already, or under another condition
        (f"forall j | w[j] > 0. x > 0 or {HALF}", f"forall j | w[j] > 0. {HALF} or x > 0"),
        (
            f"every t | t > 1. forall j. {HALF} or t > x",
            f"every t | t > 1. forall j. t > x or {HALF} or 1 / w[j] > 0",
        ),
        ("forall j | w[j] > 0. x > 0", "forall j | w[j] > 0. x > 0 and 1 / h[j] < 1 / h[j] + 1"),
        (
            f"every t | t > 1. forall j | w[j] > 0. {HALF}",
            f"every t | t > 1. forall j | 1 / w[j] > 0. {HALF}",
        ),
    ],
)
def test_what_a_quantifier_may_not_reach_is_not_read_by_an_edit(old: str, new: str) -> None:
    assert not implied(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f"exists j. {HALF}", "exists j. 1 / h[j] <= x"),
        (f"exists j. {HALF} and w[j] > 0", f"exists j. {HALF}"),
        (f"exists j | {HALF}. w[j] > x", "exists j | 1 / h[j] <= x. w[j] > x"),
        (f"forall j. {HALF}", f"exists j. {HALF}"),
        (f"x > 0 or (forall j. {HALF})", f"x > 0 or (exists j. {HALF})"),
        (f"x > 0 or (forall j. {HALF})", "x > 0 or (forall j. 1 / h[j] <= x)"),
        (f"x > 0 implies (forall j. {HALF})", f"x > 0 implies (exists j. {HALF})"),
        (f"x > 0 implies not (exists j. {HALF})", f"x > 1 implies not (forall j. {HALF})"),
        (f"not (exists j. {HALF})", "forall j. 1 / h[j] >= x"),
        (f"not ((exists j. {HALF}) or x > 0)", f"not (forall j. {HALF})"),
        (
            f"if x > 0 then (forall j. {HALF}) else x < 1",
            "if x > 0 then (forall j. 1 / h[j] <= x) else x < 1",
        ),
        (f"(exists j. {HALF}) and x > 0", f"(exists j. {HALF}) and x >= 0"),
        (
            "every t | t > 1. some y. forall j | w[j] > t. 1 / h[j] < y",
            "every t | t > 1. some y. forall j | w[j] > t. 1 / h[j] <= y",
        ),
        # a bound by a free constant: strict with the next one
        (
            "every t | t > 1. some y. forall j | w[j] > t. abs(1 / h[j]) <= y * exp(t) * log(t)",
            "every t | t > 1. some y. forall j | w[j] > t. abs(1 / h[j]) < y * exp(t) * log(t)",
        ),
        ("(forall j. h[j] < 1 / y) or x > 0", "(forall j. h[j] <= 1 / y) or x > 0"),  # y is read at the first
        ("(forall j | h[j] > 0. x < 1 / y) or x > 0", "(forall j | h[j] > 0. x <= 1 / y) or x > 0"),
        ("(forall j k2. w[j] < h[k2] / y) or x > 0", "(forall j k2. w[j] <= h[k2] / y) or x > 0"),
        (
            "(forall j. exists k2. w[j] < h[k2] / y) or x > 0",
            "(forall j. exists k2. w[j] <= h[k2] / y) or x > 0",
        ),
    ],
)
def test_what_it_reads_to_its_end_or_no_farther_than_the_edit_is_read(old: str, new: str) -> None:
    assert implied(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("exists j | w[j] > 0. h[j] < 1 / y", "exists j. h[j] < 1 / y"),
        ("exists j | w[j] > 0. h[j] > 0 and 1 / y < x", "exists j. h[j] > 0 and 1 / y < x"),
        ("exists j | w[j] > 0. forall k2. h[j] < 1 / h[k2]", "exists j. forall k2. h[j] < 1 / h[k2]"),
        ("x > 1 and (exists j | w[j] > 0. h[j] < 1 / y)", "x > 0 and (exists j. h[j] < 1 / y)"),
        ("some t | t > x and t < 1 / y. t^2 > 1 / x", "some t | t < 1 / y. t^2 > 1 / x"),
        ("some t | t > y. some t'. t' > t / x", "some t. some t'. t' > t / x"),
    ],
)
def test_what_does_not_name_what_exists_is_read_there(old: str, new: str) -> None:
    assert implied(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f"exists j | w[j] > 0. {HALF}", f"exists j. {HALF}"),  # it is read at another index
        ("exists j | w[j] > 0. h[j] < 1 / (y + w[j])", "exists j. h[j] < 1 / (y + w[j])"),
        ("(exists j | w[j] > 0. h[j] < 1 / y) or x > 0", "(exists j. h[j] < 1 / y) or x > 0"),
        ("exists j | w[j] > 0. w[j] > 2 or 1 / y < x", "exists j. w[j] > 2 or 1 / y < x"),
        ("exists j | w[j] > 0. h[j] > 0 implies 1 / y < x", "exists j. h[j] > 0 implies 1 / y < x"),
        (
            "exists j | w[j] > 0. w[j] > 1 or (exists k2. h[j] > 1 / h[k2])",
            "exists j. w[j] > 1 or (exists k2. h[j] > 1 / h[k2])",
        ),
        ("x > 0 implies (exists j | w[j] > 0. h[j] < 1 / y)", "exists j. h[j] < 1 / y"),
        ("some t | t > x. t > 1 / (t - y)", "some t. t > 1 / (t - y)"),
    ],
)
def test_what_names_it_or_stands_where_that_may_not_lead_is_not(old: str, new: str) -> None:
    assert not implied(old, new)


def test_what_the_parts_of_a_formula_say() -> None:
    x, y, z = (("cmp", "<", ("q", 0), ("q", i)) for i in (1, 2, 3))
    for e, said, parts in (
        (("and", x, y), True, (True, True)),
        (("and", x, y), False, (None, False)),
        (("or", x, y), True, (None, True)),
        (("or", x, y), False, (False, False)),
        (("implies", x, y), True, (None, True)),
        (("implies", x, y), False, (True, False)),
        (("iff", x, y), True, (None, None)),
        (("not", x), True, (False,)),
        (("not", x), False, (True,)),
        (("if", x, y, z), False, (None, False, False)),
        (("forall", (), x, y), True, (None, None, True)),
        (("forall", (), x, y), False, (None, None, None)),
        (("exists", (), x, y), False, (None, None, False)),
        (("exists", (), x, y), True, (None, None, None)),
        (("and", x, y), None, (None, None)),
    ):
        assert tuple(told(e, i, said=said) for i in range(1, len(e))) == parts


def test_of_a_line_that_may_not_hold_a_quantifier_may_stop_anywhere() -> None:
    body = ("cmp", "<", ("/", ("q", 1), ("q", 2)), ("q", 3))
    every = ("forall", (("j", "m"),), None, body)
    assert noted(every, stands=True)[body] == {frozenset()}
    assert noted(every, stands=False)[body] == {frozenset({unsettled(every)})}
