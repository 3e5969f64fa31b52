"""Pairs of formulas of the book in `test_implied.py`: what is said at some indices, and lengths of rows."""

from __future__ import annotations

GRAM = "largest(u; v. sum j2. n[j2,u] * n[j2,v])"
OWN = "largest(j3; j4. sum j2. max(h[j2], w[j3]) * max(h[j2], w[j4]))"
ROW, OTHER, HERE = "sqrt(sum u. n[k,u]^2)", "sqrt(sum u. n[j,u]^2)", "sqrt(sum u. n[j',u]^2)"
APART = "sqrt(sum u. (n[k,u] - n[j,u])^2)"


def lengths(bounds: list[str]) -> list[tuple[str, str]]:
    """What is said for all j, from a formula that says nothing of it."""
    return [("x > 5", f"forall j. {bound}") for bound in bounds]


TRUE_ROWS = [
    ("forall u v. (sum j | big[j]. n[j,u]) > n[k,v]", "forall u v. (sum j | big[j]. n[j,u]) > n[k,u]"),
    ("forall j j'. h[j] <= w[j']", "forall j j'. h[j] <= w[j]"),
    ("forall j j' | j != j' or big[j]. h[j] <= w[j']", "forall j | big[j]. h[j] <= w[j]"),
    ("forall j. forall u v. n[j,u] + n[j,v] > x", "forall j. forall u v. n[j,v] + n[j,v] > x"),
    ("exists j | big[j]. h[j] <= w[j]", "exists j j'. h[j] <= w[j']"),
    *lengths(
        [
            f"(sum u. n[j,u]^2) <= {GRAM}",
            f"(sum u. n[j,u] * n[j,u]) <= {GRAM}",
            f"{ROW} * {OTHER} <= {GRAM}",
            f"{APART} * {OTHER} <= 1.5 * {GRAM}",
            f"{APART} * {APART} <= 2 * {GRAM}",
            f"sqrt(sum u. (n[k,u] + n[j,u])^2) * {OTHER} <= 2 * {GRAM}",
            f"sqrt(sum u. (3 * n[k,u] - 4 * n[j,u])^2) * {OTHER} <= 5 * {GRAM}",
            f"(sum j' | big[j']. abs(w[j']) * {HERE} * {OTHER}) <= {GRAM} * (sum j' | big[j']. abs(w[j']))",
            f"(sum j'. max(h[j], w[j'])^2) <= {OWN}",
        ]
    ),
]
FALSE_ROWS = [
    ("forall j j'. h[j] <= w[j]", "forall j j'. h[j] <= w[j']"),
    ("forall j j' | j != j'. h[j] <= w[j']", "forall j j'. h[j] <= w[j]"),
    ("forall j j' | j != j'. h[j] <= w[j']", "forall j j' | j != j'. h[j] <= w[j]"),
    ("forall j j' | big[j']. h[j] <= w[j']", "forall j j' | big[j]. h[j'] <= w[j']"),
    ("forall u v. (sum j | big[j]. n[j,u]) > n[k,u]", "forall u v. (sum j | big[j]. n[j,u]) > n[k,v]"),
    ("exists j j'. h[j] <= w[j']", "exists j j'. h[j] <= w[j]"),
    ("exists j | h[j] <= w[j]. h[j] > 0", "exists j j' | big[j']. h[j] <= w[j']"),
    ("forall j. exists j'. h[j] <= w[j']", "exists j'. forall j. h[j] <= w[j']"),
    ("exists j. h[j] <= w[j]", "exists j j' | j != j'. h[j] <= w[j']"),
    *lengths(
        [
            f"(sum u. n[j,u]^2) < {GRAM}",  # of one row
            f"(sum u. n[j,u]^2) <= 0.9 * {GRAM}",
            f"{ROW} * {OTHER} <= 0.99 * {GRAM}",
            f"{APART} * {OTHER} <= 1.4 * {GRAM}",
            f"sqrt(sum u. (n[k,u] + n[j,u])^2) * {OTHER} <= 1.5 * {GRAM}",  # j may be k
            f"{ROW} <= {GRAM}",  # which may be less than 1
            f"{ROW} * {OTHER} * {OTHER} <= {GRAM}",
            f"(sum u. n[j,u]^2) <= {GRAM} * {GRAM}",
            f"(sum j'. sum u. n[j',u]^2) <= {GRAM}",
            f"(sum u. (n[j,u] - h[j])^2) <= 2 * {GRAM}",
            "(sum u. n[j,u]^2) <= largest(u; v. sum j2 | big[j2]. n[j2,u] * n[j2,v])",
            "(sum u. n[j,u]^2) <= largest(u; v. sum j2. n[j2,u] * n[j2,u])",
            "(sum u. n[j,u]^2) <= smallest(u; v. sum j2. n[j2,u] * n[j2,v])",
            "(sum u. n[j,u]^2) <= largest(j2; j3. sum u. n[j2,u] * n[j3,u] * w[j2] * w[j3])",
            f"(sum j' | big[j']. w[j'] * {HERE} * {OTHER}) <= {GRAM} * (sum j' | big[j']. w[j'])",
            f"(sum j' | big[j']. abs(w[j']) * {HERE} * {OTHER}) <= {GRAM} * (sum j' | h[j'] > 2. abs(w[j']))",
            f"(sum j'. max(h[j'], w[j'])^2) <= {OWN}",  # of each row another entry
            f"(sum j'. max(h[j'], w[j])^2) <= {OWN} / 2",
        ]
    ),
]
