"""That there is something: indices of which facts say it, unknowns that may be 0, a path's ends."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import bound, form, same
from ntpcheck.statement.knowing.merged import as_one_index
from ntpcheck.statement.knowing.positive import choices, indices, witnesses
from ntpcheck.statement.knowing.universal import OPPOSITE, conjuncts, fitting, placed
from ntpcheck.verifier.asymptotics.constants import names
from ntpcheck.verifier.instance.tensors import Core

MOST = 24  # choices of indices that are looked at for one formula


def somewhere(known: Known, e: Core) -> bool | None:
    """Whether `exists .. | ..` holds at indices in it or in facts; None where that is not seen."""
    if any(fact[0] == "exists" and (same(fact, e) or same(_of_some(fact), e)) for fact in known.facts):
        return True
    if any(_is_one(known, fact, e) for fact in known.facts if fact[0] not in ("forall", "exists")):
        return True
    if known.deep:  # one such question inside another takes long
        return None
    known.deep += 1
    known.left[0] -= 50
    own = indices(known, e, frozenset(bound(e)))
    ways = [(known, own), *(way for fact in known.facts for way in witnesses(known, fact, own))]
    tries = ((there, at) for there, places in ways for at in choices(e, places))
    found = any(_met(there, e, at) for there, at in islice(tries, MOST))
    known.deep -= 1
    return True if found else None


def _is_one(known: Known, fact: Core, e: Core) -> bool:
    """Whether a fact is what `exists .. | ..` asks for, at an index for each of its letters."""
    (part, holds), *others = conjuncts(known, e[3])
    if part[0] == "cmp" and not holds:
        part, holds = ("cmp", OPPOSITE[part[1]], *part[2:]), True
    letters, body, found = set(bound(e)), form(part if holds else ("not", part)), dict[str, Any]()
    if others or not fitting(body, form(fact), letters, found):
        return False
    everywhere = letters <= placed(body, letters) & set(found)
    return everywhere and (e[2] is None or known.truth(known.put(e[2], found)) is True)


def _of_some(fact: Core) -> Core:
    """What `exists .. | G. F` says of G alone."""
    return (*fact[:2], None, fact[2])


def _met(there: Known, e: Core, at: dict[str, Any]) -> bool:
    there.left[0] -= 10
    parts = (there.put(part, at) for part in e[2:] if part is not None)
    return all(_is_so(there, part) for part in parts)


def _is_so(known: Known, e: Core) -> bool:
    """Whether a formula holds, or where two letters are one index, in one for both."""
    if known.truth(e) is True:
        return True
    one = as_one_index(known, e)
    return one is not None and one[0].truth(one[1]) is True


def at_zero(known: Known, unknowns: Any, e: Core) -> bool | None:
    """What a formula says where its unknowns are 0; nothing where that may have no value."""
    if _divides(known.written.out(e), {name for name, _ in unknowns}):
        return None
    return known.truth(known.put(e, {name: known.zero(axes) for name, axes in unknowns}))


def _divides(e: Any, unknowns: set[str]) -> bool:
    """Whether an unknown stands where 0 may have no value."""
    if not isinstance(e, tuple):
        return False
    inside = e[2:] if e[:1] == ("/",) or e[:2] in (("fn", "log"), ("fn", "sqrt")) else ()
    return names(inside, unknowns) or any(_divides(part, unknowns) for part in e)


def ends(known: Known, e: Core) -> Iterator[Core]:
    """What a path of one step or more from x to z says: some step leads away from x, and some to z."""
    if e[0] != "closure" or e[3] is not None:
        return
    (here,), (there,), _, body, where = e[1:]
    for kept, at, left in ((here, where[0], there), (there, where[-1], here)):
        new = known.name()
        yield ("exists", ((new, left[1]),), None, known.put(body, {kept[0]: at, left[0]: new}))


def one_step(known: Known, e: Core) -> bool:
    """Whether a path from x to z is there as its one step."""
    if e[3] is not None:
        return False
    (here,), (there,), _, body, where = e[1:]
    step = known.put(body, {here[0]: where[0], there[0]: where[1]})
    return known.truth(step) is True


def led_to(known: Known, e: Core) -> Iterator[Core]:
    """The other side of an equivalence of which one is decided, and what a condition that is met gives."""
    if e[0] == "iff":
        for part, other in (e[1:], e[:0:-1]):
            said = known.truth(part)
            if said is not None:
                yield other if said else ("not", other)
    elif e[0] == "implies" and known.truth(e[1]) is True:
        yield e[2]
