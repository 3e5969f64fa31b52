"""Refutations printed as Coq from a book's tree, for a proof kernel to accept."""
