"""Two runs by one step: how far the one is ahead of the other for ever, and what that does not tell."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case, case

OWN = ("lags",)
MORE = """let both(X[a])[a] = x[a] * slow(X) + y[a] * ahead(X)
let loss(X[a]) = log(1 + exp(-u(X))) + log(1 + exp(-w(X)))
let odd(X[a])[a] = x[a] * slow(X) + y[a] * ahead(X) / 2
trajectory one_k[a] along k from s by one_k + eta * x * slow(one_k)
trajectory two_k[a] along k from s - x by two_k + eta * x * slow(two_k)
trajectory three_k[a] along k from s + 2 * x by three_k + eta * x * slow(three_k)
trajectory four_k[a] along k from s by four_k + eta * x * slow(four_k)
trajectory five_k[a] along k from s - x by five_k + eta / 2 * x * slow(five_k)
trajectory six_k[a] along k from s - x + y by six_k + eta * x * slow(six_k)
trajectory seven_k[a] along k from s by seven_k + eta * both(seven_k)
trajectory eight_k[a] along k from s - x + 2 * y by eight_k + eta * both(eight_k)
trajectory nine_k[a] along k from s by nine_k + eta * odd(nine_k)
trajectory ten_k[a] along k from s - x + 2 * y by ten_k + eta * odd(ten_k)
trajectory tied_k[a] along k from s - x by tied_k + eta * x * slow(one_k)
trajectory turned_k[a] along k from s by turned_k - eta * x * turn(turned_k)
trajectory even_k2[a] along k from s by even_k2 + eta * x
trajectory level_k2[a] along k from s - x by level_k2 + eta * x
trajectory led_k[a] along k from s by led_k + eta * x * slow(lead_k)
trajectory lead_k[a] along k from s - x by lead_k + eta * x * slow(lead_k)
trajectory round_k[a] along k from s - x by round_k - eta * x * turn(round_k)
"""


def lags(
    claim: str, *bounds: tuple[Any, int], one: str = "one_k", ways: Any = ([1, 0],), **given: Any
) -> Case:
    """u rises by eta / (1 + e^u) in all of one_k to four_k, from 0, -1, 2 and 0."""
    shown = {f"{one}__{i}": list(way) for i, way in enumerate(ways)}
    for i, (ahead, way) in enumerate(bounds):
        shown |= {f"ahead__{i}": ahead, f"way__{i}": way}
    return case("lags", claim, **given, **shown)._replace(more=MORE)


def crossed(claim: str, *bounds: tuple[Any, int], one: str = "seven_k", **given: Any) -> Case:
    """Along x eight_k is behind seven_k, and along y ahead by more."""
    return lags(claim, *bounds, one=one, ways=([1, 0], [0, 1]), **given)


GOOD = (
    lags("eventually u(one_k) <= u(two_k)", (-1, -1)),
    lags("eventually u(one_k) < u(two_k)", (-1, -1)),
    lags("eventually norm(one_k) <= norm(two_k)", (-1, -1)),
    lags("eventually slow(two_k) <= slow(one_k)", (-1, -1)),
    lags("eventually loss(two_k) < loss(one_k)", (-1, -1), eta="1/3"),
    lags("eventually u(three_k) <= u(one_k)", (2, 1)),
    lags("eventually slow(three_k) >= slow(one_k)", (1, 1)),
    lags("eventually u(four_k) < u(one_k)", (0, 1)),
    lags("(forall a. eventually u(one_k) <= u(two_k)) and bounded(w(one_k))", (-1, -1)),
    crossed("eventually loss(seven_k) <= loss(eight_k)", (-2, 1), (3, 1)),
    crossed("eventually loss(seven_k) < loss(eight_k)", (-2, 1), (4, 1)),
)
BAD = {
    "the run that is ahead": lags("eventually u(one_k) >= u(two_k)", (-1, -1)),
    "the loss of the run that is ahead": lags("eventually loss(one_k) <= loss(two_k)", (-1, -1)),
    "one run twice": lags("eventually u(four_k) <= u(one_k)", (0, 1)),
    "a lag that is not there": lags("eventually u(one_k) <= u(two_k)", (-3, -1)),
    "a lead that is not there": lags("eventually u(three_k) <= u(one_k)", (30, 1)),
    "a lag from the other side": lags("eventually u(one_k) <= u(two_k)", (-3, 1)),
    "a bound of half a step": lags("eventually u(one_k) <= u(two_k)", ("-1/2", -1)),
    "a bound on neither side": lags("eventually u(one_k) <= u(two_k)", (-1, 0)),
    "no bound": lags("eventually u(one_k) <= u(two_k)"),
    "too many steps": lags("eventually u(three_k) <= u(one_k)", (41, 1)),
    "steps of two lengths": lags("eventually u(one_k) <= u(five_k)", (-1, -1)),
    "a start beside the line": lags("eventually u(one_k) <= u(six_k)", (-1, -1)),
    "steps that lead across": lags("eventually u(one_k) <= u(two_k)", (-1, -1), eta=8),
    "steps back": lags("eventually u(one_k) <= u(two_k)", (-1, -1), eta=-1),
    "a run pulled to a number": lags("eventually u(turned_k) <= u(round_k)", (-1, -1), one="turned_k"),
    "a step that is the other's": lags("eventually u(one_k) <= u(tied_k)", (-1, -1)),
    "a difference that tends to 0": lags("tends(u(one_k) - u(two_k), 0)", (-1, -1)),
    "what holds always of two runs": lags("always u(one_k) >= u(two_k)", (-1, -1)),
    "a denied order": lags("not (eventually u(one_k) >= u(two_k))", (-1, -1)),
    "what does not hang on the order": lags("eventually u(one_k) + u(two_k) >= 0", (-1, -1)),
    "what turns with the order": lags("eventually (u(two_k) - u(one_k) - 1)^2 >= 1 / 2", (-1, -1)),
    "a true order of losses": crossed("eventually loss(eight_k) <= loss(seven_k)", (-2, 1), (3, 1)),
    "coordinates one ahead and one behind by as much": crossed(
        "eventually loss(seven_k) <= loss(eight_k)", (-2, 1), (2, 1)
    ),
    "a bound on the wrong side of one": crossed(
        "eventually loss(seven_k) <= loss(eight_k)", (-1, -1), (3, 1)
    ),
    "coordinates by two maps": crossed(
        "eventually loss(nine_k) <= loss(ten_k)", (-2, 1), (3, 1), one="nine_k"
    ),
    "directions of two runs that are not orthogonal": lags(
        "eventually loss(seven_k) <= loss(eight_k)", (-2, 1), (3, 1), one="seven_k", ways=([1, 0], [1, 1])
    ),
    "two runs by equal steps": lags("eventually u(even_k2) <= u(level_k2)", (-1, -1), one="even_k2"),
    "a run that follows the other": lags("eventually u(led_k) <= u(lead_k)", (-1, -1), one="led_k"),
    "no directions": lags("eventually u(one_k) <= u(two_k)", (-1, -1), ways=()),
    "three runs": lags("eventually u(one_k) <= u(two_k) and u(three_k) > 0", (-1, -1)),
}
