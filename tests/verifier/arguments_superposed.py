"""Trajectories that move each other by linear steps, all of them known: what is refuted, and what is left."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case, case

OWN = ("superposed",)
MORE = """let tilt(M[a])[a] = M[a] * exp(-(eta * s[a])) / (sum b. M[b] * exp(-(eta * s[b])))
let doubled(M[a])[a] = M[a] * exp(-(eta * s[a])) / (2 * (sum b. M[b] * exp(-(eta * s[b]))))
let copied(M[a])[a] = M[a]^2 / (sum b. M[b]^2)
let swapped(M[a])[a] = (sum b | b != a. M[b]) / (sum b. M[b])
trajectory hedge_k[a] along k from 1 / 2 by tilt(hedge_k)
trajectory skew_k[a] along k from s + x by tilt(skew_k)
trajectory doubling_k[a] along k from 1 / 2 by doubled(doubling_k)
trajectory copying_k[a] along k from 1 / 2 by copied(copying_k)
trajectory swapping_k[a] along k from 1 / 2 by swapped(swapping_k)
trajectory halving_k along k from 1 by halving_k / 2
trajectory hoard_k along k from 0 by hoard_k + halving_k
trajectory quiet_k along k from 0 by quiet_k / 2
trajectory turned_k along k from 1 by 3 - turned_k / 2
trajectory still_k along k from 1 by 2 - still_k
trajectory back_and_forth_k along k from 1 by -2 * back_and_forth_k
trajectory done_k along k from 1 by 0 * done_k + 3
trajectory bent_k along k from 1 by bent_k - bent_k^2 / 4
trajectory ebb_k[a] along k from s by ebb_k / 2
trajectory fill_k[a] along k from 0 * s by fill_k + ebb_k
trajectory powers_k along k from 0 by powers_k + halving_k^2
trajectory inverses_k along k from 0 by inverses_k + 1 / halving_k
trajectory numbered_k along k from 0 by numbered_k / 2 + k
trajectory after_k along k from 2 by before_k
trajectory before_k along k from 2 by 3 / 2 * before_k - after_k / 2
trajectory spare_k along k from 1 by 1 - spare_k
trajectory ebbing_k along k from 1 by ebbing_k - ebbing_k / (2 * (k + 1))
trajectory saved_k along k from 1 by saved_k - saved_k / (k + 2)^2
trajectory drawn_k along k from 1 by drawn_k - (drawn_k - 3) / (3 * k + 4)
trajectory lost_k along k from 1 by lost_k - 2 * lost_k / (k + 1)
trajectory slower_k along k from 1 by slower_k * (k + 3) / (2 * k + 3)
trajectory faster_off_k along k from 1 by faster_off_k * (k + 1)
trajectory flipped_k along k from 1 by - flipped_k * (k + 3) / (k + 2)
trajectory poled_k along k from 1 by poled_k * (k + 1) / (k - 5)
trajectory drifting_k along k from 1 by drifting_k * (k + 1) / (k + 2) + 1
trajectory distant_k along k from 1 by distant_k + 1000 * distant_k / (k + 1)
trajectory rooting_k along k from 1 by rooting_k * sqrt(k + 1) / sqrt(k + 2)
trajectory pair_k[a] along k from s by pair_k - (pair_k - x * u(pair_k) / 2) / (k + 2)
"""
HALVING, TURNED, TWICE, NUMBER = ({name: 1} for name in ("halving_k", "turned_k", "twice_k", "n_k"))
HEAP = (HALVING, {"hoard_k": 1, "halving_k": 2})
FILL = tuple({"ebb_k": one} for one in ([1, 0], [0, 1])) + tuple(
    {"ebb_k": [2 * x for x in one], "fill_k": one} for one in ([1, 0], [0, 1])
)
LAG = ({"before_k": 1, "after_k": -1}, {"before_k": 2, "after_k": -1})


def superposed(claim: str, *rows: dict[str, Any]) -> Case:
    """hoard_k is 2 (1 - halving_k), turned_k tends to 2 from both sides in turn, fill_k to (2, 0)."""
    names = {name for row in rows for name in row}
    found = case("superposed", claim, s=(1, 0))
    none = {name: [0, 0] if name in ("ebb_k", "fill_k") else 0 for name in names}
    shown = {f"{name}.{i}": x for i, row in enumerate(rows) for name, x in {**none, **row}.items()}
    return found._replace(more=MORE, shown=shown)


def shares(claim: str, *rows: dict[str, Any], s: Any = (0, 1), eta: Any = 1) -> Case:
    """hedge_k is (1, e^(-k)) / (1 + e^(-k)) where eta is 1."""
    return superposed(claim, *rows)._replace(fields={"s": list(s), "eta": eta})


GOOD = (
    shares("tends(u(hedge_k), 1 / 2)"),
    shares("tends(exp(k) * w(hedge_k), 2)"),
    shares("eventually w(hedge_k) < exp(-(2 * k))"),
    shares("bounded(exp(2 * k) * w(hedge_k))"),
    shares("eventually 1 - u(hedge_k) <= exp(-k)", eta="1/2"),
    shares("tends(k * (1 - u(hedge_k)), 1)"),
    shares("tends(log(w(hedge_k)) / k, -1)", eta="3/2"),
    shares("tends(u(hedge_k), 1)", s=(2, 2)),
    shares("tends(w(skew_k) / u(skew_k), 2)", s=(1, 1)),
    shares("eventually w(hedge_k) < halving_k^2", HALVING),
    superposed("tends(hoard_k, 0)", *HEAP),
    superposed("tends(hoard_k, 1)", *HEAP),
    superposed("bounded(k * hoard_k)", *HEAP),
    superposed("bounded(k^2 * (hoard_k / k))", *HEAP),
    superposed("not tends(hoard_k, 2)", *HEAP),
    superposed("eventually hoard_k = 2", *HEAP),
    superposed("always hoard_k > 2", *HEAP),
    superposed("tends((2 - hoard_k) / halving_k, 1)", *HEAP),
    superposed("bounded(exp(k) * (2 - hoard_k))", *HEAP),
    superposed("tends(1 / (hoard_k - 2), 0)", *HEAP),
    superposed("some c. tends(hoard_k, c) and c < 1", *HEAP),
    superposed("tends(hoard_k, 0) and tends(1 / quiet_k, 5)", *HEAP, {"quiet_k": 1}),
    superposed("tends(turned_k, 1)", TURNED),
    superposed("tends(turned_k / k, 1)", TURNED),
    superposed("tends(twice_k / k, 1)", TWICE),
    superposed("tends(log(twice_k) / k, 1)", TWICE),
    superposed("tends(n_k / k, 2)", NUMBER),
    superposed("tends(n_k - k, 0)", NUMBER),
    superposed("tends(fill_k, s)", *FILL),
    superposed("tends(norm(fill_k), 1)", *FILL),
    superposed("tends(powers_k, infinity)", HALVING),
    superposed("tends(done_k, 1)", {"done_k": 1}),
    superposed("tends(before_k, 0)", *LAG),
    superposed("tends(still_k, 0)", {"still_k": 1}),  # it starts where it stays
    superposed("bounded(back_and_forth_k)", {"back_and_forth_k": 1}),
    superposed("eventually back_and_forth_k > 0", {"back_and_forth_k": 1}),
    superposed("tends(spare_k, 1 / 2)", {"spare_k": 1}),
    superposed("bounded(exp(k) * (turned_k - 2))", TURNED),
    superposed("eventually turned_k > 2", TURNED),
    superposed("bounded(k * ebbing_k)", {"ebbing_k": 1}),
    superposed("tends(sqrt(k) * ebbing_k, 0)", {"ebbing_k": 1}),
    superposed("tends(k * ebbing_k^2, 1 / 3)", {"ebbing_k": 1}),  # 1 / pi
    superposed("tends(saved_k, 0)", {"saved_k": 1}),
    superposed("tends(saved_k, 1 / 3)", {"saved_k": 1}),  # 1 / 2
    superposed("tends(drawn_k, 2)", {"drawn_k": 1}),
    superposed("tends(k * (3 - drawn_k), 0)", {"drawn_k": 1}),
    superposed("tends(1 + lost_k, 0)", {"lost_k": 1}),
    superposed("bounded(exp(k) * slower_k)", {"slower_k": 1}),
    superposed("bounded(k * norm(pair_k))", {"pair_k": [1, 0]}, {"pair_k": [0, 1]}),
)
BAD = {
    "where hedging leads": shares("tends(u(hedge_k), 1)"),
    "the rate of hedging": shares("tends(exp(k) * w(hedge_k), 1)"),
    "a bound of a share": shares("eventually w(hedge_k) < exp(-k)"),
    "equal shares that stay": shares("tends(u(hedge_k), 1 / 2)", s=(2, 2)),
    "the ratio of shares that start apart": shares("tends(w(skew_k) / u(skew_k), 1 / 2)", s=(1, 1)),
    "a share that starts at 0": shares("tends(u(skew_k), 5)", s=(1, 0)),
    "shares that do not sum to 1": shares("tends(u(doubling_k), 5)"),
    "ratios that are squared": shares("tends(u(copying_k), 5)"),
    "ratios that are turned round": shares("tends(u(swapping_k), 5)"),
    "a share beside what falls as slowly": shares("eventually w(hedge_k) < halving_k", HALVING),
    "what a sum of halves tends to": superposed("tends(hoard_k, 2)", *HEAP),
    "a bounded sum of halves": superposed("bounded(hoard_k)", *HEAP),
    "how fast a sum of halves settles": superposed("tends((2 - hoard_k) / halving_k, 2)", *HEAP),
    "a sum of halves below its limit": superposed("eventually hoard_k < 2", *HEAP),
    "a distance that shrinks geometrically": superposed("tends(k^9 * (2 - hoard_k), 0)", *HEAP),
    "what always holds of a sum of halves": superposed("always hoard_k < 2", *HEAP),
    "another limit of a sum that is denied": superposed("not tends(hoard_k, 0)", *HEAP),
    "a limit without a value beside a false one": superposed(
        "tends(1 / quiet_k, 5) and tends(hoard_k, 0)", *HEAP, {"quiet_k": 1}
    ),
    "a divisor that is 0 for ever": superposed("tends(1 / quiet_k, 5)", {"quiet_k": 1}),
    "what is reached from both sides": superposed("tends(turned_k, 2)", TURNED),
    "a side of what is reached from both, denied": superposed("not (eventually turned_k > 2)", TURNED),
    "the rate of what doubles": superposed("tends(log(twice_k) / k, log(2))", TWICE),
    "a counter by k": superposed("tends(n_k - k, 1)", NUMBER),
    "a sum of vectors": superposed("tends(fill_k, 2 * s)", *FILL),
    "a sum of squares that is bounded": superposed("bounded(powers_k)", HALVING),
    "a sum of squares at a number": superposed("tends(powers_k, 5)", HALVING),
    "a sum of inverses of what might be 0": superposed("bounded(inverses_k)", HALVING),
    "what is done after one step": superposed("tends(done_k, 3)", {"done_k": 1}),
    "what keeps what it starts at": superposed("tends(before_k, 2)", *LAG),
    "combinations that depend on each other": superposed(
        "tends(hoard_k, 0)", HALVING, {"halving_k": 2, "hoard_k": 0}
    ),
    "combinations that are none of steps": superposed("tends(hoard_k, 0)", HALVING, {"hoard_k": 1}),
    "fewer combinations than entries": superposed("tends(hoard_k, 0)", HEAP[1]),
    "a combination that is 0": superposed("tends(hoard_k, 0)", HALVING, {"hoard_k": 0}),
    "what turns round about a number": superposed("tends(still_k, 1)", {"still_k": 1}),
    "what turns round and grows, denied": superposed(
        "not tends(back_and_forth_k, infinity)", {"back_and_forth_k": 1}
    ),
    "what is there on every second step": superposed("not tends(spare_k, 0)", {"spare_k": 1}),
    "what has no value on every second step": superposed("tends(1 / spare_k, 3)", {"spare_k": 1}),
    "a root of k by which it falls": superposed("bounded(sqrt(k) * ebbing_k)", {"ebbing_k": 1}),
    "a factor within its bounds": superposed("tends(k * ebbing_k^2, 8 / 25)", {"ebbing_k": 1}),
    "what is left of it": superposed("tends(saved_k, 1 / 2)", {"saved_k": 1}),
    "where steps lead that decay": superposed("tends(drawn_k, 3)", {"drawn_k": 1}),
    "what is 0 after two steps": superposed("eventually lost_k = 0", {"lost_k": 1}),
    "how fast a half of it is left": superposed("bounded(exp(k / 2) * slower_k)", {"slower_k": 1}),
    "a multiple that grows with k": superposed("tends(faster_off_k, 0)", {"faster_off_k": 1}),
    "a multiple near -1": superposed("tends(flipped_k, 0)", {"flipped_k": 1}),
    "a multiple without a value": superposed("tends(poled_k, 1)", {"poled_k": 1}),
    "a number beside a multiple": superposed("tends(drifting_k, 1)", {"drifting_k": 1}),
    "a multiple that settles late": superposed("tends(distant_k, 0)", {"distant_k": 1}),
    "a multiple by roots of k": superposed("tends(rooting_k, 5)", {"rooting_k": 1}),
    "what decays in two ways": superposed(
        "bounded(sqrt(k) * norm(pair_k))", {"pair_k": [1, 0]}, {"pair_k": [0, 1]}
    ),
    "steps that bend": superposed("tends(bent_k, 1)", {"bent_k": 1}),
    "steps that name k": superposed("tends(numbered_k, 1)", {"numbered_k": 1}),
    "sums of nothing that is known": superposed("tends(passed_k, 3)"),
}
