"""Limit objects computed without training: entropy, the subspace F, W*, W^mm and Farkas rays."""
