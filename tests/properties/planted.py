"""What a planted falsehood says of an instance, by its name: beside what its claim's checker says there."""

from __future__ import annotations

from typing import Any

from ntpcheck.claim import Effort, Paper
from ntpcheck.evidence import Evidence
from ntpcheck_papers.li2024 import PAPER as ATTENTION
from ntpcheck_papers.thrampoulidis2024 import PAPER as LINEAR


def said(name: str, instance: Any, effort: Effort | None = None) -> Evidence:
    """The conclusion of the falsehood ID#KIND at an instance or a batch, its assumptions aside."""
    paper: Paper = ATTENTION if name.startswith("attention/") else LINEAR
    of, _, kind = name.partition("#")
    (false,) = [planted for planted in paper.false_neighbours(of) if planted.kind == kind]
    return false.claim(paper).conclude(instance, effort or Effort())
