"""A limit that names a point without a value: only where it is certainly read is the claim ill-posed."""

from __future__ import annotations

from textwrap import fill

import pytest

from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, allow
from ntpcheck.verifier.language.book import Book

TEXT = """book toy "A toy"
axes d: a b
given Two: x[a], c
let there = shortest X[a] with forall a. X[a] = x[a]
let nowhere = shortest X[a] with forall a b. X[a] >= x[a] and X[a] <= x[a] - 1
let far[a] = 2 * nowhere[a]
let none = 1 + (sum a. log(x[a] - x[a]))
let fine = 1 + (sum a. log(x[a]))
let flat(M[a]) = closest X[a] to M with forall a b. X[a] = X[b]
trajectory T_k[a] along k from x by T_k / 2
"""
INSTANCE = {"type": "Two", "x": [1, 2], "c": 1}


def ill_posed(limit: str) -> bool:
    line = fill(f"limit {limit}", 100, initial_indent=" " * 4, subsequent_indent=" " * 8)
    book = Book(f'{TEXT}claim toy/it "1" on Two\n    says it\n{line}\n', "toy")
    allow(10**6)
    world = judge.load(book, book.claims["toy/it"], INSTANCE, {}, lambda *_: {"ray": [0, 3]})
    try:
        return bool(judge.ill_posed(world, book.claims["toy/it"]))
    except (judge.Rejected, Undecided, Undefined):
        return False


@pytest.mark.parametrize(
    "limit",
    [
        "tends(norm(nowhere) / k, 0)",
        "growing R. c = 1 implies tends(norm(far) / R, 0)",
        "(c = 1 implies tends(norm(far) / k, 0)) and tends(k, infinity)",
        "always (k > norm(there) implies norm(far) < k)",
        "c > 0 and tends(norm(nowhere) / k, 0)",
        "c < 0 or tends(norm(nowhere) / k, 0)",
        "tends((if c = 1 then norm(far) else 0) / k, 0)",
        "eventually (k > 10 and norm(far) < k)",
        "some e. tends(norm(nowhere) / k, e)",
        "tends(norm(flat(nowhere)) / k, 0)",
        "forall a. tends(flat(none * x)[a] / k, 0)",
        "tends(none / k, 0) and tends(k, 0)",
        "growing R. tends(log(R * (c - 1)), 0)",  # of 0, for all R
        "growing R. tends(log(R * c - R) / R, 0) and tends(R, infinity)",
        "growing R. tends(1 / (exp(R) * (c - 1)), 0)",
        "growing R. 1 / (R * c - R) > 0",
        "growing R. eventually log(R * (c - 1)) > 0",
        "growing R. tends(1 / R, 0) and tends(log(R * (c - 1)), 0)",
        "growing R. forall a | x[a] < R. tends(log(R * (c - 1)), x[a])",
        "growing R. eventually forall a. R > x[a] and log(R * (c - 1)) > x[a]",
    ],
)
def test_what_is_read_and_has_no_value_makes_a_limit_ill_posed(limit: str) -> None:
    assert ill_posed(limit)


@pytest.mark.parametrize(
    "limit",
    [
        "tends(norm(there) / k, 0)",
        "tends(fine / k, 0)",
        "forall a. tends(flat(fine * x)[a] / k, 0)",
        "tends((if c = 1 then 0 else none) / k, 0)",
        "c < 0 and tends(norm(flat(none * x)) / k, 0)",
        "growing R. c = 2 implies tends(norm(far) / R, 0)",
        "c < 0 and tends(norm(nowhere) / k, 0)",
        "c > 0 or tends(norm(nowhere) / k, 0)",
        "tends((if c = 1 then 0 else norm(far)) / k, 0)",
        "eventually (k < 10 implies norm(far) < k)",
        "always (norm(T_k) < 0 implies norm(far) < k)",  # of a trajectory nothing is known
        "tends(k, 0) implies tends(norm(nowhere) / k, 0)",
        "forall a. x[a] > 1 implies tends(nowhere[a] / k, 0)",
        "every e | e > 0 and e < 0. tends(norm(nowhere) / k, e)",  # no such e: the rest is never read
        "some e | e > c and e < 0. tends(norm(nowhere) / k, e)",
        "growing R. tends(log(R * (c - 1) + 1 / R), 0)",  # not 0, however small
        "growing R. tends(log(exp(-R)), 0)",
        "growing R. tends(log(R * exp(1 / R) - R - 1), 0)",  # only what is kept of it cancels
        "growing R. tends(if c = 1 then R else log(R * (c - 1)), 0)",
        "growing R. c = 2 implies tends(log(R * (c - 1)), 0)",
        "growing R. tends(R, 0) and tends(log(R * (c - 1)), 0)",  # the first part settles it
        "growing R. c = 1 or tends(log(R * (c - 1)), 0)",
        "growing R. (forall a | x[a] > R. tends(log(R * (c - 1)), 0))",
        "growing R. eventually R < c and log(R * (c - 1)) > 0",
        "growing R. eventually forall a. x[a] > 1 and log(R * (c - 1)) > 0",  # false at the first index
        "growing R. eventually forall a. R > x[a] or log(R * (c - 1)) > 0",
        "growing R. eventually forall a. R > x[a] implies (c = 2 implies log(R * (c - 1)) > 0)",
        "growing R. always log(R * (c - 1)) > 0",
    ],
)
def test_what_is_not_read_or_not_seen_to_be_read_leaves_it_alone(limit: str) -> None:
    assert not ill_posed(limit)


@pytest.mark.parametrize(
    ("divisor", "none"),
    [("(c - 1) * k", True), ("k * (c - 1)", True), ("c * k", False), ("(k + c - 1)", False)],
)
def test_a_divisor_with_a_factor_of_0_leaves_a_limit_without_a_value(divisor: str, none: bool) -> None:  # noqa: FBT001
    limit = f"tends(1 / ({divisor}), 2)"
    assert ill_posed(limit) == none
    book = Book(f'{TEXT}claim toy/it "1" on Two\n    says it\n    limit {limit}\n', "toy")
    allow(10**6)
    world = judge.load(book, book.claims["toy/it"], INSTANCE, {}, lambda *_: {"ray": [0, 3]})
    if none:
        with pytest.raises(Undefined, match="a factor that is 0"):
            judge.shown(world, book.claims["toy/it"], "REFUTED", "alone")
    else:
        assert judge.shown(world, book.claims["toy/it"], "REFUTED", "alone")
