"""What sums of products are at most in size, and what they may exceed."""

from __future__ import annotations

import pytest

from tests.statement.test_implied import implied

AT_MOST = [
    "(sum j. h[j] * w[j]) <= (max j. abs(h[j])) * (sum j. abs(w[j]))",
    "(sum j. h[j] * w[j]) - (sum j. h[k] * w[j]) <= 2 * (max j. abs(h[j])) * (sum j. abs(w[j]))",
    "(sum j | big[j]. h[j] * w[j]) >= -(max j. abs(h[j])) * (sum j. abs(w[j]))",
    "(sum j | big[j]. h[j] * w[j]) >= -(max j. abs(h[j])) * (sum j | big[j]. abs(w[j]))",
    "(sum v. h[k] * n[k,v]) <= (max j. abs(h[j])) * (sum j v. n[j,v])",
    "dot(h, w) <= norm(h) * norm(w)",
    "-dot(h, w) - norm(w) * norm(h) <= 0",
    "abs(h[k] * w[k]) <= norm(h) * norm(w)",
    "abs(h[k]) <= norm(h)",
    "h[k] <= max j. abs(h[j])",
    "h[k] + w[k] <= (sum j. abs(h[j])) + norm(w)",
]


@pytest.mark.parametrize("said", AT_MOST)
def test_products_and_their_sums_are_at_most_products_of_sizes(said: str) -> None:
    assert implied("x > 5", said)


def test_an_extreme_of_nothing_is_no_size() -> None:
    said = "(sum j | h[j] > 2. h[j] * w[j]) <= (max j | h[j] > 0. h[j]) * (sum j | big[j]. abs(w[j]))"
    assert implied("exists j. h[j] > 0", said)
    assert not implied("x > 5", said)


MORE = [
    "(sum j. h[j] * w[j]) <= 0.9 * (max j. abs(h[j])) * (sum j. abs(w[j]))",
    "(sum j. h[j] * w[j]) < (max j. abs(h[j])) * (sum j. abs(w[j]))",  # both may be 0
    "(sum j. h[j] * w[j]) <= (max j. h[j]) * (sum j. abs(w[j]))",
    "(sum j. h[j] * w[j]) <= (max j. abs(h[j])) * (sum j. w[j])",
    "(sum j. h[j] * w[j]) <= (max j. abs(h[j])) * (max j. abs(w[j]))",
    "(sum j. h[j] * w[j]) <= (max j | big[j]. abs(h[j])) * (sum j. abs(w[j]))",
    "(sum j. h[j] * w[j]) <= (max j. abs(h[j])) * (sum j | big[j]. abs(w[j]))",
    "(sum j | h[j] > 0. h[j] * w[j]) <= (max j | h[j] > 2. h[j]) * (sum j. abs(w[j]))",
    "(sum j. h[k] * w[k]) <= (max j. abs(h[j])) * (sum j. abs(w[j]))",  # one term, many times
    "(sum j j2. h[j] * w[j2]) <= (max j. abs(h[j])) * (sum j. abs(w[j]))",
    "(sum j v. h[j] * n[j,v]) <= (max j. abs(h[j])) * (sum v. n[k,v])",
    "(sum j v. h[j] * n[j,v]) <= (max j. abs(h[j])) * (sum j. abs(w[j]))",
    "(sum j. abs(h[j])) <= norm(h)",
    "(sum j. h[j] * w[j]) <= norm(h) * (max j. abs(w[j]))",
    "dot(h, w) >= norm(h) * norm(w)",
    "dot(h, w) <= norm(h) * norm(h)",
    "dot(h, w) <= norm(h)",
    "abs(h[k] * w[k]) <= norm(h)",
    "norm(h) <= h[k]",
    "1 <= max j. abs(h[j])",
]


@pytest.mark.parametrize("said", MORE)
def test_what_may_exceed_a_size_is_left_open(said: str) -> None:
    assert not implied("x > 5", said)
