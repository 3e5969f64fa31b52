"""Pairs of formulas of the book in `test_implied.py`, about limits along rays."""

from __future__ import annotations

RAYS = (
    "some A[j] B[j] | abs(dot(A, B)) < norm(A) * norm(B). every t | 0 <= t <= 1."
    " growing r. tends((sum j. exp(w[j] - r * (A[j] + t * (B[j] - A[j])))), x)"
)
TRUE_RAYS = [
    *(
        (RAYS, RAYS.replace(old, new))
        for old, new in (
            ("t * (B[j] - A[j])", "t * B[j]"),
            ("t * (B[j] - A[j])", "t * A[j]"),
            ("0 <= t <= 1", "0 <= t"),
            ("0 <= t <= 1", "t < 1"),
            ("t <= 1", "t <= 1.05"),
            ("0 <= t", "0 >= t"),
            ("< norm(A) * norm(B)", "< norm(B)"),
            ("< norm(A)", "<= norm(A)"),
        )
    ),
    # along the rays of a part of a cone, which is a cone too
    (RAYS.replace("t <= 1", "t <= 0.5"), RAYS.replace("(B[j] - A[j])", "B[j]")),  # of A and (A + B) / 2
    *(
        (RAYS.replace("0 <= t <= 1", interval), RAYS)
        for interval in ("0 < t <= 1", "0 < t < 1", "t <= 1", "0 >= t", "0.5 <= t <= 1", "2 < t", "t > -1")
    ),
]
FALSE_RAYS = [
    # of no more than one direction
    *(
        (RAYS.replace("0 <= t <= 1", interval), RAYS)
        for interval in ("1 <= t <= 1", "0 <= t <= 0", "1 < t < 0", "0 < t < x", "t = 1")
    ),
    # rays in a half-plane, in no one direction, or not of a cone
    *(
        (RAYS, RAYS.replace(old, new))
        for old, new in (
            ("every t | 0 <= t <= 1", "every t | t <= t"),
            ("(A[j] + t * (B[j] - A[j]))", "(t * (B[j] - A[j]))"),
            ("A[j] + t * (B[j] - A[j])", "A[j] - 2 * t * A[j]"),
            ("r * (A[j] + t * (B[j] - A[j]))", "r * (A[j] + t * (B[j] - A[j])) + A[j]"),
            ("r * (A[j] + t * (B[j] - A[j]))", "(A[j] + t * (B[j] - A[j]))"),
            ("norm(A) * norm(B)", "x"),
            ("0 <= t <= 1", "0 <= t <= w[k]"),
        )
    ),
    *(  # what else speaks of how far out it is
        (line, line.replace("0 <= t <= 1", "0 <= t"))
        for line in (
            RAYS.replace("(sum j", f"{more} * (sum j") for more in ("r", "log(r)", "t", "exp(t * r)")
        )
    ),
    (
        RAYS.replace("abs(dot(A, B)) < norm(A) * norm(B)", "norm(A) < 1"),  # B may be A
        RAYS.replace("abs(dot(A, B)) < norm(A) * norm(B)", "norm(A) < 1").replace("(B[j] - A[j])", "B[j]"),
    ),
]
