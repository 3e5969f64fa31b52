"""Appendices C, D and E.1: prefixes as contexts, the loss CE_F, smoothness."""
