"""How false neighbours are written down: a row each, below the claim that they are neighbours of."""

from __future__ import annotations

from typing import Any

from ntpcheck.claim import Planted


def of(claim: str, *rows: tuple[Any, ...], alone: str = "") -> tuple[Planted, ...]:
    """The false neighbours of a claim, whose id stands without the paper's key.

    rows: kind, statement, what is replaced, and why each is judged alone where it is; else `alone`.
    """
    return tuple(Planted(f"linear/{claim}", *row, **({"alone": alone} if alone else {})) for row in rows)
