"""Hunting from Python: the smallest exact counterexample to one claim."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ntpcheck.errors import UnknownClaim, closest

if TYPE_CHECKING:
    from ntpcheck.claim import Claim
    from ntpcheck.engine.hunt import Hunt


def hunt(
    claim: Claim | str,
    *,
    drop: Sequence[str] = (),
    profile: str = "quick",
    seed: int = 0,
    budget: float = 60.0,
) -> Hunt:
    """Looks for the smallest exact counterexample to a claim, or to it without some assumptions.

    claim: a Claim, or the id of one in the installed papers. budget: seconds. What comes back prints verdict
    and witness. Raises UnknownClaim, UnknownAssumption.
    """
    from ntpcheck.engine import hunt as engine
    from ntpcheck.engine.run import profile_named
    from ntpcheck.engine.ways import Until

    chosen = _installed(claim) if isinstance(claim, str) else claim
    target = engine.Hunt.of(chosen, tuple(drop), profile_named(profile), seed)
    return engine.hunt(target, Until(time.monotonic() + budget), lambda *_: None)


def _installed(name: str) -> Claim:
    from ntpcheck.report.catalogue import papers

    found = {claim.id: claim for paper in papers() for claim in paper.claims}
    if name not in found:
        way_out = closest(name, found, "`ntpcheck claims` lists them.")
        raise UnknownClaim(f"no installed paper has the claim {name!r}. {way_out}")
    return found[name]
