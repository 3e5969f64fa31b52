"""One comparison of the bench: two sides, and the inputs that both work through in turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

ONE_THREAD, BY_DEFAULT = "cvxpy + Clarabel, one thread", "cvxpy + Clarabel as called by default"


@dataclass(frozen=True)
class Case:
    """One comparison. `ours(k)` and `naive(k)` do the same kind of work on the k-th of a few inputs.

    Without `naive` there is no peer; then the aim is a time.
    """

    name: str
    ours: Callable[[int], Any]
    naive: Callable[[int], Any] | None
    units: str  # what the times are per
    against: str  # what the naive path is
    target: float | None = None  # the ratio aimed at
    ours_units: Callable[[int], float] = lambda k: 1.0  # how many `units` one call does
    naive_units: Callable[[int], float] = lambda k: 1.0
    slow: bool = False  # run only when it is named
    apart: Callable[[Any, Any], float] | None = None  # the largest difference between the two answers
    residual: Callable[[Any], float] | None = None  # of our answer, from the data alone
    needs: str = ""  # the package that the other side comes from
    seconds: float | None = None  # the processor time aimed at, where there is no peer


class Inputs:
    """A few inputs, drawn when first used and then taken in turn."""

    def __init__(self, draw: Callable[[], list[Any]]) -> None:
        self._draw, self._drawn = draw, list[Any]()

    def __getitem__(self, k: int) -> Any:
        self._drawn = self._drawn or self._draw()
        return self._drawn[k % len(self._drawn)]


def modelled(tied: Any, apart: Any, **options: Any) -> Any:
    """The least w with tied w = 0 and apart w >= 1, in cvxpy with Clarabel; None where infeasible."""
    import cvxpy as cp

    w = cp.Variable(tied.shape[1])
    constraints: list[Any] = [tied @ w == 0] if tied.shape[0] else []
    constraints += [apart @ w >= 1] if apart.shape[0] else []
    cp.Problem(cp.Minimize(cp.sum_squares(w)), constraints).solve(solver=cp.CLARABEL, **options)
    return w.value
