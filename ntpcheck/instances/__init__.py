"""What the statements quantify over."""
