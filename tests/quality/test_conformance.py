"""Checkers of the papers keep the rules that hold for all checkers: every eighth in every run."""

import pytest

from ntpcheck.suite import conformance
from ntpcheck_papers.li2024 import PAPER as ATTENTION
from ntpcheck_papers.thrampoulidis2024 import PAPER as LINEAR

test_a_checker_of_the_linear_paper_keeps_the_rules = pytest.mark.share(8)(conformance(LINEAR))
test_a_checker_of_the_attention_paper_keeps_the_rules = pytest.mark.share(8)(conformance(ATTENTION))
