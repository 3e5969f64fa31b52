"""Coordinates that are pulled to a number: steps, quotients of sums of exponentials, that fall along them.

The laws are derived with the lemma `coordinates`, in the attention paper's `derivations.md`.
"""

from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..arithmetic.kinds import enclose
from ..asymptotics import far
from ..terms.symbols import Quotient
from .premises import ZERO, needs

Terms = list[tuple[dict[int, Fraction], Any]]
REACHES = tuple(map(Fraction, (1, 4, 16, 64)))  # from 0, on both sides, where a zero is looked for
HALVINGS = 40  # until its bounds are close


def decaying(part: Any, atom: int) -> tuple[Fraction, Any]:
    """d and the rest of a step - d m + .., such as weight decay leaves; 0 and the step if there is no d."""
    if not isinstance(part, Quotient):
        return ZERO, part
    linear = {(powers, exponent): c for (powers, exponent), c in part.p.items() if powers == ((atom, 1),)}
    bare = {((), exponent): c for (_, exponent), c in linear.items()}
    if not bare or bare.keys() != part.q.keys():
        return ZERO, part
    first, *others = (exact.divide(c, part.q[key]) for key, c in bare.items())
    if not isinstance(first, Fraction) or any(x != first for x in others):
        return ZERO, part
    rest = {key: c for key, c in part.p.items() if key not in linear}
    return -first, Quotient(rest, part.q) if rest else ZERO


def pulled(step: tuple[Terms, Terms], decay: Fraction = ZERO) -> Any:
    """The number to which m + p(m) leads: p has one zero there, p' < 0 and 1 + p' > 0 everywhere."""
    short(step, 0, decay)
    return crossing(step, decay) if decay else zero_of(step[0])


def short(step: tuple[Terms, Terms], atom: int, decay: Fraction = ZERO) -> None:
    """Requires that a step falls along a coordinate, and leads nowhere across: -1 < slope < 0."""
    steep, square = falls(step, atom, decay)
    needs(signs(added([*steep, *square])) == {1}, "no step of a coordinate leads across")


def falls(step: tuple[Terms, Terms], atom: int, decay: Fraction) -> tuple[Terms, Terms]:
    """Requires that a step falls along a coordinate; its slope, as a quotient of two sums."""
    slope, square = far.slope(step, atom)
    steep = added([*slope, *((form, exact.mul(-decay, c)) for form, c in square)])
    needs(signs(square) == {1} and signs(steep) == {-1}, "a coordinate's step falls with the coordinate")
    return steep, square


def added(part: Terms) -> Terms:
    """A sum with equal exponentials put together."""
    found: dict[Any, Any] = {}
    for form, c in part:
        key = tuple(sorted((a, k) for a, k in form.items() if k))
        found[key] = exact.add(found.get(key, ZERO), c)
    return [(dict(key), c) for key, c in found.items()]


def crossing(step: tuple[Terms, Terms], decay: Fraction) -> Any:
    """The one zero of a step that falls, or bounds of it."""
    if all(not form.get(0) for part in step for form, _ in part):
        return exact.mul(1 / decay, far.value(step, {0: ZERO}))

    def side(u: Fraction) -> int:
        low, high = enclose(exact.subtract(far.value(step, {0: (u, u)}), decay * u))
        return (low > 0) - (high < 0)

    reach = next((x for x in REACHES if side(-x) == 1 and side(x) == -1), None)
    if reach is None:
        raise Undecided("a premise of the lemma fails: a coordinate is pulled back from far out")
    low, high = -reach, reach
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if not (ahead := side(middle)):
            break
        low, high = (middle, high) if ahead == 1 else (low, middle)
    return low, high


def zero_of(above: Terms) -> Any:
    """The one zero of a sum of two terms."""
    needs(len(above) == 2, "the number to which a coordinate is pulled is the log of a quotient")
    (one, c), (other, d) = above
    ratio = exact.neg(exact.divide(d, c))
    needs(exact.sign(ratio) == 1, "a coordinate's step is 0 somewhere")
    return exact.mul(1 / (one.get(0, ZERO) - other.get(0, ZERO)), exact.log(ratio))


def signs(part: Terms) -> set[int | None]:
    """The signs of a sum's coefficients, zeros left out."""
    return {exact.sign(c) for _, c in part} - {0}
