"""What a formula says at an instance: tensors, truth, nearest points, least values, and what has no value."""
