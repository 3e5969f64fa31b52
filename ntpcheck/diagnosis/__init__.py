"""What can be said of data of the user's own, as answers and as words."""
