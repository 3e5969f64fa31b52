"""Two coordinates that act on each other: examples that the lemma refutes, and what it has to leave alone."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case, case

OWN = ("in-a-plane",)


def plane(claim: str, name: str, *, s: Any = (0, 0), eta: Any = "1/2", ways: Any = ([0, 1], [1, 0])) -> Case:
    """Along x, G_k is pulled to 0, L_k rises as log log k, and Q_k fades as k^-1/4."""
    return case(
        "in-a-plane", claim, s=s, eta=eta, **{f"{name}__{i}": list(way) for i, way in enumerate(ways)}
    )


ASIDE: Any = (1, 0)


def faded(bound: str, rate: str) -> Case:
    """Of Q_k, with a rate that the condition is to allow."""
    claim = (
        f"some X[a] | X = 0. every rate | 0 <= rate <= 1 / 4. some c. eventually abs(u(Q_k)) <= c * {bound}"
    )
    case = plane(claim, "Q_k", s=ASIDE)
    return case._replace(shown={**case.shown, "rate": rate})


GOOD = (
    plane("tends(k * u(G_k), 65 / 32)", "G_k"),
    plane("tends(k * u(G_k), 0)", "G_k"),
    plane("tends(k * u(G_k), -2)", "G_k"),
    plane("tends(u(G_k), 1)", "G_k", s=(-3, 2)),
    plane("tends(w(G_k) - log(k), 0)", "G_k"),
    plane("bounded(k^2 * u(G_k))", "G_k"),
    plane("some X[a]. tends(k * onto(G_k), X) and tends(k * u(G_k), 65 / 64 * u(X))", "G_k"),
    plane("some X[a] | exp(w(X)) = 3. tends(w(G_k) - log(k), w(X))", "G_k"),
    plane("some X[a] Y[a] | exp(u(Y)) = 2 and u(X) = exp(u(Y)) + 1 / 64. tends(k * u(G_k), u(X))", "G_k"),
    plane("some c. eventually abs(u(G_k)) <= c * log(k) / k^2", "G_k"),
    plane("tends(u(L_k) / log(log(k)), 65 / 64)", "L_k"),
    plane("tends(u(L_k) - log(log(k)), 1 / 64)", "L_k"),
    plane("tends(u(L_k) + k, 0)", "L_k"),
    plane("tends(u(L_k) * k, 0)", "L_k"),
    plane("tends(u(L_k)^2 / sqrt(k) + 1, 0)", "L_k"),
    plane("some X[a]. tends(L_k - log(k) * y, X)", "L_k"),
    plane("tends((L_k - log(k) * y) / log(log(k)), -x)", "L_k"),
    plane("tends(exp(log(k) / 3) * u(Q_k), 0)", "Q_k", s=ASIDE),
    plane("some c. eventually abs(u(Q_k)) <= c * exp(-log(k) / 3)", "Q_k", s=ASIDE),
    faded("exp(-2 * rate * log(k))", "1/4"),
    plane("eventually u(Q_k) < 0", "Q_k", s=ASIDE),
    plane("tends(u(V_k), 65 / 64 * log(2))", "V_k"),
    plane("bounded(k * (u(V_k) - 2 / 3))", "V_k"),
    plane("tends(w(NN_k) - log(k), -63 / 64 * log(2))", "NN_k"),
    plane("tends(NN_k / norm(NN_k), x)", "NN_k"),
)
BAD = {
    "a pull without a remainder": plane("tends(k^9 * (u(V_k) - log(2)), 0)", "V_k"),
    "a pull that nothing else touches": plane("eventually abs(u(V_k) - log(2)) <= exp(-log(k)^2)", "V_k"),
    "a first step that does not fade": plane("tends(w(QQ_k) / k, eta)", "QQ_k"),
    "a first step that does not fade, and a false pace": plane("bounded(u(QQ_k))", "QQ_k"),
    "a nudge that adds up to a number": plane("bounded(u(NN_k))", "NN_k"),
    "a true direction beside a nudge": plane("tends(NN_k / norm(NN_k), y)", "NN_k"),
    "a true pace beside a nudge": plane("tends(w(NN_k) - log(k), -log(2))", "NN_k"),
    "a true coefficient of 1 / k": plane("tends(k * u(G_k), 2)", "G_k"),
    "a true coefficient from afar": plane("tends(k * u(G_k), 2)", "G_k", s=(-3, 2)),
    "a true coefficient that exists": plane(
        "some X[a]. tends(k * onto(G_k), X) and tends(k * u(G_k), u(X))", "G_k"
    ),
    "true equations of two unknowns": plane(
        "some X[a] Y[a] | exp(u(Y)) = 2 and u(X) = exp(u(Y)). tends(k * u(G_k), u(X))", "G_k"
    ),
    "an equation of logs": plane("some X[a] | log(1 + exp(w(X))) = log(2). tends(k * onto(G_k), X)", "G_k"),
    "a true rate": plane("some c. eventually abs(u(G_k)) <= c / k", "G_k"),
    "a true offset of the first": plane("tends(w(G_k) - log(k), -log(2))", "G_k"),
    "a remainder of the first": plane("tends(k * (w(G_k) - log(k / 2)), 5)", "G_k"),
    "steps that lead across in a plane": plane("tends(k * u(G_k), 0)", "G_k", eta=20),
    "the coordinates in the other order": plane("tends(k * u(G_k), 0)", "G_k", ways=([1, 0], [0, 1])),
    "one direction of a plane": plane("tends(k * u(G_k), 0)", "G_k", ways=([0, 1],)),
    "directions of a plane that are not orthogonal": plane(
        "tends(k * u(G_k), 0)", "G_k", ways=([0, 1], [1, 1])
    ),
    "a true pace with a root of the second": plane("tends(w(Z_k) - log(k), -3 / 2 * log(2))", "Z_k", s=ASIDE),
    "a true drift": plane("tends(u(L_k) / log(log(k)), 1)", "L_k"),
    "a true offset of a drift": plane("tends(u(L_k) - log(log(k)), 0)", "L_k"),
    "a true direction of a drift": plane("tends((L_k - log(k) * y) / log(log(k)), x)", "L_k"),
    "a drift by k": plane("tends(u(L_k) / k, 0)", "L_k"),
    "a drift below a power of k": plane("tends(u(L_k)^2 / sqrt(k) + 1, 1)", "L_k"),
    "a true power": plane("some c. eventually abs(u(Q_k)) <= c * exp(-log(k) / 4)", "Q_k", s=ASIDE),
    "true powers": faded("exp(-rate * log(k))", "1/4"),
    "a rate that the condition does not allow": faded("exp(-rate * log(k))", "1/2"),
    "a constant of which only the sign is known": plane("tends(exp(log(k) / 4) * u(Q_k), 1)", "Q_k", s=ASIDE),
    "a start where the pull is 0": plane("eventually u(Q_k) > 0", "Q_k"),
    "a first step that grows with its coordinate": plane("tends(k, infinity) and bounded(u(I_k))", "I_k"),
    "a pull that leads across at the start": plane("tends(u(K_k), 1)", "K_k", s=ASIDE),
    "a fading pull that leads across at the start": plane("tends(u(GG_k), 1)", "GG_k", s=ASIDE),
    "a pull that the start outweighs": plane("tends(u(EE_k), 1)", "EE_k"),
    "a second step of 0": plane("bounded(u(A_k))", "A_k", ways=([1, 0], [0, 1])),
    "a pace that hangs on the second": plane("tends(w(AA_k) - log(k), 0)", "AA_k"),
    "a sum in which two terms lead": plane("tends(u(BB_k), 1)", "BB_k"),
    "a pull that fades too fast": plane("bounded(k^2 * u(CC_k))", "CC_k", s=ASIDE),
    "a first step that hangs on the second": plane("tends(exp(log(k) / 4) * u(Y_k), 0)", "Y_k", s=ASIDE),
}
