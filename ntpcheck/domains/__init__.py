"""The spaces that statements quantify over: how to draw from them, enumerate them, and name their corners."""

from ntpcheck.domains.datasets import DATASETS
from ntpcheck.domains.decodings import DECODINGS, OFFSETS, PAIRS, SCALED
from ntpcheck.domains.runs import RUNS
from ntpcheck.domains.samples import SAMPLES

__all__ = ["DATASETS", "DECODINGS", "OFFSETS", "PAIRS", "RUNS", "SAMPLES", "SCALED"]
