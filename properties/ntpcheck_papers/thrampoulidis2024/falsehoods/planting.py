"""How false neighbours are written down: a row each, below the claim that they are neighbours of."""

from __future__ import annotations

from typing import Any

from ntpcheck.claim import Planted

SOME_TOKEN = "If some token is out of some support, "
NEARER = (
    "Every W has |q_j - p_j|_1^2 <= (CE(W) - H) / pi_j at every context j, q_j the softmax of W h_j "
    "renormalised over S_j."
)


def of(claim: str, *rows: tuple[Any, ...], alone: str = "") -> tuple[Planted, ...]:
    """The false neighbours of a claim, whose id stands without the paper's key.

    rows: kind, statement, what is replaced, and why each is judged alone where it is; else `alone`.
    """
    return tuple(Planted(f"linear/{claim}", *row, **({"alone": alone} if alone else {})) for row in rows)


def under(opening: str, *rows: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    """The rows with an opening before each sentence: along what a run goes, or on which data."""

    def after(said: str) -> str:
        return opening + (said[0].lower() + said[1:] if said[1].islower() else said)

    return tuple((kind, after(said), *rest) for kind, said, *rest in rows)
