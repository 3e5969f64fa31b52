"""Decides one exact instance in rationals and balls, and certifies what fails."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import flint
import numpy as np

from ntpcheck import certificate
from ntpcheck.arithmetic import plain
from ntpcheck.claim import Claim, Effort
from ntpcheck.evidence import Evidence, Outcome, Rigor, outcome_of, rigor_of
from ntpcheck.verifier import __main__ as verifier

PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)


@dataclass(frozen=True)
class Judged:
    """One exact instance, what it says about a claim, and the certificates of its assumptions."""

    instance: Any
    outcome: Outcome
    evidence: Evidence | None
    assumptions: dict[str, dict[str, Any]]
    precision: int

    @property
    def rigor(self) -> Rigor:
        return rigor_of(self.evidence) if self.evidence is not None else Rigor.EXACT


def decide(claim: Claim, instance: Any, effort: Effort) -> Judged:
    """The outcome of a claim on one exact instance, at the first precision that settles it.

    OUTSIDE where an assumption fails or is undefined; UNDECIDED where an assumption or the conclusion stays
    undecided at 4,096 bits, or the conclusion has no exact route (its slack is NaN).
    """
    judged = None
    for precision in PRECISIONS:
        with flint.ctx.workprec(precision):
            judged = _decide_at(claim, instance.replace(), effort, precision)
        if judged.outcome is not Outcome.UNDECIDED or has_no_route(judged.evidence):
            return judged
    assert judged is not None
    return judged


def _decide_at(claim: Claim, instance: Any, effort: Effort, precision: int) -> Judged:
    certificates: dict[str, dict[str, Any]] = {}
    undecided = False
    for assumption in claim.assumes:
        evidence = assumption.check(instance)
        outcome = outcome_of(evidence)
        if outcome in (Outcome.FAILS, Outcome.UNDEFINED):
            return Judged(instance, Outcome.OUTSIDE, None, {}, precision)
        undecided |= outcome is Outcome.UNDECIDED
        certificates[assumption.name] = dict((evidence.witness or {}).get("certificate", {}))
    if undecided:
        return Judged(instance, Outcome.UNDECIDED, None, certificates, precision)
    evidence = claim.conclude(instance, effort)
    return Judged(instance, outcome_of(evidence), evidence, certificates, precision)


def has_no_route(evidence: Evidence | None) -> bool:
    """Whether the slack of one exact instance is NaN: no precision would decide it."""
    if evidence is None:
        return False
    slack = plain(np.asarray(evidence.slack, dtype=object)[()])
    return isinstance(slack, float) or (isinstance(slack, flint.arb) and slack.is_nan())


def certify(
    claim: Claim, judged: Judged, effort: Effort, *, seed: int, version: str
) -> tuple[dict[str, Any], list[str]]:
    """The counterexample's document and the verifier's objections to it (none: accepted).

    The certificate is the one the check brought, else the slack's own straight-line program: of a failure, or
    of a premise that is not positive where the check says that its slack is one.
    """
    assert judged.evidence is not None
    own = (judged.evidence.witness or {}).get("certificate")
    premise = "premise" in (judged.evidence.witness or {})
    if own is None and (premise or judged.outcome is Outcome.FAILS):
        with flint.ctx.workprec(judged.precision):
            traced = judged.instance.replace().traced()
            own = certificate.inequality(claim.conclude(traced, effort), traced.tape)
    document = certificate.counterexample(
        claim,
        judged.instance,
        judged.evidence,
        assumptions=judged.assumptions | _unknown(claim, judged),
        certificate=own,
        seed=seed,
        version=version,
    )
    if own is None:
        return document, ["the check brought no certificate and its slack is a constant"]
    return document, objections(document)


def _unknown(claim: Claim, judged: Judged) -> dict[str, dict[str, Any]]:
    """Certificates for assumptions that the verifier has never heard of: their own slack, which holds."""
    found: dict[str, dict[str, Any]] = {}
    for assumption in claim.assumes:
        if assumption.name not in verifier.ASSUMPTIONS and not judged.assumptions[assumption.name]:
            with flint.ctx.workprec(judged.precision):
                traced = judged.instance.replace().traced()
                program = certificate.inequality(assumption.check(traced), traced.tape, holds=True)
            found[assumption.name] = program or {}
    return found


def objections(document: dict[str, Any]) -> list[str]:
    """What the verifier has against a counterexample, read from a file like any other (none: accepted)."""
    with TemporaryDirectory() as folder:
        path = certificate.write(document, Path(folder) / "counterexample.json")
        said = StringIO()
        with redirect_stdout(said):
            verifier.main(["--json", str(path)])
    (result,) = json.loads(said.getvalue())
    accepted = result["outcome"] == "ACCEPTED"
    return [] if accepted else [f"the verifier says {result['outcome']}: {result['reason']}"]
