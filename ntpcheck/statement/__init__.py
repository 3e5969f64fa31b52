"""What a search needs of statement books: hints, files, comparisons. The verifier checks all of it."""
