"""Whether a failure survives in general position: a witness is perturbed and judged again, exactly.

Every real number of the witness moves by a small random rational; counts, tokens and labels stay. What is
then outside the hypotheses says nothing. Where that is the case of every perturbation, because a hypothesis
is an equation, equal entries move together and zeros stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from random import Random
from typing import Any

from flint import fmpq_mat

from ntpcheck.arithmetic import exact_array
from ntpcheck.checks.exact import matrix
from ntpcheck.claim import Claim
from ntpcheck.errors import NtpcheckError
from ntpcheck.instances.base import Instance
from ntpcheck.statement import ruling

TIMES = 20  # perturbations of a witness
BY_LEMMA = 6  # the same where a lemma is needed: hints for one instance take up to half a minute
EARLY = 3  # where the first so many are not decided, the others are not tried
# An entry moves by up to 4,096 steps, either way. A narrow failure needs the smaller one: it is generic if it
# survives in some neighbourhood.
STEPS = (Fraction(1, 2**17), Fraction(1, 2**33))


@dataclass(frozen=True)
class Position:
    """How many perturbations of a witness fail, hold, lie outside the hypotheses, are not decided.

    free: whether every real entry moved by itself; else equal ones moved together, and zeros stayed. wide:
    whether entries moved by up to 1/32 of their size; else by up to 2^-21.
    """

    fails: int
    holds: int
    outside: int
    undecided: int
    free: bool
    wide: bool

    @property
    def word(self) -> str:
        """What the counts say: generic, degenerate, mixed, or open where nothing inside was decided."""
        if not self.fails + self.holds:
            return "open"
        if not self.holds:
            return "generic"
        return "mixed" if self.fails else "degenerate"

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def position(claim: Claim, document: Mapping[str, Any], *, seed: int = 0) -> Position:
    """What becomes of a stored counterexample's failure under perturbations.

    document: of a counterexample that the verifier accepts. seed: the same one gives the same perturbations.
    """
    times = BY_LEMMA if document.get("lemma") else TIMES
    found = Position(0, 0, 0, 0, free=True, wide=True)
    for wide in (True, False):
        found = _counted(claim, document, times, seed, free=True, wide=wide)
        if found.outside == times:
            found = _counted(claim, document, times, seed, free=False, wide=wide)
        if not found.holds:
            break
    return found


def _counted(
    claim: Claim, document: Mapping[str, Any], times: int, seed: int, *, free: bool, wide: bool
) -> Position:
    found: Counter[str] = Counter()
    for number in range(times):
        random = Random(f"{seed} {number}")
        moved = perturbed(document["instance"], random, STEPS[not wide], free=free)
        found[standing(claim, moved, str(document["says"]))] += 1
        if found[ruling.OPEN] == number + 1 == EARLY:
            break
    counts = (found[word] for word in (ruling.FAILS, ruling.HOLDS, ruling.OUTSIDE, ruling.OPEN))
    return Position(*counts, free=free, wide=wide)


def perturbed(instance: Mapping[str, Any], random: Random, step: Fraction, *, free: bool) -> dict[str, Any]:
    """The instance with its real entries moved. A head that was inverse to the embeddings is so again."""
    cls = type(Instance.from_json(dict(instance)))
    together: dict[Fraction, Fraction] = {}

    def shift(value: Any) -> Fraction:
        return (1 + abs(Fraction(value))) * random.choice((-1, 1)) * random.randint(1, 4096) * step

    def moved(value: Any) -> Any:
        if isinstance(value, list):
            return [moved(entry) for entry in value]
        if free:
            return str(Fraction(value) + shift(value))
        size = abs(Fraction(value))
        if size and size not in together:
            together[size] = 1 + shift(0)
        return str(Fraction(value) * together.get(size, 1))

    found = dict(instance)
    for name in cls.AXES:
        if name not in cls.INTEGERS:
            together.clear()
            found[name] = moved(instance[name])
    if {"head", "embeddings"} <= set(instance) and _inverse(instance):
        found["head"] = _corrected(instance["head"], found["embeddings"])
    return found


def standing(claim: Claim, instance: Mapping[str, Any], says: str) -> str:
    """What the book says of a claim at an instance: fails, holds, outside or not decided."""
    try:
        return ruling.standing(claim, Instance.from_json(dict(instance)), says)
    except NtpcheckError:  # a shape that the type refuses
        return ruling.OPEN


def _inverse(instance: Mapping[str, Any]) -> bool:
    """Whether the head C and the embeddings E have C E^T = I."""
    head, embeddings = matrix(exact_array(instance["head"])), matrix(exact_array(instance["embeddings"]))
    return head * embeddings.transpose() == _unit(head.nrows())


def _corrected(head: Any, embeddings: Any) -> list[list[str]]:
    """The head C nearest to the given one, in rows of E, with C E^T = I: C + (I - C E^T) (E E^T)^-1 E."""
    old, rows = matrix(exact_array(head)), matrix(exact_array(embeddings))
    gap = _unit(old.nrows()) - old * rows.transpose()
    found = old + gap * (rows * rows.transpose()).solve(rows)
    return [[str(entry) for entry in row] for row in found.tolist()]


def _unit(size: int) -> fmpq_mat:
    return fmpq_mat(size, size, [int(i == j) for i in range(size) for j in range(size)])
