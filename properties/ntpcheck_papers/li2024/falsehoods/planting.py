"""How false neighbours are written down: one row each, shared by the claims that they are neighbours of."""

from __future__ import annotations

from typing import Any

from ntpcheck.claim import Planted

Row = tuple[str, str, dict[str, Any]]  # kind, statement, and what is replaced


def neighbours(claim_ids: tuple[str, ...], *rows: Row) -> tuple[Planted, ...]:
    """The false neighbours that some claims share; ids without the paper's key."""
    return tuple(Planted(f"attention/{claim_id}", *row) for claim_id in claim_ids for row in rows)
