"""Section 3: token-priority graphs, (Graph-SVM), cyclic data, what attention selects."""
