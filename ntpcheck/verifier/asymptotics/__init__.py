"""What holds for all large k or R: growth, orders, limits."""
