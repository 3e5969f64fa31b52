from ntpcheck.suite import suite
from ntpcheck_papers.li2024 import PAPER

test_the_claims_keep_their_verdicts = suite(PAPER)
