"""Section 5: gradient descent, Lemmas 2 to 5, and the proof of Theorem 2."""
