"""The page of a run, index.html."""
