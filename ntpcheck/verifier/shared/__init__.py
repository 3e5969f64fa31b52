"""What lemmas share: premises, runs and paths, rates, and which parts of a statement count."""
