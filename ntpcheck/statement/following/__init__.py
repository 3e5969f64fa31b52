"""Arguments that an edited claim follows from its line, and so is no falsehood."""
