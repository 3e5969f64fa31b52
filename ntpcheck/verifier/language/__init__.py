"""Books, from text to typed items: words, trees, names, claims and their digests."""
