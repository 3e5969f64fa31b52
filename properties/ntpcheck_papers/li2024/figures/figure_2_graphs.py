"""The graphs of Figure 2's kind, for the report: one of four components, one with a component of three."""

from typing import Any

import torch

from ntpcheck.claim import Effort
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.condensation import condensed

# Last token, label, other tokens; ids from 0. The figure's sequences are not given as text: these have its
# four single components in the first graph, and {e1, e2, e3} above e4 in the second.
SAMPLES = (
    (0, 3, (1, 2)), (0, 1, (2,)), (0, 2, ()),
    (1, 0, (3,)), (1, 2, (0,)), (1, 1, (2, 3)), (1, 2, (0, 3)),
)  # fmt: skip
TOKENS = 4


def data() -> Attention:
    """Seven sequences over four tokens, E = C = I."""
    counts = torch.zeros(len(SAMPLES), TOKENS, dtype=torch.int64)
    for i, (last, label, others) in enumerate(SAMPLES):
        counts[i, [last, label, *others]] = 1
    unit = torch.eye(TOKENS, dtype=torch.float64)
    last, labels = (torch.tensor([sample[place] for sample in SAMPLES]) for place in (0, 1))
    return Attention(
        unit, unit.clone(), counts, last, labels, loss=torch.tensor(0), knee=torch.tensor(0.0).double()
    )


def figure(claim_id: str, effort: Effort) -> dict[str, Any]:
    """Both graphs in condensed order, beside a claim."""
    found = [condensed(data(), k) | {"title": f"Token-priority graph of last token e{k + 1}"} for k in (0, 1)]
    title = "Token-priority graphs as in Figure 2: one without cycles, one with three tokens in a cycle"
    series = {"title": title, "graphs": found}
    return {"name": claim_id, "series": series}
