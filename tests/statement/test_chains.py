"""Paths by chains of links, and two letters that are one index: what follows by them, and what does not."""

from __future__ import annotations

import pytest

from tests.statement.test_implied import implied

DOWN = "closure(j5; j6. apart[j5,j6])"
EITHER = "closure(j5; j6. apart[j5,j6] or apart[j6,j5])"

PATHS = [
    (f"forall j | big[j]. {EITHER}[j,k]", f"forall j | big[j]. {EITHER}[k,j]"),  # steps go both ways
    (f"forall j | big[j]. {EITHER}[j,k]", f"forall j | big[j]. {EITHER}[j,j]"),
    (f"forall j j2 | big[j]. {DOWN}[j,k] and {DOWN}[k,j2]", f"forall j j2 | big[j]. {DOWN}[j,j2]"),
    (f"forall j | apart[j,k]. {DOWN}[k,j]", f"forall j | apart[j,k]. {DOWN}[j,j]"),  # a step, and a path
    ("exists j. apart[k,j] or apart[j,k]", f"{EITHER}[k,k]"),
]
NO_PATHS = [
    ("x > 5", f"{EITHER}[k,k]"),  # there may be no step
    (f"forall j | big[j]. {DOWN}[j,k]", f"forall j | big[j]. {DOWN}[j,j]"),  # nor one back
    (f"forall j | big[j]. {DOWN}[j,k]", f"forall j | big[j]. {DOWN}[k,j]"),
    (f"forall j j2 | big[j]. {DOWN}[j,k] and {DOWN}[j,j2]", f"forall j j2 | big[j]. {DOWN}[k,j2]"),
    (f"forall j j2 | big[j]. {DOWN}[j,k] or {DOWN}[k,j2]", f"forall j j2 | big[j]. {DOWN}[j,j2]"),
    (f"forall j | big[j]. {EITHER}[j,k]", f"forall j | big[j]. {DOWN}[j,k]"),  # by other steps
    (f"forall j | apart[k,j]. {DOWN}[k,j]", f"forall j | apart[k,j]. {DOWN}[j,j]"),
    ("exists j. apart[k,j] or apart[j,k]", f"forall j. {EITHER}[k,j]"),
    ("exists j. apart[k,j]", f"{DOWN}[k,k]"),
    ("exists j. apart[k,j] or h[j] > x", f"{EITHER}[k,k]"),
]
ONE_INDEX = [
    ("x > 5", "forall j j2 | j = j2. h[j] - h[j2] = 0"),
    ("x > 5", "forall j j2 | big[j] and j2 = j. h[j2] > 1"),
    ("forall j j2 | j != j2 and big[j]. h[j] = h[j2]", "forall j j2 | big[j]. h[j] = h[j2]"),
    ("x > 5", "not (exists j j2 | j = j2. h[j] > h[j2])"),
    ("x > 5", "forall j j2 j3 | j = j2 and j2 = j3. h[j] = h[j3]"),
]
TWO = [
    ("x > 5", "forall j j2 | j = j2. h[j] - w[j2] = 0"),
    ("x > 5", "forall j j2 | j != j2. h[j] - h[j2] = 0"),
    ("x > 5", "forall j j2 j3 | j = j2. h[j] = h[j3]"),
    ("x > 5", "forall j j2 | j = j2 or big[j]. h[j] = h[j2]"),
    ("forall j j2 | j != j2 and big[j]. h[j] < h[j2]", "forall j j2 | big[j]. h[j] < h[j2]"),
    ("x > 5", "exists j j2 | j = j2. h[j] > 0"),
    # of one index with itself it has no value
    ("forall j j2 | j != j2. 1 / (h[j] - h[j2])^2 > 0", "forall j j2. 1 / (h[j] - h[j2])^2 > 0"),
    ("x > 5", "forall j j2 | j = j2. log(h[j] - h[j2]) <= 0"),
]


@pytest.mark.parametrize(("old", "new"), PATHS + ONE_INDEX)
def test_what_follows_by_a_chain_or_at_one_index(old: str, new: str) -> None:
    assert implied(old, new)


@pytest.mark.parametrize(("old", "new"), NO_PATHS + TWO)
def test_what_does_not_follow_is_not_taken_to(old: str, new: str) -> None:
    assert not implied(old, new)
