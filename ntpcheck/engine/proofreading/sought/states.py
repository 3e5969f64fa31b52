"""Two states of what a limit runs along, with the objects that the checkers know there.

The states are those that the checkers use: the log-time flow of a run, the solver's points of a path, and the
first steps of optimisers that no flow follows. Beside them stand the limits that the laws predict, which
`some` and `every` are asked about, and W^mm, the finite part and the projections, for large instances.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from ntpcheck.checks.attention_travels import centred_travels, fixed_travels, log_travels
from ntpcheck.checks.path_points import Travel, travels
from ntpcheck.dynamics.adam import adam_means
from ntpcheck.dynamics.attention_descent import attention_flows
from ntpcheck.dynamics.flow import Flow, flows
from ntpcheck.dynamics.gradient_descent import Trajectory
from ntpcheck.dynamics.optimisers import ADAM, ADAM_WITHOUT_EPSILON
from ntpcheck.engine.proofreading.sought.bent import (
    Bend,
    Swap,
    bend_of,
    known_frames,
    others_recorded,
    swap_of,
)
from ntpcheck.engine.proofreading.sought.taken import FADING, STEPS, optimisers
from ntpcheck.instances.attention import Attending, Attention, AttentionRun
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck.reference.frame import Floats, Frame
from ntpcheck.reference.law import Law
from ntpcheck.reference.pair_correction import known_correction
from ntpcheck.reference.path import Path, path
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.instance.tensors import Tensor

TIMES = ((10.0, 36.0), (8.0, 16.0))  # log k of the states of a flow
RADII = ((1, 3), (2, 3), (0, 1))  # of the near points of a path; the last near where it starts
# Of a path with nothing on F, of which doubles would tell less: there e^-r is told from 0 by so many bits.
LONG, BITS, FINE = (8.0, 1000.0), 256, 2048
FAR = (60.0, 400.0)  # the multipliers r of points of an attention path, which starts late
DESCENT = ("W_k", "Whalf_k", "W_tau", "Whalf_tau")  # what is bent of first steps: the flow goes on from them


@dataclass(frozen=True)
class State:
    """What runs, at one place. shown: what the laws exhibit for an unknown, by its name, some of each."""

    runs: Mapping[str, Tensor]
    shown: Mapping[str, tuple[Tensor, ...]] = field(default_factory=dict[str, tuple[Tensor, ...]])
    frame: Frame | None = None
    bits: int = BITS


Pair = tuple[State, State]


def tensor(values: Floats) -> Tensor:
    return Tensor(lambda where: Fraction(float(values[where])), "state")


def scalar(value: float) -> Tensor:
    return Tensor(lambda _: Fraction(float(value)), "along")


def power_of_e(s: float) -> Tensor:
    return Tensor(lambda _: exact.enclose(exact.exp(Fraction(s))), "along")


def of_law(
    frame: Frame, law: Law | None, *more: Floats, bend: Bend | None = None
) -> dict[str, tuple[Tensor, ...]]:
    """W~ and the other matrices of a law: its finite part, and what its slowest direction is.

    bend: where the run was bent by that, the W~ that it tends to there stands beside the law's.
    """
    if law is None:
        return {}
    rows = frame.cells[law.positive] @ law.span.T
    slowest = law.span.T @ np.linalg.eigh((rows.T * law.alpha[law.positive]) @ rows)[1][:, 0]
    none, still = np.zeros(len(frame.F)), np.zeros(len(frame.wmm))
    matrices = [frame.matrix(law.finite, still), frame.matrix(none, slowest), *more]
    offsets = [law.offset] + ([law.offset + bend.off_f(frame)] if bend and bend.shifts else [])
    return {
        "Wt": tuple(tensor(frame.matrix(none, offset)) for offset in offsets),
        "X": tuple(map(tensor, matrices)),
        "rate": (scalar(law.rate),),
    }


def of_flow(
    flow: Flow | None, half: Flow | None, names: tuple[str, str, str], bend: Bend | None = None
) -> Iterator[Pair]:
    """The states at two late times of a flow, beside those of the run with half its step size."""
    if flow is None or not flow.completed:
        return
    shown = {**of_law(flow.frame, flow.law, bend=bend), "Z": (tensor(flow.bounded_part(-1)),)}
    for times in TIMES:
        at = [int(np.argmin(abs(flow.s - s))) for s in times]
        if flow.s[at[1]] < 1.5 * flow.s[at[0]]:
            continue
        found: list[State] = []
        for k in at:
            runs = {names[0]: tensor(flow.decoder(k)), names[1]: power_of_e(float(flow.s[k]))}
            if half is not None and half.completed:
                runs[names[2]] = tensor(_at(half, float(flow.s[k])))
            found.append(State(runs, shown, flow.frame))
        yield found[0], found[1]


def _at(flow: Flow, s: float) -> Floats:
    """`[V, d]` W at log k = s, between two records."""
    k = min(max(int(np.searchsorted(flow.s, s)), 1), len(flow.s) - 1)
    share = (s - flow.s[k - 1]) / (flow.s[k] - flow.s[k - 1])
    f, u = ((1 - share) * part[k - 1] + share * part[k] for part in (flow.f, flow.u))
    return flow.frame.centre + flow.frame.matrix(f, u + s * flow.frame.wmm) + flow.rest


def flowing(run: Any) -> list[list[Pair]]:
    """The pairs of states of each row of a run, along its flow."""
    attention = isinstance(run, AttentionRun)
    names = ("W_tau", "tau", "Whalf_tau") if attention else ("W_k", "k", "Whalf_k")
    of = attention_flows if attention else flows
    both = zip(of(run), of(run.replace(eta=run.eta / 2)), strict=True)
    return [list(of_flow(one, half, names, bend_of(run))) for one, half in both]


def stepping(run: Any, asked: Collection[str] = ()) -> list[list[Pair]]:
    """The pairs of states of each row of a run, after `STEPS` steps of each optimiser; none of a bent one.

    asked: what has to be finite, else all. The steps of others are taken when they are read, as few are.
    """
    along, rows = ("tau" if isinstance(run, AttentionRun) else "k"), int(np.prod(run.batch, dtype=int))
    bend, ways = bend_of(run), optimisers(run)
    frames = [frame if frame and frame.moves else None for frame in known_frames(run)]
    if bend is not None and (not frames or others_recorded(run)):
        return [[] for _ in range(rows)]
    ways = {name: way for name, way in ways.items() if bend is None or name != "squares_tau"}

    @cache
    def taken(name: str) -> Floats:
        found = ways[name]()
        found = bend.iterates(found, frames) if bend is not None and name in DESCENT else found
        x = found.W if isinstance(found, Trajectory) else found
        return np.asarray(x).reshape(
            len(STEPS), rows, *x.shape[2 if name in FADING else 1 + len(run.batch) :]
        )

    def at(name: str, i: int, row: int) -> Tensor:
        return Tensor(lambda where: Fraction(float(taken(name)[i, row][where])), "state")

    pairs: list[list[Pair]] = []
    for row, flow in enumerate(attention_flows(run) if isinstance(run, AttentionRun) else flows(run)):
        shown, frame = (of_law(flow.frame, flow.law, bend=bend), flow.frame) if flow else ({}, None)
        one, two = (
            State({name: at(name, i, row) for name in ways} | {along: scalar(k)}, shown, frame)
            for i, k in enumerate(STEPS)
        )
        finite = all(np.isfinite(taken(name)[:, row]).all() for name in ways if not asked or name in asked)
        pairs.append([(one, two)] if finite else [])
    return pairs


def averaging(run: Any) -> list[list[Pair]]:
    """The pairs of states after `STEPS` steps, with the means of gradients that Adam keeps."""
    found: dict[str, Any] = {}
    for prefix, optimiser in (("", ADAM_WITHOUT_EPSILON), ("eps-", ADAM)):
        means = zip(*adam_means(run, STEPS, optimiser.moments), strict=True)
        found |= {
            f"{prefix}{name}": np.stack(x) for name, x in zip(("mean_k", "square_k"), means, strict=True)
        }
    told: list[list[Pair]] = []
    for row, pairs in enumerate(stepping(run)):
        means = [{name: tensor(x[i, row]) for name, x in found.items()} for i in range(len(STEPS))]
        told.append([(_running(one, means[0]), _running(two, means[1])) for one, two in pairs])
    return told


def _running(state: State, more: Mapping[str, Tensor]) -> State:
    return replace(state, runs={**state.runs, **more})


def of_path(points: Path, at: Sequence[int], names: tuple[str, str], shift: Any, *, ridge: bool) -> Pair:
    """Two points of a path. ridge: they minimise the loss with the penalty |W|^2 / r for r = 2 / lambda."""
    one, two = (
        State(
            {names[0]: tensor(W), names[1]: scalar(float(x))}, {"rho": (scalar(points.r[i]),)}, points.frame
        )
        for i in at
        for W in [points.decoder(i) + shift]
        for x in [2 * np.exp(-points.log_multiplier[i]) if ridge else np.linalg.norm(W)]
    )
    return one, two


def near(found: Sequence[Travel | None], names: tuple[str, str], *, ridge: bool = False) -> list[list[Pair]]:
    """The points of each row's regularisation path, with what the path's law exhibits."""
    told: list[list[Pair]] = []
    for travel in found:
        usable = travel is not None and travel.believed and travel.law is not None
        if travel is None or travel.law is None or not usable or len(travel.near.r) <= max(map(max, RADII)):
            told.append([])
            continue
        law, frame = travel.law, travel.frame
        following = [frame.matrix(0 * law.finite, law.next_order)] if law.strict else []
        shown = of_law(frame, law.of_descent, *following)
        pairs = [of_path(travel.near, at, names, 0.0, ridge=ridge) for at in RADII]
        if not len(frame.F):
            one, two = of_path(path(frame, LONG), (0, 1), names, 0.0, ridge=ridge)
            pairs.append((one, replace(two, bits=FINE)))
        told.append([_beside(pair, shown) for pair in pairs])
    return told


def _beside(pair: Pair, shown: dict[str, tuple[Tensor, ...]]) -> Pair:
    one, two = (replace(state, shown={**shown, **state.shown}) for state in pair)
    return one, two


def far(
    found: Sequence[Travel | None], names: tuple[str, str], inner: Any, bend: Bend | None
) -> list[list[Pair]]:
    """Late points of each row's attention path; inner: `[B, d, d]` what they have in S_cyc."""
    told: list[list[Pair]] = []
    for travel, V in zip(found, inner, strict=True):
        if travel is None or not travel.believed or not travel.frame.moves:
            told.append([])
            continue
        points = bend.path(path(travel.frame, FAR)) if bend else path(travel.frame, FAR)
        shift = np.asarray(V) - travel.frame.centre
        pair = of_path(points, (0, 1), names, shift, ridge=False)
        one, two = pair
        told.append([(replace(one, shown={}), replace(two, shown={}))])
    return told


def _free(data: Attention) -> list[list[Pair]]:
    V = known_correction(data)
    inner = V.reshape(-1, *V.shape[-2:]).cpu().numpy()
    return far(centred_travels(data), ("W_R", "r"), inner, bend_of(data))


def _fixed(data: Attending) -> list[list[Pair]]:
    found = fixed_travels(data)
    return far(found, ("Wperp_R", "r"), [0.0] * len(found), bend_of(data))


STEPPED = frozenset({"k", "W_k", "Whalf_k", "NGD_k", "Adam_k", "eps-Adam_k", *FADING})
MEANS = frozenset({"mean_k", "square_k", "eps-mean_k", "eps-square_k"})
Way = Callable[[Any], list[list[Pair]]]
# The type of instances, what runs there, and its states.
WAYS: list[tuple[type, frozenset[str], Way]] = [
    (Run, frozenset({"W_k", "k", "Whalf_k"}), flowing),
    (Run, STEPPED, stepping),
    (AttentionRun, frozenset({"W_tau", "tau", "Whalf_tau"}), flowing),
    (AttentionRun, frozenset({"tau", "W_tau", "Whalf_tau", "N_tau", "squares_tau"}), stepping),
    (Dataset, frozenset({"W_B", "B"}), lambda data: near(travels(data), ("W_B", "B"))),
    (Dataset, frozenset({"W_r", "r"}), lambda data: near(travels(data), ("W_r", "r"), ridge=True)),
    (Attending, frozenset({"Wperp_R", "r"}), _fixed),
    (Attention, frozenset({"W_R", "r"}), _free),
    (Attention, frozenset({"W_R", "r"}), lambda data: near(log_travels(data), ("W_R", "r"))),
]


def states(batch: Any, sequences: set[str]) -> list[list[Pair]]:
    """Pairs of states in which all the sequences are known, for every row; none where one is missing."""
    found: list[list[Pair]] = [[] for _ in range(batch.batch[0])]
    for kind, names, way in WAYS:
        if isinstance(batch, kind) and sequences <= names:
            told = stepping(batch, sequences) if way is stepping else way(batch)
            found = [[*one, *more] for one, more in zip(found, told, strict=True)]
    if isinstance(batch, Run) and sequences & MEANS and sequences <= STEPPED | MEANS and not bend_of(batch):
        found = averaging(batch)
    swap = swap_of(batch)
    return [[_swapped(pair, swap) for pair in pairs] for pairs in found] if swap else found


def _swapped(pair: Pair, swap: Swap) -> Pair:
    one, two = (replace(x, frame=swap.frame(x.frame)) if x.frame else x for x in pair)
    return one, two
