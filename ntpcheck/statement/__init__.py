"""The statement books from the side of those who search: hints, files, comparisons. None is believed."""
