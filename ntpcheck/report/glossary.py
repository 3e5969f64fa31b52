"""The words that the page of a run uses of every paper, each explained once."""

from __future__ import annotations

from collections.abc import Mapping

from ntpcheck.profiles import PROFILES
from ntpcheck.report.reasons import CLASSES

EVIDENCE = {
    "instance": "a small data set, with weights and a step size where the claim speaks of them",
    "witness, counterexample": (
        "an instance that satisfies every assumption of a claim and on which it fails; where the "
        "statement has no value instead, the claim is ILL_POSED"
    ),
    "slack": (
        "by how much a claim holds on an instance: the larger side minus the smaller one, negative where "
        "the claim fails; of an equality minus the distance of its sides, of an inequality != that "
        "distance; of a limit, by how much a run keeps to the rate that the limit needs. It is measured "
        "in what the claim compares, losses in nats. 0 in floats beside a strict claim (< or !=) means "
        "that the difference is too small for a float: intervals have then shown that it is not 0"
    ),
    "judged exactly, in intervals, in floats, by a trend": (
        "the weakest arithmetic that decided some instance: fractions; bounds that are widened by every "
        "rounding error; doubles with such a bound; or the rate at which a limit is approached"
    ),
    "batch": (
        "instances that are drawn together and share their sizes. Only whole batches are independent "
        "draws, so that the 95% bound counts batches and not instances"
    ),
    "profile": (
        "how hard a run looks. From each kind of instance "
        + ", ".join(
            f"{name} draws {of['batch']:,} and trains {of['trajectories']:,}" for name, of in PROFILES.items()
        )
        + ". The fewer, the weaker is SUPPORTED; an accepted counterexample does not depend on it"
    ),
    "degenerate instance": "one of a kind that proofs forget, such as a zero embedding or two equal contexts",
    "lemma": (
        "a limit cannot be read off a finite run. The verifier refutes one by a lemma of its own, whose "
        "premises it checks on the instance; the lemma itself has to be trusted"
    ),
    "by NAME active": (
        "behind an assumption: the file names the constraints that hold with equality at a point which "
        "shows that the assumption holds. The verifier computes the point, and checks it"
    ),
    "Coq": (
        "a proof checker. Its kernel, a small program that is not ours, has accepted proofs of some "
        "refutations. It is a second opinion, and no verdict rests on it"
    ),
    "repair": "an amended statement, ours, with a verdict of its own",
}
WHOSE = {
    "the paper": "what the paper states, step by step",
    "suggested": "what the paper only suggests, made precise by us, or a sign that our copy may have lost",
    "other versions": "what an older version of the paper states, which a later one replaces",
    "ours": "repairs, and statements that go beyond the paper",
}


def glossary() -> Mapping[str, Mapping[str, str]]:
    """Title -> term -> what it means."""
    return {
        "Words of the evidence": EVIDENCE,
        "Whose statement a claim is": WHOSE,
        "Why a claim falls": CLASSES,
    }
