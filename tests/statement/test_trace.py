"""The parts of a formula with their values: what a part is made of may be no formula."""

from __future__ import annotations

import pytest

from ntpcheck.errors import UnreadableFile
from ntpcheck.statement.printing.trace import trace
from ntpcheck.verifier.language.book import Book

TEXT = """book toy "A toy"
axes S: s
given Point: x[s], c
let double(M[s])[s] = 2 * M[s]
"""
POINT = {"type": "Point", "x": [1, -2], "c": 3}


def told(formula: str) -> dict[str, str]:
    return {part: value for _, part, value in trace(Book(TEXT, "toy"), POINT, {}, formula)}


def test_a_power_is_told_with_what_is_raised() -> None:
    assert told("1 <= norm(x)^2") == {"1 <= norm(x)^2": "true", "norm(x)^2": "5", "norm(x)": "2.23607"}
    assert told("c^0 = 1") == {"c^0 = 1": "true", "c^0": "1", "c": "3"}


def test_what_stands_under_a_letter_is_told_as_a_whole() -> None:
    assert told("forall s. x[s]^2 >= 1") == {"forall s. x[s]^2 >= 1": "true"}
    assert told("(sum s. x[s]^3) = -7")["sum s. x[s]^3"] == "-7"


def test_arguments_and_cases_are_told() -> None:
    assert told("norm(double(x))^2 = 20")["norm(double(x))^2"] == "20"
    assert told("(if c > 0 then c^2 else -c) = 9")["c^2"] == "9"


def test_what_cannot_be_read_is_said() -> None:
    with pytest.raises(UnreadableFile, match="a power is a natural number"):
        told("x^c = 1")
