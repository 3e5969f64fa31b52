"""Two contexts of equal length with equal supports."""

from __future__ import annotations

from typing import Any

import torch

from ntpcheck.domains.imposed.grid import resized


def twin_contexts(data: Any) -> Any:
    """m = 2; the second context takes the first one's support, and its entries with the second's own signs.

    A lone context gets a twin with equal entries.
    """
    H, counts = data.embeddings, data.counts
    last = min(1, data.size("m") - 1)
    first, second = H[..., 0, :], H[..., last, :]
    turned = torch.where(second < 0, -first.abs(), first.abs())
    other = torch.where(counts[..., 0, :] > 0, counts[..., last, :].clamp(min=1), 0)
    changes = resized(data, "m", 2)
    changes |= {
        "embeddings": torch.stack([first, turned], -2),
        "counts": torch.stack([counts[..., 0, :], other], -2),
    }
    return data.replace(**changes)
