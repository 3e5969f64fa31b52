"""Instances whose parts are looked at, with the numbers that a checker computes there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.proofreading.compared.overheard import Overheard, overheard, telling
from ntpcheck.engine.proofreading.sought.drawing import UNANSWERED
from ntpcheck.engine.sweep import generator, impose, sifted
from ntpcheck.formulas.edges import replaced
from ntpcheck.instances.base import Instance, stack

if TYPE_CHECKING:
    from ntpcheck.engine.proofreading.sought.states import State

BATCHES, ROWS, LOOKED = 12, 8, 12  # draws of the sampler, rows of each, and the lightest that are looked at
LARGEST = 72  # entries of an instance
PLAIN = 4  # of those looked at: instances with entries such as 1/2
RICH, LISTENED = 6, 24  # at which a checker computes most that is not there by chance, of so many
FINE, MOVED = 1024, 100  # entries are moved by odd multiples of 1 / FINE, up to twice as many as that


@dataclass(frozen=True)
class Looked:
    """An instance, what a checker computes there, and for a limit a state of what it runs along."""

    document: Mapping[str, Any]
    heard: Overheard
    state: State | None = None


def looked_at(
    claim: Claim,
    check: Callable[[Any], Any],
    seed: object,
    number: int = LOOKED,
    more: Sequence[Instance] = (),
) -> list[Looked]:
    """Some light draws of a claim's sampler inside its assumptions, with what a check computes there.

    more: instances that are looked at too, with tables that are moved.
    """
    source, found = generator(seed, "parts", claim.id), list[Instance]()
    for k in range(BATCHES):
        batch = claim.domain.sampler(source, ROWS)
        try:
            batch = impose(claim.assumes, batch) if k % 4 else batch
            batch = _moved(claim, batch, source) if k % 2 else batch
            inside = sifted(claim.assumes, batch)[0]
        except UNANSWERED:  # what cannot be pulled inside
            continue
        found += [batch.row(row) for row, fits in enumerate(inside) if fits]
    found = sorted((one for one in found if entries(one) <= LARGEST), key=entries)
    plain, other = ([one for one in found if _generic(one) is which] for which in (False, True))
    spread = [*_spread(other, LOOKED - PLAIN), *_spread(plain, LOOKED)][:number]
    heard = [(one, _heard(check, one)) for one in spread]
    if number == LOOKED:
        rest = [one for one in _spread(other, LISTENED) if one not in spread]
        heard += _richest([(one, _heard(check, one)) for one in rest])
    moved = (_moved(claim, stack([one]), source).row(0) for one in more)
    heard += [(one, _heard(check, one)) for one in moved]
    return [Looked(one.exact().to_json(), numbers) for one, numbers in heard]


def _heard(check: Callable[[Any], Any], instance: Instance) -> Overheard:
    return overheard(lambda: check(instance.replace()))


def _richest(heard: list[tuple[Instance, Overheard]]) -> list[tuple[Instance, Overheard]]:
    """Where most is computed that is not there by chance: where W* is 0, the parts of a line tell little."""
    told = [sum(map(telling, numbers.sizes)) for _, numbers in heard]
    return [heard[k] for k in sorted(range(len(heard)), key=lambda k: -told[k])[:RICH]]


def _moved(claim: Claim, batch: Any, source: torch.Generator) -> Any:
    """A batch with tensors whose entries are not there by chance, as far as the assumptions let them move."""
    for name in batch.AXES:
        if name in batch.INTEGERS:
            continue
        table = getattr(batch, name)
        steps = torch.randint(-MOVED, MOVED, table.shape, generator=source).to(table)
        with suppress(*UNANSWERED):
            other = replaced(batch, name, table + (2 * steps + 1) / FINE)
            if not sifted(claim.assumes, other)[0].any():  # another table may have to fit this one
                other = impose(claim.assumes, other)
            batch = other if sifted(claim.assumes, other)[0].any() else batch
    return batch


def _spread(found: list[Instance], number: int) -> list[Instance]:
    """Of the lighter half as many."""
    return found[:: max(1, len(found) // (2 * number))][:number]


def _generic(instance: Instance) -> bool:
    """Whether most entries of an instance's tensors are not there by chance: nor is what is made of them."""
    reals = [
        x
        for name, array in instance.arrays().items()
        if name not in instance.INTEGERS
        for x in array.flatten()
    ]
    return 2 * sum(telling(float(x)) for x in reals) > len(reals)


def entries(instance: Instance) -> int:
    return sum(int(np.prod(array.shape)) for array in instance.arrays().values())


def concluding(claim: Claim) -> Callable[[Any], Any]:
    return lambda instance: claim.conclude(instance, Effort())
