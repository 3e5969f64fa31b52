"""Where a step leads on from what is said to be a limit, and what says nothing of that."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case, case

OWN = ("leads-on",)
# Kept in the unit ball; kept off its inside, which has no value at 0; and pulled as far as it is long.
MORE = """trajectory kept_k[a] along k from s by (kept_k + eta * x) / max(1, norm(kept_k + eta * x))
trajectory spread_k[a] along k from s by (spread_k + eta * x) / min(1, norm(spread_k + eta * x))
trajectory lifted_k[a] along k from s by lifted_k / 2 + x * abs(u(lifted_k) - 1)
"""


def leads_on(claim: str, *, s: Any = (3, 2), eta: Any = "1/2") -> Case:
    """Of B_k u is pulled to 1 and w is kept; of V_k u is pulled to log 2, of K_k w has a hand in that."""
    return case("leads-on", claim, s=s, eta=eta)._replace(more=MORE)


GOOD = (
    leads_on("tends(B_k, 3 * x)"),
    leads_on("tends(B_k, 0)", s=(0, 0)),
    leads_on("forall a. tends(B_k[a], 2)"),
    leads_on("forall a | x[a] > 0. tends(B_k[a], 5)"),
    leads_on("tends(norm(B_k - 2 * x), 0)"),
    leads_on("tends(u(B_k), 3)"),
    leads_on("tends(1 - 2 * u(B_k), u(x))"),
    leads_on("bounded(norm(B_k)) and tends(u(B_k), 3)"),
    leads_on("tends(u(V_k), 5)"),
    leads_on("tends(u(V_k), log(2 + eta))"),
    leads_on("tends(T_k, x + y)"),
    leads_on("tends(FF_k, 0)"),
    leads_on("tends(JJ_k, x)"),
    leads_on("tends(kept_k, y)"),
    leads_on("tends(kept_k, (3 * x + 4 * y) / 5)", s=(0, 0)),
    leads_on("tends(kept_k, 0)"),
    leads_on("tends(lifted_k, 3 * x)"),
    leads_on("tends(u(K_k), 0) and tends(w(K_k), 3)"),
)
BAD = {
    "a point of the border at which it rests": leads_on("tends(kept_k, x)"),
    "a length that may be nothing": leads_on("tends(spread_k, y)"),
    "a kink at which it rests": leads_on("tends(lifted_k, 2 / 3 * x)", s=(1, 0)),
    "a limit at which it rests": leads_on("tends(u(B_k), 1)"),
    "a limit in logs at which it rests": leads_on("tends(u(V_k), log(2))"),
    "a limit at which all rests": leads_on("tends(B_k, x)", s=(3, 0)),
    "a false limit at which it rests": leads_on("tends(B_k, x)"),
    "an entry that another moves": leads_on("tends(u(K_k), 1)"),
    "a sum of entries": leads_on("tends(u(B_k) + w(B_k), 8)"),
    "a limit of what grows too": leads_on("tends(B_k - log(k) * y, 3 * x)"),
    "no number": leads_on("some c. tends(u(B_k), c)"),
    "a limit without end": leads_on("tends(w(A_k), infinity)"),
    "what is not said": leads_on("not tends(B_k, 3 * x)"),
    "one of two": leads_on("tends(u(B_k), 3) or tends(u(B_k), 1)"),
    "what only stays bounded": leads_on("bounded(norm(B_k - 3 * x))"),
    "no entry for the condition": leads_on("forall a | x[a] > 1. tends(B_k[a], 5)"),
    "a step by a number that runs": leads_on("tends(J_k, 3 * x)"),
    "a step by another run": leads_on("tends(R_k, 3 * x)"),
    "a path's limit": leads_on("tends(P_r, 3 * x)"),
    # HH_k is halved where u is positive, and tends to 0; from 0 it leads on, but not from near it.
    "a step that jumps": leads_on("tends(HH_k, 0)"),
    # JJ_k starts at x / u(s), and is halved.
    "a start without a value": leads_on("tends(JJ_k, x)", s=(0, 0)),
    # Of KK_k u is pulled to 1, and w is divided by.
    "another entry without a value somewhere": leads_on("tends(u(KK_k), 3)"),
    # II_k is divided by u: it has no value where u is 0, and one at 1.
    "a step without a value somewhere": leads_on("tends(II_k, 3 * x)"),
}
