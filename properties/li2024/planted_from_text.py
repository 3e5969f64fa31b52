"""False neighbours written from the paper's text alone."""

from __future__ import annotations

from li2024.planted_from_text_graphs import GRAPHS
from li2024.planted_from_text_near import NEAR
from li2024.planted_from_text_program import PROGRAM
from li2024.planted_from_text_risk import RISK
from ntpcheck.claim import Planted

PLANTED_FROM_TEXT: tuple[Planted, ...] = GRAPHS + PROGRAM + RISK + NEAR
