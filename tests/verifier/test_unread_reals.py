"""`some` and `every` over reals of which no entry is read have one truth for all of them."""

from __future__ import annotations

import pytest

from tests.verifier.toys import said

ITEMS = """let idle(M[v,i]) = if c > 1 then 0 else (sum v i. M[v,i])
let busy(M[v,i]) = if c > 2 then 0 else (sum v i. M[v,i])
"""


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("every M[v,i]. idle(M) = 0", "true"),
        ("some M[v,i]. idle(M) > 0", "false"),
        ("every M[v,i] | idle(M) > 0. M = 0", "true"),  # no M meets the condition
        ("some M[v,i] | idle(M) > 0. M = 0", "false"),
        ("every t. c > 1 or t > 0", "true"),
        ("every M[v,i]. idle(M) = 1", "false"),
        ("some M[v,i]. idle(M) = 0", "true"),
        ("every t. c > 1 and c > 2", "false"),
        ("every M[v,i]. busy(M) = 0", "undecided"),
        ("some M[v,i]. busy(M) = 0", "undecided"),
        ("every t. t > 0 or c > 1", "undecided"),  # what is open settles nothing by what stands behind it
        ("every M[v,i] | idle(M) = 0. M = 0", "undecided"),
        ("every t. 1 / (c - c) > 0", "undecided"),
        ("every t. 1 / t > 0 or c > 1", "undecided"),  # at t = 0 it has no value
        ("every t. log(t) > 0 implies c > 1", "undecided"),
        ("some t. c > 1 and t * t < 0", "undecided"),
    ],
)
def test_only_what_no_entry_is_asked_for_is_decided_without_numbers(text: str, outcome: str) -> None:
    assert said(text, items=ITEMS) == outcome
