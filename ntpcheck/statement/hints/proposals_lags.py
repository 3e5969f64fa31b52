"""Numbers for the lemma on two runs by one step: directions, and by how many steps coordinates are ahead."""

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import numpy as np

from ntpcheck.statement.hints.proposals import Hints, nested, spanning
from ntpcheck.statement.hints.proposals_rates import run
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.lemmas.lags import AT_LEAST, AT_MOST, MOST
from ntpcheck.verifier.shared import premises

FEW = 3  # directions
FAR = MOST - 8  # steps that one run is said to be ahead; more of them cost much


def ahead(world: World, core: Any) -> Iterator[Hints]:
    """Each run in turn as the one whose coordinates are equal."""
    if "'eventually'" not in repr(core) or len(premises.all_of(world, core, "trajectory")) != 2:
        return
    found = run(world, core, FAR)
    for one, other in permutations(found):
        axes = premises.axes_of(world.book.lets[one])
        rows, others = found[one], found[other]
        if premises.axes_of(world.book.lets[other]) != axes or not axes:
            return
        basis = spanning(np.concatenate([np.diff(rows, axis=0), others - rows[0]]))
        if not 0 < len(basis) <= FEW:
            return
        ways = np.array([[float(x) for x in row] for row in basis])
        signs = np.where((rows[-1] - rows[0]) @ ways.T < 0, -1, 1)
        cells = list(world.cells(axes))
        shown = {
            f"claim.{one}.{i}": nested(world, axes, {c: int(s) * x for c, x in zip(cells, row, strict=True)})
            for i, (s, row) in enumerate(zip(signs, basis, strict=True))
        }
        sizes = (ways**2).sum(axis=1)
        m, y = (((x - rows[0]) @ ways.T) * signs / sizes for x in (rows, others))
        for chosen in product((AT_LEAST, AT_MOST), repeat=len(basis)):
            told = dict(shown)
            for i, way in enumerate(chosen):
                s = shift(m[:, 0], y[:, i], way)
                s = way if len(basis) == 1 and s * way > 0 else s  # alone, one step is as good as many
                told |= {f"claim.ahead.{i}": s, f"claim.way.{i}": way}
            yield told


def shift(m: np.ndarray, y: np.ndarray, way: int) -> int:
    """The most steps that y is surely ahead of m, or the least that it is surely not beyond."""
    last = len(m) - 1
    if way == AT_LEAST:
        fits = [s for s in range(-last, last + 1) if y[max(-s, 0)] >= m[max(s, 0)]]
        return max(fits, default=-last)
    return min((s for s in range(-last, last + 1) if y[max(-s, 0)] <= m[max(s, 0)]), default=last)


KNOWN = {"lags": ahead}
