"""What training does."""
