"""Figures: of training runs, of the plane of embeddings, of token-priority graphs."""
