"""Whether limits along the rays between two directions are limits along others of the cone that they span.

Let a line say of some A and B, neither a multiple of the other, something of X + R ((1 - t) A + t B) as R
grows, for every t from 0 to 1. Then it says the same of X + R (a A + b B) for all fixed a, b >= 0 with
a + b > 0: t is b / (a + b), and (a + b) R grows as R does. And `some` gives with A and B any two of their
combinations, neither of which is a multiple of the other, as Gram's determinant is multiplied by the square
of the combinations' own; or both made shorter, where |<A, B>| < |A| alone is asked for, and A is not 0.
If it says so for every t of another interval with more than one number, let t0 < t1 be two of these. With
(1 - t0) A + t0 B and (1 - t1) A + t1 B for A and B it says so for every t from 0 to 1, and neither of these
is a multiple of the other, as t0 and t1 differ.
"""

from fractions import Fraction
from itertools import permutations, product
from typing import Any

from ntpcheck.statement.following.shifted import NUMBERS, pairs
from ntpcheck.statement.knowing.combinations import Known, Terms
from ntpcheck.statement.knowing.cores import bound, over_the_same, same
from ntpcheck.statement.knowing.expanded import TooLongError, expanded
from ntpcheck.verifier.asymptotics.constants import conjuncts, names
from ntpcheck.verifier.instance.tensors import Core

ENTRIES = tuple(map(Fraction, (1, 0, -1, Fraction(1, 2))))  # of combinations of A and B
Affine = tuple[Fraction, Fraction]  # x and y of x + y t
Shares = tuple[Affine, Affine]  # how much there is of A, and of B
Ends = tuple[Fraction | None, Fraction | None]  # of an interval; None where it has none
HULL: Shares = ((Fraction(1), Fraction(-1)), (Fraction(0), Fraction(1)))


def along_rays(known: Known, old: Core, new: Core) -> bool:
    """Whether what a formula says along rays of a cone is what its line says along others."""
    if old[0] != "some" or not over_the_same(old, new) or None in (old[2], new[2]):
        return False
    new = (*old[:2], *known.lettered(new, bound(old)))
    line, edit = _growing(old[3]), _growing(new[3])
    if line is None or edit is None:
        return False
    t, guard, R, body = line
    other, asked = (known.put(e, {edit[0]: t, edit[2]: R}) for e in (edit[1], edit[3]))
    ends = _interval(other, t)
    if ends is None or not _several(guard, t):
        return False
    for A, B in permutations([name for name, axes in old[1] if axes], 2):
        if _apart(old[2], A, B) and _admits(known, old[2], new[2], A, B):
            rays = _Rays(known, A, B, t, R)
            if rays.alike(body, asked) and len(rays.shares) == 1:
                (shares,) = rays.shares
                return any(_in_the_cone(shares, ends, *way) for way in product(ENTRIES, repeat=4))
    return False


def _growing(e: Core) -> tuple[str, Core | None, str, Core] | None:
    """t, its condition, R and the formula of `every t | .. growing R. ..`."""
    if e[0] != "every" or len(e[1]) != 1 or e[1][0][1] or e[3][0] != "growing":
        return None
    return e[1][0][0], e[2], e[3][1], e[3][2]


def _apart(e: Core, A: str, B: str) -> bool:
    """Whether a condition is |<A, B>| < |A| |B|."""
    if e[:2] != ("cmp", "<") or e[2][:2] != ("fn", "abs") or e[2][2][0] != "dot" or e[3][0] != "*":
        return False
    return [_whole(x) for x in (*e[2][2][1:], *(n[1] for n in e[3][1:] if n[0] == "norm"))] == [A, B, A, B]


def _whole(e: Core) -> str:
    """The name of the tensor that a core is, entry by entry."""
    if e[0] == "lam" and e[2][0] == "par" and e[2][2] == tuple(("v", name) for name, _ in e[1]):
        return e[2][1]
    return ""


def _admits(known: Known, old: Core, new: Core, A: str, B: str) -> bool:
    """Whether what is so of any such A and B lets another condition in, of these or of shorter ones."""
    if known.follows(old, new):
        return True
    shorter = new[:2] == ("cmp", "<") and same(new[2], old[2]) and new[3][0] == "norm"
    return shorter and _whole(new[3][1]) in (A, B)


def _interval(e: Core | None, t: str) -> Ends | None:
    """Between which numbers a condition has t; None where it says anything else."""
    low: Fraction | None = None
    high: Fraction | None = None
    for part in conjuncts(e):
        if part[0] != "cmp" or part[1][0] not in "<>":
            return None
        less, more = part[2:] if part[1][0] == "<" else part[:1:-1]
        if less == ("par", t, ()) and more[0] == "q":
            high = more[1] if high is None else min(high, more[1])
        elif more == ("par", t, ()) and less[0] == "q":
            low = less[1] if low is None else max(low, less[1])
        else:
            return None
    return low, high


def _several(e: Core | None, t: str) -> bool:
    """Whether a condition has all numbers between two that differ."""
    ends = _interval(e, t)
    if ends is None:
        return False
    low, high = ends
    return low is None or high is None or low < high


def _in_the_cone(shares: Shares, ends: Ends, a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> bool:
    """Whether a A + b B and c A + d B, in these shares, lie in the cone of A and B and are not 0."""
    if a * d == b * c:
        return False
    of_a, of_b = (
        (x * shares[0][0] + y * shares[1][0], x * shares[0][1] + y * shares[1][1])
        for x, y in ((a, c), (b, d))
    )
    whole = (of_a[0] + of_b[0], of_a[1] + of_b[1])
    return _least(of_a, ends) >= 0 and _least(of_b, ends) >= 0 and _least(whole, ends) > 0


def _least(x: Affine, ends: Ends) -> Fraction:
    """The least value of x + y t; -1 where there is none."""
    (low, high), falls = ends, x[1] < 0
    if not x[1]:
        return x[0]
    end = high if falls else low
    return Fraction(-1) if end is None else x[0] + x[1] * end


class _Rays:
    """Two formulas place by place, and the shares of A and B of the one where the other has 1 - t and t."""

    def __init__(self, known: Known, A: str, B: str, t: str, R: str) -> None:
        self.known, self.A, self.B, self.t, self.R = known, A, B, t, R
        self.shares: set[Shares] = set()

    def alike(self, old: Any, new: Any) -> bool:
        """Whether all else is the same, and none of these names stands anywhere else."""
        if not names((old, new), {self.A, self.B, self.t, self.R}):
            return same(old, new)
        numbers = all(isinstance(e, tuple) and e[:1] and e[0] in NUMBERS for e in (old, new))
        if numbers and self._numbers(old, new):
            return True
        if old[:1] == ("par",):  # one of them, by itself
            return False
        found = pairs(self.known, old, new)
        return found is not None and all(self.alike(*pair) for pair in found)

    def _numbers(self, old: Core, new: Core) -> bool:
        try:
            (still, line), (rest, edit) = (self._parted(expanded(self.known, e)) for e in (old, new))
        except (TooLongError, _OtherError):
            return False
        if still != rest or set(edit) - set(line):
            return False
        for at, shares in line.items():
            scale = shares[1][1]
            if not scale or shares != _times(HULL, scale):
                return False
            self.shares.add(_times(edit.get(at, _times(HULL, Fraction(0))), 1 / scale))
        return True

    def _parted(self, terms: Terms) -> tuple[Terms, dict[Any, Shares]]:
        """What hangs on none of the names; and of R A and R B at each place, how much there is."""
        still: Terms = {}
        found: dict[Any, dict[str, list[Fraction]]] = {}
        for term, x in terms.items():
            left = list(term)
            if not names(term, {self.A, self.B, self.t, self.R}):
                still[term] = x
                continue
            power = left.count(("par", self.t, ()))
            left = [one for one in left if one != ("par", self.t, ())]
            entry = next((one for one in left if one[0] == "par" and one[1] in (self.A, self.B)), None)
            if power > 1 or entry is None or sorted(left, key=repr) != sorted([entry, self._R()], key=repr):
                raise _OtherError
            nothing = {self.A: [Fraction(0)] * 2, self.B: [Fraction(0)] * 2}
            found.setdefault(entry[2], nothing)[entry[1]][power] += x
        return still, {
            at: ((of[self.A][0], of[self.A][1]), (of[self.B][0], of[self.B][1])) for at, of in found.items()
        }

    def _R(self) -> Core:
        return ("par", self.R, ())


class _OtherError(Exception):
    """A number in which a name stands where it is no part of a ray."""


def _times(shares: Shares, x: Fraction) -> Shares:
    (a, b), (c, d) = shares
    return (x * a, x * b), (x * c, x * d)
