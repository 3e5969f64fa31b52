"""How many misprints of a book are noticed by stored files, checkers, and the runs that these follow."""
