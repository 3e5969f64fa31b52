"""Limits along the project's own runs and paths: what a formula's terms do from an early to a late state.

A term that tends is seen to close at least half of its gap between the states, one that does not keeps four
fifths of it. What lies between, and what the states' doubles do not resolve, says nothing. The states are
those that the checkers use: the log-time flow of a run, the solver's points of a path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from ntpcheck.checks.attention_travels import fixed_travels, free_travels
from ntpcheck.checks.path_points import Travel, travels
from ntpcheck.claim import Claim, Effort
from ntpcheck.dynamics.attention_descent import attention_flows
from ntpcheck.dynamics.flow import flows
from ntpcheck.engine.sweep import generator, impose
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.attention import Attending, Attention, AttentionRun
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck.statement.quick import Quick
from ntpcheck.statement.search import hints
from ntpcheck.verifier import exact, limits
from ntpcheck.verifier import judge as judging
from ntpcheck.verifier.files import Unreadable
from ntpcheck.verifier.intervals import TooMuch, Undecided, Undefined, allow
from ntpcheck.verifier.kinds import Nonlinear
from ntpcheck.verifier.tensors import Core, Env, Tensor

if TYPE_CHECKING:
    from ntpcheck.verifier.book import Book

EARLY, LATE = 10.0, 36.0  # log k of the states
RADII = (1, 3)  # of the near points of a path
CLOSED, KEPT = 0.5, 0.8  # of the early gap
TINY = 1e-4  # of the size: a gap below it may be the states' rounding
NOTHING = 1e-6  # of that: a gap below it is closed
BITS, ALLOWANCE, ROWS = 256, 400_000, 6
# What a formula raises where it has no value at a state, or none that can be told.
UNSAID = (
    Undecided, Undefined, TooMuch, judging.Rejected, Unreadable, Nonlinear,
    ArithmeticError, LookupError, ValueError,
)  # fmt: skip
State = Mapping[str, Tensor]


@dataclass(frozen=True)
class Course:
    """An instance inside a claim's assumptions, two states of its sequence, and what the checker says."""

    instance: Mapping[str, Any]
    states: tuple[State, State]
    says: bool


def tensor(values: np.ndarray) -> Tensor:
    return Tensor(lambda where: Fraction(float(values[where])), "state")


def scalar(value: float) -> Tensor:
    return Tensor(lambda _: Fraction(value), "along")


def power_of_e(s: float) -> Tensor:
    return Tensor(lambda _: exact.enclose(exact.exp(Fraction(s))), "along")


def along_flow(run: Any, names: tuple[str, str]) -> list[tuple[State, State] | None]:
    """The states of each row of a run: at two late times of its flow."""
    found: list[tuple[State, State] | None] = []
    for flow in attention_flows(run) if isinstance(run, AttentionRun) else flows(run):
        at = [int(np.argmin(abs(flow.s - s))) for s in (EARLY, LATE)] if flow is not None else []
        if flow is None or not flow.completed or flow.s[at[1]] < 2.5 * flow.s[at[0]]:
            found.append(None)
            continue
        one, two = ({names[0]: tensor(flow.decoder(k)), names[1]: power_of_e(float(flow.s[k]))} for k in at)
        found.append((one, two))
    return found


def halved(run: Any, names: tuple[str, str]) -> list[tuple[State, State] | None]:
    """The states of the run with half the step size."""
    found = along_flow(run.replace(eta=run.eta / 2), names)
    return [pair and ({names[0]: pair[0][names[0]]}, {names[0]: pair[1][names[0]]}) for pair in found]


def along_path(
    found: Sequence[Travel | None], names: tuple[str, str], *, ridge: bool = False
) -> list[tuple[State, State] | None]:
    """The points of each row's regularisation path, at the multipliers r = 2 and 24.

    ridge: they minimise the loss with the penalty |W|^2 / r for r = 2 / lambda, if lambda is the multiplier.
    """
    told: list[tuple[State, State] | None] = []
    for travel in found:
        if travel is None or not travel.believed or travel.law is None or len(travel.near.r) <= max(RADII):
            told.append(None)
            continue
        pair = [(travel.near.decoder(i), float(travel.near.log_multiplier[i])) for i in RADII]
        along = [2 * np.exp(-log) if ridge else np.linalg.norm(W) for W, log in pair]
        one, two = (
            {names[0]: tensor(W), names[1]: scalar(float(x))} for (W, _), x in zip(pair, along, strict=True)
        )
        told.append((one, two))
    return told


Way = Callable[[Any], list[tuple[State, State] | None]]
# The type of instances, the sequence, the number that it runs along where that is told too, and its states.
WAYS: list[tuple[type, str, str, Way]] = [
    (Run, "W_k", "k", lambda run: along_flow(run, ("W_k", "k"))),
    (Run, "Whalf_k", "", lambda run: halved(run, ("Whalf_k", "k"))),
    (AttentionRun, "W_tau", "tau", lambda run: along_flow(run, ("W_tau", "tau"))),
    (AttentionRun, "Whalf_tau", "", lambda run: halved(run, ("Whalf_tau", "tau"))),
    (Dataset, "W_B", "B", lambda data: along_path(travels(data), ("W_B", "B"))),
    (Dataset, "W_r", "r", lambda data: along_path(travels(data), ("W_r", "r"), ridge=True)),
    (Attending, "Wperp_R", "r", lambda data: along_path(fixed_travels(data), ("Wperp_R", "r"))),
    (Attention, "W_R", "r", lambda data: along_path(free_travels(data), ("W_R", "r"))),
]


def states(batch: Any, sequences: set[str]) -> list[tuple[State, State] | None]:
    """Two states of the sequences in every row, and of what else runs there; None where one is missing.

    Of two sequences along one number, the one that is asked for counts.
    """
    ways = [way for way in WAYS if isinstance(batch, way[0])]
    if not sequences <= {name for _, *names, _ in ways for name in names}:
        return [None] * batch.batch[0]
    merged: list[tuple[dict[str, Tensor], dict[str, Tensor]]] = [({}, {}) for _ in range(batch.batch[0])]
    for _, name, along, way in sorted(ways, key=lambda way: way[1] not in sequences):
        for (one, two), pair in zip(merged, way(batch), strict=True):
            if pair is not None and not {name, along} & set(one):
                one.update(pair[0])
                two.update(pair[1])
    return [pair if sequences <= set(pair[0]) else None for pair in merged]


def courses(claim: Claim, sequences: set[str], seed: object, wanted: int = 3) -> Iterator[Course]:
    """Instances with states of the sequences that a claim names, where the checker is sure."""
    source, drawn = generator(seed, "courses", claim.domain.name), 0
    for _ in range(3):
        batch = impose(claim.assumes, claim.domain.sampler(source, ROWS))
        pairs = states(batch, sequences)
        if not any(pairs):
            continue
        inside = np.all([judge(a.check(batch)) == Outcome.HOLDS for a in claim.assumes], axis=0)
        outcome = judge(claim.conclude(batch, Effort()))
        for row, pair in enumerate(pairs):
            sure = np.broadcast_to(inside, outcome.shape)[row] and outcome[row] in (
                Outcome.HOLDS,
                Outcome.FAILS,
            )
            if pair is not None and sure:
                drawn += 1
                yield Course(batch.row(row).exact().to_json(), pair, outcome[row] is Outcome.HOLDS)
            if drawn == wanted:
                return


def seen(book: Book, claim_id: str, course: Course) -> bool | None:
    """What a book's limit is seen to be along a course; None where the states do not tell."""
    stated = book.claims[claim_id]
    allow(ALLOWANCE)
    try:
        world = judging.load(book, stated, dict(course.instance), {}, hints)
        return Trend(world, course.states).form(stated.core, {})
    except UNSAID:  # a term without a value at a state says nothing of the limit
        return None


class Trend:
    """A limit formula in three values, read off two states."""

    def __init__(self, world: Any, states: tuple[State, State]) -> None:
        self.worlds = [Quick(world), Quick(world)]
        for one, known in zip(self.worlds, states, strict=True):
            one.sequences = dict(known)
        self.late = self.worlds[1]

    def form(self, e: Core, env: Env) -> bool | None:
        kind = e[0]
        if kind == "not":
            said = self.form(e[1], env)
            return None if said is None else not said
        if kind in ("and", "or", "implies"):
            parts = [self.form(part, env) for part in e[1:]]
            if kind == "implies":
                parts[0] = None if parts[0] is None else not parts[0]
            return settled(parts, kind == "and")
        if kind in ("forall", "exists") and limits.names_sequences(self.late, e):
            return self._each(e, env)
        if kind in ("tends", "bounded"):
            return self._tends(e, env) if kind == "tends" else self._bounded(e, env)
        if kind == "eventually":
            return self.form(e[1], env)
        if kind == "always":
            said = [self._told(world, e[1], env) for world in self.worlds]
            return settled(said, True)  # noqa: FBT003
        return self._told(self.late, e, env)

    def _each(self, e: Core, env: Env) -> bool | None:
        parts: list[bool | None] = []
        for inner in self.late.every(e[1], env):
            guard = True if e[2] is None else self._told(self.late, e[2], inner)
            if guard is not False:
                said = self.form(e[3], inner)
                parts.append(said if guard else None)
        return settled(parts, e[0] == "forall")

    @staticmethod
    def _told(world: Quick, e: Core, env: Env) -> bool | None:
        world.reset(BITS)
        return world.formula(e, env)

    @staticmethod
    def _value(world: Quick, e: Core, env: Env) -> float:
        """A number to ten digits, or to 1e-20. Raises ValueError where it is not enclosed as narrowly."""
        world.reset(BITS)
        low, high = exact.enclose(world.number(e, env))
        if high - low > max(abs(low) / 10**10, Fraction(1, 10**20)):
            raise ValueError
        return float((low + high) / 2)

    def _tends(self, e: Core, env: Env) -> bool | None:
        one, two = (self._value(world, e[1], env) for world in self.worlds)
        if e[2][0] == "infinity":
            rises = (two - one) * e[2][1]
            return True if rises > abs(one) / 4 and two * e[2][1] > 0 else False if rises <= 0 else None
        ends = [self._value(world, e[2], env) for world in self.worlds]
        early, late = abs(one - ends[0]), abs(two - ends[1])
        size = TINY * (1e-12 + max(abs(two), abs(ends[1])))
        if late <= CLOSED * early or late <= NOTHING * size:
            return True
        return False if late >= KEPT * early and late > size else None

    def _bounded(self, e: Core, env: Env) -> bool | None:
        one, two = (abs(self._value(world, e[1], env)) for world in self.worlds)
        return True if two <= 1.1 * one else False if two >= 2 * one else None


def settled(parts: list[bool | None], all_of: bool) -> bool | None:  # noqa: FBT001
    """`and` (or `or`) of three values."""
    if any(part is (not all_of) for part in parts):
        return not all_of
    return None if None in parts else all_of
