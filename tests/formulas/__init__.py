"""Books without Python: bounds, types, maps into assumptions, and papers from a book alone."""
