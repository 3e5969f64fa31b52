"""Section 6: pseudo-graphs, general losses and heads."""
