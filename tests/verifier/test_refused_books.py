"""Books that say two things by one name, or of a sequence what is meant of its steps: they are refused."""

from __future__ import annotations

import pytest

from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.words import BookError
from tests.verifier.test_true_statements import HALVED, HEAD, ONE


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


@pytest.mark.parametrize("text", ["large(W_k)", "larger(W_k)", "(always larger(W_k)) and large(W_k)"])
def test_a_parameter_that_a_sequence_is_given_for_stands_where_the_sequence_may(text: str) -> None:
    head = 'claim me/it "1" on Two\n    says it\n    where large(X[a]) = norm(X) > 1\n'
    head += "    where larger(X[a]) = large(X) or norm(X) > 2\n"
    with pytest.raises(BookError, match="say `always F`"):
        Book(f"{HEAD}{HALVED}{head}    limit {text}\n", "me.book")
    Book(f"{HEAD}{HALVED}{head}    limit always larger(W_k)\n", "me.book")
    Book(f"{HEAD}{HALVED}{head}    formula larger(s)\n", "me.book")


def test_a_claim_runs_along_one_number() -> None:
    other = "trajectory V_m[a] along m from s by V_m / 2\n"
    claim = 'claim me/it "1" on Two\n    says it\n    limit eventually norm(W_k) <= norm(V_m)\n'
    with pytest.raises(BookError, match="one running number"):
        Book(HEAD + HALVED + other + claim, "me.book")


def test_a_step_runs_along_the_number_of_its_claim() -> None:
    items = "trajectory V_m[a] along m from s by V_m\ntrajectory W_k[a] along k from s by V_m\n"
    claim = 'claim me/it "1" on Two\n    says it\n    limit bounded(norm(W_k))\n'
    with pytest.raises(BookError, match="one running number"):
        Book(HEAD + "given Two: s[a]\n" + items + claim, "me.book")


def test_what_is_only_recorded_does_not_take_the_place_of_an_assumption() -> None:
    text = f"""{HEAD}{ONE}assume positive "1" = x > 0
    says x is positive
assume positive "1" recorded it is not looked at
    says x is positive
"""
    with pytest.raises(BookError, match="the name positive is taken"):
        Book(text, "me.book")
