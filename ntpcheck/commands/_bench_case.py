"""One comparison of the bench: two sides, and the inputs that both work through in turn."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

ONE_THREAD, BY_DEFAULT = "cvxpy + Clarabel, one thread", "cvxpy + Clarabel as called by default"


@dataclass(frozen=True)
class Case:
    """One comparison. `ours` and `naive` do the same kind of work on an input, of the few that `draw` makes.

    Without `naive` there is no peer; then the aim is a time.
    """

    name: str
    draw: Callable[[], list[Any]]
    ours: Callable[[Any], Any]
    naive: Callable[[Any], Any] | None
    units: str  # what the times are per
    against: str = "no peer"  # what the naive path is
    target: float | None = None  # the ratio aimed at
    ours_units: Callable[[Any], float] = lambda _: 1.0  # how many `units` one call does
    naive_units: Callable[[Any], float] = lambda _: 1.0
    slow: bool = False  # run only when it is named
    apart: Callable[[Any, Any], float] | None = None  # the largest difference between the two answers
    residual: Callable[[Any], float] | None = None  # of our answer, from the data alone
    needs: str = ""  # the package that the other side comes from
    seconds: float | None = None  # the processor time aimed at, where there is no peer

    @cached_property
    def _inputs(self) -> list[Any]:
        return self.draw()

    def input(self, k: int) -> Any:
        """The inputs are drawn when the first is asked for, and then taken in turn."""
        return self._inputs[k % len(self._inputs)]


def modelled(tied: Any, apart: Any, **options: Any) -> Any:
    """The least w with tied w = 0 and apart w >= 1, in cvxpy with Clarabel; None where infeasible."""
    import cvxpy as cp

    w = cp.Variable(tied.shape[1])
    constraints: list[Any] = [tied @ w == 0] if tied.shape[0] else []
    constraints += [apart @ w >= 1] if apart.shape[0] else []
    cp.Problem(cp.Minimize(cp.sum_squares(w)), constraints).solve(solver=cp.CLARABEL, **options)
    return w.value


def residual(found: Any) -> float:
    """The largest residual that comes with a solution, or with a batch of them."""
    return float(found.residual.max())


def farthest(found: Any, theirs: Any) -> float:
    """The largest difference of two answers, in numpy, torch or JAX."""
    import numpy as np

    return float(np.abs(np.asarray(found) - np.asarray(theirs)).max())
