"""Lemmas on rates, least values and lines: each refutes its example, and no example with a premise broken."""

from __future__ import annotations

import pytest

from ntpcheck.verifier.lemmas import by_name as lemmas
from ntpcheck.verifier.lemmas import least as lemmas_least
from ntpcheck.verifier.lemmas import lines as lemmas_lines
from ntpcheck.verifier.lemmas import normalised as lemmas_normalised
from ntpcheck.verifier.lemmas import rates as lemmas_rates
from tests.verifier.attention_cases import (
    LEAST,
    RATIO,
    SHORTEST,
    Case,
    kept,
    least,
    lined,
    multipliers,
    outrun,
    steeply,
    turned,
)
from tests.verifier.refusals import reasons

OWN = (
    "outrun",
    "multipliers",
    "vanishing-radius",
    "least-value",
    "falls",
    "mirrored",
    "along-a-line",
    "kept-off",
    "alternates",
)
NEVER_NEGATIVE = "max(u(U_r), 0) / 2", "abs(u(U_r))", "exp(w(U_r))", "u(U_r)^2", "min(norm(U_r), r)"
ANY_SIGN = "min(u(U_r), 1)", "u(U_r)^3", "max(u(U_r), -1)", "log(1 / 2 + norm(U_r))"
GOOD = (
    outrun("tends(P_r / r, (x + y) / norm(x + y))", 1, 3),
    outrun("tends(P_r / r, x)", 1, 1),
    outrun("tends(w(P_r), 5)", 1, 3),
    outrun("tends(u(F_r) + w(F_r), 0)", 1, 1),
    outrun("tends(F_r / r, x)", 1, 1),
    outrun("tends(norm(P_r - u(P_r) * (x + y) - y) / r, 0)", 1, 3),
    outrun("tends(norm(P_r - max(w(P_r), 0) * x - y) / r, 0)", 1, 1),
    least("tends(steep(P_r), 1)", 1, 1),
    least("tends(steep(F_r), infinity)", 1, 1),
    least("tends(exp(-w(P_r)), 1 / 2) and tends(steep(P_r), 0)", 1, 3),
    least("some c. tends(steep(P_r), c) and c = exp(c) - 2", 1, 1),
    least("tends(2 * exp(-w(P_r)) + steep(P_r), 3)", 1, 1),
    least("not tends(steep(P_r), 0)", 1, 1),
    Case("falls", "some U[a] | norm(U) <= eta. every M[a]. side(U) <= side(M)", {"direction": [1, 0]}),
    multipliers("tends(norm(U_r - u(U_r) * (x + y) - 0 * x), 0)", 1, 1),
    multipliers("tends(norm(U_r - r * x - y), 0)", 1, 0),
    multipliers("tends(norm(U_r - max(u(U_r), 0) / norm(y)^2 * x - y), 0)", 1, 0),
    *(multipliers(f"tends(norm(U_r - {c} * x - y), 0)", 1, 0) for c in NEVER_NEGATIVE),
    Case("vanishing-radius", "always steep(P_r) < 1", {}),
    Case("vanishing-radius", "always every M[a]. steep(P_r) <= steep(M)", {"M": [1, 1]}),
    Case("vanishing-radius", "always r > 1 or u(F_r) > 1", {}),
    Case("vanishing-radius", "some c. tends(steep(P_r), c) and (always c = steep(P_r))", {"point": [1, 1]}),
    Case("vanishing-radius", "some c. tends(steep(P_r), c) and (always 1 + u(P_r) = c)", {"point": [1, 3]}),
    Case("falls", LEAST.format(f="side"), {"direction": [1, 0]}),
    Case("falls", LEAST.format(f="steep"), {"direction": [1, 1]}),
    Case("mirrored", SHORTEST.format(f="dips"), {"point": ["9/4", 0]}),
    lined("tends(norm(L_k), 1)", 1, 0),
    lined("eventually u(L_k) < 5", 2, 0),
    lined("tends(u(O_k) / w(O_k), 1)", 2, 1),
    lined("tends(norm(K_k) / k, 2)", 1, 0),
    lined("bounded(k^2 / norm(K_k))", 2, 0, s=(1, 0)),
    kept(),
    kept("tends(T_k, y)"),
    turned(),
    steeply(0),
    turned(s=("1/2", "16/5")),  # deep enough from 3.06 on
    turned(RATIO.format("N_k", "W_k"), centre=0),
    turned("eventually abs(u(N_k)) <= 2 / 5", centre=0),
    turned("eventually norm(onto(N_k)) <= 1 / 2", s=("3/8", 12), centre=0),
    turned("eventually u(N_k) > 0", centre=0),
    turned("tends(N_k / norm(N_k), x)", centre=0),
    turned("tends(u(N_k), 0) and tends(w(N_k), infinity)", centre="1/64"),
    turned("bounded(w(N_k))", centre=0),
    turned("tends(norm(N_k) / k, eta)", centre=0),
    turned("tends(norm(N_k) / k, infinity)", centre=0),
    turned("tends(norm(N_k) / (eta * k), 1)", centre=0),
    turned("tends(norm(N_k)^2 / k, 1)", centre=0),
    turned("tends(w(N_k) / log(k), 2)", centre=0),  # b is 1
    turned("tends(norm(N_k) / log(k)^2, 1)", centre=0),
    turned("bounded(k^2 * ahead(N_k))", centre=0),
    turned("tends(sqrt(k) * ahead(N_k), 1)", centre=0),
)
BAD = {
    "the infimum, as a limit": least("tends(steep(P_r), 0)", 1, 1),
    "what falls with the goal": least("tends(exp(-w(P_r)), 0)", 1, 1),
    "a direction along which the least value grows": least("tends(steep(P_r), 1)", -1, -1),
    "a direction with a higher limit": least("tends(uneven(U_r), 1)", 1, 0),
    "a direction that is 0": least("tends(steep(P_r), 1)", 0, 0),
    "a least value under an equation with a constant": least("tends(steep(K_r), exp(-3))", 0, 1),
    "a difference with a negative term": least("tends(signed(S_r), 1)", 1, 1),
    "least values of another ball": least("tends(steep(H_r), 1)", 1, 1),
    "least values off the equations": least("tends(steep(F_r), 1)", 1, 3),
    "a number that the goal does not bound": least("tends(exp(u(P_r)), 1)", 1, 1),
    "a number beside the goal": least("tends(side(P_r) * exp(w(P_r)), 1)", 1, 1),
    "a multiple that grows with the radius": least("tends(exp(r) * steep(P_r), 1)", 1, 1),
    "a root of what falls": least("tends(exp(log(1 + exp(-u(P_r))) / 2), 2)", 1, 1),
    "a number without a limit": least("some c. tends(w(P_r), c)", 1, 1),
    "a length": least("tends(norm(P_r) / r, 1 / 2)", 1, 1),
    "a value at every radius": least("always steep(P_r) < 1", 1, 1),
    "the true direction": outrun("tends(P_r / r, (x + 3 * y) / norm(x + 3 * y))", 1, 1),
    "the true direction, by itself": outrun("tends(P_r / r, (x + 3 * y) / norm(x + 3 * y))", 1, 3),
    "a slower direction": outrun("tends(P_r / r, (x + y) / norm(x + y))", 1, 0),
    "a direction along which the goal grows": outrun("tends(P_r / r, x)", -1, -1),
    "a true bound on a linear form": outrun("tends(w(P_r) - 3 * u(P_r), 0)", 1, 3),
    "a goal with a negative term": outrun("tends(S_r / r, (x + 2 * y) / norm(x + 2 * y))", 1, 1),
    "a ball of another radius": outrun("tends(H_r / r, x)", 1, 3),
    "the only direction": outrun("tends(F_r / r, (x + y) / norm(x + y))", 1, 1),
    "the true direction under an inequality": outrun("tends(I_r / r, (x + 3 * y) / norm(x + 3 * y))", 1, 1),
    "a direction off the equations": outrun("tends(F_r / r, x)", 1, 3),
    "a path in no ball": outrun("tends(u(X_r), 5)", 1, 1),
    "a path in two balls": outrun("tends(w(Y_r), 5)", 1, 3),
    "a trajectory for a path": outrun("tends(L_k / k, x)", 1, 3),
    "a limit denied": outrun("not tends(P_r / r, x)", 1, 3),
    "an infinite limit": outrun("tends(w(P_r), infinity)", 1, 3),
    "a form that is not linear": outrun("tends(norm(P_r), 1)", 1, 3),
    "the true line, by symmetry": multipliers("tends(norm(P_r - u(P_r) * (x + 3 * y) - 0 * x), 0)", 1, -3),
    "the true line and offset": multipliers(
        "tends(norm(U_r - u(U_r) * (x + y) - (log(2) * y - log(2) * x) / 2), 0)", 1, 1
    ),
    "the true line": outrun("tends(norm(P_r - w(P_r) * (x + 3 * y) - y) / r, 0)", 1, 3),
    "the true line, from the other side": outrun("tends(norm(P_r + w(P_r) * (x + 3 * y)) / r, 0)", 1, 3),
    "a faster line than the one shown": outrun("tends(norm(P_r - r * (x + 3 * y) - y) / r, 0)", 1, 1),
    "no line, relative to the radius": outrun("tends(norm(P_r - r * (0 * x) - y) / r, 0)", 1, 3),
    "a distance that is not 0": outrun("tends(norm(P_r - r * x - y) / r, 1)", 1, 1),
    "a distance over another number": outrun("tends(norm(P_r - r * x - y) / norm(P_r), 0)", 1, 1),
    "an offset that runs along the path": outrun("tends(norm(P_r - r * x - (P_r - r * x)) / r, 0)", 1, 3),
    "an offset that grows with the radius": outrun("tends(norm(P_r - r * x - 3 * r * (y - x)) / r, 0)", 1, 3),
    "a line for each entry": outrun("forall a. tends(norm(P_r - r * (x[a] * x) - y) / r, 0)", 1, 3),
    "a line that runs along the path": outrun("tends(norm(P_r - 1 * P_r - y) / r, 0)", 1, 3),
    "no descent everywhere": multipliers("tends(norm(U_r - u(U_r) * (x + y) - 0 * x), 0)", 1, -1),
    "a critical point": multipliers("tends(norm(B_r - u(B_r) * (x + y) - 0 * x), 0)", 1, 0),
    "a path under equations": multipliers("tends(norm(G_r - u(G_r) * (x + y) - 0 * x), 0)", 1, 1),
    "a limit that is not 0": multipliers("tends(norm(U_r - u(U_r) * (x + y) - 0 * x), 1)", 1, 1),
    "a factor of any sign": multipliers("tends(norm(U_r - u(U_r) * x - y), 0)", 1, 0),
    **{f"{c}, of any sign": multipliers(f"tends(norm(U_r - {c} * x - y), 0)", 1, 0) for c in ANY_SIGN},
    "a factor for each entry": multipliers("tends(norm(U_r - y * (x + y) - 0 * x), 0)", 1, 1),
    "no line": multipliers("tends(norm(U_r - x), 0)", 1, 1),
    "true at small radii": Case("vanishing-radius", "always steep(P_r) <= 2", {}),
    "false for large radii only": Case("vanishing-radius", "always steep(P_r) > 1", {}),
    "eventually": Case("vanishing-radius", "eventually steep(P_r) > 3", {}),
    "a trajectory at small radii": Case("vanishing-radius", "always u(L_k) > 1", {}),
    "a least value that is not": Case(
        "vanishing-radius", "always every M[a]. steep(P_r) <= steep(M)", {"M": [-1, -1]}
    ),
    "a higher point": Case(
        "vanishing-radius", "some c. tends(steep(P_r), c) and (always c = steep(P_r))", {"point": [-1, -1]}
    ),
    "the limit of another number": Case(
        "vanishing-radius", "some c. tends(side(P_r), c) and (always c = steep(P_r))", {"point": [1, 1]}
    ),
    "the infimum": Case(
        "vanishing-radius", "some c. tends(steep(P_r), c) and (always c = 0 * u(P_r))", {"point": [9, 9]}
    ),
    "a number on both sides": Case(
        "vanishing-radius", "some c. tends(steep(P_r), c) and (always c = c + u(P_r))", {"point": [1, 1]}
    ),
    "a bound in the place of a value": Case(
        "vanishing-radius", "some c. tends(steep(P_r), c) and (always c <= steep(P_r))", {"point": [1, 1]}
    ),
    "an infimum under equations": Case(
        "vanishing-radius", "some c. tends(steep(F_r), c) and (always c = steep(F_r))", {"point": [1, 1]}
    ),
    "a step up": Case("falls", LEAST.format(f="side"), {"direction": [-1, 0]}),
    "a step aside": Case("falls", LEAST.format(f="side"), {"direction": [0, 1]}),
    "a least value in a valley": Case("falls", LEAST.format(f="bowl"), {"direction": [1, 0]}),
    "an even function": Case("falls", LEAST.format(f="peak"), {"direction": [1, 0]}),
    "a greatest value": Case("falls", "some U[a]. every M[a]. side(M) <= side(U)", {"direction": [1, 0]}),
    "two functions": Case("falls", "some U[a]. every M[a]. side(U) <= peak(M)", {"direction": [1, 0]}),
    "a value beside itself": Case(
        "falls", "some U[a]. every M[a]. side(M) <= side(M)", {"direction": [1, 0]}
    ),
    "a value that hangs on both points": Case(
        "falls",
        "some U[a]. every M[a]. 4 * side(M) - peak(U) <= 4 * side(M) - peak(M)",
        {"direction": [1, 0]},
    ),
    "some for every": Case("falls", "some U[a]. some M[a]. side(U) <= side(M)", {"direction": [1, 0]}),
    "under a condition": Case(
        "falls", "some U[a]. every M[a] | u(M) > 1. side(U) <= side(M)", {"direction": [1, 0]}
    ),
    "a point at 0": Case("mirrored", SHORTEST.format(f="dips"), {"point": [0, 1]}),
    "a point too near": Case("mirrored", SHORTEST.format(f="dips"), {"point": ["1/8", 0]}),
    "lower at infinity": Case("mirrored", SHORTEST.format(f="peak"), {"point": [1, 0]}),
    "not even": Case("mirrored", SHORTEST.format(f="side"), {"point": [1, 0]}),
    "lower on one side alone": Case("mirrored", SHORTEST.format(f="lean"), {"point": ["9/4", 0]}),
    "constant": Case("mirrored", SHORTEST.format(f="flat"), {"point": ["9/4", 0]}),
    "without a bound below": Case("mirrored", SHORTEST.format(f="drop"), {"point": [2, 0]}),
    "not one coordinate": Case("mirrored", SHORTEST.format(f="both"), {"point": ["9/4", 0]}),
    "infinite, convex": Case("mirrored", SHORTEST.format(f="bowl"), {"point": [0, 9]}),
    "any least points": Case(
        "mirrored",
        "every U[a] Z[a] | norm(U) = norm(Z) and (every M[a]. dips(U) <= dips(M) and dips(Z) <= dips(M)). "
        "U = Z",
        {"point": ["9/4", 0]},
    ),
    "opposite points": Case(
        "mirrored", SHORTEST.format(f="dips").replace("U = Z", "U = 0 - Z"), {"point": ["9/4", 0]}
    ),
    "a true divergence": lined("tends(norm(L_k), infinity)", 1, 0),
    "a true direction": lined("tends(L_k / norm(L_k), x)", 1, 0),
    "a true pace": lined("tends(norm(K_k) / k, 1)", 2, 0),
    "a pace that is not known": lined("tends(norm(L_k) / k, 1)", 1, 0),
    "a direction backward": lined("tends(norm(L_k), 1)", -1, 0),
    "another direction": lined("tends(norm(L_k), 1)", 1, 1),
    "no direction": lined("tends(norm(L_k), 1)", 0, 0),
    "a step that turns": lined("tends(norm(T_k), 1)", -1, 0, s=(1, 0)),
    "a step off the line": lined("tends(u(O_k) / w(O_k), 1)", 1, 0),
    "the number of steps": lined("tends(norm(L_k) / k, 1)", 1, 0),
    "two trajectories": lined("tends(norm(L_k) / norm(O_k), 5)", 1, 0),
    "a path for a trajectory": lined("tends(norm(P_r), 1)", 1, 0),
    "small steps": kept(eta=1),
    "a start at the limit": kept(u=0),
    "a start outside": kept(u=8),
    "too wide": kept(near="1/8", far=12),  # a step from u = 12 tanh(6) leads to 0
    "too narrow": kept(near="23/4", far="25/4"),
    "no room": kept(near=7, far=6),
    "no distance": kept(near=0),
    "a matrix that is 0": kept(direction=[0, 0]),
    "a coordinate that does not move by itself": kept("tends(C_k, 0)"),
    "another coordinate": kept(direction=[0, 1]),
    "no limit named": kept("bounded(norm(T_k))"),
    "a limit nearby": kept("tends(T_k, 6 * x)"),
    "not deep enough": turned(s=("1/2", 0)),
    "not quite deep enough": turned(s=("1/2", "29/10")),
    "on the tie": turned(s=(0, 12)),
    "beyond a step": turned(s=(2, 12)),
    "nearer than near": turned(s=("1/8", 12)),
    "more than half a step": turned(near="3/4", s=("3/4", 12)),
    "near is 0": turned(near=0),
    "a start on the wrong side": turned(s=("1/2", -1)),
    "a start just on the wrong side": steeply("-1/4"),
    "axes that are not orthogonal": turned(outward=[1, 1]),
    "an axis that is 0": turned(outward=[0, 0]),
    "an outward axis turned round": turned(outward=[0, -1]),
    "parts that mix": turned("tends(onto(Q_k), 0)"),
    "a pull that does not fade": turned("tends(onto(I_k), 0)"),
    "divided by another norm": turned("tends(onto(J_k), 0)"),
    "steps that are not normalised": turned("tends(onto(W_k), 0)"),
    "steps the other way": turned(eta=-1),
    "steps of no length": turned(eta=0),
    "a ratio to a coordinate": turned("tends(norm(N_k) / abs(u(W_k)), infinity)", centre=0),
    "a limit off the tie": turned("tends(onto(N_k), x / 2)"),
    "the ratio turned round": turned(RATIO.format("W_k", "N_k"), centre=0),
    "a ratio to what climbs": turned(RATIO.format("N_k", "D_k"), centre=0),
    "a ratio that is finite": turned("tends(norm(N_k) / norm(W_k), 1)", centre=0),
    "another gradient": turned(RATIO.format("N_k", "V_k"), centre=0),
    "a wrong centre": turned(RATIO.format("N_k", "W_k"), centre=1),
    "a swing that is as wide": turned("eventually abs(u(N_k)) <= 3 / 5", centre=0),
    "a swing up to bounds": turned("eventually abs(u(N_k)) <= 1 / 2", centre=0),
    "either side in turn": turned("eventually (u(N_k) > 0 or u(N_k) < 0)", centre=0),
    "where it goes": turned("tends(N_k / norm(N_k), y)", centre=0),
    "a true end": turned("tends(w(N_k), infinity)", centre=0),
    "a centre off the tie": turned("eventually abs(u(N_k)) <= 2 / 5", near="1/8", centre="1/4"),
    "a norm per step that is nothing": turned("tends(norm(N_k) / k, 0)", centre=0),
    "a norm over the log of its steps": turned("tends(norm(N_k) / log(k), 1)", centre=0),
    "a pace up to a factor": turned("tends(k * ahead(N_k), 7)", centre=0),
    "a pace up to a bounded number": turned("tends(w(N_k) - log(k), 7)", centre=0),
    "a pace of which bounds are known": turned("bounded(k * ahead(N_k))", centre=0),
    "a norm per step, not deep enough": turned("tends(norm(N_k) / k, 1)", s=("1/2", 0), centre=0),
    "another norm per step": turned("tends(norm(W_k) / k, 1)", centre=0),
    "another number per step": turned("tends(u(N_k) / k, 0)", centre=0),
    "a limit that is denied": turned("not bounded(norm(onto(N_k)))", centre=0),
    "a condition on one side alone": turned("forall a | eventually u(N_k) > 0. x[a] = 2", centre=0),
    "a condition on every number": turned("every t | eventually u(N_k) > 0. t = 2", centre=0, t=1),
    "a sum over a condition on one side": turned("(sum a | eventually u(N_k) > 0. 1) = 0", centre=0),
    "a choice by a condition on one side": turned("(if eventually u(N_k) > 0 then 1 else 0) = 0", centre=0),
}


@pytest.mark.parametrize("case", GOOD, ids=lambda case: f"{case.lemma} {case.claim}"[:60])
def test_a_lemma_refutes_its_examples(case: Case) -> None:
    assert case.refuted()


@pytest.mark.parametrize("name", BAD)
def test_a_broken_premise_or_a_true_claim_is_not_refuted(name: str) -> None:
    assert BAD[name].objection() == reasons("attention")[name] != ""


def test_each_lemma_is_refused_in_five_ways_and_knows_no_other_s_shape() -> None:
    for own in OWN:
        assert own in lemmas.shelf()
        assert sum(case.lemma == own for case in BAD.values()) >= 5
        for case in GOOD:
            if case.lemma != own and not {case.lemma, own} <= {"kept-off", "alternates"}:
                assert not case._replace(lemma=own).refuted()
    assert {f.__module__ for f in map(lemmas.called, OWN)} == {
        m.__name__ for m in (lemmas_least, lemmas_lines, lemmas_normalised, lemmas_rates)
    }
