"""False neighbours of what the appendix says of the autoregressive setting."""

from __future__ import annotations

from ntpcheck.claim import Planted
from ntpcheck_papers.thrampoulidis2024.appendices.prefixes import decreasing, distinct, entropies, strictly

PLANTED_AUTOREGRESSIVE = (
    Planted(
        "linear/autoregressive/context-counts",
        "wrong-quantifier",
        "m_1 > m_2 > ... > m_{T-1}",
        {"conclude": lambda data, effort: strictly(decreasing(data, distinct(data)))},
    ),
    Planted(
        "linear/autoregressive/context-counts/amended",
        "wrong-quantifier",
        "m_1 < m_2 < ... < m_{T-1}",
        {"conclude": lambda data, effort: strictly(decreasing(data, distinct(data), sign=-1))},
    ),
    Planted(
        "linear/autoregressive/shannon",
        "wrong-quantifier",
        "H_t > H_{t+1} on the data",
        {"conclude": lambda data, effort: strictly(decreasing(data, entropies(data)))},
    ),
    Planted(
        "linear/autoregressive/shannon",
        "flipped-inequality",
        "H_t <= H_{t+1} on the data",
        {"conclude": lambda data, effort: decreasing(data, entropies(data), sign=-1)},
    ),
    Planted(
        "linear/autoregressive/shannon/amended",
        "wrong-quantifier",
        "The last token's entropies given the t tokens before it satisfy H_t > H_{t+1}",
        {"conclude": lambda data, effort: strictly(decreasing(data, entropies(data, backwards=True)))},
    ),
    Planted(
        "linear/autoregressive/shannon/amended",
        "flipped-inequality",
        "The last token's entropies given the t tokens before it satisfy H_t <= H_{t+1}",
        {"conclude": lambda data, effort: decreasing(data, entropies(data, backwards=True), sign=-1)},
    ),
)
