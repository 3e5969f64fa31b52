"""What a book says, searched without Python: batches with bounds, types, maps into assumptions, papers."""
