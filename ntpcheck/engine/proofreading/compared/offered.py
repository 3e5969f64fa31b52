"""Assumptions about unknowns at what their checks find, where the verifier decides nothing of them.

A check may know the one minimiser of a risk. That stands for each unknown in turn, as 0 does, and both with
what the book's definitions make of the instance's tensors added, once and many times. For a number there are
a large one and a small one. `some` is told by an offer that has the property, `every` by one that lacks it,
of which there are more. What no offer tells counts as told the other way, so that only what a check bears out
is believed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from ntpcheck.claim import Assumption
from ntpcheck.engine.proofreading.compared.nearly import Nearly
from ntpcheck.engine.proofreading.compared.objects import UNSAID
from ntpcheck.engine.proofreading.sought.drawing import UNANSWERED
from ntpcheck.engine.proofreading.sought.states import State, scalar, tensor
from ntpcheck.instances.base import Instance
from ntpcheck.statement.allowance import allow
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.instance.tensors import Core, Env, Tensor
from ntpcheck.verifier.instance.world import World

if TYPE_CHECKING:
    from ntpcheck.reference.frame import Floats

ALLOWANCE = 4_000_000  # units of the verifier's work
NUMBERS = (1000.0, 0.001)
NEAR, FAR = (1, 100), (-100, 10_000)  # times what is added; and what `every` is asked about too


def found(assumption: Assumption, instance: Instance) -> tuple[Floats, ...]:
    """The matrices W that a check has found on an instance."""
    asked = instance.floats()
    try:
        assumption.check(asked)
    except UNANSWERED:
        return ()
    held = [np.asarray(W) for value in asked.cache.values() if (W := getattr(value, "W", None)) is not None]
    return tuple(W for W in held if W.ndim == 2 and np.isfinite(W).all())


def told(world: World, name: str, matrices: Sequence[Floats]) -> bool | None:
    """Whether an assumption holds at what is offered; None where that is not told."""
    allow(ALLOWANCE)
    try:
        return Offering(world, matrices).told_so(("let", name, (), ()))
    except UNSAID:
        return None


class Offering(Nearly):
    """A world in which unknowns are these matrices, and others made with them."""

    def __init__(self, world: World, matrices: Sequence[Floats]) -> None:
        super().__init__(world, State({}))
        self.matrices, self.offers = matrices, dict[tuple[tuple[str, ...], bool], list[Tensor]]()

    def told_so(self, core: Core) -> bool | None:
        self.reset(64)
        return self.formula(core, {})

    def formula(self, e: Core, env: Env) -> bool | None:
        """What enclosures leave open of two numbers is that they are equal."""
        if e[0] != "cmp" or self.guarding:
            return super().formula(e, env)
        said = super().formula(e, env)
        return self._near(e, env) if said is None else said

    def rare(self, e: Core, env: Env) -> bool | None:
        if e[0] not in ("some", "every"):
            return super().rare(e, env)
        settles, unsure = e[0] == "some", False
        for choice in product(*(self.offering(axes, more=not settles) for _, axes in e[1])):
            inner = {**env, **{name: x for (name, _), x in zip(e[1], choice, strict=True)}}
            guard = self.guard(e[2], inner)
            if guard is False:
                continue
            said = self.formula(e[3], inner) if guard else None
            if said is settles:
                return settles
            unsure |= said is None
        return None if unsure else not settles

    def offering(self, axes: tuple[str, ...], *, more: bool) -> list[Tensor]:
        key = axes, more
        if key not in self.offers:
            times = (*NEAR, *FAR) if more else NEAR
            self.offers[key] = list(self._offering(axes, times)) if axes else [scalar(x) for x in NUMBERS]
        return self.offers[key]

    def _offering(self, axes: tuple[str, ...], times: tuple[int, ...]) -> Iterator[Tensor]:
        shape = tuple(self.sizes[axis] for axis in axes)
        bases = [*(W for W in self.matrices if W.shape == shape), np.zeros(shape)]
        yield from map(tensor, bases)
        images = list(self._images(axes, shape))
        yield from (tensor(base + far * image) for base, image, far in product(bases, images, times))

    def _images(self, axes: tuple[str, ...], shape: tuple[int, ...]) -> Iterator[Floats]:
        """What the definitions of one such tensor make of the instance's own."""
        fields = self.book.givens[self.given]
        own = [name for name, field in fields.items() if (field.axes, field.kind) == (axes, "num")]
        for let in self.book.lets.values():
            made = let.kind == "num" and tuple(axis for _, axis in let.indices) == axes
            if not made or let.given not in self.book.chain(self.given) or len(let.parameters) != 1:
                continue
            for (parameter, of), name in product(let.parameters.items(), own):
                if tuple(of or ()) == axes:
                    given = Tensor(lambda where, name=name: self.read(name, where), name)
                    yield self._doubles(let, {parameter: given}, shape)

    def _doubles(self, let: Any, env: Env, shape: tuple[int, ...]) -> Floats:
        values, letters = np.zeros(shape), [letter for letter, _ in let.indices]
        for where in np.ndindex(shape):
            inner = {**env, **dict(zip(letters, where, strict=True))}
            low, high = exact.enclose(self.number(let.core, inner))
            values[where] = float((Fraction(low) + Fraction(high)) / 2)
        return values
