"""A convex goal near a point: bounds of its value and slopes, Newton steps, and how near its minimum must be.

The goal is one of goals.py along directions on which it is nowhere constant, with coordinates y. Let g be its
gradient at x, h > 0 at most the least eigenvalue of its Hessian there, c the largest length of a difference
of two rows of a log, or of a row of an exponential. For a direction v let f(t) be the goal at x + t v. Then
|f'''| <= c |v| f'': the third derivative of a log of a sum of exponentials is the third central moment of the
<row, v> under weights that sum to 1, at most their largest difference times their variance, which is f''; of
an exponential it is <row, v> f''; of a square it is 0. Hence f''(t) >= e^(-c |v| t) f''(0) for t >= 0, and

    f'(1) >= <g, v> + f''(0) (1 - e^(-c |v|)) / (c |v|) >= |v| (h (1 - e^(-c |v|)) / c - |g|).

Let s = c |g| / h < 1. Where |v| > -log(1 - s) / c, the goal rises along v at x + v, so that it has a
minimiser, and none is farther from x than that: at most (1 + s) |g| / h if s <= 1/2, as then -log(1 - s) <=
s + s^2. There is only one, as the Hessian is positive everywhere. The least value is at least that at x minus
|g| times the distance, since a convex function lies above its tangents.
"""

from collections.abc import Sequence
from fractions import Fraction

from ..arithmetic import exact
from ..arithmetic import intervals as paid
from ..arithmetic.algebra import semidefinite, solve
from ..arithmetic.intervals import GUARD, Interval, Undefined, precision
from ..arithmetic.kinds import ONE, ZERO, enclose
from .goals import Goal, Row, pairing

Vector = list[Fraction]
TRIAL = 8  # a lower bound of the least eigenvalue is looked for in steps of this factor


def dot(x: Sequence[Fraction], y: Sequence[Fraction]) -> Fraction:
    total = ZERO
    for a, b in zip(x, y, strict=True):
        if a and b:
            total = paid.plus(total, paid.times(a, b))
    return total


def above(square: Fraction) -> Fraction:
    """At least the root."""
    return paid.sqrt_bounds(square, 64)[1]


class Nearby:
    """A goal along the rows of a basis; `look` says what it is at a point."""

    def __init__(self, goal: Goal, basis: list[Row]) -> None:
        self.bits = precision() + GUARD
        self.coarse = 32 + precision() // 2  # bits of the Hessian: a Newton step gains about as many
        self.constant = enclose(goal.constant)
        self.linear = [pairing(goal.linear, b) for b in basis]
        self.atoms = [
            (kind, enclose(weight), [(enclose(c), [pairing(row, b) for b in basis]) for c, row in parts])
            for kind, weight, parts in goal.atoms
        ]
        longest = {
            kind: max((dot(v, v) for k, _, parts in self.atoms if k == kind for _, v in parts), default=ZERO)
            for kind in ("log", "exp")
        }
        self.reach = max(2 * above(longest["log"]), above(longest["exp"]))  # c

    # ---- interval arithmetic at the working precision ----
    def add(self, x: Interval, y: Interval) -> Interval:
        return paid.add_bounds(x, y, self.bits)

    def mul(self, x: Interval, y: Interval) -> Interval:
        return paid.mul_bounds(x, y, self.bits)

    def exp(self, x: Fraction) -> Interval:
        return paid.outward(*paid.exp_bounds(x, self.bits), self.bits)

    # ---- at a point ----
    def look(self, at: Vector) -> None:
        """Bounds of the value and the slopes at a point, and the shares of its atoms' parts: of a log weights
        that sum to 1, of an exponential its value, of a square its root."""
        level = dot(self.linear, at)
        self.value = self.add(self.constant, (level, level))
        self.shares: list[list[Interval]] = []
        low, high = list(self.linear), list(self.linear)
        for kind, weight, parts in self.atoms:
            heights = [dot(vector, at) for _, vector in parts]
            value, shares = self._atom(kind, [c for c, _ in parts], heights)
            self.value = self.add(self.value, self.mul(weight, value))
            self.shares.append(shares)
            for share, (_, vector) in zip(shares, parts, strict=True):
                pull = self.mul(weight, share)
                for i, x in enumerate(vector):
                    if x:
                        x = 2 * x if kind == "square" else x
                        low[i] = paid.plus(low[i], paid.times(pull[x < 0], x))
                        high[i] = paid.plus(high[i], paid.times(pull[x > 0], x))
        self.slopes = [paid.outward(*ends, self.bits) for ends in zip(low, high, strict=True)]
        self.steepness = above(sum((max(-x, y) ** 2 for x, y in self.slopes), ZERO))  # |g| at most

    def _atom(self, kind: str, c: list[Interval], heights: Vector) -> tuple[Interval, list[Interval]]:
        if kind == "square":
            root = self.add(c[0], (heights[0], heights[0]))
            return paid.square_bounds(root, self.bits), [root]
        if kind == "exp":
            power = self.mul(c[0], self.exp(heights[0]))
            return power, [power]
        top = max(heights)
        powers = [self.mul(x, self.exp(height - top)) for x, height in zip(c, heights, strict=True)]
        total = powers[0]
        for power in powers[1:]:
            total = self.add(total, power)
        inverse = paid.inverse_bounds(total, self.bits)
        log = paid.log_bounds(total[0], self.bits)[0], paid.log_bounds(total[1], self.bits)[1]
        return self.add((top, top), log), [self.mul(power, inverse) for power in powers]

    def hessian(self) -> list[Vector]:
        """A matrix below the Hessian at the point, rational and short.

        The variance of <row, v> under weights q is the least sum of q (<row, v> - m)^2 over m, so that it
        falls if weights fall: lower bounds of all q, which may sum to less than 1, give a matrix below.
        Rounding its entries to multiples of e changes v^T H v by at most e |v|^2 times the size.
        """
        size = len(self.linear)
        found = [[ZERO] * size for _ in range(size)]
        for (kind, weight, parts), shares in zip(self.atoms, self.shares, strict=True):
            low = [max(paid.down(q, self.coarse), ZERO) for q, _ in shares]
            low = [Fraction(2)] if kind == "square" else low
            factor = max(paid.down(weight[0], self.coarse), ZERO)
            second = _second([vector for _, vector in parts], low, centred=kind == "log")
            for i in range(size):
                for k in range(i + 1):
                    found[i][k] += factor * second[i][k]
        top = max(found[i][i] for i in range(size))
        scale = Fraction(2) ** (self.coarse - paid.magnitude(top or ONE))
        for i in range(size):
            for k in range(i + 1):
                found[i][k] = found[k][i] = round(found[i][k] * scale) / scale
            found[i][i] -= size / scale
        return found

    def step(self) -> Vector | None:
        """The Newton step at the point, about; None where the matrix below the Hessian is singular."""
        middle = [paid.down((low + high) / 2, self.bits) for low, high in self.slopes]
        try:
            return [-x for x in solve(self.hessian(), middle, exact)]
        except Undefined:
            return None

    def distance(self) -> Fraction | None:
        """How far the minimum can be from the point; None where it is not seen to be near."""
        matrix = self.hessian()
        size = range(len(matrix))
        least = min(matrix[i][i] for i in size)
        smallest = max(matrix[i][i] for i in size) / Fraction(2) ** self.coarse
        while least > smallest:
            least /= TRIAL
            s = self.reach * self.steepness / least
            if s > Fraction(1, 2):
                return None
            if semidefinite([[x - (least if i == k else 0) for k, x in enumerate(matrix[i])] for i in size]):
                return -paid.down(-(1 + s) * self.steepness / least, 64)
        return None


def _second(vectors: list[Vector], weights: Vector, *, centred: bool) -> list[Vector]:
    """The lower half of the sum of weight v v^T, less that of the mean if centred."""
    size, total = range(len(vectors[0])), sum(weights, ZERO)
    scaled = [[q * x for x in vector] for q, vector in zip(weights, vectors, strict=True)]
    mean = [sum((vector[i] for vector in scaled), ZERO) for i in size]
    found: list[Vector] = []
    for i in size:
        paid.spend(len(vectors) * (i + 1))
        pairs = [(a[i], b) for a, b in zip(scaled, vectors, strict=True) if a[i]]
        row = [sum((x * b[k] for x, b in pairs if b[k]), ZERO) for k in range(i + 1)]
        found.append([x - mean[i] * mean[k] / total if centred and total else x for k, x in enumerate(row)])
    return found
