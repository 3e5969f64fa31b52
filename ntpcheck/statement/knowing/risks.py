"""What in a formula may have no value: quotients, logs and roots, extremes, and what is called."""

from collections.abc import Iterator
from typing import Any

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import ONE
from ntpcheck.statement.knowing.given import STEPS
from ntpcheck.statement.knowing.noted import RISKY
from ntpcheck.statement.knowing.positive import nonzero
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.book import Book

ALWAYS = ("cmp", "+", "-", "*", "/", "neg", "^", "fn", "norm", "dot", "lam", "max2", "min2", "and")


def risks(e: Any) -> Iterator[Core]:
    """Quotients, logs, roots and calls in a core, each without what it is the quotient of."""
    if isinstance(e, tuple) and e:
        yield from _own(e)
        for part in e:
            yield from risks(part)


def certain(book: Book, e: Any) -> Iterator[Core]:
    """Those that are read in any case: under no condition, and at no index of a sum or the like."""
    if isinstance(e, tuple) and e:
        yield from _own(e)
        of_a_point = e[0] == "let" and book.lets[e[1]].kind == "point"
        for part in e if e[0] in ALWAYS or of_a_point or not isinstance(e[0], str) else ():
            yield from certain(book, part)


def _own(e: Core) -> Iterator[Core]:
    """What of a core itself may have no value, its parts left aside."""
    if e[0] == "/":
        yield ("/", ONE, e[2])
    elif e[0] == "^" and e[2] < 0:
        yield ("/", ONE, e[1])
    elif e[:2] in RISKY or e[0] in ("let", "max", "min", "infimum"):
        yield e[:3] if e[0] == "let" else e


def valued(known: Known, e: Core) -> bool:
    """Whether a quotient, log or root has a value, by signs."""
    known.left[0] = STEPS // 4
    if e[0] == "/":
        return nonzero(known, e[2])
    low = known.sign(e[2])[0] if e[:2] in RISKY else -1
    return low > 0 or (low == 0 and e[1] == "sqrt")
