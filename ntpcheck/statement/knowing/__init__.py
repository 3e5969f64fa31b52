"""What is known where a term stands: its sign, its range, and whether it has a value."""
