"""What book and checker say of an instance, and of its parts, side by side."""
