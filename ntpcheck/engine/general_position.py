"""Whether a failure survives in general position: a witness is perturbed and judged again, exactly.

Every real number of the witness moves by a small random rational; counts, tokens and labels stay. What is
then outside the hypotheses says nothing. Where nothing is decided, narrower moves are tried. Where still
nothing is, because a hypothesis is an equation or the verifier reaches only witnesses with ties, equal
entries move together and zeros stay.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

from flint import fmpq_mat

from ntpcheck.arithmetic import exact_array
from ntpcheck.checks.exact import matrix
from ntpcheck.claim import Claim, Effort
from ntpcheck.errors import NtpcheckError
from ntpcheck.evidence import Outcome, outcome_of
from ntpcheck.instances.base import Instance
from ntpcheck.statement import ruling

TIMES = 20  # perturbations of a witness
BY_LEMMA = 6  # the same where a lemma is needed: hints for one instance take up to half a minute
EARLY = 3  # where the first so many are not decided, the others are not tried
# An entry moves by up to 4,096 steps, either way. A narrow failure needs the smaller one: it is generic if it
# survives in some neighbourhood.
STEPS = (Fraction(1, 2**17), Fraction(1, 2**33))
Judge = Callable[[Claim, Mapping[str, Any], str], str]
# Whether entries move by themselves, whether widely, and who judges.
Stage = tuple[bool, tuple[bool, ...], Judge]
BOTH = (True, False)


@dataclass(frozen=True)
class Position:
    """How many perturbations of a witness fail, hold, lie outside the hypotheses, are not decided.

    free: whether every real entry moved by itself; else equal ones moved together, and zeros stayed. wide:
    whether entries moved by up to 1/32 of their size; else by up to 2^-21. apart: where equal ones moved
    together, how many were not decided before, when each moved by itself. floats: whether the checker
    decided, in floating point, because the verifier decided nothing.
    """

    fails: int
    holds: int
    outside: int
    undecided: int
    free: bool
    wide: bool
    apart: int = 0
    floats: bool = False

    @property
    def word(self) -> str:
        """What the counts say: generic, tied, degenerate, mixed, or open where nothing inside was decided.

        tied: the failure stays where equal entries move together; moved apart, some are within the
        hypotheses, and none was decided.
        """
        if not self.fails + self.holds:
            return "open"
        if self.holds:
            return "mixed" if self.fails else "degenerate"
        return "tied" if self.apart else "generic"

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def position(claim: Claim, document: Mapping[str, Any], *, seed: int = 0) -> Position:
    """What becomes of a stored counterexample's failure under perturbations.

    document: of a counterexample that the verifier accepts. seed: the same one gives the same perturbations.
    Where the verifier decides none of them, the claim's checker is asked in floating point.
    """
    times = BY_LEMMA if document.get("lemma") else TIMES
    stages: list[Stage] = [(free, BOTH, standing) for free in BOTH]
    if document.get("lemma"):  # one judgement takes up to half a minute
        stages = [stages[0], (True, (True,), patient), stages[1], (False, BOTH, patient)]
    found = _staged(claim, document, stages, times, seed)
    if found.word != "open":
        return found
    by_checker = _staged(claim, document, [(free, BOTH, checked) for free in BOTH], TIMES, seed)
    return found if by_checker.word == "open" else replace(by_checker, floats=True)


def _staged(
    claim: Claim, document: Mapping[str, Any], stages: Iterable[Stage], times: int, seed: int
) -> Position:
    """What the first stage says that decides something; narrow moves are tried unless wide ones all fail."""
    found, apart = Position(0, 0, 0, 0, free=True, wide=True), 0
    for free, widths, judge in stages:
        decided: Position | None = None
        for wide in widths:
            found = Position(0, 0, 0, 0, free=free, wide=wide, apart=0 if free else apart)
            says = str(document["says"])
            moves = (
                perturbed(document["instance"], Random(f"{seed} {number}"), STEPS[not wide], free=free)
                for number in range(times)
            )
            found = _counted((judge(claim, moved, says) for moved in moves), found)
            if found.fails + found.holds:
                decided = found
            if decided and not decided.holds:
                break
        if decided:
            return decided
        apart = found.undecided if free else apart
    return found


def _counted(words: Iterator[str], empty: Position) -> Position:
    """With how many fail, hold, are outside, are not decided; it stops where the first are not decided."""
    found: Counter[str] = Counter()
    for number, word in enumerate(words, 1):
        found[word] += 1
        if found[ruling.OPEN] == number == EARLY:
            break
    return replace(
        empty,
        fails=found[ruling.FAILS],
        holds=found[ruling.HOLDS],
        outside=found[ruling.OUTSIDE],
        undecided=found[ruling.OPEN],
    )


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
    return _standing(claim, instance, says, brief=True)


def patient(claim: Claim, instance: Mapping[str, Any], says: str) -> str:
    """The same, with as much time for lemmas as a single instance gets."""
    return _standing(claim, instance, says, brief=False)


def _standing(claim: Claim, instance: Mapping[str, Any], says: str, *, brief: bool) -> str:
    try:
        return ruling.standing(claim, Instance.from_json(dict(instance)), says, brief=brief)
    except NtpcheckError:  # a shape that the type refuses
        return ruling.OPEN


def checked(claim: Claim, instance: Mapping[str, Any], says: str) -> str:
    """What the claim's checker says of it in floating point, in the same words."""
    try:
        rounded = Instance.from_json(dict(instance)).floats()
    except NtpcheckError:
        return ruling.OPEN
    inside = {outcome_of(assumption.check(rounded)) for assumption in claim.assumes}
    if inside & {Outcome.FAILS, Outcome.UNDEFINED}:
        return ruling.OUTSIDE
    if inside - {Outcome.HOLDS}:
        return ruling.OPEN
    found = outcome_of(claim.conclude(rounded, Effort()))
    wanted = Outcome.UNDEFINED if says == "undefined" else Outcome.FAILS
    return {wanted: ruling.FAILS, Outcome.HOLDS: ruling.HOLDS}.get(found, ruling.OPEN)


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
