"""Section 5: gradient descent, Lemmas 3 and 5 to 7, and the proof of Theorem 3."""
