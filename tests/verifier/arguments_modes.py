"""Trajectories that move each other by linear steps: what is refuted, and what is left alone."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case, case

OWN = ("modes",)
MORE = """trajectory hx_k[a] along k from s by hx_k - eta * (hv_k / 2 + x * u(hx_k))
trajectory hv_k[a] along k from 0 by hv_k / 2 + x * u(hx_k)
trajectory px_k[a] along k from s by px_k - eta * (pv_k / 2 + x * turn(px_k))
trajectory pv_k[a] along k from 0 by pv_k / 2 + x * turn(px_k)
trajectory bx_k[a] along k from s by by_k + x
trajectory by_k[a] along k from 0 by 0 - bx_k
"""
ONE, THREE = [1, 0], [3, 0]


def modes(claim: str, x: Any = ONE, v: Any = ONE, *, s: Any = (1, 0), eta: Any = 3, names: str = "h") -> Case:
    """Of hx_k and hv_k u(X) + u(V) changes its sign where eta is 3; 4 u(X) + 3 u(V) turns to -2 times itself
    where it is 15/4."""
    first, second = ("bx_k", "by_k") if names == "b" else (f"{names}x_k", f"{names}v_k")
    found = case("modes", claim, s=s, eta=eta)
    return found._replace(more=MORE, shown={f"{first}.0": x, f"{second}.0": v})


DOUBLED: dict[str, Any] = {"x": [4, 0], "v": THREE, "eta": "15/4"}
GOOD = (
    modes("tends(hx_k, 0)"),
    modes("tends(u(hx_k), 0)"),
    modes("tends(norm(hx_k - x), 0)"),
    modes("tends(u(hx_k) + 2 * u(hv_k), 7)"),
    modes("bounded(norm(hx_k)) and tends(hx_k, x)"),
    modes("bounded(norm(hx_k))", **DOUBLED),
    modes("bounded(u(hv_k))", **DOUBLED),
    modes("tends(u(hv_k), 3)", **DOUBLED),
    modes("tends(3 * u(hx_k), 3)", x=THREE, v=THREE),
)
BAD = {
    "momentum that stays bounded": modes("bounded(norm(hx_k))"),
    "momentum that settles": modes("tends(hx_k, 0)", eta=1),
    "a combination that shrinks": modes("tends(hx_k, 0)", x=[2, 0], v=THREE),
    "a combination that is none": modes("tends(hx_k, 0)", v=[2, 0]),
    "a combination that stays": modes("tends(w(hx_k), 5)", x=[0, 1], v=[0, -3]),
    "no combination": modes("tends(hx_k, 0)", x=[0, 0], v=[0, 0]),
    "momentum from rest": modes("tends(hx_k, 0)", s=(0, 0)),
    "another entry than swings": modes("tends(w(hv_k), 5)"),
    "a square of what swings": modes("tends(u(hx_k)^2, 5)"),
    "a limit of momentum that is denied": modes("not tends(hx_k, 0)"),
    "one of two limits of momentum": modes("tends(hx_k, 0) or bounded(norm(hx_k))"),
    "momentum that grows": modes("tends(norm(hx_k), infinity)", **DOUBLED),
    "momentum on what is not linear": modes("tends(px_k, 0)", names="p"),
    "entries that turn round": modes("tends(bx_k, 0)", names="b"),
    "a combination with a log of k": modes("tends(u(hx_k) - log(k), 0)"),
}
