"""Hints and lemmas for a counterexample file, sought in doubles."""
