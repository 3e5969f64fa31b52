"""Settles a claim: the smallest witness, its file, what the verifier says of it, and the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ntpcheck import __version__, certificate
from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.judgement import Judged, certify, decide
from ntpcheck.engine.minimise import flaws, minimise, weight
from ntpcheck.engine.sweep import RAISED, place
from ntpcheck.engine.tally import Tally
from ntpcheck.evidence import Outcome, Verdict
from ntpcheck.instances.base import Instance


@dataclass(frozen=True)
class Settled:
    """A claim's verdict, the counterexample's document if there is one, and the reason for what is odd."""

    claim: Claim
    verdict: Verdict
    document: dict[str, Any] | None
    reason: str

    def __str__(self) -> str:
        """What a failing test prints: claim, citation, witness as code, slack, and how to look again."""
        lines = [f"{self.claim.id}: {self.claim.statement}", f"  cited as {self.claim.cite}"]
        if self.document is not None:
            says = "is undefined" if self.verdict is Verdict.ILL_POSED else "fails"
            lines.append(f"  {says} on {Instance.from_json(self.document['instance'])!r}")
            lines.append(f"  slack {self.document['slack']}, rigor {self.document['rigor']}")
        if self.reason:
            lines.append(f"  {self.reason}")
        return "\n".join([*lines, f"  python -m ntpcheck verify '{self.claim.id}'"])


def settle(tally: Tally, seed: int) -> Settled:
    """Minimises and certifies what failed, else what was undefined; the verdict follows."""
    found = tally.witnesses or tally.undefined
    if not found:
        return Settled(tally.claim, tally.verdict(certified=False), None, tally.broken or "")
    first, *others = sorted(found, key=lambda judged: weight(judged.instance))
    judged, document, objections = _certified(tally, first, seed)
    for other in others:
        if not objections and not flaws(judged.instance):
            break
        rival = _certified(tally, other, seed)
        if objections or (not rival[2] and weight(rival[0].instance) < weight(judged.instance)):
            judged, document, objections = rival
    if judged.outcome is Outcome.UNDEFINED:
        accepted = "by a certificate that the verifier accepts" if not objections else "by its check alone"
        objections = [f"undefined on an instance that satisfies every assumption, {accepted}"]
    certified = judged.outcome is Outcome.FAILS and not objections
    return Settled(tally.claim, tally.verdict(certified=certified), document, (objections or [""])[0])


def _certified(tally: Tally, witness: Judged, seed: int) -> tuple[Judged, dict[str, Any] | None, list[str]]:
    judged = smallest(tally.claim, witness, tally.effort)
    try:
        return judged, *certify(tally.claim, judged, tally.effort, seed=seed, version=__version__)
    except RAISED as problem:
        return judged, None, [f"no certificate: {place(problem)}"]


def smallest(claim: Claim, found: Judged, effort: Effort, *, budget: int = 600) -> Judged:
    """The lightest exact instance with the same outcome that minimising reaches from the one found."""

    def still(candidate: Instance) -> bool:
        try:
            return decide(claim, candidate, effort).outcome is found.outcome
        except RAISED:  # a checker that raises on a smaller instance says nothing against this one
            return False

    return decide(claim, minimise(found.instance, still, budget=budget), effort)


def file_of(settled: Settled) -> str | None:
    """Where a run keeps the counterexample, relative to its folder."""
    return f"counterexamples/{certificate.file_name(settled.claim.id)}" if settled.document else None
