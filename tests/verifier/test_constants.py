"""Numbers that a limit says exist and that only scale terms: along m + e^-m from 0, which is log k + o(1)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ntpcheck.verifier.judge import Answer
from ntpcheck.verifier.language.book import Book
from tests.verifier.toys import put

TEXT = """book me "Mine"
given One: x
trajectory w_k along k from x by w_k + exp(-w_k)
claim me/it "1" on One
    says it
    limit {}
"""
TRUE = """some c. eventually w_k <= c * log(k)
some c | c > 0. eventually w_k >= c * log(k)
some c | c > 1/2. eventually w_k <= c * log(k)
some a b. eventually w_k <= a * log(k) + b
some a b | a > 0. eventually a * log(k) - b <= w_k
some low high | low > 0. eventually low * log(k) <= w_k <= high * log(k)
some c. eventually w_k >= c * k
some c | c >= 0. eventually w_k >= c * k
some c | c < 1. eventually w_k >= c * k
some c | 0 < c < 1. eventually c * log(k) < w_k
some c | c > 0 and c = 1/2. eventually c * log(k) < w_k
some c. always w_k <= c + k
some c. eventually exp(w_k) <= k + c * log(k)
some c. eventually exp(w_k) >= k + c * log(k)
some c | c > 0. eventually exp(w_k) >= k + c * log(k)
some c. eventually w_k - log(k) <= c * log(k) / k
some c | c > 0. eventually w_k - log(k) >= c / k
some c. eventually c * w_k >= log(k)
some c d. eventually k <= c * w_k + d * exp(w_k)
some c | c > 0. eventually (c / w_k <= 1 and w_k <= k)
some c. eventually c * k >= -c * w_k""".splitlines()
FALSE = """some c | c > 0. eventually w_k >= c * k
some c. eventually w_k <= c
some c. eventually c >= w_k
some c. always w_k <= c
some a b. eventually exp(w_k) <= a * log(k) + b
some low high | low > 0. eventually low * k <= w_k <= high * k
some c | 0 < c. eventually c * k - 5 < w_k
some c. eventually exp(w_k) - k <= c
some a b | a > 0. eventually w_k + b >= a * sqrt(k)
some c. eventually k * log(k) <= c * exp(w_k) + 7 * k
some c | c > 0. eventually w_k - log(k) >= c / sqrt(k)
some c | c >= 1. eventually (w_k >= c * sqrt(k) and w_k <= k)""".splitlines()


EVEN = TEXT.replace("exp(-w_k)", "1/2")  # w_k = k / 2
EVENLY_TRUE = """tends(w_k / k, 1/2)
tends(w_k - k / 2, 0)
tends(log(w_k) / log(k), 1)
tends(log(w_k) - log(k), -log(2))
tends(exp(w_k) / k, infinity)
not (tends(w_k / log(k), 1))
eventually w_k < exp(log(k)) * 51/100""".splitlines()
EVENLY_FALSE = """tends(w_k / log(k), 1)
tends(log(w_k) - log(k), 0)
bounded(exp(w_k) / k)
eventually w_k^2 <= k * log(k)""".splitlines()

MARCH = TEXT.replace("exp(-w_k)", "2 - log(1 + exp(-w_k)) / (1 + log(1 + exp(-w_k)))")  # w_k = 2 k + o(k)
MARCH_TRUE = """tends(w_k / k, 2)
bounded(w_k / (k + 1))
eventually w_k > k
tends(w_k - 2 * k, -1)
bounded(w_k - 2 * k)""".splitlines()
MARCH_FALSE = """tends(w_k / (k + 1), 1)
tends(w_k / k, 1 / 2)
eventually w_k <= k + 3
tends(w_k^2 / k^2, 1)
bounded(w_k - k)""".splitlines()
FADES = TEXT.replace("exp(-w_k)", "1 / (1 + exp(w_k)) + 0 * log(1 + exp(w_k))")  # nothing is said of k


def said(limit: str, folder: Path, text: str = TEXT, lemma: str = "coordinates") -> Answer:
    hints = {"claim.w_k.0" if lemma == "coordinates" else "claim.direction": 1}
    return put(Book(text.format(limit), "me.book"), {"type": "One", "x": 0}, hints, folder, lemma)


def outcome(*told: Any) -> str:
    return said(*told).outcome


@pytest.mark.parametrize("limit", TRUE)
def test_a_true_statement_on_rates_is_not_refuted(limit: str, tmp_path: Path) -> None:
    found = said(limit, tmp_path)
    assert (found.outcome, found.reason) == ("REJECTED", "the formula is not seen to fail there")


@pytest.mark.parametrize("limit", FALSE)
def test_a_false_statement_on_rates_is_refuted(limit: str, tmp_path: Path) -> None:
    assert outcome(limit, tmp_path) == "ACCEPTED"


@pytest.mark.parametrize("limit", EVENLY_TRUE)
def test_a_true_statement_on_equal_steps_is_not_refuted(limit: str, tmp_path: Path) -> None:
    found = said(limit, tmp_path, EVEN, "along-a-line")
    assert (found.outcome, found.reason) == ("REJECTED", "the formula holds far out on that line")


@pytest.mark.parametrize("limit", EVENLY_FALSE)
def test_a_false_statement_on_equal_steps_is_refuted(limit: str, tmp_path: Path) -> None:
    assert outcome(limit, tmp_path, EVEN, "along-a-line") == "ACCEPTED"


@pytest.mark.parametrize("limit", MARCH_TRUE)
def test_a_statement_that_steps_like_2_do_not_break_is_not_refuted(limit: str, tmp_path: Path) -> None:
    assert outcome(limit, tmp_path, MARCH, "along-a-line") == "REJECTED"


@pytest.mark.parametrize("limit", MARCH_FALSE)
def test_a_false_statement_on_steps_that_tend_to_2_is_refuted(limit: str, tmp_path: Path) -> None:
    assert outcome(limit, tmp_path, MARCH, "along-a-line") == "ACCEPTED"


def test_steps_that_fade_say_nothing_of_their_number(tmp_path: Path) -> None:
    assert outcome("tends(w_k / k, 1)", tmp_path, FADES, "along-a-line") == "REJECTED"
