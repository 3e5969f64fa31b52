"""False neighbours of what the appendix says of the autoregressive setting."""

from __future__ import annotations

from ntpcheck.claim import Planted
from ntpcheck_papers.thrampoulidis2024.appendices.autoregressive import regrouped
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
        "linear/autoregressive/same-form",
        "wrong-weights/by-size",
        "The mean loss of all predictions has the form (2), pi counted among contexts of the same size",
        {"conclude": lambda data, effort: regrouped(data, by_length=True)},
    ),
    Planted(
        "linear/autoregressive/same-form",
        "omitted-term",
        "The average of T losses has the form (2) over the distinct contexts of sizes 1 to T - 1",
        {"conclude": lambda data, effort: regrouped(data, empty=False)},
    ),
    Planted(
        "linear/autoregressive/same-form",
        "wrong-set",
        "The mean loss has the form (2), contexts of one size being distinct when their last tokens are",
        {"conclude": lambda data, effort: regrouped(data, suffix=True)},
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
