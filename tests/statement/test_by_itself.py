"""What holds by its own form: of paths, and of parts that stand for each other; and what does not."""

from __future__ import annotations

import pytest

from ntpcheck.statement.following.cases import by_itself
from ntpcheck.verifier.language.book import Book

TEXT = """book toy "A toy"
axes n: i; K: k x z t
given Data: X[i,t] natural, q[i] in K, y[i] in K, c
demand forall i. X[i,q[i]] > 0
let edge[k,x,z] = exists i. q[i] = k and y[i] = x and X[i,z] > 0
let above[k,x,z] = closure(t; t'. edge[k,t,t'])[x,z]
let strict[k,x,z] = x != z and edge[k,x,z] and not above[k,z,x]
let same[k,x,z] = x != z and above[k,x,z] and above[k,z,x]
claim toy/one "(1)" on Data
    says      words
    formula   {}
"""
HOLD = [
    "forall k x z. not (strict[k,x,z] and same[k,x,z])",
    "forall k x z. not (strict[k,k,z] and same[k,x,z])",  # from z leads a step, and so one to k
    "forall k x z. not (strict[k,k,z] and above[k,z,x])",
    "forall k x z. not (strict[k,x,z] and above[k,z,x])",
    "forall i. (exists t. X[i,t] > 0 and strict[q[i],y[i],t])"
    "\n        iff (exists t. X[i,t] > 0 and not (t = y[i] or same[q[i],y[i],t]))",
]
FALL = [
    "forall k x z. not (strict[k,x,z] and same[k,k,z])",
    "forall k x z. not (strict[k,x,k] and same[k,x,z])",
    "forall k x z. not (strict[k,k,z] and above[k,x,z])",
    "forall k x z. not strict[k,k,z]",
    "forall k x z. not (strict[k,x,z] and above[x,z,k])",  # of another graph
    "forall k x z. edge[k,x,z] iff above[k,x,z]",
    "forall i. (exists t. X[i,t] > 0 and strict[q[i],y[i],t])"
    "\n        iff (exists t. X[i,t] > 0 and not same[q[i],y[i],t])",  # which the label may be
    "forall i. (exists t. strict[q[i],y[i],t]) iff (exists t. X[i,t] > 0 and not (t = y[i]))",
    "forall i. (exists t. X[i,t] > 0 and strict[q[i],y[i],t])"
    "\n        iff (exists t. not (t = y[i] or same[q[i],y[i],t]))",
    "forall k x z. not (strict[k,x,z] and 1 / c = 0)",  # which need not have a value
]


def stands(formula: str) -> bool:
    book = Book(TEXT.replace("{}", formula))
    return by_itself(book, book.claims["toy/one"])


@pytest.mark.parametrize("formula", HOLD)
def test_what_leaves_no_case_holds(formula: str) -> None:
    assert stands(formula)


@pytest.mark.parametrize("formula", FALL)
def test_what_fails_somewhere_is_not_taken_to_hold(formula: str) -> None:
    assert not stands(formula)
