"""Section 4: the regularisation path, W^cyc, and the proofs of Theorems 1 and 2 and Lemma 4."""
