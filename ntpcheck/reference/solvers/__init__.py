"""The programs behind the limit objects: margins, ties and exact systems, no training and no paper."""
