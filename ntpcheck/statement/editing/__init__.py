"""Edits of lines and misprints of books, and whether they say the same."""
