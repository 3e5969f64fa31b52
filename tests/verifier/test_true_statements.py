"""True statements of small books of their own, and files made to refute them: none is accepted.

Each was accepted once, by a rule that read more, or less, than the statement says.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ntpcheck.verifier.book import Book
from ntpcheck.verifier.words import BookError
from tests.verifier.toys import put

HEAD = """book me "Mine"
axes d: i a
"""
HALVED = """given Two: s[a]
trajectory W_k[a] along k from s by W_k / 2
"""
ONE = "given One: x\n"
TWO: dict[str, Any] = {"type": "Two", "s": [1, 1]}
THREE: dict[str, Any] = {"type": "One", "x": 3}


class Truth(NamedTuple):
    """Items of a book, clauses of a claim, and a file: instance, hints and lemma."""

    items: str
    clauses: tuple[str, ...]
    instance: dict[str, Any]
    hints: dict[str, Any] = {}  # noqa: RUF012 # never changed
    lemma: str | None = None


TRUTHS = {
    # W_k = s / 2^k: what a definition's argument is at one step is no limit, and not what it always is.
    "tends, of an argument": Truth(
        HALVED,
        ("where small(y) = tends(y, 0)", "limit small(norm(W_k))"),
        TWO,
        {"claim.step": 0},
        "at-a-step",
    ),
    "always, of an argument": Truth(
        HALVED,
        ("where below(y) = always y < 1", "limit not below(norm(W_k))"),
        TWO,
        {"claim.step": 3},
        "at-a-step",
    ),
    # min z of (z - y)^2 + z^2 is y^2 / 2, and min y of (y - 3)^2 + y^2 / 2 is 3.
    "an infimum in an infimum": Truth(
        ONE,
        ("formula (infimum y. ((y - x)^2 + (infimum z. ((z - y)^2 + z^2)))) = 3",),
        THREE,
        {"claim.y": {"point": 2}, "claim.z": {"point": 1}},
    ),
    "an infimum at any number": Truth(
        ONE,
        ("formula some M. (infimum z. ((z - M)^2 + z^2)) > 0",),
        THREE,
        {"claim.z": {"point": 1}},
        "everywhere",
    ),
    "an infimum at a log": Truth(
        ONE + "let least(M) = M^2 - M^2 + (infimum z. ((z - M)^2 + z^2))\n",
        ("formula not (least(log(2)) = 0)",),
        THREE,
        {"least.z": {"point": "1/3"}},
    ),
}


@pytest.mark.parametrize("name", TRUTHS)
def test_no_true_statement_is_refuted(name: str, tmp_path: Path) -> None:
    truth = TRUTHS[name]
    head = f'claim me/it "1" on {truth.instance["type"]}\n    says it\n'
    book = Book(HEAD + truth.items + head + "".join(f"    {clause}\n" for clause in truth.clauses), "me.book")
    found = put(book, truth.instance, truth.hints, tmp_path, truth.lemma)
    assert found.outcome == "REJECTED", found


def test_a_definition_of_a_claim_does_not_take_the_place_of_an_assumption() -> None:
    """If x > 0 then x > 0: at x = -1 the assumption of the book fails, whatever else has its name."""
    text = f"""{HEAD}{ONE}assume positive "1" = x > 0
    says x is positive
claim me/it "1" on One
    says it
    assuming positive
    where positive = 0 = 0
    formula x > 0
"""
    with pytest.raises(BookError, match="an assumption of me/it has that name"):
        Book(text, "me.book")


@pytest.mark.parametrize(("kind", "text"), [("limit", "not (norm(W_k) > 1)"), ("formula", "long")])
def test_a_sequence_stands_where_it_is_said_of_which_steps_it_is_meant(kind: str, text: str) -> None:
    head = 'claim me/it "1" on Two\n    says it\n    where long = norm(W_k) > 1\n'
    with pytest.raises(BookError, match="say `always F`"):
        Book(f"{HEAD}{HALVED}{head}    {kind} {text}\n", "me.book")


def test_a_claim_runs_along_one_number() -> None:
    other = "trajectory V_m[a] along m from s by V_m / 2\n"
    claim = 'claim me/it "1" on Two\n    says it\n    limit eventually norm(W_k) <= norm(V_m)\n'
    with pytest.raises(BookError, match="one running number"):
        Book(HEAD + HALVED + other + claim, "me.book")


def test_what_is_only_recorded_does_not_take_the_place_of_an_assumption() -> None:
    text = f"""{HEAD}{ONE}assume positive "1" = x > 0
    says x is positive
assume positive "1" recorded it is not looked at
    says x is positive
"""
    with pytest.raises(BookError, match="the name positive is taken"):
        Book(text, "me.book")
