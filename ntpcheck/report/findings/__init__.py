"""FINDINGS.md: why statements fall."""
