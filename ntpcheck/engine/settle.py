"""Settles a claim: the smallest witness, its file, what the verifier says of it, and the verdict."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ntpcheck import __version__, doing
from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.judgement import Judged, certify, decide
from ntpcheck.engine.minimise import flaws, minimise, weight
from ntpcheck.engine.nearest import nearest
from ntpcheck.engine.plain import Plain, at_plain
from ntpcheck.engine.suspicion import doubt, suspicion
from ntpcheck.engine.tally import Tally
from ntpcheck.errors import RAISED
from ntpcheck.evidence import Outcome, Verdict
from ntpcheck.instances.base import Instance
from ntpcheck.statement.document import Finding, elsewhere, file_name
from ntpcheck.statement.printing.in_words import headline, in_words

FEW = 80  # smaller instances that are tried where each takes the verifier a while


@dataclass(frozen=True)
class Settled:
    """A claim's verdict, the counterexample's document if there is one, and the reason for what is odd.

    told: what the checker and the verifier say of the document: slack, rigor, lines.
    """

    claim: Claim
    verdict: Verdict
    document: dict[str, Any] | None
    reason: str
    told: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.at_length()

    def at_length(self, paper: str = "") -> str:
        """What a failing test prints: claim, citation, witness and sides in words, and how to look again.

        paper: how the command line names a paper that is not installed; empty for one that is.
        """
        lines = [f"{self.claim.id}: {self.claim.statement}", f"  cited as {self.claim.cite}"]
        if self.document is not None:
            undefined = self.verdict is Verdict.ILL_POSED
            says = "is undefined" if undefined else "fails"
            lines.append(f"  {says} on {in_words(self.document['instance'])}")
            if told := headline(self.told, undefined=undefined):
                lines.append(f"  {told}")
        if self.reason:
            lines.append(f"  {self.reason}")
        named = "".join(f" '{word}'" for word in (paper, self.claim.id) if word)
        return "\n".join([*lines, f"  python -m ntpcheck verify{named}"])


def settle(tally: Tally, seed: int) -> Settled:
    """Minimises and certifies what failed, else what was undefined; the verdict follows.

    A stored file that the verifier accepts counts, unless a lighter instance is found and accepted; without
    a lighter one nothing is minimised, and no hints are looked for. A limit that stays suspect, or undecided,
    is looked at on the plain instances of its domain, where lemmas of the verifier apply, unless these came
    first. The reason of what is then still SUSPECT or UNDECIDED names an instance, its sides or what was
    measured, and what is missing.
    """
    if tally.plain is not None and (first := refuted(tally.claim, tally.plain)):
        return first
    found = _settled(tally, seed)
    if found.verdict not in (Verdict.SUSPECT, Verdict.UNDECIDED):
        return found
    if tally.plain is None and (plain := plainly(tally.claim, seed)):
        return plain
    if found.verdict is Verdict.UNDECIDED:
        if not found.reason:
            return replace(found, reason=doubt(tally))
        more = nearest(tally.claim) if found.reason == tally.claim.silent else ""
        return replace(found, reason=f"{found.reason}; {more}") if more else found
    return replace(found, reason=suspicion(tally, found.reason))


def plainly(claim: Claim, seed: int, asked: Callable[[Any], bool] = lambda _: True) -> Settled | None:
    """What the first plain instance comes to, of those asked for, at which the verifier refutes a limit."""
    return refuted(claim, at_plain(claim, seed, asked))


def refuted(claim: Claim, plain: Plain) -> Settled | None:
    """A limit that falls at a plain instance."""
    if plain.found is None:
        return None
    told = {"slack": "", "rigor": "EXACT", "lines": plain.found.lines, "accepted": True}
    return Settled(claim, Verdict.REFUTED, plain.found.document, "", told)


def _settled(tally: Tally, seed: int) -> Settled:
    found = tally.witnesses or tally.undefined
    if not found:
        return _stored(tally) or Settled(
            tally.claim, tally.verdict(certified=False), None, tally.broken or tally.claim.silent
        )
    first, *others = sorted(found, key=lambda judged: weight(judged.instance))
    if _stands(tally, first) and (kept := _stored(tally)):
        return kept
    judged, said = _certified(tally, first, seed)
    if said.objections and not said.clash and (kept := _stored(tally)):
        return kept
    for other in others:
        if not said.objections and not flaws(judged.instance):
            break
        rival, told = _certified(tally, other, seed)
        lighter = weight(rival.instance) < weight(judged.instance)
        if not told.objections and (said.objections or lighter):
            judged, said = rival, told
    undefined = judged.outcome is Outcome.UNDEFINED
    verdict = tally.verdict(certified=not said.objections and not undefined)
    if undefined and said.objections and verdict is Verdict.ILL_POSED:
        verdict = Verdict.SUSPECT
    if said.clash:  # two encodings of one statement differ: one of them is wrong
        verdict = Verdict.BROKEN
    return Settled(tally.claim, verdict, said.document, (said.objections or [""])[0], told_of(judged, said))


def _stored(tally: Tally) -> Settled | None:
    if tally.stored is None or tally.broken:
        return None
    told = {"slack": "", "rigor": "EXACT", "lines": tally.stored.lines, "accepted": True}
    if tally.replayed is not None:
        told = told_of(tally.replayed, tally.stored)
    return Settled(tally.claim, Verdict(tally.stored.verdict), tally.stored.document, "", told)


def _stands(tally: Tally, lightest: Judged) -> bool:
    """Whether nothing found asks for another file than the stored one, which the verifier accepts.

    Its checker must not be sure of another verdict there. Of a limit no lighter instance is sought: each
    would need a lemma, with numbers to exhibit.
    """
    if tally.stored is None or tally.broken:
        return False
    ill_posed = tally.stored.verdict == Verdict.ILL_POSED
    if tally.replayed is not None and (tally.replayed.outcome is Outcome.UNDEFINED) != ill_posed:
        return False
    if tally.claim.stated is not None and tally.claim.stated.kind == "limit":
        return True
    return not weight(lightest.instance) < weight(Instance.from_json(tally.stored.document["instance"]))


def _certified(tally: Tally, witness: Judged, seed: int) -> tuple[Judged, Finding]:
    """The smallest witness, or the one found where the verifier accepts only that, and what it says."""
    doing.stage("minimising")
    judged = smallest(tally.claim, witness, tally.effort)
    doing.stage("hints and lemmas")
    said = certify(tally.claim, judged, seed=seed, version=__version__)
    if said.objections and tally.claim.stated is not None:
        as_found = certify(tally.claim, witness, seed=seed, version=__version__)
        if not as_found.objections:
            judged, said = witness, as_found
    if not said.objections and "lemma" in said.document:
        return shrunk(tally.claim, judged, said)
    return judged, said


def shrunk(claim: Claim, judged: Judged, said: Finding) -> tuple[Judged, Finding]:
    """The smallest witness to which the lemma applies with the numbers that the file exhibits.

    The checker of such a claim decides few of the smaller ones: it would have to look for lemmas there.
    """
    best = said

    def still(candidate: Instance) -> bool:
        nonlocal best
        found = elsewhere(claim, said, candidate)
        best = found or best
        return found is not None

    smaller = minimise(judged.instance, still, budget=FEW)
    return replace(judged, instance=smaller), best


def told_of(judged: Judged, said: Finding) -> dict[str, Any]:
    """What a run tells of a counterexample beside its file."""
    return {
        "slack": judged.slack,
        "rigor": judged.rigor.name,
        "lines": said.lines,
        "accepted": not said.objections,
    }


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
    return f"counterexamples/{file_name(settled.claim.id)}" if settled.document else None
