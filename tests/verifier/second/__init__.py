"""Books read a second time, from docs/statement-book.md alone, and books drawn for both readings."""
