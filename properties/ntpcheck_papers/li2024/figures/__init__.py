"""Figures 2 to 6: graphs for the report, and the runs made again."""
