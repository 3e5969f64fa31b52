"""What a hunt says where it has no accepted counterexample: no more than was looked at, and how."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from ntpcheck.evidence import Outcome, Verdict
from ntpcheck.formulas.says import Says

if TYPE_CHECKING:
    from ntpcheck.claim import Claim
    from ntpcheck.engine.hunt import Hunt


def formula(claim: Claim) -> Says | None:
    """The book's formula that checks a claim without a checker, and what it has kept; None of any other."""
    found = inspect.unwrap(claim.conclude)  # in a process of its own a third party's checker is wrapped
    return found if isinstance(found, Says) else None


def argued(target: Hunt) -> int:
    """At how many drawn instances lemmas, or numbers that a file has to name, were looked for."""
    says = formula(target.claim)
    return len(says.argued) if says is not None and says.needs else 0


def state(target: Hunt) -> str:
    """How a way of looking ended."""
    tally, says = target.tally, formula(target.claim)
    if tally.broken:
        return "the checker raised"
    if target.found:
        return "fails"
    if tally.suspects:
        return "suspects, none of them certified"
    if tally.undefined:
        return "no failure, undefined on some"
    if says is None or not target.claim.silent or tally.outcomes[Outcome.HOLDS]:
        return "no failure"
    return "no first step refutes it" if says.early else "nothing decided"


def doubt(target: Hunt) -> Verdict:
    """The verdict without an exact witness. Plain instances at which lemmas were tried are inside too."""
    verdict = target.tally.verdict(certified=False)
    return Verdict.UNDECIDED if verdict is Verdict.VACUOUS and target.plain.tried else verdict


def why(target: Hunt) -> str:
    """Why a hunt without an exact witness ends in doubt; empty where it does not."""
    tally = target.tally
    verdict = tally.verdict(certified=False)
    if target.claim.silent and verdict in (Verdict.UNDECIDED, Verdict.VACUOUS):
        return _silent(target)
    doubt = tally.outcomes[Outcome.UNDECIDED] + tally.outcomes[Outcome.UNDEFINED]
    which = "that satisfy the others and not this" if target.dropped else "that satisfy the assumptions"
    inside = f"{tally.inside:,} instances {which}"
    reasons = {
        Verdict.BROKEN: tally.broken or "",
        Verdict.SUSPECT: f"{tally.outcomes[Outcome.FAILS]:,} of {inside} fail in floats, none exactly",
        Verdict.UNDECIDED: f"{doubt:,} of {inside} are decided neither by floats nor by an exact argument",
        Verdict.VACUOUS: f"there were only {inside}",
    }
    return reasons.get(verdict, "")


def _silent(target: Hunt) -> str:
    """Of a claim that no instance shows to hold: where an argument against it was looked for."""
    tally, says = target.tally, formula(target.claim)
    if says is None or not says.needs:  # a sentence that is only recorded
        return target.claim.silent
    held = tally.outcomes[Outcome.HOLDS]
    drawn = f"{argued(target):,} of {tally.inside:,} drawn instances"
    told = f": at {drawn}, and at {target.plain.tried:,} plain ones"
    told += "; no first step is seen to refute it at any drawn one" if says.early else ""
    return f"{target.claim.silent}{told}{f'; it holds at {held:,}' if held else ''}"
