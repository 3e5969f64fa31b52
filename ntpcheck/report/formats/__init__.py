"""A run in the formats that other tools read."""
