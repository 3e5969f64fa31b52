"""What is known of the numbers along which sequences run, for all large of which a formula is to hold.

`eventually F` and `growing R. F` say of F that there is a bound beyond which it always holds. What makes F
hold or fail wherever k > 100 makes them hold or fail, so that this may be known inside.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ntpcheck.verifier.sequences import running

if TYPE_CHECKING:
    from ntpcheck.verifier.book import Book
    from ntpcheck.verifier.tensors import Core

LATE = ("q", Fraction(100))


def late(book: Book, e: Core) -> Core | None:
    """That what runs in `eventually F`, or grows in `growing R. F`, is large; nothing where nothing runs."""
    if e[0] == "growing":
        return ("cmp", ">", ("par", e[1], ()), LATE)
    names = running(book, e[1])
    return ("cmp", ">", ("sequence", *names, ()), LATE) if len(names) == 1 else None
