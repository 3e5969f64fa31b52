"""A test of which every third case is run in general runs a case that is asked for by its name."""

from __future__ import annotations

import pytest

from tests.conftest import names_cases

TEST = "tests/quality/test_conformance.py::test_a_checker_of_the_linear_paper_keeps_the_rules"
IDS = [f"{TEST}[linear/lemma-1/separable]"]


@pytest.mark.parametrize("asked", ["separable", "'lemma-1'", "slow or Separable", "(lemma-1/sep)"])
def test_a_word_of_a_case_names_it(asked: str) -> None:
    assert names_cases(asked.strip("'"), IDS)


@pytest.mark.parametrize(
    "asked", ["", "checker", "linear", "rules", "not separable", "checker and not lemma-1"]
)
def test_a_word_of_the_test_or_of_no_case_names_none(asked: str) -> None:
    assert not names_cases(asked, IDS)
