"""Falsehoods beside the claims, written with the checkers in sight, and how to look for what they state."""

from ntpcheck.contents import checks

CHECKS = checks(__name__)
