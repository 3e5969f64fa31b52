"""Why a claim is SUSPECT or UNDECIDED: where it fails or stays open, by how much, and what is missing."""

from typing import Any

import numpy as np

from ntpcheck.claim import Claim
from ntpcheck.engine.ending import formula
from ntpcheck.engine.examine import told
from ntpcheck.engine.judgement import Judged, decide, has_no_route
from ntpcheck.engine.minimise import weight
from ntpcheck.engine.tally import Tally
from ntpcheck.errors import RAISED
from ntpcheck.evidence import Evidence, Outcome
from ntpcheck.statement.printing.in_words import code_in_words

UNKEPT = "instances fail in floats, and none was lifted: the run lifts so many rows of a claim and no more"


def lightest(tally: Tally) -> Judged | None:
    """The smallest of the instances that fail: exactly, else in floats alone."""
    return min(tally.witnesses or tally.suspects, key=lambda found: weight(found.instance), default=None)


def suspicion(tally: Tally, objection: str = "") -> str:
    """One line: the instance, both sides by their difference, and why it is no refutation.

    objection: what the verifier says against the file of an exact failure.
    """
    found = lightest(tally)
    if found is None:
        return UNKEPT
    exactly = bool(tally.witnesses)
    why = objection or "the verifier does not accept it" if exactly else unlifted(tally.claim, found)
    evidence = found.evidence if exactly else in_floats(tally, found)
    by = "" if evidence is None else f", {sides(evidence)}"
    return (
        f"fails{' exactly' if exactly else ' in floats'} on {code_in_words(told(found.instance))}{by}; {why}"
    )


def doubt(tally: Tally) -> str:
    """One line: how many instances stay open, the first of them, and what was measured there; else nothing.

    What a check of a limit measures says what stands in the way, such as how fast a law is approached.
    """
    if tally.doubtful is None:
        return ""
    found, number = decide(tally.claim, tally.doubtful, tally.effort), tally.outcomes[Outcome.UNDECIDED]
    evidence = in_floats(tally, found)
    known = {} if evidence is None else {name: value(part) for name, part in evidence.measured.items()}
    seen = ", ".join(f"{name} {known[name]:.3g}" for name in sorted(known) if np.isfinite(known[name]))
    at = f"; measured there: {seen}" if seen else ""
    return (
        f"{number:,} of {tally.inside:,} instances stay open; the first is "
        f"{code_in_words(told(found.instance))}{at}; {unlifted(tally.claim, found)}"
    )


def value(part: Any) -> float:
    """One number of an array; NaN where there are several."""
    several = np.asarray(number(part), dtype=float).ravel()
    return float(several[0]) if len(several) == 1 else float("nan")


def unlifted(claim: Claim, found: Judged) -> str:
    """Why exact numbers do not settle what floats say."""
    if found.evidence is None:
        return "not lifted: an assumption is undecided there at the highest precision"
    if has_no_route(found.evidence):
        if says := formula(claim):
            return f"not lifted: {says.open_because(found.instance)}"
        if claim.stated is not None and claim.stated.kind == "formula":
            return "not lifted: its checker has no exact numbers of what the claim asserts there"
        return "not lifted: what the claim asserts is read off a run or a path in floats"
    return "not lifted: in intervals of the highest precision its slack may have either sign"


def in_floats(tally: Tally, found: Judged) -> Evidence | None:
    """What the checker says of the instance in doubles, or said of it in its batch."""
    if found.floats is not None:
        return found.floats
    try:
        return tally.claim.conclude(found.instance.floats(), tally.effort)
    except RAISED:
        return None


def sides(evidence: Evidence) -> str:
    """How far the sides are apart, and how large they are: of an array of comparisons the worst."""
    slack, error, scale = (
        np.asarray(number(part), dtype=float).ravel()
        for part in (evidence.slack, evidence.error, evidence.scale)
    )
    worst = int(np.nanargmin(slack)) if np.isfinite(slack).any() else 0
    error, scale = (np.broadcast_to(part, slack.shape) for part in (error, scale))
    return (
        f"where its sides, the larger {scale[worst]:.4g}, differ by {slack[worst]:.4g} "
        f"(error {error[worst]:.2g})"
    )


def number(part: Any) -> Any:
    """A tensor, or exact numbers, as doubles."""
    if hasattr(part, "detach"):
        return part.detach().cpu().numpy()
    return np.vectorize(float)(np.asarray(part, dtype=object))
