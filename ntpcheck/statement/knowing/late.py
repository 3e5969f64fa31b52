"""What is known of the numbers along which sequences run, for all large of which a formula is to hold.

`eventually F` and `growing R. F` say of F that there is a bound beyond which it always holds. What makes F
hold or fail wherever k > 100 makes them hold or fail, so that this may be known inside. So may it be that k
is larger than any number that was there before it: a multiple of k and such numbers have the multiple's sign.
What is bound inside, as X in `growing R. every X. ..`, comes after R and may be larger. There are finitely
many indices, so that a letter makes no difference.
"""

from fractions import Fraction
from typing import Any

from ntpcheck.statement.knowing.combinations import Known, Terms
from ntpcheck.statement.knowing.cores import Written, alike, bound
from ntpcheck.statement.knowing.polarity import NEGATIVE, POSITIVE, Sign, narrower
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.cores import inside
from ntpcheck.verifier.language.sequences import loose, running

LATE = ("q", Fraction(100))


def late(written: Written, *same: Core) -> Core | None:
    """That what runs in `eventually F`, or grows in `growing R. F`, is large; nothing where nothing runs.

    same: what is asked for the same large k. Names are numbered as they are bound, outer ones first.
    """
    names = {e[1] for e in same} if same[0][0] == "growing" else running(written.book, same)
    if len(names) != 1:
        return None
    kind = ("par", "sequence")[same[0][0] != "growing"]
    what: Core = (kind, *names, ())
    inner = [
        _number(name)
        for e in same
        for one in inside(e)
        if one and isinstance(one[0], str)
        for name in bound(one)
    ]
    return ("and", ("cmp", ">", what, LATE), ("outgrows", what, min([*inner, next(written.fresh)])))


def anywhere(known: Known) -> Known:
    """The same without what is known of a sequence at one place: where others are asked for, it says nothing.

    So it is with `always` in `eventually`.
    """
    return known.by(fact for fact in known.facts if not loose(known.written.book, fact, (), {}))


def outgrown(known: Known, terms: Terms, found: Sign) -> Sign:
    """The sign of a multiple of what grows and of numbers that were there before."""
    for fact in known.facts:
        own = alike(fact[1]) if fact[0] == "outgrows" else ()
        if own in terms and own and not any(_later(known, e, fact) for e in terms if e not in (own, ())):
            found = narrower(found, POSITIVE if terms[own] > 0 else NEGATIVE)
    return found


def _later(known: Known, e: Any, fact: Core) -> bool:
    """Whether a number rests on what grows, on a sequence, or on anything that is named later."""
    return bool(running(known.written.book, e)) or any(
        ("par", *fact[1][1:2]) == ("par", name) or _number(name) >= fact[2] for name in _unknowns(e)
    )


def _unknowns(e: Any) -> set[str]:
    """The names of unknowns that are not bound inside, which `alike` has written with a dollar."""
    return {one[1] for one in inside(e) if one[:1] == ("par",) and not one[1].startswith("$")}


def _number(name: str) -> int:
    return int(name[1:]) if name[:1] == "#" and name[1:].isdigit() else 0
