"""False neighbours written from the paper's text alone."""
