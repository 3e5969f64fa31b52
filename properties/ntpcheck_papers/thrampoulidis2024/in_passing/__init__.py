"""What the text says between its results."""
