"""Numbers are proposed where a run repeats or its steps are linear, and no lemma refutes what is true."""

from __future__ import annotations

from typing import Any

import pytest

from ntpcheck.statement.hints.arguments import granted
from ntpcheck.statement.hints.search import hints as search
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import allow
from ntpcheck.verifier.language.book import Book

TEXT = """book toy "A toy"
given Start: x from x, y from y, eta from eta
trajectory g_k along k from x by g_k - eta * h_k
trajectory h_k along k from y by h_k + eta * g_k
trajectory before_k along k from x by ball_k
trajectory ball_k along k from x by ball_k - eta * ball_k + (ball_k - before_k)
trajectory sign_k along k from x by sign_k - eta * (if sign_k > 0 then 1 else -1)
trajectory length_k along k from x by length_k - eta * length_k / abs(length_k)
trajectory slow_k along k from x by slow_k / 2
trajectory sum_k along k from 0 by sum_k + slow_k
trajectory count_k along k from 0 by count_k + k
trajectory stop_k along k from x by if stop_k > 1 then stop_k - eta else stop_k
claim toy/it "1" on Start
    says it
    limit {}
"""
FALLS = {
    "bounded(g_k)": "recurrence",
    "bounded(g_k^2 + h_k^2)": "recurrence",
    "tends(ball_k, 0)": "recurrence",
    "tends(sum_k, x)": "recurrence",
    "bounded(k * sum_k)": "recurrence",
    "tends(count_k / k^2, 1)": "recurrence",
    "tends(sign_k, 0)": "cycles",
    "some c. tends(sign_k, c)": "cycles",
    "tends(length_k, 0)": "cycles",
    "tends(stop_k, 0)": "cycles",
    "eventually stop_k < 0": "cycles",
}
HOLDS = (
    "not bounded(g_k)",
    "bounded(ball_k)",
    "tends(sum_k, 2 * x)",
    "tends(count_k / k^2, 1 / 2)",
    "bounded(sign_k)",
    "some c. tends(stop_k, c)",
    "tends(slow_k, 0)",
    "eventually slow_k < eta",
)


def found(limit: str, **instance: Any) -> list[str | None]:
    book = Book(TEXT.format(limit), "toy")
    allow(100_000_000)
    stated = book.claims["toy/it"]
    world = judge.load(book, stated, {"type": "Start", "x": 4, "y": 1, "eta": "3/4", **instance}, {}, search)
    return [lemma for lemma, _ in granted(world, stated.core)]


@pytest.mark.parametrize("limit", FALLS)
def test_a_false_limit_falls(limit: str) -> None:
    assert FALLS[limit] in found(limit)


@pytest.mark.parametrize("limit", HOLDS)
@pytest.mark.parametrize("eta", ["3/4", "1/4"])
def test_no_lemma_refutes_what_is_true(limit: str, eta: str) -> None:
    assert found(limit, eta=eta) == []
