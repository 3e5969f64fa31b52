"""A run may have the name that a lemma has for a number of its own: it is no such number."""

from __future__ import annotations

from pathlib import Path

import pytest

from ntpcheck.verifier.language.book import Book
from tests.verifier.toys import put

NAMES = ("k", "m", "M", "r", "B", "x", "near", "radius", "steps", "running", "above", "u")
TEXT = """book me "Mine"
axes d: a
given One: s[a]
trajectory {name} along t from 0 by {name} + {step}
claim me/it "1" on One
    says it
    limit {limit}
"""
INSTANCE = {"type": "One", "s": [0]}


def refuted(name: str, step: str, limit: str, folder: Path) -> bool:
    step, limit = (text.replace("RUN", name) for text in (step, limit))
    book = Book(TEXT.format(name=name, step=step, limit=limit), "me.book")
    return put(book, INSTANCE, {"claim.direction": 1}, folder, "paced").outcome == "ACCEPTED"


@pytest.mark.parametrize("name", NAMES)
def test_a_run_is_not_taken_for_another_number_of_its_name(name: str, tmp_path: Path) -> None:
    # Steps (m + 1) / (1 + e^m) lead to about log t + log log t; k / (1 + e^m) would lead to 2 log t.
    assert not refuted(name, "(RUN + 1) / (1 + exp(RUN))", "tends(RUN / log(t), 1)", tmp_path)
    assert refuted(name, "(t + 1) / (1 + exp(RUN))", "tends(RUN / log(t), 1)", tmp_path)
    assert refuted(name, "1 / (1 + exp(RUN))", "tends(RUN / log(t), 2)", tmp_path)
