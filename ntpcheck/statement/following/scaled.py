"""Formulas that are the same but for comparisons of which both sides are a number c > 0 times as large.

c is rational, or a factor of both sides that is seen to be positive, such as the number of samples.
"""

from fractions import Fraction
from typing import Any

from ntpcheck.statement.knowing.combinations import Known, Terms
from ntpcheck.statement.knowing.cores import BINDING, bound, over_the_same, same
from ntpcheck.statement.knowing.expanded import TooLongError, expanded
from ntpcheck.statement.knowing.polarity import POSITIVE
from ntpcheck.verifier.instance.tensors import Core

OVER = ("sum", "max", "min", "forall", "exists", "lam")
OTHERS = BINDING.difference(OVER)  # these bind names too


def alike_up_to_scale(known: Known, old: Any, new: Any) -> bool:
    """Whether two formulas say the same, place by place, for all numbers that they speak of."""
    if same(old, new):
        return True
    if not isinstance(old, tuple) or not isinstance(new, tuple) or len(old) != len(new) or not old:
        return False
    if isinstance(old[0], str) and (old[0] != new[0] or old[0] in OTHERS):
        return False
    if old[0] == "cmp":
        if old[1] == new[1] and _multiples(known, old, new):
            return True
    elif old[0] in OVER:
        if not over_the_same(old, new):
            return False
        rest = known.lettered(new, bound(old))
        return all(alike_up_to_scale(known, a, b) for a, b in zip(old[2:], rest, strict=True))
    return all(alike_up_to_scale(known, a, b) for a, b in zip(old, new, strict=True))


def _multiples(known: Known, old: Core, new: Core) -> bool:
    """Whether the difference of the sides of one comparison is that of another's times a positive number."""
    one, other = (known.linear(("-", e[2], e[3])) for e in (old, new))
    if not one or set(one) != set(other):
        return _by_a_factor(known, old, new)
    scale = next(iter(other.values())) / next(one[term] for term in other)
    return scale > Fraction(0) and all(other[term] == scale * x for term, x in one.items())


def _by_a_factor(known: Known, old: Core, new: Core) -> bool:
    """The same where one positive number is a factor of all terms of the one, multiplied out, and else there
    is no difference.
    """
    try:
        terms = [expanded(known, ("-", e[2], e[3])) for e in (old, new)]
    except TooLongError:
        return False
    for more, less in (terms, terms[::-1]):
        for factor in next(iter(more), ()):
            everywhere = factor[0] != "sum" and all(factor in term for term in more)
            if everywhere and _without(more, factor) == less:
                return known.sign(factor[-1] if factor[0] == "/" else factor) == POSITIVE
    return False


def _without(terms: Terms, factor: Core) -> Terms:
    found: Terms = {}
    for term, x in terms.items():
        at = term.index(factor)
        found[term[:at] + term[at + 1 :]] = x
    return found
