"""A toy book for the attention paper's lemmas, and cases of what they are asked."""

from __future__ import annotations

from textwrap import fill
from typing import Any, NamedTuple

from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import Undecided, allow
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.lemmas import by_name as lemmas

TEXT = """book toy "A toy"
axes d: a b
given Two: x[a] from x, y[a] from y, s[a] from s, eta from eta
let u(M[a]) = sum a. x[a] * M[a]
let w(M[a]) = sum a. y[a] * M[a]
let onto(M[a])[a] = x[a] * u(M)
let steep(M[a]) = exp(-3 * u(M)) + exp(-w(M))
let signed(M[a]) = exp(-u(M)) - exp(-2 * u(M)) + exp(-w(M))
let uneven(M[a]) = exp(-u(M)) + 2 * exp(-w(M))
let bowl(M[a]) = exp(u(M)) + exp(-u(M)) + exp(-w(M))
let side(M[a]) = 1 / (1 + exp(u(M)))
let peak(M[a]) = 1 / (2 + exp(u(M)) + exp(-u(M)))
let dips(M[a]) = 6 * peak(M)^2 - peak(M)
let lean(M[a]) = dips(M) + side(M) / 8
let flat(M[a]) = 0 * u(M) + 1
let drop(M[a]) = 6 * (exp(u(M)) + exp(-u(M))) - (exp(u(M)) + exp(-u(M)))^2
let both(M[a]) = dips(M) + dips(M) * exp(w(M)) / (1 + exp(w(M)))
let turn(M[a]) = (exp(u(M)) - 1) / (exp(u(M)) + 1)
let ahead(M[a]) = 1 / (1 + exp(w(M)))
let pull(M[a])[a] = x[a] * turn(M) - y[a] * ahead(M)
let bent(M[a])[a] = x[a] * turn(M) * (1 + ahead(M)) - y[a] * ahead(M)
let constant(M[a])[a] = x[a] * turn(M) - y[a]
path P_r[a] along r minimises steep(M) over M[a] with norm(M) <= r
path F_r[a] along r minimises steep(M) over M[a] with u(M) = w(M) and norm(M) <= r
path S_r[a] along r minimises signed(M) over M[a] with norm(M) <= r
path U_r[a] along r minimises uneven(M) over M[a] with norm(M) <= r
path B_r[a] along r minimises bowl(M) over M[a] with norm(M) <= r
path G_r[a] along r minimises uneven(M) over M[a] with u(M) = w(M) and norm(M) <= r
path H_r[a] along r minimises steep(M) over M[a] with norm(M) <= 2 * r
path I_r[a] along r minimises steep(M) over M[a] with u(M) <= w(M) and norm(M) <= r
path K_r[a] along r minimises steep(M) over M[a] with u(M) = 1 and norm(M) <= r
path X_r[a] along r minimises steep(M) over M[a] with u(M) = w(M)
path Y_r[a] along r minimises steep(M) over M[a] with norm(M) <= r and norm(M) <= r
trajectory L_k[a] along k from s by L_k + eta * x * side(L_k)
trajectory K_k[a] along k from s by K_k + eta * x * side(K_k) / norm(side(K_k) * x)
trajectory T_k[a] along k from s by T_k - eta * x * turn(T_k)
trajectory O_k[a] along k from s by O_k + eta * x * side(O_k) + eta * y * side(O_k) / 2
trajectory C_k[a] along k from s by C_k - eta * bent(C_k)
trajectory W_k[a] along k from s by W_k - eta * pull(W_k)
trajectory V_k[a] along k from s by V_k - eta * 2 * bent(V_k)
trajectory D_k[a] along k from s by D_k - (0 - eta) * pull(D_k)
trajectory N_k[a] along k from s by N_k - eta * pull(N_k) / norm(pull(N_k))
trajectory Q_k[a] along k from s by Q_k - eta * bent(Q_k) / norm(bent(Q_k))
trajectory I_k[a] along k from s by I_k - eta * constant(I_k) / norm(constant(I_k))
trajectory J_k[a] along k from s by J_k - eta * pull(J_k) / norm(bent(J_k))
"""
PLANE: dict[str, Any] = {"type": "Two", "x": [1, 0], "y": [0, 1], "s": [0, 0], "eta": 1}
SHORTEST = (
    "every U[a] Z[a] | norm(U) = norm(Z) and (every M[a]. {f}(U) <= {f}(M) and {f}(Z) <= {f}(M)) "
    "and (every M[a] | norm(M) < norm(U). {f}(U) < {f}(M)). U = Z"
)
LEAST = "some U[a]. every M[a]. {f}(U) <= {f}(M)"


class Case(NamedTuple):
    """A claim, what the file exhibits, and fields of the instance that are not those of PLANE."""

    lemma: str
    claim: str
    shown: dict[str, Any]
    fields: dict[str, Any] = {}  # noqa: RUF012 # never changed

    def refuted(self) -> bool:
        return not self.objection()

    def objection(self) -> str:
        """Why the lemma does not refute it; nothing where it does."""
        allow(20_000_000)
        line = fill(f"limit {self.claim}", 100, initial_indent=" " * 4, subsequent_indent=" " * 8)
        book = Book(f'{TEXT}claim toy/it "1" on Two\n    says it\n{line}\n', "toy")
        hints = {f"claim.{name}": value for name, value in self.shown.items()}
        world = judge.load(book, book.claims["toy/it"], {**PLANE, **self.fields}, hints)
        try:
            said = lemmas.refute(world, book.claims["toy/it"].core, self.lemma)
        except Undecided as problem:
            return str(problem) or type(problem).__name__
        assert said[0].startswith(f"lemma       {self.lemma}: ")
        assert world.used == set(world.hints)
        return ""


def outrun(claim: str, *direction: Any) -> Case:
    return Case("outrun", claim, {"direction": list(direction)})


def least(claim: str, *direction: Any) -> Case:
    return Case("least-value", claim, {"direction": list(direction)})


def multipliers(claim: str, *direction: Any) -> Case:
    return Case("multipliers", claim, {"direction": list(direction)})


def lined(claim: str, *direction: Any, s: tuple[Any, Any] = (0, 0)) -> Case:
    return Case("along-a-line", claim, {"direction": list(direction)}, {"s": list(s)})


def kept(
    claim: str = "tends(T_k, 0)",
    near: Any = "17/4",
    far: Any = "15/2",
    u: Any = 6,
    eta: Any = 12,
    **shown: Any,
) -> Case:
    fields = {"s": [u, 0], "eta": eta}
    return Case("kept-off", claim, {"direction": [1, 0], "near": near, "far": far, **shown}, fields)


def turned(
    claim: str = "tends(onto(N_k), 0)", near: Any = "1/4", s: Any = ("1/2", 12), eta: Any = 1, **shown: Any
) -> Case:
    exhibited = {"direction": [1, 0], "outward": [0, 1], "near": near, **shown}
    return Case("alternates", claim, exhibited, {"s": list(s), "eta": eta})


def steeply(outward: Any) -> Case:
    """A pull so strong that it starts deep enough wherever the other coordinate does."""
    exhibited = {"direction": [1, 0], "outward": [0, 1], "near": "1/4"}
    return Case("alternates", "tends(N_k, y)", exhibited, {"s": ["1/2", outward], "x": [100, 0]})


RATIO = "tends(norm({}) / norm({}), infinity)"
