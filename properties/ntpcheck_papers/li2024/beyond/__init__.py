"""Our own laws and converses: none is a sentence of the paper."""
