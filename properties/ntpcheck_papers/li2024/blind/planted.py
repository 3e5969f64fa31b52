"""False neighbours written from the paper's text alone."""

from __future__ import annotations

from dataclasses import replace

from ntpcheck.claim import Planted
from ntpcheck_papers.li2024.blind.graphs import GRAPHS
from ntpcheck_papers.li2024.blind.near import NEAR
from ntpcheck_papers.li2024.blind.program import PROGRAM
from ntpcheck_papers.li2024.blind.risk import RISK

PLANTED_FROM_TEXT: tuple[Planted, ...] = tuple(
    replace(planted, from_text=True) for planted in (*GRAPHS, *PROGRAM, *RISK, *NEAR)
)
