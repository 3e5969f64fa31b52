"""Finds out: explores, sweeps, judges, minimises, and writes every step into a journal."""
