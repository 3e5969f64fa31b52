"""Lemmas: each refutes a shape of statement about sequences, paths or all reals."""
