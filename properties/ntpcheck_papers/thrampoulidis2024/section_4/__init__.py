"""Section 4: NTP-SVM, the regularisation path, and the proof of Theorem 1."""
