"""A lemma on trajectories in a plane, whose two coordinates act on each other: what they are for all large k.

Steps are quotients of sums of exponentials. The lemma is derived in the papers' `derivations.md`.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics import far
from ..asymptotics.far import numbered
from ..asymptotics.limits import GROWTH, SOON, R
from ..asymptotics.orders import HALF, ONE, UNIT, ZERO, Grown, Order, Tower
from ..instance.tensors import Core
from ..instance.world import World
from ..shared.premises import lemma, needs, precise
from ..shared.pulled import short, signs, zero_of
from ..shared.runs import steps
from ..shared.sums import moving
from ..terms.polynomials import reduced
from .coordinates import Followed, refuted

Terms = list[tuple[dict[int, Fraction], Any]]
Step = tuple[Terms, Terms]  # a quotient of sums of exponentials of atoms 0 and 1, the coordinates m and u
Known = tuple[Any, Any, Any]  # m, u and k for all large k
REACHES = tuple(map(Fraction, (1, 2, 4, 8, 16, 32)))  # of the other coordinate, that are tried


@lemma
@precise
def in_a_plane(world: World, core: Core) -> list[str]:
    """If W moves from W(0) in the plane of two orthogonal directions, exhibited, each coordinate by a step of
    both, both are known for all large k: where the first rises and the second is pulled to a number, by steps
    that do not lead across; or rises too, ever more slowly; or where the pull fades with the first.
    """
    named = moving(world, core)
    needs(len(named) == 1, "one trajectory is named")
    ((name, let),) = named.items()
    found, ways, parts, atoms = steps(world, name, let)
    needs(len(ways) == 2, "two directions are exhibited")
    needs(far.positive(parts[0]), "the first coordinate rises without end")
    first, second = (numbered(part, atoms) for part in parts)
    problems: list[str] = []
    for law, says in LAWS.items():
        try:
            m, u, k = law(first, second)
        except Undecided as said:
            problems.append(f"{says}: {said}")
            continue
        if not refuted(world, core, [Followed(name, let.core[1], found, ways, [m, u])], k):
            raise Undecided("the formula is not seen to fail there")
        return [f"premise     of {name} one coordinate rises without end, the other {says}"]
    raise Undecided(f"the coordinates follow no law that is known ({'; '.join(problems)})")


def levels(part: Terms) -> dict[Fraction, Terms]:
    """A sum by its exponents of the first coordinate: sums of exponentials of the second, now atom 0."""
    found: dict[Fraction, Terms] = {}
    for form, c in part:
        found.setdefault(form[0], []).append(({0: form[1]}, c))
    return found


def leading(step: Step) -> tuple[Fraction, Step, Fraction]:
    """b, p0 and g with p(m, u) = e^(-b m) (p0(u) + O(e^(-g m))), uniformly for bounded u."""
    above, below = map(levels, step)
    needs(above and below, "a step is not 0")
    top, low = max(above), max(below)
    needs(signs(step[1]) == {1}, "a step's divisor has no negative terms")
    lower = [top - h for h in above if h < top] + [low - h for h in below if h < low]
    return low - top, reduced((above[top], below[low])), min(lower, default=Fraction(SOON))


def at(step: Step, u: Any) -> Any:
    return far.value(step, {0: u})


def paced(b: Fraction, pace: Any, less: Fraction = ZERO) -> Grown:
    """k where R is the first coordinate, as b pace k = e^(b R) (1 + o(e^(-less R)))."""
    return Grown([(exact.inverse(exact.mul(b, pace)), Order({1: b}, 0))], Order({1: b - less}, 0))


# ---- The second coordinate is pulled to a number ----
def pulled(first: Step, second: Step) -> Known:
    b, pace, _ = leading(first)
    needs(b > 0, "the steps of a rising coordinate fall exponentially")
    drop, pull, _ = leading(second)
    needs(drop == 0, "the pull does not fade")
    short(second, 1)
    short(pull, 0)
    end = zero_of(pull[0])
    bounded(second)
    p0, slope = at(pace, end), at(far.slope(pull), end)
    off = besides(second, end)
    if off is None:
        return R, Grown([(end, UNIT)], Order({1: -SOON * b}, 0)), paced(b, p0)
    g, c = off
    order = Order({1: -g}, 0)
    return R, Grown([(end, UNIT), (exact.neg(exact.divide(c, slope)), order)], order), paced(b, p0)


def bounded(step: Step) -> None:
    """Requires that the second coordinate keeps between -r and r, for some r: the first is at least 0."""
    for reach in REACHES:
        if keeps_sign(step[0], reach, -1) and keeps_sign(step[0], -reach, 1):
            return
    raise Undecided("a premise of the lemma fails: the second coordinate is pulled back from far out")


def keeps_sign(above: Terms, u: Fraction, sign: int) -> bool:
    """Whether a sum has a sign at u for all m >= 0, by its coefficients added up from the top."""
    found, total = levels(above), ZERO
    unit: Terms = [({}, ONE)]
    for height in sorted(found, reverse=True):
        total = exact.add(total, at((found[height], unit), u))
        if exact.sign(total) not in (0, sign):
            return False
    return exact.sign(total) == sign


def besides(step: Step, end: Any) -> tuple[Fraction, Any] | None:
    """g and c with q(m, end) = e^(-g m) (c + o(1)); None where q(m, end) is 0."""
    above, below = map(levels, step)
    unit: Terms = [({}, ONE)]
    top = max(below)
    for height in sorted(above, reverse=True):
        value = at((above[height], unit), end)
        sign = exact.sign(value)
        needs(sign is not None, "a step at the number to which it pulls is decided")
        if sign:
            return top - height, exact.divide(value, at((below[top], unit), end))
    return None


# ---- Both rise, the second as the log of the log of k ----
def rising(first: Step, second: Step) -> Known:
    """Here R is log log k, elsewhere the first coordinate."""
    for step in (first, second):
        needs(all(signs(part) == {1} for part in step), "both coordinates rise")
    (a, c), (e, d) = foremost(first), foremost(second)
    b = -a[0]
    needs(b > 0 and a[1] == 0, "the first step falls exponentially, whatever the second coordinate")
    if e[0] < -b and e[1] <= 0:  # what the second rises by is summable: of it only u = o(m) is used
        pace = leading(first)[1]
        needs(all(len(part) == 1 for part in pace), "the pace does not hang on the second coordinate")
        return R, Grown([], Order({}, 1)), paced(b, c)
    needs(e[0] == -b and e[1] < 0, "the second step falls as fast, and with its own coordinate")
    log_k = Grown([(ONE, Order({1: ONE}, 0))])
    m = GROWTH.mul(1 / b, GROWTH.add(log_k, Grown([(exact.log(exact.mul(b, c)), UNIT)], UNIT)))
    slow = exact.divide(exact.mul(-e[1], d), exact.mul(b, c))
    u = GROWTH.mul(1 / -e[1], GROWTH.add(R, Grown([(exact.log(slow), UNIT)], UNIT)))
    return m, u, Tower(log_k)


def foremost(step: Step) -> tuple[list[Fraction], Any]:
    """The exponents and the coefficient of a quotient where both coordinates are large."""
    found: list[tuple[list[Fraction], Any]] = []
    for part in step:
        top = [max(form[i] for form, _ in part) for i in (0, 1)]
        c = next((c for form, c in part if [form[0], form[1]] == top), None)
        needs(c is not None, "of each sum one term leads in both coordinates")
        found.append((top, c))
    (a, c), (e, d) = found
    return [x - y for x, y in zip(a, e, strict=True)], exact.divide(c, d)


# ---- The second coordinate tends to a number, by steps that fade with the first ----
def fading(first: Step, second: Step) -> Known:
    """The second is end + C k^-rate with a C of known sign."""
    b, pace, gap = leading(first)
    drop, pull, other = leading(second)
    needs(b > 0 and drop == b, "both steps fall exponentially, at one rate")
    short(second, 1)
    end = zero_of(pull[0])
    needs(besides(second, end) is None, "no step leads away from the number where the pull is 0")
    sign = exact.sign(end)
    needs(sign, "it does not start there")
    needs(
        exact.sign(at(far.slope(pace), end)) == 0,
        "the first step does not hang on the second, to first order",
    )
    p0 = at(pace, end)
    rate = exact.neg(exact.divide(at(far.slope(pull), end), exact.mul(b, p0)))
    if not isinstance(rate, Fraction) or sign is None:
        raise Undecided("a premise of the lemma fails: the rate is rational")
    most = min(2 * rate, min(gap, other) / b, ONE)
    needs(0 < rate < most, "the second coordinate is slower than what is not known of the first")
    order = Order({0: ONE, 1: -rate * b}, 0)
    u = Grown([(end, UNIT), (Fraction(-sign), order)], order)
    return R, u, paced(b, p0, HALF * (rate + most) * b)


LAWS: dict[Callable[[Step, Step], Known], str] = {
    pulled: "is pulled to a number",
    rising: "rises as the log of its log",
    fading: "tends to a number as a power of k",
}
