"""Steps that keep the signs of entries, and steps, limits and numbers of which that says nothing."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case

OWN = ("one-signed",)
MORE = """trajectory times_k[a] along k from s by times_k * exp(eta * (x * slow(times_k) - y * w(times_k)))
trajectory leak_k along k from 0 by 9 / 10 * leak_k + w(times_k)^2
trajectory drag_k[a] along k from s by drag_k - x * ahead(drag_k) / 2
trajectory cut_k[a] along k from s by cut_k * exp(x * slow(cut_k)) / (3 - u(cut_k))
"""


def signed(claim: str, s: Any = (2, -1)) -> Case:
    """Each entry of times_k is multiplied by what is positive."""
    return Case("one-signed", claim, {}, {"s": list(s)}, MORE)


GOOD = (
    signed("tends(u(times_k), -1)"),
    signed("tends(w(times_k), infinity)"),
    signed("tends(u(times_k), -infinity)"),
    signed("eventually w(times_k) > 0"),
    signed("always u(times_k) <= 0"),
    signed("tends(times_k / norm(times_k), -x)"),
    signed("tends(u(times_k) / (k + 1), -1 / 3)"),
    signed("tends(u(times_k) - w(times_k), -1)"),
    signed("tends(leak_k, -2)"),
    signed("tends(u(times_k), -1)", s=(0, 5)),
    signed("tends(w(drag_k), -1)", s=(1, 1)),
)
BAD = {
    "a limit on its side of 0": signed("tends(u(times_k), 3)"),
    "the limit 0 of what has a sign": signed("tends(u(times_k), 0)"),
    "what is said to grow on its side": signed("tends(u(times_k), infinity)"),
    "a sum of two signs": signed("tends(u(times_k) + w(times_k), -1)"),
    "a sign that a step does not keep": signed("tends(u(drag_k), -1)", s=(1, 1)),
    "a sign that a step across 0 does not keep": signed("tends(u(T_k), -1)"),
    "a start of the other sign": signed("tends(u(times_k), -1)", s=(-2, 1)),
    "a factor that may have no value": signed("tends(u(cut_k), -1)"),
    "what holds by the signs": signed("eventually u(times_k) > 0"),
    "what is 0 at the start": signed("eventually u(times_k) > 0", s=(0, 1)),
    "a bound": signed("bounded(u(times_k))"),
    "a limit that runs": signed("eventually u(times_k) > k"),
}
