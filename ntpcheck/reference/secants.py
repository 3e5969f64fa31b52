"""Mean slopes of the losses over short intervals, without cancellation in doubles."""

import torch
from torch import Tensor

from ntpcheck.instances.attention import Attention
from ntpcheck.instances.loss import named

SMALL = 2.0**-20


def mean_steepness(data: Attention, u: Tensor, g: Tensor) -> Tensor:
    """(l(u - g) - l(u)) / g `[..., n]` for g >= 0, and -l'(u) where g is 0.

    For the losses with bounded derivative of a float batch; NaN for the others.
    """
    found = torch.full_like(u, torch.nan)
    x = u - data.knee[..., None]
    for name, secant in (
        ("linear", _linear),
        ("logistic", _logistic),
        ("rational", _rational),
        ("cubic", _cubic),
    ):
        found = torch.where((data.loss == named(name))[..., None], secant(x, g), found)
    return found


def _linear(x: Tensor, g: Tensor) -> Tensor:
    return torch.ones_like(x + g)


def _logistic(x: Tensor, g: Tensor) -> Tensor:
    """log1p(s expm1(g)) / g, s = 1 / (1 + e^x)."""
    s, safe = torch.sigmoid(-x), torch.where(g > SMALL, g, 1.0)
    series = s * (1 + g * (1 - s) / 2 + g * g * (1 - s) * (1 - 2 * s) / 6)
    whole = torch.log1p(s * torch.expm1(safe.clamp_max(500.0))) / safe
    return torch.where(g > SMALL, whole, series)


def _rational(x: Tensor, g: Tensor) -> Tensor:
    """On one side of the knee 1 / ((1 + |x|) (1 + |x - g|)); across it both sides add up."""
    y = x - g
    one_side = 1 / ((1 + x.abs()) * (1 + y.abs()))
    across = (-y / (1 - y) + x / (1 + x)) / torch.where(g > 0, g, 1.0)
    return torch.where((x > 0) & (y < 0), across, one_side)


def _cubic(x: Tensor, g: Tensor) -> Tensor:
    """The integral of 3 min(t^2, 1) from x - g to x, over g."""
    y, safe = x - g, torch.where(g > 0, g, 1.0)
    high, low = x.clamp(-1, 1), y.clamp(-1, 1)
    inside = torch.where((x == high) & (y == low), g, high - low)
    squares = ((high + low) ** 2 + high * high + low * low) / 2  # high^2 + high low + low^2, of one sign
    beyond = (x - y.clamp_min(1)).clamp_min(0) + (x.clamp_max(-1) - y).clamp_min(0)
    mixed = torch.where(g > 0, (inside * squares + 3 * beyond) / safe, 3 * x * x)
    return torch.where((y >= 1) | (x <= -1), 3.0, mixed)
