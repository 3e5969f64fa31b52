"""Runs and paths that are bent on purpose: what a limit says of them is false, or true where it was not.

Of a true run a limit and a weaker one say the same. So the checker and the book are both shown the same run
with a displacement in it: off its limit on F, beside it, turned away, longer, or straight along its ray. A
claim that is not about what is displaced still holds there, one that is fails; a line that has lost a part,
or whose condition nothing meets, says otherwise.

What a checker reads of a run it keeps on the instance. A bent batch has the same results there, bent: flows,
paths and recorded iterates. All else is computed anew from these.

Where a checker looks whether the run obeys its law before it says anything, the run stays as it is, and W^mm
or W* is taken to be another matrix by both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import numpy as np
import torch

from ntpcheck.checks.path_points import Travel
from ntpcheck.dynamics.flow import Flow
from ntpcheck.dynamics.gradient_descent import Trajectory
from ntpcheck.reference.frame import Floats, Frame, orthonormal
from ntpcheck.reference.path import Path

KEPT = "ntpcheck.reference."  # what functions of these modules found knows nothing of runs
DYNAMICS = "ntpcheck.dynamics."  # what these have recorded are steps of gradient descent
SAME = 1e-9  # of a matrix: what a result holds of it, to rounding


@dataclass(frozen=True)
class Bend:
    """Displacements of W along a run or path, in nats: on F, off it, and off it times log k (or r).

    outside: off F and off all support vectors. longer: the share of W^mm by which log k counts more;
    straight: the run is put on its ray first.
    """

    inside: float = 0.0
    beside: float = 0.0
    turning: float = 0.0
    longer: float = 0.0
    straight: bool = False
    outside: float = 0.0

    @property
    def shifts(self) -> bool:
        """Whether what the run tends to off F is displaced, and stays near."""
        return bool(self.beside or self.outside)

    def on_f(self, frame: Frame) -> Floats:
        """`[f]`"""
        return self.inside * direction(len(frame.F))

    def off_f(self, frame: Frame) -> Floats:
        """`[x]`"""
        away = direction(len(frame.wmm))
        found = self.beside * away
        if self.outside:
            span = orthonormal(frame.cells[frame.tight])
            left = away - span.T @ (span @ away)
            found = found + (self.outside * left / np.linalg.norm(left) if len(span) < len(away) else 0.0)
        return found

    def moved(self, frame: Frame, s: Floats, f: Floats, u: Floats) -> tuple[Floats, Floats]:
        """Coordinates `[.., f]` and `[.., x]` of W less W* and less s W^mm, at s = log k or r `[..]`."""
        away, wmm = direction(len(frame.wmm)), frame.wmm
        across = away - (away @ wmm) / (wmm @ wmm) * wmm
        kept = 0.0 if self.straight else 1.0
        slope = self.turning * across + self.longer * wmm
        return kept * f + self.on_f(frame), kept * u + self.off_f(frame) + np.multiply.outer(s, slope)

    def flow(self, flow: Flow) -> Flow:
        f, u = self.moved(flow.frame, flow.s, flow.f, flow.u)
        return replace(flow, f=f, u=u, rest=0 * flow.rest if self.straight else flow.rest)

    def path(self, points: Path) -> Path:
        """A displacement on F is one of the centre: e^r times it is no double."""
        frame = points.frame
        none = np.zeros(len(frame.F))
        _, u = self.moved(frame, points.r, none, points.u)
        centre = frame.centre + frame.matrix(self.on_f(frame), 0 * frame.wmm)
        g = 0 * points.g if self.straight else points.g
        return replace(points, frame=replace(frame, centre=centre), g=g, u=u)

    def travel(self, travel: Travel) -> Travel:
        return travel._replace(near=self.path(travel.near), far=self.path(travel.far))

    def iterates(self, trajectory: Trajectory, known: Sequence[Frame | None]) -> Trajectory:
        """Recorded iterates `[K, .., V, d]`, row by row in the frames that are known."""
        W = trajectory.W.cpu().numpy().copy()
        rows = W.reshape(len(W), -1, *W.shape[-2:])
        s = np.log(np.maximum(trajectory.steps, 1))
        for i, frame in enumerate(known):
            if frame is None:
                continue
            for k, here in enumerate(rows[:, i].copy()):
                f, w, rest = frame.parts(here)
                f, u = self.moved(frame, s[k], f, w - s[k] * frame.wmm)
                rows[k, i] = frame.centre + frame.matrix(f, u + s[k] * frame.wmm)
                rows[k, i] += 0 if self.straight else rest
        return Trajectory(trajectory.steps, torch.from_numpy(rows.reshape(W.shape)).to(trajectory.W))


@dataclass(frozen=True)
class Swap:
    """Another matrix in the place of one that a frame holds, W^mm (W) or W* (centre).

    names: what stands for it in the shipped books.
    """

    field: str
    names: frozenset[str]

    def matrix(self, frame: Frame) -> Floats:
        """`[V, d]`"""
        true = getattr(frame, self.field)
        return true + (1 + np.linalg.norm(true)) / 4 * direction(true.size).reshape(true.shape)

    def frame(self, frame: Frame) -> Frame:
        return replace(frame, **{self.field: self.matrix(frame)})

    def flow(self, flow: Flow) -> Flow:
        """A run, which stays as it is."""
        return flow


SWAPS = (Swap("W", frozenset({"Wmm"})), Swap("centre", frozenset({"Wstar", "Fmin", "Wcyc"})))
BENDS = (
    Bend(inside=0.5),
    Bend(turning=0.25),
    Bend(beside=0.5),
    Bend(longer=-0.5),
    Bend(longer=-1.0),
    Bend(straight=True),
    Bend(outside=0.5),
    Bend(beside=2.0**-10),  # less than what a check of a rate takes for the beginning of a run
)


def unseen(frame: Frame) -> Floats:
    """`[V, d]` a displacement that no loss sees: off F, and off all that parts support from other tokens."""
    away = direction(frame.W.size)
    return (away - frame.F.T @ (frame.F @ away) - frame.X.T @ (frame.X @ away)).reshape(frame.W.shape)


def bent(batch: Any, bend: Bend) -> Any | None:
    """A batch whose runs or paths are bent, of one that a checker has looked at; None where it has none."""
    kept = {key: value for key, value in batch.cache.items() if _module(key).startswith(KEPT)}
    lists = {key: value for key, value in batch.cache.items() if isinstance(value, list)}
    found: dict[Any, Any] = {}
    known: list[Frame | None] = []
    for key, rows in lists.items():
        for kind, way in ((Flow, bend.flow), (Travel, bend.travel)):
            if any(isinstance(row, kind) for row in rows):
                found[key] = [_bent(row, way) for row in rows]
                known = [row.frame if _bends(row) else None for row in rows] if kind is Flow else known
    for key, value in batch.cache.items():
        if isinstance(value, Trajectory) and known:
            found[key] = bend.iterates(value, known)
    if not found:
        return None
    other = batch.replace()
    other.cache.update(kept | found | {Bend: bend})
    return other


def changed(batch: Any, change: Bend | Swap) -> Any | None:
    return bent(batch, change) if isinstance(change, Bend) else swapped(batch, change)


def others_recorded(batch: Any) -> bool:
    """Whether a checker has recorded the iterates of optimisers of its own: those are bent too."""
    kept = [key for key, value in batch.cache.items() if isinstance(value, Trajectory)]
    return any(not _module(key).startswith(DYNAMICS) for key in kept)


def known_frames(batch: Any) -> list[Frame | None]:
    """The frame of every row, as far as a flow or a path of it has one."""
    for rows in batch.cache.values():
        if isinstance(rows, list) and any(isinstance(row, Flow | Travel) for row in rows):
            return [None if row is None else row.frame for row in rows]
    return []


def swapped(batch: Any, swap: Swap) -> Any | None:
    """A batch of which a checker's results hold another matrix, its runs and paths apart; None where none
    does.
    """
    known = known_frames(batch)
    if not known or None in known:
        return None
    true = np.stack([getattr(frame, swap.field) for frame in known if frame])
    new = np.stack([swap.matrix(frame) for frame in known if frame])
    found: dict[Any, Any] = {}
    for key, value in batch.cache.items():
        held = [name for name in _names(value) if _holds(getattr(value, name), true)]
        if held:
            changes = {name: torch.from_numpy(new).reshape(getattr(value, name).shape) for name in held}
            found[key] = altered(value, **changes)
    lasting = {key: value for key, value in batch.cache.items() if isinstance(value, list | Trajectory)}
    for key, rows in lasting.items():
        if not isinstance(rows, list):
            continue
        flows = [swap.flow(row) if isinstance(row, Flow) else row for row in rows]
        if any(new is not old for new, old in zip(flows, rows, strict=True)):
            found[key] = flows
    if not found:
        return None
    other = batch.replace()
    other.cache.update(lasting | found | {Swap: swap})
    return other


def altered(value: Any, **changes: Any) -> Any:
    """A named tuple or a dataclass with other values of some fields."""
    return value._replace(**changes) if hasattr(value, "_replace") else replace(value, **changes)


def _names(value: Any) -> Sequence[str]:
    if is_dataclass(value) and not isinstance(value, type):
        return [field.name for field in fields(value)]
    return getattr(value, "_fields", ())


def _holds(value: Any, true: Floats) -> bool:
    """Whether a result is a matrix `[B, V, d]`, and that."""
    if not isinstance(value, torch.Tensor) or value.numel() != true.size or value.ndim < true.ndim:
        return False
    apart = np.abs(value.cpu().numpy().reshape(true.shape) - true)
    return bool(apart.max(initial=0.0) <= SAME * (1 + np.abs(true).max(initial=0.0)))


def swap_of(batch: Any) -> Swap | None:
    """What is another matrix in a batch."""
    return batch.cache.get(Swap)


def bend_of(batch: Any) -> Bend | None:
    """How a batch was bent."""
    return batch.cache.get(Bend)


def _bends(row: Any) -> bool:
    return row is not None and row.frame.moves


def _bent(row: Any, way: Callable[[Any], Any]) -> Any:
    return way(row) if _bends(row) else row


def _module(key: Any) -> str:
    return getattr(key, "__module__", "")


def direction(n: int) -> Floats:
    """`[n]` a direction that no axis of a frame is likely to share."""
    v = 1 + np.arange(n) % 3 - 2.0 * (np.arange(n) % 2)
    return v / np.linalg.norm(v) if n else v
