"""The hypotheses in force inside the proof of Lemma 5: alpha in (0, 1), and its two cases.

| paper | here |
|---|---|
| W (the subscript k is dropped), alpha | `data.W`, `data.gamma` |
| W_F, W_perp, R', W~, M | comparison.py |

W is any decoder: gradient descent starts anywhere, so every W is an iterate.
"""

from typing import Any

import torch

from ntpcheck.claim import Assumption
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Scaled
from ntpcheck_papers.thrampoulidis2024.section_5.comparison import aligned, misaligned, split
from ntpcheck_papers.thrampoulidis2024.setting import COMPATIBLE, SEPARABLE, SOME_TOKEN_OUT


def proper_fraction(data: Scaled) -> Evidence:
    """0 < gamma < 1."""
    xp = data.xp
    slack = xp.minimum(data.gamma, 1 - data.gamma)
    return Evidence(slack, 0 * slack, xp.abs(data.gamma) + 1, strict=True)


def into_fractions(data: Scaled) -> Scaled:
    """gamma modulo 1, or 1/2 where that is 0."""
    part = data.gamma.abs() % 1
    return data.replace(gamma=torch.where(part > 0, part, 0.5))


def towards_margin(data: Scaled) -> Scaled:
    """W plus a large enough power of two times W^mm."""
    found = split(data)
    size = data.W.norm(dim=(-2, -1))
    least = 2 * found.reach * size / data.gamma.abs().clamp_min(2.0**-20)
    power = torch.exp2(torch.ceil(torch.log2(1 + least)))
    moved = data.W + power[..., None, None] * found.at.margin
    return data.replace(W=torch.where(found.asked[..., None, None], moved, data.W))


def unequal_pulls(data: Scaled) -> Scaled:
    """On the rows with gamma above 1/2, for V > 1: data on which W_F decides between tokens.

    Context 1 has every token and pulls on F along one dimension. Contexts 2 and 3 have token 0 only, and W_F
    raises their other tokens by e^-16 and e^16. In W^mm the second has multiplier 15/16 and the third 1/8, so
    that a W which leaves the margin of the second a little pays less for both than the genie point does.
    """
    data, V = widened(data), data.size("V")
    if V < 2:
        return data
    H, counts, W = (torch.zeros_like(x) for x in (data.embeddings, data.counts, data.W))
    H[..., :3, :3] = torch.tensor([[0, 0, 1.0], [1, 0, 1], [0.5, 2, -1]])
    H[..., 3:, :] = H[..., 1:2, :]
    counts[..., 0, :], counts[..., 1:, 0] = 1, 1
    W[..., 0, :3] = torch.tensor([14.0, 5, 8])
    W[..., 1:, :] = -W[..., :1, :] / (V - 1)
    chosen = into_fractions(data).gamma > 0.5
    table = chosen[..., None, None]
    return data.replace(
        embeddings=torch.where(table, H, data.embeddings),
        counts=torch.where(table, counts, data.counts),
        W=torch.where(table, W, data.W),
        gamma=torch.where(chosen, 0.125, data.gamma),
    )


def widened(data: Any) -> Any:
    """At least three contexts, the last repeated, and three dimensions, the new ones zero."""
    m = data.size("m")
    data = data.permute("m", [*range(m), *[m - 1] * max(0, 3 - m)])
    more = (0, max(0, 3 - data.size("d")))
    wide = [name for name, axes in data.AXES.items() if axes[-1:] == "d"]
    return data.replace(**{name: torch.nn.functional.pad(getattr(data, name), more) for name in wide})


def enlarged(data: Scaled) -> Scaled:
    """Embeddings 64 times as large, which makes W* small; on rows like `unequal_pulls`, p_1 is uneven."""
    special = unequal_pulls(data)
    counts = special.counts.clone()
    counts[..., 0, 0] = torch.where(
        (special.gamma != data.gamma) & (counts[..., 0, 0] == 1), 16, counts[..., 0, 0]
    )
    return special.replace(embeddings=64 * special.embeddings, W=special.W / 64, counts=counts)


FRACTION = Assumption("proper-fraction", proper_fraction, into_fractions)
ALIGNED = Assumption("aligned", aligned, towards_margin)
MISALIGNED = Assumption("misaligned", misaligned)
FAR = Assumption("misaligned-pulled", misaligned, unequal_pulls)
ENLARGED = Assumption("misaligned-enlarged", misaligned, enlarged)

GIVEN = (SOME_TOKEN_OUT, SEPARABLE, COMPATIBLE, FRACTION)
