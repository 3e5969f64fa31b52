"""What two sections of the paper use."""
