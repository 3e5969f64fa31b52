"""Section 2: the training set, the softmax, the loss, its slopes and its floor."""
