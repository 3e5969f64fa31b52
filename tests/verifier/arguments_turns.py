"""Runs whose steps take turns, seen at every n-th step, and what may not be seen there."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case

OWN = ()
# heavy_k moves u at even steps and w at odd ones; flip_k and its neighbours repeat after 2, 3 or 5 steps.
MORE = """trajectory flip_k along k from 1 by 1 - flip_k
trajectory swap_k[a] along k from x by x + y - swap_k
trajectory third_k along k from 0 by if third_k = 2 then 0 else third_k + 1
trajectory fifth_k along k from 0 by if fifth_k = 4 then 0 else fifth_k + 1
trajectory slack_k along k from 0 by if k < 2 then 1 - slack_k else slack_k
trajectory turns_k[a] along k from s by turns_k + flip_k * x * slow(turns_k)
        + (1 - flip_k) * y * ahead(turns_k)
trajectory pick_k[a] along k from s by pick_k + u(swap_k) * x * slow(pick_k) + w(swap_k) * y * ahead(pick_k)
trajectory rare_k[a] along k from s by if third_k = 2 then rare_k + x * slow(rare_k) else rare_k
trajectory scarce_k[a] along k from s by if fifth_k = 4 then scarce_k + x * slow(scarce_k) else scarce_k
trajectory slacks_k[a] along k from s by slacks_k + slack_k * x * slow(slacks_k)
trajectory bad_k[a] along k from s by bad_k + flip_k * x * slow(bad_k) + (1 - flip_k) * y / w(bad_k)
"""


def turned(claim: str, every: Any = 2, ways: Any = ((1, 0), (0, 1)), name: str = "turns_k") -> Case:
    """u and w grow like the log of half as many steps."""
    shown = {f"{name}.{i}": list(way) for i, way in enumerate(ways)} | {"every": every}
    return Case("coordinates", claim, shown, {"s": [0, 0]}, MORE)


ONE = ((1, 0),)
GOOD = (
    turned("tends(k * slow(turns_k), 1)"),
    turned("tends(u(turns_k) - log(k), 0)"),
    turned("bounded(u(turns_k))"),
    turned("tends(far-out / log(k), 2)")._replace(where=("far-out = u(turns_k)",)),
    turned("tends(rate, 1)")._replace(where=("rate = k * slow(turns_k)",)),
    turned("eventually u(turns_k) > log(k)"),
    turned("tends(k * slow(turns_k), 2) and tends(k * ahead(turns_k), 1)"),
    turned("tends(flip_k + w(turns_k) / log(k), 1)"),
    turned("tends(k * ahead(pick_k), 1)", name="pick_k"),
    turned("tends(k * slow(rare_k), 2)", every=3, ways=ONE, name="rare_k"),
)
BAD = {
    "a rate of every second step": turned("tends(k * slow(turns_k), 2)"),
    "a rate by a definition": turned("tends(rate, 2)")._replace(where=("rate = k * slow(turns_k)",)),
    "a limit that holds and is denied": turned("not tends(k * slow(turns_k), 1)"),
    "turns that no second step shows": turned("tends(flip_k * u(turns_k), infinity)"),
    "a limit in a condition": turned("tends(k * slow(turns_k), 1) implies bounded(u(turns_k))"),
    "every second of three": turned("tends(k * slow(rare_k), 2)", ways=ONE, name="rare_k"),
    "more steps than are looked at": turned(
        "tends(k * slow(scarce_k), 2)", every=5, ways=ONE, name="scarce_k"
    ),
    "every half of a step": turned("tends(k * slow(turns_k), 1)", every="3/2"),
    "every step": turned("tends(k * slow(turns_k), 1)", every=1),
    "what repeats at first alone": turned("bounded(u(slacks_k))", ways=ONE, name="slacks_k"),
    "steps without a value in one phase": turned("tends(k * slow(bad_k), 1)", ways=ONE, name="bad_k"),
    "no value at odd steps": turned("tends(k * slow(turns_k) / flip_k, 1)"),
    "no value at odd steps, by a definition": turned("tends(rate, 1)")._replace(
        where=("rate = k * slow(turns_k) / flip_k",)
    ),
    "no value at odd steps, behind another part": turned(
        "tends(k * slow(turns_k), 1) and bounded(1 / flip_k)"
    ),
}
