"""Every checker of the papers keeps the rules that hold for all checkers."""

from ntpcheck.suite import conformance
from thrampoulidis2024 import PAPER

test_a_checker_keeps_the_rules = conformance(PAPER)
