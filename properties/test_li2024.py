from li2024 import PAPER
from ntpcheck.suite import suite

test_the_claims_keep_their_verdicts = suite(PAPER)
