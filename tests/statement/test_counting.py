"""Counts beside sizes, means by shares, and what facts about all indices say of a term."""

from __future__ import annotations

import pytest

from ntpcheck.statement.following.implied import surroundings
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.grammar import Parser
from ntpcheck.verifier.language.scopes import Scope

BOOK = Book("""book toy "A toy"
axes m: j k; V: u v
given Data: h[j], w[j], n[j,v] natural, C[j,v], E[k,v], y[v] in m
demand forall j. exists v. n[j,v] > 0
let big[j] = h[j] > 1
let p[j,v] = n[j,v] / (sum u. n[j,u])
let part[j] = exp(w[j]) / (sum k | big[k]. exp(w[k]))
let score[v,k] = sum u. C[y[v],u] * E[k,u]
assume identity "(1)" = forall j k. (sum u. C[j,u] * E[k,u]) = (if j = k then 1 else 0)
    says  words
assume ordered "(1)" = forall j k | big[j]. w[k] * h[j] <= 1
    says  words
assume ahead "(1)" = (sum j. w[j]) > 0
    says  words
claim toy/one "(1)" on Data
    says      words
    assuming  identity, ordered, ahead
    formula   forall j. h[j] > 0
""")


def seen(said: str) -> bool:
    """Whether a formula is seen to hold wherever the claim's assumptions do."""
    claim = BOOK.claims["toy/one"]
    known = surroundings(BOOK, claim)
    BOOK.given, BOOK.local = claim.given, claim.locals
    core = BOOK.meaning.formula(Parser(said).whole(), Scope())
    return known.truth(known.put(core, {})) is True


HOLDS = [
    "(sum j. 1) = m",
    "(sum j v. h[j]) = V * (sum j. h[j])",
    "(sum j | big[j]. 1) <= m",
    "1 - (sum j | big[j]. 1) / m >= 0",
    "(sum j v | big[j] and n[j,v] > 0. 1) <= m * V",
    "(sum j k | h[j] > h[k]. 2) <= 2 * m * m",
    "forall v k. score[v,k] <= 1",
    "forall v k. score[v,k] >= 0",
    "forall j. (sum v. p[j,v] * score[v,j]) <= 1",
    "forall j. (sum v | n[j,v] > 0. p[j,v] * score[v,j]) <= 1",
    "forall j. (sum v. p[j,v] * score[v,j] * score[v,j]) >= 0",
    "(sum j | big[j]. part[j]) <= 1",
    "(sum j | big[j]. part[j] * exp(-norm(h))) <= 1",
    "(sum j | big[j] and w[j] > 0. part[j] * exp(-norm(h))) <= 1",
    "forall j k | h[j] > 2. w[k] * h[j] - norm(h) <= 1",
]


@pytest.mark.parametrize("said", HOLDS)
def test_it_holds_at_all_instances(said: str) -> None:
    assert seen(said)


OPEN = [
    "(sum j. h[j]) = m",
    "(sum j | big[j]. 1) = m",
    "(sum j | big[j]. 1) < m",
    "(sum j v | big[j] and n[j,v] > 0. 1) <= m",
    "(sum j v | big[j] and n[j,v] > 0. 1) <= V",
    "(sum j k | h[j] > h[k]. 1) <= m * V",
    "(sum j v | n[j,v] > 0. 1) <= m * m",
    "(sum j | big[j]. 2) <= m",
    "(sum j | big[j]. h[j]) <= m",
    "(sum j | big[j]. 1) >= 1",
    "m <= (sum j | big[j]. 1)",
    "forall v k. score[v,k] < 1",
    "forall v k. score[v,k] > 0",
    "forall v k. score[v,k] = 1",
    "forall j. (sum v. p[j,v] * score[v,j]) <= 1 / 2",
    "forall j. (sum v. p[j,v] * score[v,j]) < 1",
    "forall j. (sum v. n[j,v] * score[v,j]) <= 1",
    "(sum j. part[j]) <= 1",  # there are others than those that add up to 1
    "(sum j | w[j] > 0. part[j]) <= 1",
    "(sum j | big[j]. part[j] * exp(norm(h))) <= 1",
    "(sum j | big[j]. part[j] * h[j]) <= 1",
    "(sum j | big[j]. part[j]) = 1",  # where none is big, it is 0
    "(sum j | w[j] > 0. w[j] / (sum k. w[k])) <= 1",  # of 2 and -1, the first is 2
    "(sum j | w[j] > 0. w[j] / (sum k. w[k]) * exp(-norm(h))) <= 1",
    "forall j k | h[j] > 0. w[k] * h[j] - norm(h) <= 1",  # not all that are positive are big
    "forall j k | h[j] > 2. w[k] * h[j] - norm(h) < 1",
    "forall j k | h[k] > 2. w[k] * h[j] - norm(h) <= 1",
]


@pytest.mark.parametrize("said", OPEN)
def test_it_is_not_seen_of_what_may_fail(said: str) -> None:
    assert not seen(said)
