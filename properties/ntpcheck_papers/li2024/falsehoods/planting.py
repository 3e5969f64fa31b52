"""How false neighbours are written down: one row each, shared by the claims that they are neighbours of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ntpcheck.claim import Planted
from ntpcheck.evidence import Evidence

Row = tuple[str, str, dict[str, Any]]  # kind, statement, and what is replaced


def checked(check: Callable[..., Evidence], **options: Any) -> dict[str, Any]:
    """Replaces the conclusion by a check of the instance with other options."""
    return {"conclude": lambda data, _: check(data, **options)}


def flipped(found: Evidence) -> Evidence:
    """What an inequality's evidence is for the inequality the other way."""
    return replace(found, slack=-found.slack)


def neighbours(claim_ids: tuple[str, ...], *rows: Row) -> tuple[Planted, ...]:
    """The false neighbours that some claims share; ids without the paper's key."""
    return tuple(Planted(f"attention/{claim_id}", *row) for claim_id in claim_ids for row in rows)
