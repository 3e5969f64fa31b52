"""The shortest linear recurrence of numbers, and where the roots of its polynomial are.

It is derived with the lemma `recurrence`, in the linear paper's `derivations.md`.
"""

from fractions import Fraction
from itertools import pairwise

from ..arithmetic.algebra import independent
from ..arithmetic.intervals import spend
from ..terms.polynomials import Polynomial, divisor, slope

ZERO = Fraction(0)
CLOSE = 24  # halvings until the largest size of a root is known closely
BEYOND = 12  # a root is looked for at least 2^-12 outside the circle


def shortest(found: list[Fraction]) -> Polynomial:
    """The polynomial of the shortest recurrence that twice as many numbers as its order are known to obey."""
    order = len(found) // 2
    rows = [found[i : i + order] for i in range(order + 1)]
    for i in range(1, order + 2):
        if relations := independent(rows[:i])[1]:
            return relations[0]
    raise AssertionError("so many rows of so many numbers depend on each other")


def steps(found: list[Fraction]) -> list[Fraction]:
    return [y - x for x, y in pairwise(found)]


def too_large(p: Polynomial, times: int) -> bool:
    """Whether a polynomial is seen to have a root beyond the unit circle, or one on it more often than so
    many times."""
    often = p
    for _ in range(times):
        often = divisor(often, slope(often))
    wider = (1 + Fraction(1, 2**j) for j in range(BEYOND + 1))
    return not stable(often) or any(not stable([c * r**i for i, c in enumerate(p)]) for r in wider)


def turning(p: Polynomial) -> bool:
    """Whether some root is seen to be farther from 0 than all positive ones; 0 is none of them."""
    low, high = ZERO, 1 + max(abs(c / p[-1]) for c in p)
    for _ in range(CLOSE):
        middle = (low + high) / 2
        low, high = (low, middle) if stable([c * middle**i for i, c in enumerate(p)]) else (middle, high)
    shifted = list(p)  # p(z + low), whose coefficients have one sign: a root is beyond, and no positive one
    for i in range(len(p) - 1):
        for j in reversed(range(i, len(p) - 1)):
            shifted[j] += low * shifted[j + 1]
    return bool(low) and (min(shifted) >= 0 or max(shifted) <= 0) and shifted[0] != 0


def stable(p: Polynomial) -> bool:
    """Whether all roots are inside the unit circle (Schur, Cohn)."""
    while len(p) > 1:
        spend(4 * len(p))
        if abs(p[0]) >= abs(p[-1]):
            return False
        rest = p[0] / p[-1]
        p = [x - rest * y for x, y in zip(p, reversed(p), strict=True)][1:]
    return True


def told(p: Polynomial) -> str:
    """A polynomial in z, the largest power first."""
    powers = ["", "z", *(f"z^{i}" for i in range(2, len(p)))]
    parts = [(c, powers[i]) for i, c in reversed(list(enumerate(p))) if c]
    words = [" ".join(x for x in (str(abs(c)) if abs(c) != 1 or not z else "", z) if x) for c, z in parts]
    signs = ["-" if c < 0 else "+" for c, _ in parts]
    return words[0] + "".join(f" {sign} {x}" for sign, x in zip(signs[1:], words[1:], strict=True))
