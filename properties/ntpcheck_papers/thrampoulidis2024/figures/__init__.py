"""Figures 1, 2, 4 and 5: what captions say, and the runs made again."""
