"""What tells numbers apart: something that is equal for equal numbers, and for no others."""

from .intervals import Interval
from .kinds import Combination, Exps, Number


class Mark:
    """Bounds, equal only to themselves: those of several numbers may be the same."""

    __slots__ = ("bounds",)

    def __init__(self, bounds: Interval) -> None:
        self.bounds = bounds

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mark) and other.bounds is self.bounds

    def __hash__(self) -> int:
        return id(self.bounds)


def mark(x: Number) -> object:
    """Something that is equal for equal numbers, and for no others."""
    if isinstance(x, Exps):
        return "e", tuple(sorted(x.p.items())), tuple(sorted(x.q.items()))
    if isinstance(x, Combination):
        return type(x).__name__, x.r, tuple(sorted(x.c.items(), key=str))
    return Mark(x) if isinstance(x, tuple) else x
