"""What the theory says of a user's own data, as answers and as words."""
