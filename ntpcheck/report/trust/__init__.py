"""TRUST.md, from records of what was measured."""
